package sesame_test

import (
	"fmt"
	"strings"
	"testing"

	"sdse/sesame"
)

// TestExecutionRounding looks at c cycles at f Hz, which are c·10¹²/f
// picoseconds, rounded once, to the nearest, ties to even, and at least 1.
func TestExecutionRounding(t *testing.T) {
	for _, c := range []struct {
		frequency, cycles string
		times             int
		want              sesame.Time
	}{
		{"1 GHz", "7", 1, 7000},
		{"3 GHz", "1", 1, 333},         // 333.3
		{"3 GHz", "2", 1, 667},         // 666.7
		{"3 GHz", "1", 2, 667},         // twice an operation is rounded once
		{"400 GHz", "1", 1, 2},         // 2.5, and 2 is even
		{"400 GHz", "3", 1, 8},         // 7.5, and 8 is even
		{"400 GHz", "5", 1, 12},        // 12.5, and 12 is even
		{"400 GHz", "1", 3, 8},         // 7.5, where three times 2.5 rounded would be 6
		{"1000 GHz", "2.5", 1, 2},      // fractions of a cycle count
		{"1000 GHz", "0.4", 1, 1},      // 0.4 would be nothing
		{"1000 GHz", "0.5", 1, 1},      // 0.5 would be the even 0
		{"1000 GHz", "0", 1, 0},        // but nothing is nothing
		{"1.5 GHz", "21", 1, 14_000},   // without an intermediate 667
		{"933 MHz", "120", 1, 128_617}, // 128,617.36
		{"1 Hz", "3", 1_000_000, 3e18}, // a month, in 62 bits
	} {
		s := loaded(t, fmt.Sprintf(`
[[processor_type]]
name = "cpu"
frequency = "%s"
cycles = { op = %s }
[[processor]]
name = "a"
type = "cpu"
[[path]]
name = "ideal"
`, c.frequency, c.cycles), fmt.Sprintf(`
name = "app"
process = [ { name = "p", trace = "exec op*%d" } ]
`, c.times))
		st := s.simulate(t, map[string]string{"app.p": "a"}, nil)
		wantTime(t, fmt.Sprintf("%d times %s cycles at %s", c.times, c.cycles, c.frequency), st.Makespan, c.want)
	}
}

// exynos is what a transfer passes in an Exynos 5422 (the Odroid XU4), without
// contention, with the figures and by the rules of the mapping tool mocasin.
const exynos = `
memory = [
	{ name = "a7.L1", per = "a7", frequency = "1.5 GHz", latency = 1, width = 8, exclusive = false },
	{ name = "a15.L1", per = "a15", frequency = "1.8 GHz", latency = 1, width = 8, exclusive = false },
	{ name = "a7.L2", frequency = "1.5 GHz", latency = 21, width = 8, exclusive = false },
	{ name = "a15.L2", frequency = "1.8 GHz", latency = 21, width = 8, exclusive = false },
	{ name = "DRAM", frequency = "933 MHz", latency = 120, width = 8, exclusive = false } ]
path = [
	{ name = "a7.same", from = "a7", to = "a7", between = "same", write = "a7.L1", read = "a7.L1" },
	{ name = "a15.same", from = "a15", to = "a15", between = "same", write = "a15.L1", read = "a15.L1" },
	{ name = "a7.cluster", from = "a7", to = "a7", between = "different", write = ["a7.L1", "a7.L2"], read = ["a7.L1", "a7.L2"] },
	{ name = "up", from = "a7", to = "a15", write = ["a7.L1", "a7.L2", "DRAM"], read = ["a15.L1", "a15.L2", "DRAM"] },
	{ name = "down", from = "a15", to = "a7", write = ["a15.L1", "a15.L2", "DRAM"], read = ["a7.L1", "a7.L2", "DRAM"] } ]
[[processor_type]]
name = "A7"
frequency = "1.5 GHz"
[[processor_type]]
name = "A15"
frequency = "1.8 GHz"
[[processor]]
name = "a7"
type = "A7"
count = 2
[[processor]]
name = "a15"
type = "A15"
count = 2
`

