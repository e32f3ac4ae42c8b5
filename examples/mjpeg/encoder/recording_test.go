package encoder

import (
	"image"
	"testing"

	"sdse/kpn"
)

func record(t *testing.T, picture string, quality int) *kpn.Recording {
	t.Helper()
	m := load(t, picture)
	return encode(t, Options{Quality: quality}, m, m).Recording
}

// The graph that the README draws.
func TestGraph(t *testing.T) {
	app := record(t, "rose", 50).Application
	want := []string{
		"pixels: source → colour", "luma: colour → dct_luma", "chroma: colour → dct_chroma",
		"luma_blocks: dct_luma → quantise", "chroma_blocks: dct_chroma → quantise",
		"levels: quantise → entropy", "packets: entropy → assemble", "sizes: assemble → rate",
		"quantise_tables: rate → quantise", "header_tables: rate → assemble",
	}
	for i, c := range app.Channels {
		if got := c.Name + ": " + app.Processes[c.Writer].Name + " → " + app.Processes[c.Reader].Name; got != want[i] {
			t.Errorf("channel %d is %s, want %s", i, got, want[i])
		}
		if feedback := i >= 8; feedback != (c.Initial == 1) {
			t.Errorf("channel %s has %d initial tokens", c.Name, c.Initial)
		}
	}
	if len(app.Channels) != len(want) || len(app.Processes) != 8 {
		t.Errorf("%d channels, %d processes", len(app.Channels), len(app.Processes))
	}
}

// Equal frames are equal iterations, and any number of them can run.
func TestRecordedScenarioIsLive(t *testing.T) {
	rec := record(t, "talk", 90)
	for p := range rec.Iterations[0] {
		if rec.Iterations[0][p] != rec.Iterations[1][p] {
			t.Errorf("process %d: iterations of equal frames differ", p)
		}
	}
	if err := rec.Keep("s", 1, 0, 5); err != nil {
		t.Fatal(err)
	}
	if err := kpn.CheckLive(rec.Application, &rec.Application.Scenarios[0]); err != nil {
		t.Error(err)
	}
}

// executions counts what a recorded frame executes.
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

// Operations are done as often as the pictures and the images made of them say.
func TestExecutionsFollowTheData(t *testing.T) {
	for _, quality := range []int{20, 90} {
		m := load(t, "rose")
		r := encode(t, Options{Quality: quality}, m)
		got := executions(r.Recording)
		for name, want := range map[string]int64{
			"fetch_mcu": 24, "rgb_to_luma_16x16": 24, "rgb_to_chroma_8x8": 24,
			"fdct_8x8": 24 * 6, "quantise_8x8": 24 * 6, "vlc_block": 24 * 6,
			"vlc_flush": 1, "choose_quality": 1, "scale_tables": 1, "write_headers": 1, "write_end": 1,
			// 64 levels in each block: its DC, its zeros and the others.
			"vlc_zero": 24*6*64 - got["vlc_symbol"],
			// All bytes are headers, coded, stuffed, or the end.
			"write_byte": int64(len(r.Frames[0])-len(headers(&frame{width: 96, height: 64}))-2) - got["stuff_byte"],
			"vlc_byte":   got["write_byte"],
		} {
			if got[name] != want {
				t.Errorf("quality %d: %s is done %d times, want %d", quality, name, got[name], want)
			}
		}
	}
}

// Content and quality change the traces of the processes that work on coded
// data, and of those only; a picture of another size changes them all.
func TestTracesDependOnContentAndQuality(t *testing.T) {
	rose := record(t, "rose", 50)
	for name, other := range map[string]*kpn.Recording{
		"content": record(t, "gophers", 50), "quality": record(t, "rose", 51),
	} {
		for p, f := range rose.Iterations[0] {
			process := rose.Application.Processes[p].Name
			coded := process == "entropy" || process == "assemble"
			if same := f.Hash() == other.Iterations[0][p].Hash(); same == coded {
				t.Errorf("other %s: the trace of %s is the same: %t", name, process, same)
			}
		}
	}
	smaller := record(t, "drawing", 50)
	for p, f := range rose.Iterations[0] {
		if process := rose.Application.Processes[p].Name; process != "rate" && f.Hash() == smaller.Iterations[0][p].Hash() {
			t.Errorf("other size: the trace of %s is the same", process)
		}
	}
}

// The same frames give the same bytes and traces, in one run or another.
func TestEncodingIsDeterministic(t *testing.T) {
	frames := []image.Image{load(t, "talk"), load(t, "rose"), load(t, "talk")}
	options := Options{Quality: 60, Target: 1500}
	first := encode(t, options, frames...)
	for range 5 {
		again := encode(t, options, frames...)
		for i := range frames {
			if string(first.Frames[i]) != string(again.Frames[i]) {
				t.Fatalf("frame %d has other bytes", i)
			}
			for p, f := range first.Recording.Iterations[i] {
				if f.Hash() != again.Recording.Iterations[i][p].Hash() {
					t.Fatalf("frame %d: process %d has another trace", i, p)
				}
			}
		}
	}
}
