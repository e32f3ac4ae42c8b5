package sesame_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"
)

// ruleCase is a system of testdata/rules/README.md with every value that an
// independent program computed for it.
type ruleCase struct {
	Name       string `json:"name"`
	Processors []struct {
		Policy   string `json:"policy"`
		Dispatch int64  `json:"dispatch_ps"`
	} `json:"processors"`
	Resources []struct {
		Exclusive bool `json:"exclusive"`
	} `json:"resources"`
	Channels []struct {
		Writer     int      `json:"writer"`
		Reader     int      `json:"reader"`
		Capacity   int64    `json:"capacity"`
		Initial    int64    `json:"initial"`
		TokenBytes int64    `json:"token_bytes"`
		Write      ruleSide `json:"write"`
		Read       ruleSide `json:"read"`
	} `json:"channels"`
	Processes []struct {
		Processor int     `json:"processor"`
		Trace     [][]any `json:"trace"`
	} `json:"processes"`
	Expect struct {
		Finish   []*int64   `json:"finish_ps"`
		Makespan *int64     `json:"makespan_ps"`
		Busy     []int64    `json:"busy_ps"`
		Wait     []int64    `json:"wait_ps"`
		Deadlock [][2]int64 `json:"deadlock"`
	} `json:"expect"`
}

type ruleSide struct {
	Resource *int  `json:"resource"`
	Latency  int64 `json:"latency_ps"`
}

