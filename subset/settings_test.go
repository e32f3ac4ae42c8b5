package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestMethodNames(t *testing.T) {
	for _, m := range []Method{Genetic, Random} {
		if got, err := ParseMethod(m.String()); got != m || err != nil {
			t.Errorf("%v read back as %v, %v", m, got, err)
		}
	}
	_, err := ParseMethod("greedy")
	if want := `subset: bad settings: method "greedy" is not known, use "genetic" or "random"`; !errors.Is(err, ErrSettings) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if got := Method(7).String(); got != "Method(7)" {
		t.Error(got)
	}
}

func TestBadSettings(t *testing.T) {
	cases := []struct {
		change func(*Settings)
		want   string
	}{
		{func(s *Settings) { s.Size = 0 }, "Size is 0, it must be between 1 and 9, the number of scenarios with a weight above zero"},
		{func(s *Settings) { s.Size = 10 }, "Size is 10, it must be between 1 and 9, the number of scenarios with a weight above zero"},
		{func(s *Settings) { s.Period = 0 }, "Period is 0, it must be at least 1"},
		{func(s *Settings) { s.Trainers, s.PerPeriod = 1, 1 }, "Trainers is 1, it must be at least 2"},
		{func(s *Settings) { s.PerPeriod = 0 }, "PerPeriod is 0, it must be between 1 and Trainers, 24"},
		{func(s *Settings) { s.PerPeriod = 25 }, "PerPeriod is 25, it must be between 1 and Trainers, 24"},
		{func(s *Settings) { s.Method = 2 }, "Method is Method(2), it must be Genetic or Random"},
		{func(s *Settings) { s.Method, s.Random.Samples = Random, 0 }, "Random.Samples is 0, it must be at least 1"},
		{func(s *Settings) { s.Genetic.Population, s.Genetic.Elite = 1, 0 }, "Genetic.Population is 1, it must be at least 2\n" +
			"subset: bad settings: Genetic.Elite is 0, it must be at least 1 and below Population, 1"},
		{func(s *Settings) { s.Genetic.Generations = -1 }, "Genetic.Generations is -1, it must be at least 0"},
		{func(s *Settings) { s.Genetic.Tournament = 0 }, "Genetic.Tournament is 0, it must be at least 1"},
		{func(s *Settings) { s.Genetic.Elite = 64 }, "Genetic.Elite is 64, it must be at least 1 and below Population, 64"},
		{func(s *Settings) { s.Genetic.Mutation = -0.5 }, "Genetic.Mutation is -0.5, it must be a finite number of at least 0"},
		{func(s *Settings) { s.Genetic.Mutation = math.NaN() }, "Genetic.Mutation is NaN, it must be a finite number of at least 0"},
		{func(s *Settings) { s.Genetic.Mutation = math.Inf(1) }, "Genetic.Mutation is +Inf, it must be a finite number of at least 0"},
		{func(s *Settings) { s.Size, s.Period = 0, -3 }, "Size is 0, it must be between 1 and 9, the number of scenarios with a weight above zero\n" +
			"subset: bad settings: Period is -3, it must be at least 1"},
	}
	for _, c := range cases {
		set := DefaultSettings(3)
		c.change(&set)
		_, err := New(append(equalWeights(9), 0), set, &world{}, inline)
		if !errors.Is(err, ErrSettings) || err.Error() != "subset: bad settings: "+c.want {
			t.Errorf("got  %v\nwant subset: bad settings: %s", err, c.want)
		}
	}
	// The knobs of the method that is not used are not looked at.
	set := Settings{Size: 3, Method: Random, Period: 1, Trainers: 2, PerPeriod: 1, Random: RandomSettings{Samples: 1}}
	s, err := New(equalWeights(9), set, &world{}, inline)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestBadWeights(t *testing.T) {
	cases := []struct {
		weights []float64
		want    string
	}{
		{nil, "the 0 weights sum to 0, it must be a finite number above 0"},
		{[]float64{0, 0}, "the 2 weights sum to 0, it must be a finite number above 0"},
		{[]float64{1, -2}, "scenario 1 weighs -2, it must be a finite number of at least 0"},
		{[]float64{math.NaN(), 1}, "scenario 0 weighs NaN, it must be a finite number of at least 0"},
		{[]float64{1, 1, math.Inf(1)}, "scenario 2 weighs +Inf, it must be a finite number of at least 0"},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, "the 2 weights sum to +Inf, it must be a finite number above 0"},
	}
	for _, c := range cases {
		_, err := New(c.weights, DefaultSettings(1), &world{}, inline)
		if !errors.Is(err, ErrWeights) || !strings.HasSuffix(err.Error(), ": "+c.want) {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// Weights need not sum to one; a weight that the sum of the others swallows
// counts as none.
func TestNormalised(t *testing.T) {
	shares, likely, err := normalised([]float64{6, 0, 2, 1e-20})
	if err != nil || shares[0] != 0.75 || shares[1] != 0 || shares[2] != 0.25 || !slices.Equal(likely, []int{0, 2}) {
		t.Errorf("%v, %v, %v", shares, likely, err)
	}
}

// history sums up a run with the given settings in a line per generation.
func history(t *testing.T, set Settings) string {
	w := &world{scenarios: 40}
	var jobs []int
	s := start(t, w, set, func(ctx context.Context, n int, job func(hart, i int)) error {
		jobs = append(jobs, n) // never two searches at a time, and At waits for each
		return inline(ctx, n, job)
	})
	var lines strings.Builder
	for g, now := range explore(t, s, 12, func() {}) {
		fmt.Fprintf(&lines, "%d: %+v\n", g, now)
	}
	if _, err := s.At(t.Context(), 99); err != nil { // waits for the last search
		t.Fatal(err)
	}
	fmt.Fprintln(&lines, len(w.planned), jobs)
	return lines.String()
}

// Every setting changes what a run does; none is read by the other method.
func TestSettingsHaveAnEffect(t *testing.T) {
	changes := map[string]func(*Settings){
		"Size":      func(s *Settings) { s.Size++ },
		"Method":    func(s *Settings) { s.Method = 1 - s.Method },
		"Period":    func(s *Settings) { s.Period++ },
		"Trainers":  func(s *Settings) { s.Trainers = 5 },
		"PerPeriod": func(s *Settings) { s.PerPeriod++ },
		"Seed":      func(s *Settings) { s.Seed++ },
	}
	random := map[string]func(*Settings){
		"Random.Samples": func(s *Settings) { s.Random.Samples = 4 },
	}
	genetic := map[string]func(*Settings){
		"Genetic.Population":  func(s *Settings) { s.Genetic.Population += 3 },
		"Genetic.Generations": func(s *Settings) { s.Genetic.Generations += 3 },
		"Genetic.Tournament":  func(s *Settings) { s.Genetic.Tournament += 3 },
		"Genetic.Elite":       func(s *Settings) { s.Genetic.Elite += 3 },
		"Genetic.Mutation":    func(s *Settings) { s.Genetic.Mutation = 0.3 },
	}
	for _, method := range []Method{Genetic, Random} {
		base := quick(4)
		base.Method = method
		want := history(t, base)
		if again := history(t, base); again != want {
			t.Fatalf("%v: two runs differ:\n%s\n%s", method, want, again)
		}
		try := func(name string, change func(*Settings), effect bool) {
			set := base
			change(&set)
			if got := history(t, set) != want; got != effect {
				t.Errorf("%v: %s has an effect: %v, want %v", method, name, got, effect)
			}
		}
		for name, change := range changes {
			try(name, change, true)
		}
		for name, change := range random {
			try(name, change, method == Random)
		}
		for name, change := range genetic {
			try(name, change, method == Genetic)
		}
	}
}

// What the numbers among the settings mean.
func TestSettingsByNumber(t *testing.T) {
	set := quick(6)
	set.Period, set.Trainers, set.PerPeriod = 2, 7, 3
	w := &world{scenarios: 40}
	held := explore(t, start(t, w, set, inline), 8, func() {})
	for g, want := range []int{0, 0, 3, 3, 6, 6, 7, 7, 7} {
		if held[g].Trainers != want || len(held[g].Scenarios) != 6 {
			t.Errorf("generation %d: %+v, want %d trainers", g, held[g], want)
		}
	}
	if len(w.planned) != 15 {
		t.Errorf("%d designs planned in 5 periods of 3", len(w.planned))
	}
}

func TestLikely(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		want    int
	}{{[]float64{1, 0, 2, 1e-300}, 2}, {[]float64{1}, 1}, {[]float64{0}, 0}, {[]float64{-1, 2}, 0}, {nil, 0}} {
		if got := Likely(c.weights); got != c.want {
			t.Errorf("%v: %d, want %d", c.weights, got, c.want)
		}
	}
}