// TestTransfersOnTheExynos has 64 bytes cost 12.0, 40.0 and 303.7 ns on the
// side of the A7, write and read together.
//
// The width is by the rounded period: 8 bytes per 667 ps at 1.5 GHz, per 556 ps
// at 1.8 GHz, per 1072 ps at 933 MHz. Latencies are rounded once: 1, 21 and 120
// cycles are 667, 14,000 and 128,617 ps at 1.5 GHz, 1.5 GHz and 933 MHz, and 1
// and 21 cycles 556 and 11,667 ps at 1.8 GHz.
func TestTransfersOnTheExynos(t *testing.T) {
	for _, c := range []struct {
		from, to    string
		write, read sesame.Time
	}{
		{"a7.0", "a7.0", 667 + 8*667, 667 + 8*667},                   // 6,003 each
		{"a7.0", "a7.1", 667 + 14_000 + 8*667, 667 + 14_000 + 8*667}, // 20,003 each
		{"a7.0", "a15.0", 667 + 14_000 + 128_617 + 8*1072, 149_416},  // 151,860; the DRAM is the narrowest
		{"a15.1", "a7.1", 556 + 11_667 + 128_617 + 8*1072, 151_860},  // 149,416
		{"a15.1", "a15.1", 556 + 8*556, 556 + 8*556},                 // 5,004 each
	} {
		s := loaded(t, exynos, `
name = "app"
process = [ { name = "w", trace = "write c" }, { name = "r", trace = "read c" } ]
channel = [ { name = "c", from = "w", to = "r", token = "64 B" } ]
`)
		st := s.simulate(t, map[string]string{"app.w": c.from, "app.r": c.to}, nil)
		wantTime(t, "writing from "+c.from+" to "+c.to, st.Processes[0].Finish, c.write)
		wantTime(t, "reading after that", st.Processes[1].Finish-st.Processes[0].Finish, c.read)
	}
}

// TestTransferRounding looks at one part of a path: the latencies are rounded
// each, the bytes are not, their sum is.
func TestTransferRounding(t *testing.T) {
	for _, c := range []struct {
		what, components, bytes string
		want                    sesame.Time
	}{
		{"halves of latency", `{ name = "m", frequency = "400 GHz", latency = 1, exclusive = false },
			{ name = "n", frequency = "400 GHz", latency = 1, exclusive = false }`, "8 B", 2 + 2}, // 2.5 is 2, twice
		{"half a picosecond of bytes", `{ name = "m", latency = "3 ps", exclusive = false },
			{ name = "n", frequency = "1000 GHz", latency = 2, width = 4, exclusive = false }`, "10 B", 8}, // 5 + 2.5 is the even 8
		{"less than a picosecond", `{ name = "m", frequency = "1000 GHz", width = 8, exclusive = false },
			{ name = "n", exclusive = false }`, "1 B", 1},
		{"no byte, but not ideal", `{ name = "m", frequency = "1000 GHz", width = 8, exclusive = false },
			{ name = "n", exclusive = false }`, "0 B", 1},
		{"ideal", `{ name = "m", exclusive = false }, { name = "n", exclusive = false }`, "8 B", 0},
		{"contended", `{ name = "m", exclusive = false }, { name = "n" }`, "8 B", 1},
		{"a latency of its own, but the width of both", `{ name = "m", frequency = "1000 GHz", latency = 9, width = 4, write_latency = 5 },
			{ name = "n" }`, "8 B", 5 + 2},
		{"reading is not writing", `{ name = "m", read_latency = "70 ps", write_latency = "5 ps" }, { name = "n" }`, "8 B", 5},
	} {
		s := loaded(t, `
processor_type = [ { name = "cpu", frequency = "1 GHz" } ]
processor = [ { name = "a", type = "cpu" } ]
memory = [ `+c.components+` ]
path = [ { name = "p", write = ["m", "n"] } ]
`, `
name = "app"
process = [ { name = "w", trace = "write c" }, { name = "r", trace = "read c" } ]
channel = [ { name = "c", from = "w", to = "r", token = "`+c.bytes+`" } ]
`)
		st := s.simulate(t, map[string]string{"app.w": "a", "app.r": "a"}, nil)
		wantTime(t, c.what, st.Makespan, c.want)
	}
}

