package evaluate

import (
	"encoding/json"
	"fmt"
	"strings"

	"sdse/sesame"
)

// Detail is what a simulation of a single scenario tells beyond the figures: all
// of it exact. Times are in ps.
type Detail struct {
	Energy       EnergyDetail        `json:"energy_fj"`
	Applications []ApplicationDetail `json:"applications"`
	Processes    []ProcessDetail     `json:"processes"`
}

// EnergyDetail are energies in fJ, not rounded: decimal numbers with up to six
// places that add up exactly.
type EnergyDetail struct {
	Total             json.Number    `json:"total"`
	ProcessorsDynamic json.Number    `json:"processors_dynamic"`
	ProcessorsStatic  json.Number    `json:"processors_static"`
	ComponentsDynamic json.Number    `json:"components_dynamic"`
	ComponentsStatic  json.Number    `json:"components_static"`
	Platform          json.Number    `json:"platform"`
	Processors        []EnergyOfPart `json:"processors"`
	Components        []EnergyOfPart `json:"components"`
}

// EnergyOfPart is the energy of a processor, a memory or an interconnect.
type EnergyOfPart struct {
	Name    string      `json:"name"`
	Dynamic json.Number `json:"dynamic"`
	Static  json.Number `json:"static"`
}

// ApplicationDetail has the iterations of an application, in order. If the
// simulation failed, those that were not complete are missing from Completed.
type ApplicationDetail struct {
	Name      string        `json:"name"`
	Starts    []sesame.Time `json:"starts_ps"`
	Completed []sesame.Time `json:"completed_ps"`
	Misses    int           `json:"deadline_misses"`
}

// ProcessDetail says when a process ended its last event.
type ProcessDetail struct {
	Name      string      `json:"name"`
	Processor string      `json:"processor"`
	Finish    sesame.Time `json:"finish_ps"`
	Finished  bool        `json:"finished"` // false if the simulation failed before
}

func newDetail(st *sesame.Statistics) *Detail {
	exact := func(e sesame.Exact) json.Number { return json.Number(e.Femtojoules()) }
	e := &st.Energy
	d := &Detail{Applications: []ApplicationDetail{}, Processes: []ProcessDetail{},
		Energy: EnergyDetail{Total: exact(e.Total), ProcessorsDynamic: exact(e.ProcessorsDynamic), ProcessorsStatic: exact(e.ProcessorsStatic),
			ComponentsDynamic: exact(e.ComponentsDynamic), ComponentsStatic: exact(e.ComponentsStatic), Platform: exact(e.Platform),
			Processors: []EnergyOfPart{}, Components: []EnergyOfPart{}}}
	for _, p := range st.Processors {
		d.Energy.Processors = append(d.Energy.Processors, EnergyOfPart{p.Name, exact(p.Dynamic), exact(p.Static)})
	}
	for _, c := range st.Components {
		d.Energy.Components = append(d.Energy.Components, EnergyOfPart{c.Name, exact(c.Dynamic), exact(c.Static)})
	}
	for _, a := range st.Applications {
		d.Applications = append(d.Applications, ApplicationDetail{Name: a.Name, Starts: append([]sesame.Time{}, a.Starts...),
			Completed: append([]sesame.Time{}, a.Completed...), Misses: a.Misses})
	}
	for _, p := range st.Processes {
		d.Processes = append(d.Processes, ProcessDetail{Name: p.Name, Processor: p.Processor, Finish: p.Finish, Finished: p.Finished})
	}
	return d
}

// Blocked is a process that waits for ever: for tokens in a channel, or for room.
type Blocked struct {
	Process  string `json:"process"`
	Channel  string `json:"channel"`
	WaitsFor string `json:"waits_for"` // "tokens" or "room"
	Peer     string `json:"peer"`      // the process at the other end, which would have to act
}

// blocked returns the processes of a deadlock: those of one cycle, each waiting
// for the next and the last for the first, if they wait for each other; else all
// that are stuck, because others have ended. The cycle is the one that the first
// process gets to, and begins with its process of the lowest number.
func blocked(m *sesame.Model, stuck []sesame.BlockedProcess) []Blocked {
	var list []Blocked
	for _, b := range cycle(m, stuck) {
		writer, reader := m.ChannelEnds(b.Channel)
		line := Blocked{Process: m.ProcessName(b.Process), Channel: m.ChannelName(b.Channel), WaitsFor: "tokens", Peer: m.ProcessName(writer)}
		if b.Process == writer {
			line.WaitsFor, line.Peer = "room", m.ProcessName(reader)
		}
		list = append(list, line)
	}
	return list
}

func cycle(m *sesame.Model, stuck []sesame.BlockedProcess) []sesame.BlockedProcess {
	waits := map[int]sesame.BlockedProcess{}
	for _, b := range stuck {
		waits[b.Process] = b
	}
	next := func(b sesame.BlockedProcess) (sesame.BlockedProcess, bool) {
		writer, reader := m.ChannelEnds(b.Channel)
		peer := writer
		if b.Process == writer {
			peer = reader
		}
		to, ok := waits[peer]
		return to, ok
	}
	for _, b := range stuck {
		ok := true
		for range stuck { // after so many steps it is in a cycle, if it is on the way to one
			if b, ok = next(b); !ok {
				break
			}
		}
		if !ok {
			continue
		}
		first := b
		for to, _ := next(b); to != b; to, _ = next(to) {
			if to.Process < first.Process {
				first = to
			}
		}
		list := []sesame.BlockedProcess{first}
		for to, _ := next(first); to != first; to, _ = next(to) {
			list = append(list, to)
		}
		return list
	}
	return stuck
}

// describe says in a line why a simulation failed.
func describe(failure string, list []Blocked) string {
	const most = 6
	var parts []string
	for i, b := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%s waits for %s in %s, which depends on %s", b.Process, b.WaitsFor, b.Channel, b.Peer))
	}
	if len(parts) == 0 {
		return failure
	}
	return failure + ": " + strings.Join(parts, "; ") + ","
}