// dataFile returns a file of the data folder that SDSE_DATA names or, if that
// is not set, of this package's testdata. It skips the test if the named folder
// does not have it.
func dataFile(t *testing.T, name string) []byte {
	t.Helper()
	folder := os.Getenv("SDSE_DATA")
	if folder == "" {
		folder = "testdata"
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if os.IsNotExist(err) && folder != "testdata" {
		t.Skipf("SDSE_DATA has no %s", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const terahertz = 1_000_000_000_000 // one cycle is one picosecond

// system builds the platform and the application of a case. Every channel has a
// path of its own: a delay of its latency and of one byte a picosecond, and the
// resource if there is one.
func (c *ruleCase) system(t *testing.T) *system {
	p := &sesame.Platform{Name: c.Name}
	everywhere := make([]bool, len(c.Processors))
	for i, processor := range c.Processors {
		everywhere[i] = true
		pt := sesame.ProcessorType{Name: "type", Dispatch: processor.Dispatch * 1000,
			Points:          []sesame.OperatingPoint{{Name: "only", Frequency: terahertz}},
			OperationCycles: map[string]int64{"x": 1000}}
		if processor.Policy == "run-to-block" {
			pt.Policy = sesame.RunToBlock
		}
		p.Types = append(p.Types, pt)
		p.Processors = append(p.Processors, sesame.Processor{Name: "p", Type: i, Group: i})
	}
	for i, r := range c.Resources {
		p.Components = append(p.Components, sesame.Component{Name: "r", Exclusive: r.Exclusive, Ports: 1, Group: i})
	}
	side := func(s ruleSide) []sesame.Step {
		delay := sesame.Access{Latency: sesame.Time(s.Latency), Width: 1, Period: 1}
		group := len(p.Components)
		p.Components = append(p.Components, sesame.Component{Name: "delay", Read: delay, Write: delay, Group: group})
		if s.Resource != nil {
			return []sesame.Step{{Group: group}, {Group: *s.Resource}}
		}
		return []sesame.Step{{Group: group}}
	}
	app := &kpn.Application{Name: "app", Operations: []kpn.Operation{{Name: "x"}}}
	for _, ch := range c.Channels {
		app.Channels = append(app.Channels, kpn.Channel{Name: "c", Writer: ch.Writer, Reader: ch.Reader,
			TokenBytes: ch.TokenBytes, Capacity: ch.Capacity, Initial: ch.Initial})
		p.Paths = append(p.Paths, sesame.Path{Name: "path", From: everywhere, To: everywhere,
			Write: side(ch.Write), Read: side(ch.Read), BufferIn: -1})
	}
	scenario := kpn.Scenario{Name: "only", Weight: 1, Iterations: 1}
	for _, process := range c.Processes {
		app.Processes = append(app.Processes, kpn.Process{Name: "process"})
		scenario.Traces = append(scenario.Traces, kpn.NewFragment(ruleTrace(process.Trace)))
	}
	app.Scenarios = []kpn.Scenario{scenario}
	space, err := scenarios.NewSpace([]*kpn.Application{app}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &system{platform: p, space: space}
}

func ruleTrace(trace [][]any) []kpn.Event {
	var events []kpn.Event
	for _, e := range trace {
		first := int64(e[1].(float64))
		switch e[0] {
		case "x":
			events = append(events, kpn.Event{Kind: kpn.Execute, N: first})
		case "r":
			events = append(events, kpn.Event{Kind: kpn.Read, Arg: int(first), N: int64(e[2].(float64))})
		case "w":
			events = append(events, kpn.Event{Kind: kpn.Write, Arg: int(first), N: int64(e[2].(float64))})
		}
	}
	return events
}

// genes maps process i as the case says and channel i over path i.
func (c *ruleCase) genes() []int {
	var genes []int
	for _, process := range c.Processes {
		genes = append(genes, process.Processor)
	}
	for i := range c.Channels {
		genes = append(genes, i)
	}
	return genes
}

// TestOracleRules holds both simulators against the cases.
func TestOracleRules(t *testing.T) {
	var cases []ruleCase
	if err := json.Unmarshal(dataFile(t, "rules/cases.json"), &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for i := range cases {
		c := &cases[i]
		t.Run(c.Name, func(t *testing.T) {
			s := c.system(t)
			sim := s.compile(t).NewSimulator()
			sim.Bind(c.genes())
			c.check(t, "simulator", sim.Examine(0))
			c.check(t, "reference", s.examine(c.genes(), 0))
			app := s.space.Applications[0]
			if live := kpn.CheckLive(app, &app.Scenarios[0]) == nil; live != (len(c.Expect.Deadlock) == 0) {
				t.Errorf("the check without time says live = %v", live)
			}
		})
	}
}

func (c *ruleCase) check(t *testing.T, by string, st *sesame.Statistics) {
	t.Helper()
	for p, want := range c.Expect.Finish {
		got := st.Processes[p]
		if want == nil && got.Finished || want != nil && (!got.Finished || int64(got.Finish) != *want) {
			t.Errorf("%s: process %d: finished %v at %d, want %v", by, p, got.Finished, got.Finish, show(want))
		}
	}
	if c.Expect.Makespan != nil && int64(st.Makespan) != *c.Expect.Makespan {
		t.Errorf("%s: makespan %d, want %d", by, st.Makespan, *c.Expect.Makespan)
	}
	for i, want := range c.Expect.Busy {
		p := st.Processors[i]
		if got := int64(p.Dispatch + p.Execute + p.Transfer + p.Waiting); got != want {
			t.Errorf("%s: processor %d: busy %d, want %d", by, i, got, want)
		}
	}
	for i, want := range c.Expect.Wait {
		if got := int64(st.Components[i].Waiting); got != want {
			t.Errorf("%s: resource %d: waiting %d, want %d", by, i, got, want)
		}
	}
	c.checkDeadlock(t, by, st)
}

func (c *ruleCase) checkDeadlock(t *testing.T, by string, st *sesame.Statistics) {
	t.Helper()
	if (st.Failure == sesame.Deadlock) != (len(c.Expect.Deadlock) > 0) {
		t.Fatalf("%s: failure %v, want the deadlock %v", by, st.Failure, c.Expect.Deadlock)
	}
	if len(st.Blocked) != len(c.Expect.Deadlock) {
		t.Fatalf("%s: blocked %v, want %v", by, st.Blocked, c.Expect.Deadlock)
	}
	for i, b := range st.Blocked {
		if want := c.Expect.Deadlock[i]; int64(b.Process) != want[0] || int64(b.Channel) != want[1] {
			t.Errorf("%s: blocked %d at channel %d, want %v", by, b.Process, b.Channel, want)
		}
	}
}

func show(ps *int64) any {
	if ps == nil {
		return "never"
	}
	return *ps
}
