package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"sdse/sesame/evaluate"
)

// The slices of every processor add up to what the figures say it did, to the
// picosecond, and the arrows carry every token that was written and read.
func TestTimelineAddsUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"sdse", "simulate", "--arch", "../../examples/mjpeg/mpsoc.toml", "--scenario", "80",
		"--timeline", file, "--json"}, streams{out: &out, err: &errs}); code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	var account evaluate.Account
	if err := json.Unmarshal(out.Bytes(), &account); err != nil {
		t.Fatal(err)
	}
	sums, arrows, left := addedUp(t, file)
	if len(sums) == 0 {
		t.Fatal("the timeline is empty")
	}
	for _, p := range account.Mean.Processors {
		for category, want := range map[string]float64{"execute": p.Execute, "transfer": p.Transfer, "wait": p.Waiting, "dispatch": p.Dispatch} {
			if got := sums[p.Name+" "+category]; got != int64(want) {
				t.Errorf("%s: %d ps of %s, the figures say %.0f", p.Name, got, category, want)
			}
		}
	}
	var written int64
	for _, c := range account.Mean.Channels {
		written += int64(c.Tokens)
	}
	if arrows != written-left {
		t.Errorf("arrows carry %d tokens; %d were written and %d are left", arrows, written, left)
	}
}

// addedUp reads a trace: how long the slices of each track and category last, by
// their names, how many tokens arrows carry and how many buffers hold in the end.
func addedUp(t *testing.T, file string) (sums map[string]int64, arrows, left int64) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var trace struct {
		TraceEvents []struct {
			Ph, Name, Cat string
			Ts            json.Number
			Tid           int
			Args          struct {
				Name   string
				Tokens int64
			}
		}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&trace); err != nil {
		t.Fatal(err)
	}
	sums, held := map[string]int64{}, map[string]int64{}
	names, began, category := map[int]string{}, map[int]int64{}, map[int]string{}
	for _, e := range trace.TraceEvents {
		switch e.Ph {
		case "M":
			if e.Name == "thread_name" {
				names[e.Tid] = e.Args.Name
			}
		case "B":
			began[e.Tid], category[e.Tid] = picosecondsOf(t, e.Ts), e.Cat
		case "E":
			sums[fmt.Sprint(names[e.Tid], " ", category[e.Tid])] += picosecondsOf(t, e.Ts) - began[e.Tid]
		case "f":
			arrows += e.Args.Tokens
		case "C":
			held[e.Name] = e.Args.Tokens
		}
	}
	for _, tokens := range held {
		left += tokens
	}
	return sums, arrows, left
}

func picosecondsOf(t *testing.T, microseconds json.Number) int64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(microseconds.String())
	if !ok || !r.Mul(r, big.NewRat(1_000_000, 1)).IsInt() {
		t.Fatalf("%s µs are no whole picoseconds", microseconds)
	}
	return r.Num().Int64()
}
