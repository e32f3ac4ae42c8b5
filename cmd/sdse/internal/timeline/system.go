package timeline

import "sdse/sesame"

// System is what a timeline says about the system that was simulated: names by
// the numbers that an observer is told, and what belongs together.
type System struct {
	Platform, Mapping string // for the title
	ScenarioID        int
	Scenario          string

	Applications []Application
	Processes    []Process
	Channels     []Channel
	Processors   []string
	Components   []string
}

// Application is an application and the operations that its processes execute.
type Application struct {
	Name       string
	Operations []string
}

// Process is a process and where it is mapped.
type Process struct {
	Name        string
	Application int
	Processor   int
	Active      bool // in the scenario
}

// Channel is a channel between two processes.
type Channel struct {
	Name           string
	Writer, Reader int
	Initial        int64 // tokens at time 0
	Active         bool  // in the scenario
}

// Describe names everything of a design, one gene vector, in a system scenario.
// mapping is what the title calls the design.
func Describe(m *sesame.Model, genes []int, scenario int, mapping string) *System {
	design := m.NewMapping()
	m.Decode(genes, design)
	s := &System{Platform: m.Platform.Name, Mapping: mapping, ScenarioID: scenario, Scenario: m.Space.Label(scenario)}
	for _, p := range m.Platform.Processors {
		s.Processors = append(s.Processors, p.Name)
	}
	for i := range m.Platform.Components {
		s.Components = append(s.Components, m.Platform.Components[i].Name)
	}
	active := make([]bool, len(m.Space.Applications))
	for _, member := range m.Space.AppendMembers(nil, scenario) {
		active[member.Application] = true
	}
	for a, app := range m.Space.Applications {
		of := Application{Name: app.Name}
		for _, op := range app.Operations {
			of.Operations = append(of.Operations, op.Name)
		}
		s.Applications = append(s.Applications, of)
		first := len(s.Processes)
		for range app.Processes {
			p := len(s.Processes)
			s.Processes = append(s.Processes, Process{Name: m.ProcessName(p), Application: a, Processor: design.Processor[p], Active: active[a]})
		}
		for _, ch := range app.Channels {
			s.Channels = append(s.Channels, Channel{Name: m.ChannelName(len(s.Channels)), Writer: first + ch.Writer, Reader: first + ch.Reader,
				Initial: ch.Initial, Active: active[a]})
		}
	}
	return s
}

// Watch runs the simulation from the beginning, tells an observer and returns
// what it measured. It is called as often as a picture needs it.
type Watch func(sesame.Observer) *sesame.Statistics

// operation names what a span executes.
func (s *System) operation(of *sesame.Span) string {
	if of.Process >= 0 && of.Operation >= 0 {
		if known := s.Applications[s.Processes[of.Process].Application].Operations; of.Operation < len(known) {
			return known[of.Operation]
		}
	}
	return "execute"
}

// process, channel and component name what a span is about, which may be
// nothing.
func (s *System) process(i int) string {
	if i < 0 {
		return "?"
	}
	return s.Processes[i].Name
}

func (s *System) channel(i int) string {
	if i < 0 {
		return "?"
	}
	return s.Channels[i].Name
}

func (s *System) component(i int) string {
	if i < 0 {
		return "?"
	}
	return s.Components[i]
}

// verb says what a transfer does.
func verb(write bool) string {
	if write {
		return "writes"
	}
	return "reads"
}

// lacks says what a blocked process waits for.
func lacks(write bool) string {
	if write {
		return "room"
	}
	return "tokens"
}
