package edges

import (
	"slices"
	"testing"

	"sdse/kpn"
)

func TestRecordedScenarioIsLive(t *testing.T) {
	for _, name := range pictures {
		m := load(t, name)
		rec := find(t, Options{40, 100}, m, m).Recording
		for p := range rec.Iterations[0] {
			if rec.Iterations[0][p] != rec.Iterations[1][p] {
				t.Errorf("%s: process %d: iterations of equal frames differ", name, p)
			}
		}
		if err := rec.Keep("s", 1, 0, 5); err != nil {
			t.Fatal(err)
		}
		if err := kpn.CheckLive(rec.Application, &rec.Application.Scenarios[0]); err != nil {
			t.Error(err)
		}
	}
}

// The processes that need the row below lag by one: 3 rows, then 4 each, then 5.
func TestStencilsLag(t *testing.T) {
	rec := find(t, Options{40, 100}, load(t, "rose")).Recording
	var written []int64
	for e := range rec.Iterations[0][1].Events() {
		if e.Kind == kpn.Write {
			written = append(written, e.N)
		}
	}
	want := slices.Repeat([]int64{4 * 3}, 16) // rows of three chunks
	want[0], want[15] = 3*3, 5*3
	if !slices.Equal(written, want) {
		t.Errorf("smooth writes %v, want %v", written, want)
	}
}

func executions(rec *kpn.Recording) map[string]int64 {
	times := map[string]int64{}
	for _, f := range rec.Iterations[0] {
		for e := range f.Events() {
			if e.Kind == kpn.Execute {
				times[rec.Application.Operations[e.Arg].Name] += e.N
			}
		}
	}
	return times
}

// Operations are done as often as the picture says.
func TestExecutionsFollowTheData(t *testing.T) {
	r := find(t, Options{60, 150}, load(t, "talk"))
	got := executions(r.Recording)
	edgePixels, atEnd := int64(0), int64(0)
	for _, run := range r.Runs[0] {
		edgePixels += int64(run.End - run.Start)
		if run.End == 96 {
			atEnd++
		}
	}
	const frameChunks = 64 * 3
	for name, want := range map[string]int64{
		"fetch_32": frameChunks, "smooth_32": frameChunks, "gradient_32": frameChunks,
		"thin_32": frameChunks, "gather_32": frameChunks, "pack_32": frameChunks, "runs_32": frameChunks,
		"trace_visit": edgePixels,
		"trace_grow":  edgePixels - got["trace_seed"],
		"run_change":  2*int64(len(r.Runs[0])) - atEnd,
		"run_end_row": 64,
	} {
		if got[name] != want {
			t.Errorf("%s is done %d times, want %d", name, got[name], want)
		}
	}
	if got["thin_keep"] < edgePixels || got["thin_compare"] < got["thin_keep"] || got["trace_seed"] == 0 {
		t.Errorf("%d compared, %d kept, %d strong, of which %d edges", got["thin_compare"], got["thin_keep"], got["trace_seed"], edgePixels)
	}
}

// Picture and thresholds change the traces of the processes that look at them,
// and of those only.
func TestTracesDependOnContentAndThresholds(t *testing.T) {
	rose := find(t, Options{40, 100}, load(t, "rose")).Recording
	for name, other := range map[string]*kpn.Recording{
		"picture":    find(t, Options{40, 100}, load(t, "gophers")).Recording,
		"thresholds": find(t, Options{50, 120}, load(t, "rose")).Recording,
	} {
		for p, f := range rose.Iterations[0] {
			process := rose.Application.Processes[p].Name
			depends := process == "thin" || process == "trace" || process == "code"
			if same := f.Hash() == other.Iterations[0][p].Hash(); same == depends {
				t.Errorf("other %s: the trace of %s is the same: %t", name, process, same)
			}
		}
	}
}
