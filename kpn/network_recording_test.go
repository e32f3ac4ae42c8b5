package kpn

import (
	"slices"
	"testing"
)

// pair records a source that sends size tokens in one transfer per iteration,
// one iteration per size.
func pair(t *testing.T, name string, sizes ...int) *Recording {
	n := NewNetwork(name)
	source, sink := n.Process("source"), n.Process("sink")
	n.Operation("op", Count{"alu", 1})
	c := Connect[byte](n, "c", source, sink, ChannelOptions{TokenBytes: 1})
	source.Do(func() error {
		for _, size := range sizes {
			c.WriteN(make([]byte, size))
			source.EndIteration()
		}
		return nil
	})
	sink.Do(func() error {
		for _, size := range sizes {
			c.ReadN(make([]byte, size))
			sink.EndIteration()
		}
		return nil
	})
	return mustRun(t, n)
}

func TestKeep(t *testing.T) {
	rec := pair(t, "pair", 2, 3)
	if err := rec.Keep("three", 0.5, 1, 4); err != nil {
		t.Fatal(err)
	}
	s := rec.Application.Scenarios[0]
	if s.Name != "three" || s.Weight != 0.5 || s.Iterations != 4 {
		t.Errorf("scenario %+v", s)
	}
	if got, want := events(s.Traces[0]), []Event{{Write, 0, 3}}; !slices.Equal(got, want) {
		t.Errorf("trace %v, want %v", got, want)
	}
	for _, iteration := range []int{-1, 2} {
		if err := rec.Keep("x", 1, iteration, 1); err == nil {
			t.Errorf("iteration %d of 2 was kept", iteration)
		}
	}
}

func TestMerge(t *testing.T) {
	small, large := pair(t, "pair", 2), pair(t, "pair", 5)
	for i, rec := range []*Recording{small, large} {
		if err := rec.Keep([]string{"small", "large"}[i], 1, 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	app, err := Merge(small.Application, large.Application)
	if err != nil {
		t.Fatal(err)
	}
	if app.Channels[0].Capacity != 5 || len(app.Scenarios) != 2 || app.Scenarios[1].Name != "large" {
		t.Errorf("merged: %+v", app)
	}
	if small.Application.Channels[0].Capacity != 2 || len(small.Application.Scenarios) != 1 {
		t.Error("Merge changed what it was given")
	}
	_, err = Merge(large.Application, pair(t, "other", 1).Application)
	if err == nil || err.Error() != `kpn: merge of "pair" and "other": the graphs differ` {
		t.Errorf("merge of different graphs: %v", err)
	}
	if _, err := Merge(); err == nil {
		t.Error("merge of nothing")
	}
}
