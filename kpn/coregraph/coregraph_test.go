package coregraph

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

func load(t *testing.T, text string, how kpn.Reading) []*kpn.Application {
	t.Helper()
	var problems input.Problems
	apps := parse("cores.csv", []byte(text), how, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return apps
}

// Half a megabyte per second is half a byte in 1 µs, so an iteration of graph b
// is 10 µs, in which 190 MB/s are 1900 bytes. Cores are in the order of their
// numbers.
func TestGraphs(t *testing.T) {
	apps := load(t, "graph,source,target,bandwidth_mb_s\na,x,y,70\nb,10,2,0.5\nb,2,10,190\n", kpn.Reading{Iterations: 5})
	if len(apps) != 2 || apps[0].Name != "a" || apps[0].Timing.Period != 1e6 {
		t.Fatalf("%+v", apps)
	}
	b := apps[1]
	if b.Timing != (kpn.Timing{Period: 10e6, Deadline: 10e6}) || b.Processes[0].Name != "2" || b.Scenarios[0].Iterations != 5 {
		t.Errorf("%+v", b)
	}
	if want := (kpn.Channel{Name: "10-2", Writer: 1, Reader: 0, TokenBytes: 5, Capacity: 2}); b.Channels[0] != want {
		t.Errorf("%+v", b.Channels[0])
	}
	want := []kpn.Event{{Kind: kpn.Write, Arg: 1, N: 1}, {Kind: kpn.Read, Arg: 0, N: 1}}
	if got := slices.Collect(b.Scenarios[0].Traces[0].Events()); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if err := kpn.CheckLive(b, &b.Scenarios[0]); err != nil {
		t.Error(err)
	}
}

// TestNames that would be the same are told apart.
func TestNames(t *testing.T) {
	apps := load(t, "source,target,bandwidth\na,b-c,1\na-b,c,1\n", kpn.Reading{Capacity: 1})
	if app := apps[0]; app.Name != "cores" || app.Channels[0].Name != "a-b-c" || app.Channels[1].Name != "a-b-c-" {
		t.Errorf("%+v", app)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	const header = "graph,source,target,bandwidth_mb_s\n"
	for _, c := range []struct{ text, want string }{
		{"", "f.csv:1: no core graph: expected the columns graph,source,target,bandwidth_mb_s"},
		{header, "f.csv: there is no edge in it"},
		{"graph,source\n", "f.csv:1: column target is missing; the columns are graph,source,target,bandwidth_mb_s\nf.csv:1: column bandwidth is missing; the columns are graph,source,target,bandwidth_mb_s"},
		{header + "a,x,y,fast\na,x,x,1\na,,x,1\na,x\n", `f.csv:2: bandwidth "fast" is no decimal number of MB/s
f.csv:3: core "x" sends to itself; remove the edge, it needs no network
f.csv:4: source or target is empty; name the core
f.csv:5: wrong number of fields`},
		{header + "a,x,y,0.0001\nb,x,y,1\nb,x,y,1\n", `f.csv:2: graph "a" has a bandwidth finer than 0.001 MB/s; round it
f.csv:4: there are two edges from x to y; add their bandwidths up`},
	} {
		var problems input.Problems
		if apps := parse("f.csv", []byte(c.text), kpn.Reading{}, &problems); apps != nil {
			t.Errorf("%q is accepted", c.text)
		}
		if got := problems.Err().Error(); got != c.want {
			t.Errorf("%q: got\n%s", c.text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("graph,source,target,bandwidth_mb_s\na,x,y,70\nb,10,2,0.5\nb,2,10,190\n")
	f.Add("source,target,bandwidth\na,b-c,1\na-b,c,1\n")
	f.Fuzz(func(t *testing.T, text string) {
		var problems input.Problems
		apps := parse("f.csv", []byte(text), kpn.Reading{}, &problems)
		if apps == nil {
			var wrong *input.Error
			if !errors.As(problems.Err(), &wrong) {
				t.Fatal("refused without a reason")
			}
			for _, p := range wrong.Problems {
				if p.Line < 0 || p.Line > 1+strings.Count(text, "\n") {
					t.Fatalf("%+v", p)
				}
			}
			return
		}
		for _, app := range apps {
			if err := kpn.CheckLive(app, &app.Scenarios[0]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestOracleGraphs reads the published graphs. The sum of the bandwidths of a
// graph is the sum of its tokens per iteration.
func TestOracleGraphs(t *testing.T) {
	folder := os.Getenv("SDSE_DATA")
	file := filepath.Join(folder, "noc/core-graphs.csv")
	if folder == "" {
		file = "../../sesame/testdata/noc/core-graphs.csv" // always there
	} else if _, err := os.Stat(file); err != nil {
		t.Skipf("SDSE_DATA has no core graphs: %v", err)
	}
	var problems input.Problems
	apps := Load(file, kpn.Reading{}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	sum := map[string]int64{}
	for _, app := range apps {
		for _, c := range app.Channels {
			sum[app.Name] += c.TokenBytes * 1e6 / app.Timing.Period
		}
	}
	if sum["pip"] != 576 || sum["mwd"] != 1120 { // as the README of the data says
		t.Errorf("%v", sum)
	}
}