// TestEnergyToTheFemtojoule adds power to the trace of
// TestPipelineBoundByTheBus. A nanowatt over a picosecond is 10⁻⁶ fJ.
func TestEnergyToTheFemtojoule(t *testing.T) {
	platform := `
static_power = "0.7633 W"
static = "used"
[[processor_type]]
name = "cpu"
frequency = "1 GHz"
static_power = "0.1403 W"
dynamic_power = "0.3202 W"
cycles = { short = 1 }
[[processor]]
name = "cpu"
type = "cpu"
count = 3
[[bus]]
name = "bus"
frequency = "1 GHz"
setup = 10
width = 4
energy = "3.5 pJ/B"
static_power = "2 mW"
[[memory]]
name = "unused"
static_power = "1 mW"
[[path]]
name = "both over the bus"
write = ["bus"]
read = ["bus"]
`
	app := `
name = "app"
process = [
	{ name = "producer", trace = "3*(exec short; write c)" },
	{ name = "consumer", trace = "3*(read c; exec short)" } ]
channel = [ { name = "c", from = "producer", to = "consumer", token = "8 B", capacity = 3 } ]
`
	places := map[string]string{"app.producer": "cpu.0", "app.consumer": "cpu.1"}
	want := sesame.EnergySplit{
		// 3 + 36 + 22 = 61 ns of the producer's processor, waiting included, and
		// 3 + 36 = 39 ns of the consumer's: 0.3202 W × 100 ns = 32.02 nJ
		ProcessorsDynamic: femtojoules(32_020_000, 1),
		ProcessorsStatic:  femtojoules(2*10_382_200, 1), // 0.1403 W × 74 ns = 10.3822 nJ each
		ComponentsDynamic: femtojoules(168_000, 1),      // 6 transfers × 8 B × 3.5 pJ/B
		ComponentsStatic:  femtojoules(148_000, 1),      // 2 mW × 74 ns
		Platform:          femtojoules(56_484_200, 1),   // 0.7633 W × 74 ns
		Total:             femtojoules(32_020_000+20_764_400+168_000+148_000+56_484_200, 1),
	}
	if st := loaded(t, platform, app).simulate(t, places, nil); st.Energy != want {
		t.Errorf("static power of what is used: %+v, want %+v", st.Energy, want)
	}
	want.ProcessorsStatic = want.ProcessorsStatic.Plus(femtojoules(10_382_200, 1)) // the third processor
	want.ComponentsStatic = want.ComponentsStatic.Plus(femtojoules(74_000, 1))     // the memory, 1 mW × 74 ns
	want.Total = want.Total.Plus(femtojoules(10_382_200+74_000, 1))
	platform = strings.Replace(platform, "used", "all", 1)
	if st := loaded(t, platform, app).simulate(t, places, nil); st.Energy != want {
		t.Errorf("static power of all: %+v, want %+v", st.Energy, want)
	}
}

// TestEnergyRounding looks at a power over 500 ns: ties go to the even number.
func TestEnergyRounding(t *testing.T) {
	for power, want := range map[string]sesame.Energy{
		"1 nW": 0, // 0.5 fJ
		"2 nW": 1,
		"3 nW": 2, // 1.5 fJ
		"5 nW": 2, // 2.5 fJ
		"7 nW": 4, // 3.5 fJ
	} {
		s := loaded(t, `
static_power = "`+power+`"
processor_type = [ { name = "cpu", frequency = "1 GHz", cycles = { op = 500 } } ]
processor = [ { name = "a", type = "cpu" } ]
path = [ { name = "ideal" } ]
`, `
name = "app"
process = [ { name = "p", trace = "exec op" } ]
`)
		if st := s.simulate(t, map[string]string{"app.p": "a"}, nil); st.Energy.Total.Rounded() != want {
			t.Errorf("%s: %s fJ, want %d fJ", power, st.Energy.Total.Femtojoules(), want)
		}
	}
}

// TestDispatchingCostsNoDynamicEnergy holds the trace of
// TestBothEndsOnOneProcessor against a processor of 1 W: 28 ns of execution and
// 12 ns of transfers count, 16 ns of dispatching do not.
func TestDispatchingCostsNoDynamicEnergy(t *testing.T) {
	platform := strings.Replace(oneCPU("fcfs"), "dispatch", "dynamic_power = \"1 W\"\ndispatch", 1)
	st := loaded(t, platform, alternating).simulate(t, together, nil)
	if want := sesame.Energy(40_000_000); st.Energy.Total.Rounded() != want {
		t.Errorf("%s fJ, want %d fJ", st.Energy.Total.Femtojoules(), want)
	}
}

// TestOverflow runs for longer than MaxTime, about 53 days, and takes more than
// MaxEnergy, about 18 kJ: 1 GW for 1 s.
func TestOverflow(t *testing.T) {
	for _, c := range []struct{ what, typ, trace string }{
		{"time", `frequency = "1 Hz", cycles = { work = 2.6e6 }`, "exec work; exec work"},
		{"energy", `frequency = "1 Hz", cycles = { work = 1 }, dynamic_power = "1000000000 W"`, "exec work"},
	} {
		s := loaded(t, `
processor_type = [ { name = "cpu", `+c.typ+` } ]
processor = [ { name = "a", type = "cpu" } ]
path = [ { name = "ideal" } ]
`, `
name = "app"
process = [ { name = "p", trace = "`+c.trace+`" } ]
`)
		sim := s.compile(t).NewSimulator()
		sim.Bind([]int{0})
		if got, want := sim.Simulate(0), (sesame.Outcome{Failure: sesame.Overflow}); got != want {
			t.Errorf("%s: %+v, want %+v", c.what, got, want)
		}
		if st := sim.Examine(0); st.Makespan != 0 || st.Failure != sesame.Overflow || st.Energy.Total.Rounded() < st.Energy.ProcessorsDynamic.Rounded() {
			t.Errorf("%s: examined, it is %+v", c.what, st)
		}
	}
}
