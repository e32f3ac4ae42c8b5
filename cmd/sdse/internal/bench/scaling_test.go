package bench

import (
	"slices"
	"testing"
)

func TestNumbersOfWorkers(t *testing.T) {
	for _, c := range []struct {
		size Size
		cpus int
		want []int
	}{
		{Full, 2, []int{1, 2, 4, 8, 16, 32, 64}},
		{Full, 12, []int{1, 2, 4, 8, 12, 16, 32, 64}},
		{Brief, 2, []int{1, 2, 64}},
		{Quick, 16, []int{1, 2, 16, 128}},
	} {
		s := brief(Options{})
		s.Size = c.size
		if got := s.upTo(c.cpus); !slices.Equal(got, c.want) {
			t.Errorf("%s, %d CPUs: %v, want %v", c.size, c.cpus, got, c.want)
		}
	}
}

// TestCurveByHand: four CPUs, one worker takes 8 s, two 4, four 2.5, 64 workers
// 2.5 as well.
func TestCurveByHand(t *testing.T) {
	c := curve{sims: &simulations{system: &system{}}, cpus: 4, workers: []int{1, 2, 4, 64}}
	for _, wall := range []float64{8, 4, 2.5, 2.5} {
		c.took = append(c.took, taken{wall: samples{wall}, cpu: samples{8}, user: samples{8}, system: samples{0}})
	}
	table, plot := c.table()
	for i, want := range []float64{1, 2, 3.2, 3.2} {
		if got := table.Rows[i].Values[4].Median; got != want {
			t.Errorf("row %d: speed-up %v, want %v", i, got, want)
		}
	}
	if got := table.Rows[3].Values[5].Median; got != 80 {
		t.Errorf("%v %% of ideal, want 80", got)
	}
	if got := plot.Series[0].Points[3].Y.Median; got != 4 {
		t.Errorf("ideal of 64 workers %v", got)
	}
	summary := c.summary()
	if got := summary.Rows[0].Values[0].Median; got != 2 {
		t.Errorf("two workers %v", got)
	}
	if got := summary.Rows[2].Values[0].Median; got != 1 {
		t.Errorf("64 workers / best %v", got)
	}
	// Up to the CPUs: no contention in 2, 4/3.2 - 1 = 0.25 = 3 contention + 12 coherence in 4.
	if l, ok := c.fit(3); !ok || l.contention != 0 || l.coherence <= 0 || l.coherence > 0.25/12 {
		t.Errorf("%+v, %v", l, ok)
	}
}

func TestScalingMeasures(t *testing.T) {
	for _, threads := range []bool{false, true} {
		s := brief(Options{Jobs: 20, Workers: []int{4, 1, 2}})
		if err := s.scaling(threads); err != nil {
			t.Fatal(err)
		}
		if rows := s.report.Tables[0].Rows; len(rows) != 3 || rows[0].Case != "1 workers" {
			t.Errorf("%+v", rows)
		}
	}
}
