package sesame_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/kpn/sdf3"
	"sdse/scenarios"
	"sdse/sesame"
)

// mocasinOracle is what the mapping tool mocasin computed on its model of the
// Odroid XU4: the platform in its terms, and mappings with what they cost.
type mocasinOracle struct {
	Platform struct {
		Peripheral float64 `json:"peripheral_static_power_W"`
		Processors []struct {
			Name       string  `json:"name"`
			Type       string  `json:"type"`
			Frequency  int64   `json:"frequency_hz"`
			Load       int64   `json:"context_load_cycles"`
			Store      int64   `json:"context_store_cycles"`
			Static     float64 `json:"static_power_W"`
			Dynamic    float64 `json:"dynamic_power_W"`
			Policy     string  `json:"policy"`
			Scheduling int64   `json:"scheduling_cycles"`
		} `json:"processors"`
		Resources []struct {
			Name         string      `json:"name"`
			ReadLatency  sesame.Time `json:"read_latency_ps"`
			WriteLatency sesame.Time `json:"write_latency_ps"`
			Read         float64     `json:"read_bytes_per_ps"`
			Write        float64     `json:"write_bytes_per_ps"`
			Exclusive    bool        `json:"exclusive"`
		} `json:"resources"`
		Primitives []struct {
			Name    string                `json:"name"`
			Produce map[string][][]string `json:"produce"`
			Consume map[string][][]string `json:"consume"`
		} `json:"primitives"`
	} `json:"platform"`
	Cases []mocasinCase `json:"cases"`
}

type mocasinCase struct {
	Graph       string            `json:"graph"`
	Repetitions int               `json:"repetitions"`
	Kind        string            `json:"mapping_kind"`
	Processors  map[string]string `json:"process_to_pe"`
	Primitives  map[string]string `json:"channel_to_primitive"`
	Capacity    int64             `json:"channel_capacity"`
	Time        sesame.Time       `json:"exec_time_ps"`
	Static      float64           `json:"static_energy_pJ"`
	Dynamic     float64           `json:"dynamic_energy_pJ"`
	Segments    int64             `json:"segments"`
}

func (c *mocasinCase) name() string { return fmt.Sprintf("%s-%d-%s", c.Graph, c.Repetitions, c.Kind) }

// mocasinUnit is how many cycles a unit of time of the graphs lasts on a type of
// processor, by the trace configuration that the values were computed with
// (frequency times scale: 1400 MHz · 2 µs and 2000 MHz · 1 µs).
var mocasinUnit = map[string]int64{"proc_type_0": 2800, "proc_type_1": 2000}

// dataPath is where a file of the data folder lies, see dataFile. The test is
// skipped if it is not there.
func dataPath(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("SDSE_DATA")
	if folder == "" {
		folder = "testdata"
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the data is not here: %v", err)
	}
	return path
}

func readMocasin(t testing.TB) *mocasinOracle {
	t.Helper()
	data, err := os.ReadFile(dataPath(t, "mocasin/oracle_odroid_sdf3.json"))
	if err != nil {
		t.Fatal(err)
	}
	o := new(mocasinOracle)
	if err := json.Unmarshal(data, o); err != nil {
		t.Fatal(err)
	}
	if len(o.Cases) == 0 {
		t.Fatal("no cases")
	}
	return o
}

// nanowatts of a power with at most nine decimals.
func nanowatts(watts float64) int64 { return int64(math.Round(watts * 1e9)) }

