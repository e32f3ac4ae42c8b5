package scenarios

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"sdse/kpn"
)

// Set is an inter-application scenario: applications that run together.
type Set struct {
	Name         string
	Applications []int // indices into Space.Applications, ascending, none twice
	Weight       float64
	Timing       []kpn.Timing // per member, if the set gives its own; else nil: the applications'
}

// TimingOf returns the timing of a member of a set, by its position.
func (s *Space) TimingOf(set, member int) kpn.Timing {
	if t := s.Sets[set].Timing; t != nil {
		return t[member]
	}
	return s.Applications[s.Sets[set].Applications[member]].Timing
}

// Space is every system scenario of a workload, stored as its parts. It is
// immutable and safe for concurrent use.
type Space struct {
	Applications []*kpn.Application
	Sets         []Set

	first      []int       // id of the first system scenario of each set, and the total behind
	sets       []float64   // the share of each set; sums to 1
	behaviours [][]float64 // per application: the share of each intra-application scenario; sums to 1
}

// System is one system scenario.
type System struct {
	ID      int
	Set     int
	Members []Member
	Weight  float64 // its probability; those of all system scenarios sum to 1
}

// Member is an application that is active in a system scenario, in one of its
// intra-application scenarios.
type Member struct {
	Application, Scenario int
}

// maxSystems bounds the number of system scenarios of a space.
const maxSystems = 1<<31 - 1

// errTooMany says that the sets and behaviours multiply beyond maxSystems.
var errTooMany = errors.New("more than 2147483647 system scenarios")

// NewSpace returns the space of the given sets. Without sets all applications
// always run together. The weights of sets, and those of an application's
// scenarios, are relative to each other.
func NewSpace(applications []*kpn.Application, sets []Set) (*Space, error) {
	s, err := newSpace(applications, sets)
	if err != nil {
		return nil, fmt.Errorf("scenarios: %w", err)
	}
	return s, nil
}

// newSpace is NewSpace without the room's name in its errors, for messages that
// name a file.
func newSpace(applications []*kpn.Application, sets []Set) (*Space, error) {
	if len(sets) == 0 {
		all := Set{Name: "all", Weight: 1}
		for a := range applications {
			all.Applications = append(all.Applications, a)
		}
		sets = []Set{all}
	}
	s := &Space{Applications: applications, Sets: sets, first: make([]int, len(sets)+1)}
	if err := s.share(); err != nil {
		return nil, err
	}
	if err := s.checkTiming(); err != nil {
		return nil, err
	}
	for i := range sets {
		n := 1
		for _, a := range sets[i].Applications {
			if n *= len(applications[a].Scenarios); n > maxSystems {
				return nil, errTooMany
			}
		}
		if s.first[i+1] = s.first[i] + n; s.first[i+1] > maxSystems {
			return nil, errTooMany
		}
	}
	return s, nil
}

// checkTiming refuses sets whose own timing belongs to no member or goes beyond
// the time that is simulated. That of an application is its own business.
func (s *Space) checkTiming() error {
	longest := make([]int, len(s.Applications)) // iterations of a scenario
	for a, app := range s.Applications {
		for i := range app.Scenarios {
			longest[a] = max(longest[a], app.Scenarios[i].Iterations)
		}
	}
	for i := range s.Sets {
		set := &s.Sets[i]
		if set.Timing != nil && len(set.Timing) != len(set.Applications) {
			return fmt.Errorf("set %q has %d applications and the timing of %d", set.Name, len(set.Applications), len(set.Timing))
		}
		for member, t := range set.Timing {
			if a := set.Applications[member]; !t.Fits(longest[a]) {
				return fmt.Errorf("in set %q, the last of %d iterations of %s is released after 2⁶² ps (53 days), which no simulation reaches, or at a negative time",
					set.Name, longest[a], s.Applications[a].Name)
			}
		}
	}
	return nil
}

// share turns the relative weights into probabilities.
func (s *Space) share() (err error) {
	weights := make([]float64, len(s.Sets))
	for i := range s.Sets {
		weights[i] = s.Sets[i].Weight
	}
	if s.sets, err = shares(weights); err != nil {
		return fmt.Errorf("the weights of the sets %w", err)
	}
	for _, app := range s.Applications {
		weights = make([]float64, len(app.Scenarios))
		for i := range weights {
			weights[i] = app.Scenarios[i].Weight
		}
		of, err := shares(weights)
		if err != nil {
			return fmt.Errorf("the weights of the scenarios of %s %w", app.Name, err)
		}
		s.behaviours = append(s.behaviours, of)
	}
	return nil
}

func shares(weights []float64) ([]float64, error) {
	var sum float64
	for _, w := range weights {
		if !(w >= 0) {
			return nil, fmt.Errorf("hold %v, which must be 0 or more", w)
		}
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return nil, fmt.Errorf("add up to %v, which must be above 0 and finite", sum)
	}
	of := make([]float64, len(weights))
	for i, w := range weights {
		of[i] = w / sum
	}
	return of, nil
}

// Len returns the number of system scenarios; their ids are 0 … Len()-1.
func (s *Space) Len() int { return s.first[len(s.Sets)] }

// At returns the system scenario with that id. Ids count set by set and, within
// a set, like the digits of a number whose last digit is the behaviour of the
// last application.
func (s *Space) At(id int) System {
	set := s.SetOf(id)
	members := s.AppendMembers(nil, id)
	weight := s.sets[set]
	for _, m := range members {
		weight *= s.behaviours[m.Application][m.Scenario]
	}
	return System{ID: id, Set: set, Members: members, Weight: weight}
}

// AppendMembers appends the members of a system scenario to a slice, in the
// order of their applications, and allocates nothing if the slice has room.
func (s *Space) AppendMembers(members []Member, id int) []Member {
	set := s.SetOf(id)
	apps := s.Sets[set].Applications
	rest := id - s.first[set]
	start := len(members)
	for _, a := range apps {
		members = append(members, Member{Application: a})
	}
	for i := len(apps) - 1; i >= 0; i-- {
		n := len(s.Applications[apps[i]].Scenarios)
		members[start+i].Scenario = rest % n
		rest /= n
	}
	return members
}

// SetOf returns the set that a system scenario belongs to.
func (s *Space) SetOf(id int) int {
	low, high := 0, len(s.Sets)
	for high-low > 1 {
		if middle := (low + high) / 2; s.first[middle] <= id {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// Weights returns the probability of every system scenario, by id.
func (s *Space) Weights() []float64 {
	weights := make([]float64, s.Len())
	for id := range weights {
		weights[id] = s.At(id).Weight
	}
	return weights
}

// Label names a system scenario for people: "both: mjpeg/rose-q50 + edges/gopher".
func (s *Space) Label(id int) string {
	system := s.At(id)
	parts := make([]string, len(system.Members))
	for i, m := range system.Members {
		app := s.Applications[m.Application]
		parts[i] = app.Name + "/" + app.Scenarios[m.Scenario].Name
	}
	return s.Sets[system.Set].Name + ": " + strings.Join(parts, " + ")
}
