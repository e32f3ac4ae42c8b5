package sesame_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"
)

// The reference is the judge of the simulator, so it is held itself against
// values computed by hand from docs/semantics.md, in picoseconds: processors run
// at 1 THz, where a cycle takes 1 ps, and an operation x takes one cycle, unless
// a case says otherwise.

// scene is a small system in the form in which it is easy to write down.
type scene struct {
	name       string
	types      []sesame.ProcessorType // one for each processor, or one for all
	processors []sesame.Processor     // what is not the default, in their order
	on         []int                  // by process
	traces     []string               // by process: "x5 r0 w1*2 x" is an exec of 5, a read of channel 0, a write of 2 tokens, an exec
	priority   []int                  // by process
	iterations int
	channels   []kpn.Channel // one byte a token unless it says something else
	components []sesame.Component
	network    []sesame.Network
	paths      []sesame.Path // by channel; the default costs nothing
	point      int           // operating point of all processors
	change     func(*system)
	want       map[string]string // see facts
	told       []string          // the whole timeline
}

const oneTHz = 1_000_000_000_000

// system builds it, with the genes that put process i on on[i] and channel i
// over path i.
func (c *scene) system(t *testing.T) (*system, []int) {
	p := &sesame.Platform{Name: c.name, Components: c.components, Networks: c.network, Paths: slices.Clone(c.paths)}
	n := max(len(c.processors), slices.Max(c.on)+1)
	for i := range n {
		cpu := sesame.Processor{Group: i}
		if i < len(c.processors) {
			cpu = c.processors[i]
			cpu.Group = i
		}
		cpu.Name, cpu.Type = fmt.Sprint("cpu", i), min(i, max(0, len(c.types)-1))
		p.Processors = append(p.Processors, cpu)
	}
	p.Types = slices.Clone(c.types)
	if len(p.Types) == 0 {
		p.Types = []sesame.ProcessorType{{}}
	}
	for i := range p.Types {
		if t := &p.Types[i]; len(t.Points) == 0 {
			t.Points = []sesame.OperatingPoint{{Frequency: oneTHz}}
		}
		if p.Types[i].OperationCycles == nil {
			p.Types[i].OperationCycles = map[string]int64{"x": 1000}
		}
	}
	for i := range p.Components {
		p.Components[i].Name, p.Components[i].Group = fmt.Sprint("part", i), i
	}
	for len(p.Paths) < len(c.channels) {
		p.Paths = append(p.Paths, sesame.Path{})
	}
	for i := range p.Paths {
		all := make([]bool, n)
		for k := range all {
			all[k] = true
		}
		p.Paths[i].From, p.Paths[i].To, p.Paths[i].BufferIn = all, all, -1
		p.Paths[i].Name = fmt.Sprint("path", i)
	}
	s := &system{platform: p, space: c.space(t)}
	if c.change != nil {
		c.change(s)
	}
	genes := slices.Clone(c.on)
	for i := range c.channels {
		genes = append(genes, i)
	}
	for i := range n {
		if s.hasPointGene(i) {
			genes = append(genes, c.point)
		}
	}
	return s, genes
}