// platform says what the tool's platform is in the terms of sdse: pure delays,
// processors that run to block and take the scheduler's cycles with every
// dispatch, and a path for each pair of processors that a primitive joins.
func (o *mocasinOracle) platform(t testing.TB) *sesame.Platform {
	p := &sesame.Platform{Name: "odroid", StaticAll: true, StaticPower: nanowatts(o.Platform.Peripheral)}
	types := map[string]int{}
	for i, pe := range o.Platform.Processors {
		if pe.Policy != "FIFO" || pe.Load+pe.Store != 0 {
			t.Fatalf("%s: a policy or a context switch that this test does not know", pe.Name)
		}
		if _, ok := types[pe.Type]; !ok {
			types[pe.Type] = len(p.Types)
			p.Types = append(p.Types, sesame.ProcessorType{Name: pe.Type, Policy: sesame.RunToBlock,
				Dispatch: 1000 * pe.Scheduling, Like: "proc_0", Unit: 1000 * mocasinUnit[pe.Type],
				Points: []sesame.OperatingPoint{{Frequency: pe.Frequency,
					StaticPower: nanowatts(pe.Static), DynamicPower: nanowatts(pe.Dynamic)}}})
		}
		p.Processors = append(p.Processors, sesame.Processor{Name: pe.Name, Type: types[pe.Type], Group: i})
	}
	for i, r := range o.Platform.Resources {
		p.Components = append(p.Components, sesame.Component{Name: r.Name, Group: i, Ports: 1, Exclusive: r.Exclusive,
			Read:  sesame.Access{Latency: r.ReadLatency, Width: 8, Period: mocasinPeriod(t, r.Read)},
			Write: sesame.Access{Latency: r.WriteLatency, Width: 8, Period: mocasinPeriod(t, r.Write)}})
	}
	o.addPaths(t, p)
	return p
}

// mocasinPeriod is the whole number of picoseconds in which eight bytes pass.
func mocasinPeriod(t testing.TB, bytesPerPicosecond float64) sesame.Time {
	period := math.Round(8 / bytesPerPicosecond)
	if 8/period != bytesPerPicosecond {
		t.Fatalf("%v bytes per ps are not eight per whole number of picoseconds", bytesPerPicosecond)
	}
	return sesame.Time(period)
}

func (o *mocasinOracle) addPaths(t testing.TB, p *sesame.Platform) {
	steps := func(phases [][]string) (list []sesame.Step) {
		if len(phases) != 1 {
			t.Fatalf("%d phases in one side of a primitive", len(phases))
		}
		for _, name := range phases[0] {
			list = append(list, sesame.Step{Group: slices.IndexFunc(p.Components,
				func(c sesame.Component) bool { return c.Name == name })})
		}
		return list
	}
	only := func(i int) []bool {
		set := make([]bool, len(p.Processors))
		set[i] = true
		return set
	}
	for _, primitive := range o.Platform.Primitives {
		for i, from := range p.Processors {
			for k, to := range p.Processors {
				produce, consume := primitive.Produce[from.Name], primitive.Consume[to.Name]
				if produce != nil && consume != nil {
					p.Paths = append(p.Paths, sesame.Path{Name: mocasinPath(primitive.Name, from.Name, to.Name),
						From: only(i), To: only(k), Write: steps(produce), Read: steps(consume), BufferIn: -1})
				}
			}
		}
	}
}

func mocasinPath(primitive, from, to string) string { return primitive + " " + from + " " + to }

