package subset

import (
	"errors"
	"fmt"
	"math"
)

// Errors that callers can test for.
var (
	ErrWeights  = errors.New("subset: bad scenario weights")
	ErrSettings = errors.New("subset: bad settings")
	ErrMatrix   = errors.New("subset: bad training results")
	ErrClosed   = errors.New("subset: selector is closed")
)

// Method is the way the best subset is searched for.
type Method uint8

// The search methods.
const (
	Genetic Method = iota // a genetic algorithm over sets of fixed size
	Random                // the best of a number of seeded samples, the yardstick
)

var methodNames = [...]string{Genetic: "genetic", Random: "random"}

// String returns the name that [ParseMethod] reads.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return fmt.Sprintf("Method(%d)", uint8(m))
}

// ParseMethod finds a method by its name, "genetic" or "random".
func ParseMethod(name string) (Method, error) {
	for m, known := range methodNames {
		if name == known {
			return Method(m), nil
		}
	}
	return 0, fmt.Errorf("%w: method %q is not known, use %q or %q", ErrSettings, name, Genetic, Random)
}

// Settings say how subsets are chosen. Start from [DefaultSettings]: zero has
// no hidden meaning.
type Settings struct {
	Size      int    // scenarios in a subset
	Method    Method // how the best subset is searched for
	Period    int    // generations between two publications
	Trainers  int    // bound of the sliding window of training designs
	PerPeriod int    // new training designs per period; each costs a simulation of every scenario
	Seed      uint64 // of everything random in the selector

	Random  RandomSettings  // read when Method is Random
	Genetic GeneticSettings // read when Method is Genetic

	// Start has a function called, once, at the same time as the caller goes on:
	// that is where training and searching are done. nil: a goroutine is started.
	Start func(f func())
}

func (s *Settings) start(f func()) {
	if s.Start != nil {
		s.Start(f)
		return
	}
	go f() // awaited through what f closes at its end
}

// RandomSettings are the knobs of [Random].
type RandomSettings struct {
	Samples int // subsets judged per publication
}

// GeneticSettings are the knobs of [Genetic].
type GeneticSettings struct {
	Population  int     // subsets alive at a time
	Generations int     // rounds of breeding per publication
	Tournament  int     // subsets that compete to become a parent
	Elite       int     // best subsets that pass unchanged into the next round
	Mutation    float64 // expected number of scenarios exchanged in a child
}

// DefaultSettings returns settings for subsets of the given size. Training is
// frugal, because a training design is simulated under every scenario; both
// methods judge about four thousand subsets per publication.
func DefaultSettings(size int) Settings {
	return Settings{
		Size:      size,
		Method:    Genetic,
		Period:    8,
		Trainers:  24,
		PerPeriod: 4,
		Random:    RandomSettings{Samples: 4096},
		Genetic: GeneticSettings{
			Population: 64, Generations: 64, Tournament: 4, Elite: 4, Mutation: 1,
		},
	}
}

// check reports everything that is wrong with the settings, given the number of
// scenarios that can be chosen.
func (s Settings) check(scenarios int) error {
	var f faults
	f.demand(s.Size >= 1 && s.Size <= scenarios,
		"Size is %d, it must be between 1 and %d, the number of scenarios with a weight above zero",
		s.Size, scenarios)
	f.demand(s.Period >= 1, "Period is %d, it must be at least 1", s.Period)
	f.demand(s.Trainers >= 2, "Trainers is %d, it must be at least 2", s.Trainers)
	f.demand(s.PerPeriod >= 1 && s.PerPeriod <= s.Trainers,
		"PerPeriod is %d, it must be between 1 and Trainers, %d", s.PerPeriod, s.Trainers)
	switch s.Method {
	case Genetic:
		s.Genetic.check(&f)
	case Random:
		f.demand(s.Random.Samples >= 1, "Random.Samples is %d, it must be at least 1", s.Random.Samples)
	default:
		f.demand(false, "Method is %v, it must be Genetic or Random", s.Method)
	}
	return errors.Join(f...)
}

func (g GeneticSettings) check(f *faults) {
	f.demand(g.Population >= 2, "Genetic.Population is %d, it must be at least 2", g.Population)
	f.demand(g.Generations >= 0, "Genetic.Generations is %d, it must be at least 0", g.Generations)
	f.demand(g.Tournament >= 1, "Genetic.Tournament is %d, it must be at least 1", g.Tournament)
	f.demand(g.Elite >= 1 && g.Elite < g.Population,
		"Genetic.Elite is %d, it must be at least 1 and below Population, %d", g.Elite, g.Population)
	f.demand(g.Mutation >= 0 && !math.IsInf(g.Mutation, 1),
		"Genetic.Mutation is %v, it must be a finite number of at least 0", g.Mutation)
}

// faults collects what is wrong with settings.
type faults []error

// demand adds a fault unless ok.
func (f *faults) demand(ok bool, format string, args ...any) {
	if !ok {
		*f = append(*f, fmt.Errorf("%w: %s", ErrSettings, fmt.Sprintf(format, args...)))
	}
}

// normalised returns the weights divided by their sum, and the ids of the
// scenarios that weigh anything.
func normalised(weights []float64) (shares []float64, likely []int, err error) {
	var sum float64
	for s, w := range weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return nil, nil, fmt.Errorf("%w: scenario %d weighs %v, it must be a finite number of at least 0",
				ErrWeights, s, w)
		}
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return nil, nil, fmt.Errorf("%w: the %d weights sum to %v, it must be a finite number above 0",
			ErrWeights, len(weights), sum)
	}
	shares = make([]float64, len(weights))
	for s, w := range weights {
		if shares[s] = w / sum; shares[s] > negligible {
			likely = append(likely, s)
		}
	}
	return shares, likely, nil
}

// Likely returns how many of the scenarios with these weights a subset can be
// chosen from: those whose weight counts at all. It is 0 if the weights are wrong.
func Likely(weights []float64) int {
	_, likely, err := normalised(weights)
	if err != nil {
		return 0
	}
	return len(likely)
}

// negligible is a share that is lost in the sum of all the others, as if it
// were zero: half a unit of the fixed point in which an exam keeps weights.
const negligible = 0x1p-52