func (c *scene) space(t *testing.T) *scenarios.Space {
	app := &kpn.Application{Name: "app", Operations: []kpn.Operation{{Name: "x"}}, Channels: slices.Clone(c.channels)}
	for i := range app.Channels {
		if ch := &app.Channels[i]; ch.TokenBytes == 0 {
			ch.TokenBytes = 1
		}
		app.Channels[i].Name = fmt.Sprint("channel", i)
		app.Channels[i].Capacity = max(1, app.Channels[i].Capacity)
	}
	sc := kpn.Scenario{Name: "only", Weight: 1, Iterations: max(1, c.iterations)}
	for i, trace := range c.traces {
		process := kpn.Process{Name: fmt.Sprint("process", i)}
		if i < len(c.priority) {
			process.Priority = c.priority[i]
		}
		app.Processes = append(app.Processes, process)
		sc.Traces = append(sc.Traces, kpn.NewFragment(shortTrace(trace)))
	}
	app.Scenarios = []kpn.Scenario{sc}
	space, err := scenarios.NewSpace([]*kpn.Application{app}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return space
}

func shortTrace(text string) (events []kpn.Event) {
	for _, word := range strings.Fields(text) {
		number, count, counted := strings.Cut(word[1:], "*")
		n, _ := strconv.Atoi(number)
		e := kpn.Event{Kind: kpn.Execute, N: int64(n)}
		if word[0] != 'x' {
			e = kpn.Event{Kind: map[byte]kpn.Kind{'r': kpn.Read, 'w': kpn.Write}[word[0]], Arg: n, N: 1}
		}
		if counted {
			k, _ := strconv.Atoi(count)
			e.N = int64(k)
		}
		events = append(events, e)
	}
	return events
}

// facts writes what cases compare, in plain numbers.
func facts(st *sesame.Statistics) map[string]string {
	f := map[string]string{"makespan": fmt.Sprint(int64(st.Makespan)), "failure": st.Failure.String(), "blocked": fmt.Sprint(st.Blocked)}
	for _, p := range st.Processes {
		at := "never"
		if p.Finished {
			at = fmt.Sprint(int64(p.Finish))
		}
		f["finish"] = strings.TrimSpace(f["finish"] + " " + at)
	}
	for i, p := range st.Processors {
		times := ""
		for _, t := range []sesame.Time{p.Dispatch, p.Execute, p.Transfer, p.Waiting, p.Idle} {
			times += fmt.Sprint(" ", int64(t))
		}
		f[fmt.Sprintf("cpu%d times", i)] = times[1:] // dispatch, execute, transfer, waiting, idle
		f[fmt.Sprintf("cpu%d picks", i)] = fmt.Sprint(p.Picks, p.Switches, p.Preemptions)
		f[fmt.Sprintf("cpu%d energy", i)] = p.Dynamic.Femtojoules() + " " + p.Static.Femtojoules()
	}
	for i, c := range st.Components {
		f[fmt.Sprintf("part%d", i)] = fmt.Sprint(c.Transfers, c.Bytes, int64(c.Busy), int64(c.Waiting), int64(c.MaxWaiting)) // transfers, bytes, busy, waiting, longest
		f[fmt.Sprintf("part%d energy", i)] = c.Dynamic.Femtojoules() + " " + c.Static.Femtojoules()
	}
	for i, c := range st.Channels {
		f[fmt.Sprintf("channel%d", i)] = fmt.Sprint(c.Tokens, c.HighWater)
	}
	for _, a := range st.Applications {
		numbers := func(times []sesame.Time) (text string) {
			for _, t := range times {
				text += fmt.Sprint(" ", int64(t))
			}
			return strings.TrimSpace(text)
		}
		f["starts"], f["completed"], f["misses"] = numbers(a.Starts), numbers(a.Completed), fmt.Sprint(a.Misses)
	}
	return f
}

// check runs a scene on the reference.
func (c *scene) check(t *testing.T) {
	s, genes := c.system(t)
	if _, err := sesame.Compile(s.platform, s.space); err != nil {
		t.Fatal(err)
	}
	st, l := s.watch(genes, 0, 1)
	got := facts(st)
	for key, want := range c.want {
		if got[key] != want {
			t.Errorf("%s: %s, want %s", key, got[key], want)
		}
	}
	if lines := s.canonical(l).lines(); c.told != nil && !slices.Equal(lines, c.told) {
		t.Errorf("the timeline is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(c.told, "\n"))
	}
	if wrong := consistent(s, st, s.canonical(l)); wrong != "" {
		t.Error(wrong)
	}
}

func checkScenes(t *testing.T, scenes []scene) {
	for i := range scenes {
		t.Run(scenes[i].name, scenes[i].check)
	}
}

// bus, delay and the rest are components in a few words.
func bus(latency sesame.Time) sesame.Component {
	a := sesame.Access{Latency: latency}
	return sesame.Component{Kind: sesame.Bus, Exclusive: true, Ports: 1, Read: a, Write: a}
}

func delay(latency sesame.Time) sesame.Component {
	c := bus(latency)
	c.Exclusive = false
	return c
}

// perByte lets a component pass so many bytes in so many picoseconds.
func perByte(c sesame.Component, bytes int64, period sesame.Time) sesame.Component {
	c.Read.Width, c.Read.Period = bytes, period
	c.Write = c.Read
	return c
}

// writing is a path whose producer passes the components, and whose consumer passes none.
func writing(components ...int) sesame.Path { return sesame.Path{Write: steps(components...)} }

// reading is a path whose consumer passes the components.
func reading(components ...int) sesame.Path { return sesame.Path{Read: steps(components...)} }

func steps(components ...int) (list []sesame.Step) {
	for _, c := range components {
		list = append(list, sesame.Step{Group: c})
	}
	return list
}

// by is a channel from a process to another.
func by(writer, reader int, capacity, initial int64) kpn.Channel {
	return kpn.Channel{Writer: writer, Reader: reader, Capacity: capacity, Initial: initial}
}