// model compiles the graph of a case, repeated a number of times.
func (c *mocasinCase) model(t testing.TB, platform *sesame.Platform, repetitions int) *sesame.Model {
	t.Helper()
	var problems input.Problems
	file := sdf3.Load(dataPath(t, "mocasin/sdf3/"+c.Graph+".xml"), kpn.Reading{Name: "app", Iterations: repetitions,
		Capacity: c.Capacity, InitialWritten: true, StartTogether: true}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	space, err := scenarios.NewSpace([]*kpn.Application{file.Application}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return (&system{platform: platform, space: space}).compile(t)
}

// genes resolves the mapping of a case.
func (c *mocasinCase) genes(t testing.TB, m *sesame.Model) []int {
	t.Helper()
	n := sesame.Naming{Processes: map[string]string{}, Channels: map[string]string{}}
	for process, pe := range c.Processors {
		n.Processes["app."+process] = pe
	}
	for i, ch := range m.Space.Applications[0].Channels {
		from, to := m.ChannelEnds(i)
		n.Channels["app."+ch.Name] = mocasinPath(c.Primitives[ch.Name], n.Processes[m.ProcessName(from)], n.Processes[m.ProcessName(to)])
	}
	var problems input.Problems
	genes := m.Resolve(n, "mapping", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return genes
}

// picojoules is the exact energy that a number stands for, which was computed
// in floating point from powers with four decimals and whole picoseconds.
func picojoules(v float64) sesame.Exact {
	tenths := new(big.Int).SetUint64(uint64(math.Round(v * 1e4))) // of a femtojoule
	return sesame.ExactOf(tenths.Mul(tenths, big.NewInt(1e5)))
}

// beyondRounding reports whether an energy is another one than a floating-point
// sum of n terms that came out as want: such a sum is off by up to n units of
// rounding (Higham 2002, section 4.2). One picosecond of a processor is more.
func beyondRounding(got sesame.Exact, want float64, n int64) bool {
	exact, ok := new(big.Rat).SetString(got.Femtojoules())
	published := new(big.Rat).SetFloat64(want * 1000)
	if !ok || published == nil {
		return true
	}
	difference, _ := exact.Sub(exact, published).Float64()
	return math.Abs(difference) > max(0.05, float64(n)*want*1000/(1<<53)) // at least half of the last digit
}

// TestOracleMocasin gives every published finish time to the picosecond and
// both energies to the last digit, or as far as the published sum is exact.
func TestOracleMocasin(t *testing.T) {
	o := readMocasin(t)
	platform := o.platform(t)
	for i := range o.Cases {
		c := &o.Cases[i]
		t.Run(c.name(), func(t *testing.T) {
			m := c.model(t, platform, c.Repetitions)
			if got := m.Events(0) - int64(m.Processes()); got != c.Segments { // each begins with an execute of its own
				t.Errorf("%d segments, want %d", got, c.Segments)
			}
			sim := m.NewSimulator()
			sim.Bind(c.genes(t, m))
			st := sim.Examine(0)
			wantTime(t, "finish", st.Makespan, c.Time)
			static := st.Energy.ProcessorsStatic.Plus(st.Energy.ComponentsStatic).Plus(st.Energy.Platform)
			dynamic := st.Energy.ProcessorsDynamic.Plus(st.Energy.ComponentsDynamic)
			if want := picojoules(c.Static); static != want {
				t.Errorf("static energy %s fJ, want %s", static.Femtojoules(), want.Femtojoules())
			}
			if beyondRounding(dynamic, c.Dynamic, c.Segments) {
				t.Errorf("dynamic energy %s fJ, want %v pJ", dynamic.Femtojoules(), c.Dynamic)
			}
		})
	}
}

// BenchmarkMocasin simulates medium_cyclic a thousand times over, 130,017
// segments, for which mocasin itself takes 4.5 s of CPU time and says
// 1244.876951361 ms.
func BenchmarkMocasin(b *testing.B) {
	o := readMocasin(b)
	i := slices.IndexFunc(o.Cases, func(c mocasinCase) bool {
		return c.Graph == "medium_cyclic" && c.Kind == "static_cfs" && c.Repetitions == 20
	})
	if i < 0 {
		b.Skip("the mapping is not among the cases")
	}
	c := &o.Cases[i]
	m := c.model(b, o.platform(b), 1000)
	sim := m.NewSimulator()
	sim.Bind(c.genes(b, m))
	if got := sim.Simulate(0); got.Makespan != 1_244_876_951_361 {
		b.Fatalf("%+v, want 1244876951361 ps", got)
	}
	if got := m.Events(0) - int64(m.Processes()); got != 130_017 {
		b.Fatalf("%d segments", got)
	}
	b.ReportAllocs()
	for b.Loop() {
		sim.Simulate(0)
	}
}
