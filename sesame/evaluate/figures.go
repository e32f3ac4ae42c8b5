package evaluate

import (
	"math"

	"sdse/sesame"
)

// Figures are what a simulation measured, over scenarios. Their types say what
// happens to them (see mean): floats are means over the scenarios, weighted by
// their probabilities, whole numbers are maxima. What says something about an
// application or its channels counts only the scenarios in which it runs.
type Figures struct {
	Makespan     float64              `json:"makespan_ps"`
	Energy       EnergyFigures        `json:"energy_fj"`
	Applications []ApplicationFigures `json:"applications"` // those that ran in any scenario
	Processors   []ProcessorFigures   `json:"processors"`   // all of the platform
	Components   []ComponentFigures   `json:"components"`   // all of the platform
	Channels     []ChannelFigures     `json:"channels"`     // those of the applications that ran
}

// EnergyFigures are energies in fJ; the parts add up to the total.
type EnergyFigures struct {
	Total             float64 `json:"total"`
	ProcessorsDynamic float64 `json:"processors_dynamic"`
	ProcessorsStatic  float64 `json:"processors_static"`
	ComponentsDynamic float64 `json:"components_dynamic"`
	ComponentsStatic  float64 `json:"components_static"`
	Platform          float64 `json:"platform"`
}

// ApplicationFigures are times in ps. Those that need more iterations than there
// are, or a deadline, are 0 and left out of the JSON form if they have no value.
type ApplicationFigures struct {
	Name       string  `json:"name"`
	Iterations float64 `json:"iterations"`           // that were completed
	Latency    float64 `json:"latency_ps"`           // of an iteration, from its start to its completion
	MaxLatency uint64  `json:"max_latency_ps"`       // the longest in any scenario
	Period     float64 `json:"period_ps,omitempty"`  // between completions, see period
	Throughput float64 `json:"throughput,omitempty"` // iterations per second: the inverse of the period
	Deadline   uint64  `json:"deadline_ps,omitempty"`
	Misses     float64 `json:"deadline_misses"` // iterations later than the deadline
}

// ProcessorFigures are times in ps and energies in fJ; the five times add up to
// the makespan.
type ProcessorFigures struct {
	Name          string  `json:"name"`
	Point         string  `json:"point,omitempty"`
	Processes     uint64  `json:"processes"`
	Utilisation   float64 `json:"utilisation"` // share of the makespan that is not idle
	Execute       float64 `json:"execute_ps"`
	Transfer      float64 `json:"transfer_ps"`
	Waiting       float64 `json:"waiting_ps"`
	Dispatch      float64 `json:"dispatch_ps"`
	Idle          float64 `json:"idle_ps"`
	Dispatches    float64 `json:"dispatches"`
	Switches      float64 `json:"switches"`
	Preemptions   float64 `json:"preemptions"`
	DynamicEnergy float64 `json:"dynamic_fj"`
	StaticEnergy  float64 `json:"static_fj"`
}

// ComponentFigures are times in ps and energies in fJ.
type ComponentFigures struct {
	Name          string  `json:"name"`
	Kind          string  `json:"kind"`
	Utilisation   float64 `json:"utilisation"` // busy share of the makespan, per port
	Transfers     float64 `json:"transfers"`
	Bytes         float64 `json:"bytes"`
	Busy          float64 `json:"busy_ps"`
	Waiting       float64 `json:"waiting_ps"`      // sum over the transfers
	MeanWaiting   float64 `json:"mean_waiting_ps"` // per transfer
	MaxWaiting    uint64  `json:"max_waiting_ps"`  // the longest single wait in any scenario
	DynamicEnergy float64 `json:"dynamic_fj"`
	StaticEnergy  float64 `json:"static_fj"`
}

// ChannelFigures are numbers of tokens.
type ChannelFigures struct {
	Name      string  `json:"name"`
	Path      string  `json:"path"`
	Tokens    float64 `json:"tokens"` // that became visible
	Capacity  uint64  `json:"capacity"`
	HighWater uint64  `json:"high_water"` // the most for which room was taken at once, in any scenario
}

// frame knows which figures a mapping has: everything of the platform and of
// the applications, in the order of the model.
type frame struct {
	ports       []int // per component
	application map[string]int
	channel     map[string]int
	names       Figures // with nothing but names
}

func newFrame(m *sesame.Model, mapping *sesame.Mapping) *frame {
	f := &frame{application: map[string]int{}, channel: map[string]int{}}
	for i, app := range m.Space.Applications {
		f.application[app.Name] = i
		f.names.Applications = append(f.names.Applications, ApplicationFigures{Name: app.Name})
	}
	for i, p := range m.Platform.Processors {
		f.names.Processors = append(f.names.Processors, ProcessorFigures{Name: p.Name, Point: m.PointName(mapping, i)})
	}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		f.names.Components = append(f.names.Components, ComponentFigures{Name: c.Name, Kind: c.Kind.String()})
		f.ports = append(f.ports, max(1, c.Ports))
	}
	named := m.Name(mapping)
	for i := range m.Channels() {
		name := m.ChannelName(i)
		f.channel[name] = i
		f.names.Channels = append(f.names.Channels, ChannelFigures{Name: name, Path: named.Channels[name]})
	}
	return f
}

