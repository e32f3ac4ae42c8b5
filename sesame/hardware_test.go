package sesame_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// mapped resolves a mapping of workAndPlay.
func mapped(t *testing.T, m *sesame.Model, n sesame.Naming) *sesame.Mapping {
	t.Helper()
	var problems input.Problems
	genes := m.Resolve(n, "mapping", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	return mapping
}

func via(n sesame.Naming, path string) sesame.Naming {
	n.Channels["app.c"] = path
	return n
}

func TestCostIsThatOfTheHardwareInUse(t *testing.T) {
	m := loaded(t, bigLittle, workAndPlay).compile(t)
	for _, c := range []struct {
		n    sesame.Naming
		want float64
	}{
		{names("big.0", "big.0"), 5 + 0.25}, // over the ram
		{names("big.0", "big.1"), 10 + 0.25},
		{names("acc", "little.0"), 2 + 1.5 + 0.25},
		{via(names("big.0", "big.0"), "scratch"), 5},
	} {
		if got := m.Cost(mapped(t, m, c.n)); got != c.want {
			t.Errorf("%v costs %v, want %v", c.n, got, c.want)
		}
	}
}

// TestCostIsNoSumOfRoundedNumbers adds 0.95 three times, which in floating
// point is 2.8499999999999996.
func TestCostIsNoSumOfRoundedNumbers(t *testing.T) {
	m := loaded(t, `
processor_type = [ { name = "cpu", frequency = "1 GHz", cycles = { op = 1 } } ]
processor = [ { name = "a", type = "cpu", count = 3, cost = 0.95 } ]
path = [ { name = "ideal" } ]
`, `
name = "app"
process = [ { name = "p", trace = "exec op" }, { name = "q", trace = "exec op" }, { name = "r", trace = "exec op" } ]
`).compile(t)
	mapping := m.NewMapping()
	m.Decode([]int{0, 1, 2}, mapping)
	if got := m.Cost(mapping); got != 2.85 {
		t.Errorf("three times 0.95 is %v", got)
	}
}

// TestCheckFindsBuffersThatDoNotFit looks at a buffer of 4 × 30 = 120 bytes.
func TestCheckFindsBuffersThatDoNotFit(t *testing.T) {
	m := loaded(t, bigLittle, workAndPlay).compile(t)
	for _, c := range []struct {
		path, reason string
		want         float64
	}{
		{"ram", "the buffers in ram take 120 B, but it holds 100 B", 20.0 / 120},
		{"scratch", "the buffers in big.1.scratch take 120 B, but it holds 64 B", 56.0 / 120},
	} {
		violation, reason := m.Check(mapped(t, m, via(names("big.1", "little.0"), c.path)))
		if violation != c.want || reason != c.reason {
			t.Errorf("%s: %v (%s), want %v (%s)", c.path, violation, reason, c.want, c.reason)
		}
	}
	m = loaded(t, strings.Replace(bigLittle, `"100 B"`, `"120 B"`, 1), workAndPlay).compile(t)
	if violation, reason := m.Check(mapped(t, m, names("big.1", "little.0"))); violation != 0 || reason != "" {
		t.Errorf("%v (%s), want a mapping that fits", violation, reason)
	}
}

func TestCheckFindsMissingPaths(t *testing.T) {
	platform := strings.Replace(bigLittle, `name = "ram"
write`, `name = "ram"
from = ["big", "little"]
write`, 1)
	m := loaded(t, platform, workAndPlay).compile(t)
	mapping := m.NewMapping()
	m.Decode([]int{4, 0, 0, 0, 0, 0}, mapping) // work on the accelerator
	violation, reason := m.Check(mapping)
	if want := "no path joins acc and big.0 for channel app.c"; violation != 1 || reason != want {
		t.Errorf("%v (%s), want 1 (%s)", violation, reason, want)
	}
	sim := m.NewSimulator()
	sim.Bind([]int{4, 0, 0, 0, 0, 0})
	if got, want := sim.Simulate(0), (sesame.Outcome{Failure: sesame.NoPath}); got != want {
		t.Errorf("simulated, it is %+v, want %+v", got, want)
	}
	want := [][2]string{{"acc", "big.0"}, {"acc", "big.1"}, {"acc", "little.0"}, {"acc", "little.1"}}
	if got := m.Unreachable(); !slices.Equal(got, want) {
		t.Errorf("unreachable: %v, want %v", got, want)
	}
}

// TestSharedClock runs both processes at the operating point of their clock.
func TestSharedClock(t *testing.T) {
	s := loaded(t, bigLittle, workAndPlay)
	m := s.compile(t)
	n := names("big.0", "big.1")
	n.Points["big.1"] = "high"
	var problems input.Problems
	genes := m.Resolve(n, "mapping", &problems)
	sim := m.NewSimulator()
	sim.Bind(genes)
	// 10 cycles at 2 GHz, and 10 ns to the ram and back
	wantFinish(t, sim.Examine(0), 5*ns+10*ns, 5*ns+10*ns+10*ns+5*ns)
}

// TestImpossibleTransfersAreNotPriced has a channel of 100 GB that no mapping
// sends over a path of 1 B/s.
func TestImpossibleTransfersAreNotPriced(t *testing.T) {
	platform := `
processor_type = [
	{ name = "worker", frequency = "1 GHz", operations = "listed", cycles = { work = 1 } },
	{ name = "player", frequency = "1 GHz", operations = "listed", cycles = { play = 1 } } ]
processor = [ { name = "a", type = "worker" }, { name = "b", type = "player" } ]
memory = [ { name = "slow", frequency = "1 Hz", width = 1 } ]
path = [ { name = "ideal" }, { name = "slow", from = "b", to = "b", write = "slow" } ]
`
	app := `
name = "app"
process = [ { name = "w", trace = "exec work; write c" }, { name = "r", trace = "read c; exec work" }, { name = "p", trace = "exec play" } ]
channel = [ { name = "c", from = "w", to = "r", token = "100 GB" } ]
`
	loaded(t, platform, app).compile(t)
	s := loaded(t, strings.Replace(platform, `from = "b", to = "b", `, "", 1), app)
	if _, err := sesame.Compile(s.platform, s.space); err == nil {
		t.Error("a transfer that takes 3000 years is accepted")
	}
}

func TestSeeds(t *testing.T) {
	m := loaded(t, bigLittle, workAndPlay).compile(t)
	got := m.Seeds()
	// genes: work, play, path, clocks of the big ones, little.0 and little.1
	want := [][]int{
		{4, 0, 0, 0, 0, 0}, // balanced: on the accelerator what it can do, which is gathering there too
		{0, 0, 0, 0, 0, 0}, // everything on big.0, whose default frequency is its lowest
		{2, 2, 0, 0, 0, 0}, // on little.0, and on its twin it is the same
		{2, 2, 0, 0, 1, 0}, // on little.0 at its lowest frequency
	}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSeedsAreFew has thirty processors, each from a table of its own, of which
// the last is of another type.
func TestSeedsAreFew(t *testing.T) {
	var platform strings.Builder
	platform.WriteString(`
processor_type = [
	{ name = "slow", frequency = "1 GHz", cycles = { op = 2 } },
	{ name = "fast", frequency = "1 GHz", cycles = { op = 1 } } ]
path = [ { name = "ideal" } ]
`)
	for i := range 29 {
		fmt.Fprintf(&platform, "[[processor]]\nname = \"p%d\"\ntype = \"slow\"\n", i)
	}
	platform.WriteString("[[processor]]\nname = \"last\"\ntype = \"fast\"\n")
	got := loaded(t, platform.String(), `
name = "app"
process = [ { name = "p", trace = "exec op" }, { name = "q", trace = "exec op" }, { name = "r", trace = "exec op" } ]
`).compile(t).Seeds()
	want := [][]int{{29, 0, 1}, {0, 0, 0}, {29, 29, 29}} // balanced, and on the first of each type
	for i := 1; len(want) < 16; i++ {
		want = append(want, []int{i, i, i})
	}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestBalancedDoesNotOverflow has processes that compute for 2⁶³ and for a
// little more than 2⁶⁴ ps: both are too long to tell apart, so the first goes
// first, and where the second stands makes no difference.
func TestBalancedDoesNotOverflow(t *testing.T) {
	got := loaded(t, `
processor_type = [ { name = "cpu", frequency = "1 Hz", cycles = { long = 2305843, short = 1 } } ]
processor = [ { name = "a", type = "cpu", count = 2 } ]
path = [ { name = "ideal" } ]
`, `
name = "app"
process = [ { name = "p", trace = "9*(exec long)" }, { name = "q", trace = "4*(exec long)" }, { name = "r", trace = "exec short" } ]
`).compile(t).Balanced()
	if want := []int{0, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
