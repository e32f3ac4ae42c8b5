package sdf3

import (
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

// FuzzRead reads whatever there is. It must not crash, and what it finds nothing
// wrong with must be an application that holds together.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"camera.xml", "phases.xml", "modes.xml", "frames.xml", "tiles.xml"} {
		f.Add([]byte(testFile(f, file)), byte(0))
	}
	f.Add([]byte(inSDF(actors("a out:o:2 in:i:2")+joined("c", "a.o", "a.i", "2"), "")), byte(3))
	f.Fuzz(func(t *testing.T, text []byte, how byte) {
		var problems input.Problems
		file := read("f.xml", text, kpn.Reading{InitialWritten: how&1 > 0, StartTogether: how&2 > 0, Iterations: int(how >> 4), Unit: int64(how & 4)}, &problems)
		if problems.Len() > 0 || file == nil {
			if file == nil && problems.Len() == 0 {
				t.Fatal("nothing was read and nothing is wrong")
			}
			return
		}
		if file.Architecture != nil {
			checkArchitecture(t, file.Architecture)
		}
		if file.Application != nil {
			checkApplication(t, file)
		}
	})
}

func checkArchitecture(t *testing.T, a *Architecture) {
	for _, c := range a.Connections {
		if c.From >= len(a.Tiles) || c.To >= len(a.Tiles) || c.From < 0 || c.To < 0 {
			t.Fatalf("connection %+v of %d tiles", c, len(a.Tiles))
		}
	}
}

func checkApplication(t *testing.T, file *File) {
	app := file.Application
	if len(app.Scenarios) == 0 || len(file.Rewards) != len(app.Scenarios) || len(file.Repetitions) != len(app.Scenarios) {
		t.Fatalf("%d scenarios, %d rewards, %d repetitions", len(app.Scenarios), len(file.Rewards), len(file.Repetitions))
	}
	checkNames(t, app)
	for s := range app.Scenarios {
		sc := &app.Scenarios[s]
		if len(sc.Traces) != len(app.Processes) || len(file.Repetitions[s]) != len(app.Processes) {
			t.Fatalf("scenario %q has %d traces of %d processes", sc.Name, len(sc.Traces), len(app.Processes))
		}
		moved := make([]int64, len(app.Channels))
		for p, f := range sc.Traces {
			if f.Len() > 1<<20 {
				return
			}
			for e := range f.Events() {
				switch e.Kind {
				case kpn.Read:
					moved[e.Arg] -= e.N
				case kpn.Write:
					moved[e.Arg] += e.N
				}
				if e.Kind == kpn.Read && app.Channels[e.Arg].Reader != p || e.Kind == kpn.Write && app.Channels[e.Arg].Writer != p || e.N < 0 {
					t.Fatalf("process %d does %+v on %+v", p, e, app.Channels[e.Arg])
				}
			}
		}
		for c, n := range moved {
			if n < 0 {
				t.Fatalf("scenario %q takes %d more tokens from channel %q than it gives", sc.Name, -n, app.Channels[c].Name)
			}
		}
	}
}

func checkNames(t *testing.T, app *kpn.Application) {
	unique := func(what string, n int, name func(i int) string) {
		seen := map[string]bool{}
		for i := range n {
			if seen[name(i)] || name(i) == "" {
				t.Fatalf("%s %q is empty or stands there twice", what, name(i))
			}
			seen[name(i)] = true
		}
	}
	unique("process", len(app.Processes), func(i int) string { return app.Processes[i].Name })
	unique("channel", len(app.Channels), func(i int) string { return app.Channels[i].Name })
	unique("operation", len(app.Operations), func(i int) string { return app.Operations[i].Name })
	unique("scenario", len(app.Scenarios), func(i int) string { return app.Scenarios[i].Name })
}