// empty returns figures that hold nothing but names.
func (f *frame) empty() Figures {
	e := f.names
	e.Applications = append([]ApplicationFigures{}, f.names.Applications...)
	e.Processors = append([]ProcessorFigures{}, f.names.Processors...)
	e.Components = append([]ComponentFigures{}, f.names.Components...)
	e.Channels = append([]ChannelFigures{}, f.names.Channels...)
	return e
}

// none is a figure that has no value in a scenario, and so no part in a mean.
var none = math.NaN()

// fill fills in what was measured in one scenario.
func (f *frame) fill(of *Figures, st *sesame.Statistics) {
	of.Makespan = float64(st.Makespan)
	e := &st.Energy
	of.Energy = EnergyFigures{Total: fJ(e.Total), ProcessorsDynamic: fJ(e.ProcessorsDynamic), ProcessorsStatic: fJ(e.ProcessorsStatic),
		ComponentsDynamic: fJ(e.ComponentsDynamic), ComponentsStatic: fJ(e.ComponentsStatic), Platform: fJ(e.Platform)}
	f.applications(of, st)
	for i := range st.Processors {
		p, to := &st.Processors[i], &of.Processors[i]
		to.Processes = uint64(p.Processes)
		to.Execute, to.Transfer, to.Waiting = float64(p.Execute), float64(p.Transfer), float64(p.Waiting)
		to.Dispatch, to.Idle = float64(p.Dispatch), float64(p.Idle)
		to.Dispatches, to.Switches, to.Preemptions = float64(p.Picks), float64(p.Switches), float64(p.Preemptions)
		to.DynamicEnergy, to.StaticEnergy = fJ(p.Dynamic), fJ(p.Static)
	}
	for i := range st.Components {
		c, to := &st.Components[i], &of.Components[i]
		to.Transfers, to.Bytes, to.Busy = float64(c.Transfers), float64(c.Bytes), float64(c.Busy)
		to.Waiting, to.MaxWaiting = float64(c.Waiting), uint64(c.MaxWaiting)
		to.DynamicEnergy, to.StaticEnergy = fJ(c.Dynamic), fJ(c.Static)
	}
}

// applications fills in the figures of the applications that are active, and of
// their channels; the others have none.
func (f *frame) applications(of *Figures, st *sesame.Statistics) {
	for i := range of.Applications {
		a := &of.Applications[i]
		a.Iterations, a.Latency, a.Period, a.Misses = none, none, none, none
	}
	for i := range of.Channels {
		of.Channels[i].Tokens = none
	}
	for i := range st.Applications {
		use := &st.Applications[i]
		to := &of.Applications[f.application[use.Name]]
		to.Iterations = float64(len(use.Completed))
		to.Latency, to.MaxLatency = latency(use)
		to.Period = period(use.Completed)
		to.Deadline, to.Misses = uint64(use.Timing.Deadline), float64(use.Misses)
	}
	for i := range st.Channels {
		use := &st.Channels[i]
		to := &of.Channels[f.channel[use.Name]]
		to.Tokens, to.Capacity, to.HighWater = float64(use.Tokens), uint64(use.Capacity), uint64(use.HighWater)
	}
}

func fJ(e sesame.Exact) float64 { return float64(e.Rounded()) }

// latency returns the mean and the longest latency of the iterations.
func latency(use *sesame.ApplicationUse) (mean float64, longest uint64) {
	n := min(len(use.Starts), len(use.Completed))
	if n == 0 {
		return none, 0
	}
	var sum float64
	for i := range n {
		took := uint64(use.Completed[i] - use.Starts[i])
		sum += float64(took)
		longest = max(longest, took)
	}
	return sum / float64(n), longest
}

// period returns the mean distance of completions in the second half of the
// iterations, where a pipeline has filled: of n completions, numbered from 0,
// those from n/2, rounded down, on. There have to be two of them.
func period(completed []sesame.Time) float64 {
	half := completed[len(completed)/2:]
	if len(half) < 2 {
		return none
	}
	return float64(half[len(half)-1]-half[0]) / float64(len(half)-1)
}

// finish fills in what follows from other figures, and leaves out applications
// that ran in no scenario. Utilisations are those of the mean times, so that
// long scenarios count for their length.
func (f *frame) finish(m *Figures) {
	for i := range m.Processors {
		p := &m.Processors[i]
		p.Utilisation = share(p.Execute+p.Transfer+p.Waiting+p.Dispatch, m.Makespan)
	}
	for i := range m.Components {
		c := &m.Components[i]
		c.Utilisation = share(c.Busy, m.Makespan*float64(f.ports[i]))
		c.MeanWaiting = share(c.Waiting, c.Transfers)
	}
	ran := []ApplicationFigures{}
	for _, a := range m.Applications {
		if !math.IsNaN(a.Iterations) {
			a.Latency, a.Period = known(a.Latency), known(a.Period)
			a.Throughput = share(1e12, a.Period)
			ran = append(ran, a)
		}
	}
	m.Applications = ran
	used := []ChannelFigures{}
	for _, c := range m.Channels {
		if !math.IsNaN(c.Tokens) {
			used = append(used, c)
		}
	}
	m.Channels = used
}

func known(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
