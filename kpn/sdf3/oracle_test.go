package sdf3_test

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/kpn/sdf3"
	"sdse/scenarios"
	"sdse/sesame"
)

// dataPath returns a path in the data folder that SDSE_DATA names or, if that is
// not set, among what of it the project itself holds. It skips the test if
// nothing is there.
func dataPath(t *testing.T, name string) string {
	t.Helper()
	folders := []string{"testdata", "../../sesame/testdata"}
	if set := os.Getenv("SDSE_DATA"); set != "" {
		folders = []string{set}
	}
	for _, folder := range folders {
		if path := filepath.Join(folder, name); exists(path) {
			return path
		}
	}
	t.Skipf("%s is not in %v: it may not be redistributed; set SDSE_DATA to a folder that has it", name, folders)
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(dataPath(t, name))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, name string, how kpn.Reading) *sdf3.File {
	t.Helper()
	var problems input.Problems
	file := sdf3.Load(dataPath(t, name), how, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return file
}

// with returns a copy of an application that repeats its iteration so often.
func with(app *kpn.Application, iterations int) *kpn.Application {
	copied := *app
	copied.Scenarios = slices.Clone(app.Scenarios)
	for s := range copied.Scenarios {
		copied.Scenarios[s].Iterations = iterations
	}
	return &copied
}

// bounded returns a copy of an application with these capacities.
func bounded(t *testing.T, app *kpn.Application, capacities map[string]int64) *kpn.Application {
	t.Helper()
	copied := *app
	copied.Channels = slices.Clone(app.Channels)
	for i := range copied.Channels {
		c := &copied.Channels[i]
		capacity, ok := capacities[c.Name]
		if !ok {
			t.Fatalf("no capacity for channel %q", c.Name)
		}
		c.Capacity = capacity
	}
	return &copied
}

// simulate runs an application on a platform with a processor for every process
// and paths that take no time. A thousandth of a unit of time is a picosecond.
func simulate(t *testing.T, app *kpn.Application) *sesame.Statistics {
	t.Helper()
	n := len(app.Processes)
	p := &sesame.Platform{Name: "ideal", Types: []sesame.ProcessorType{{Name: "any", Like: "default", UnitTime: 1000,
		Points: []sesame.OperatingPoint{{Name: "only", Frequency: 1e12}}}}}
	everywhere := make([]bool, n)
	for i := range everywhere {
		everywhere[i] = true
		p.Processors = append(p.Processors, sesame.Processor{Name: "p", Group: i})
	}
	p.Paths = []sesame.Path{{Name: "ideal", From: everywhere, To: everywhere, BufferIn: -1}}
	ideal := *app
	ideal.Channels = slices.Clone(app.Channels)
	for i := range ideal.Channels {
		ideal.Channels[i].TokenBytes = 0 // paths are ideal, and unbounded buffers of them need no room
	}
	space, err := scenarios.NewSpace([]*kpn.Application{&ideal}, nil)
	if err != nil {
		t.Fatal(err)
	}
	model, err := sesame.Compile(p, space)
	if err != nil {
		t.Fatal(err)
	}
	genes := make([]int, n+len(app.Channels))
	for i := range n {
		genes[i] = i
	}
	sim := model.NewSimulator()
	sim.Bind(genes)
	return sim.Examine(0)
}

// makespan returns when the simulator has done so many iterations. Nothing that
// comes later changes it, so it is when the last of them is complete.
func makespan(t *testing.T, app *kpn.Application, iterations int) int64 {
	t.Helper()
	ends := simulatedEnds(t, app, iterations)
	return ends[len(ends)-1]
}

// simulatedEnds returns when the simulator completes each iteration; only the
// last one, if it does not tell about the others.
func simulatedEnds(t *testing.T, app *kpn.Application, iterations int) (ends []int64) {
	t.Helper()
	st := simulate(t, with(app, iterations))
	if st.Failure != sesame.None {
		t.Fatalf("%d iterations: failure %v", iterations, st.Failure)
	}
	for _, use := range st.Applications {
		for _, end := range use.Completed {
			ends = append(ends, int64(end))
		}
	}
	if last := len(ends) - 1; last >= 0 && (last != iterations-1 || ends[last] != int64(st.Makespan)) {
		t.Errorf("of %d iterations %d are complete, the last at %d, but the simulation ends at %d", iterations, last+1, ends[last], st.Makespan)
	}
	if len(ends) == 0 {
		return []int64{int64(st.Makespan)}
	}
	return ends
}

func fraction(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no fraction", text)
	}
	return r
}

// checkPeriod holds the distance of iterations against a value, as the evaluator
// of these tests computes it and as the simulator does.
func checkPeriod(t *testing.T, app *kpn.Application, by rule, want *big.Rat) {
	t.Helper()
	completed, ok := selfTimed(app, iterations, by)
	if !ok {
		t.Fatal("deadlock")
	}
	if got := steadyPeriod(t, completed); got.Cmp(want) != 0 {
		t.Fatalf("period %s, want %s", got.RatString(), want.RatString())
	}
	ends := simulatedEnds(t, app, iterations)
	if want := completed[iterations-len(ends):]; !slices.Equal(ends, want) {
		t.Errorf("the simulator ends the iterations at %v, want %v", ends, want)
	}
}

// iterations is after how many of them every graph here has become periodic.
const iterations = 40

type graphValues struct {
	File       string           `json:"file"`
	Q          map[string]int64 `json:"q"`
	Sequential string           `json:"period_sequential"`
	Completion []string         `json:"completion_sequential_unbounded_1_to_10"`
	Work       string           `json:"work_per_iteration"`
	Pareto     []struct {
		Capacity map[string]int64 `json:"capacity"`
		SDF3     string           `json:"period_sdf3"`
		KPN      string           `json:"period_kpn"`
	} `json:"pareto_storage"`
}

// TestOracleGraphs holds every graph against the values of SDF3 and of an
// independent analysis: repetition vector, completion times of the iterations,
// exact period, unbounded and with every storage distribution under both rules.
func TestOracleGraphs(t *testing.T) {
	var graphs map[string]graphValues
	readJSON(t, "sdf3/oracle.json", &graphs)
	names := make([]string, 0, len(graphs))
	for name := range graphs {
		names = append(names, name)
	}
	sort.Strings(names)
	if len(names) == 0 {
		t.Fatal("no graphs")
	}
	for _, name := range names {
		values := graphs[name]
		t.Run(name, func(t *testing.T) {
			file := load(t, values.File, kpn.Reading{Capacity: kpn.Unbounded})
			values.checkUnbounded(t, file)
			for i, storage := range values.Pareto {
				app := bounded(t, file.Application, storage.Capacity)
				checkPeriod(t, app, kahn, fraction(t, storage.KPN))
				values.checkClaimed(t, app, i)
			}
		})
	}
}

func (v *graphValues) checkUnbounded(t *testing.T, file *sdf3.File) {
	t.Helper()
	app := file.Application
	work := new(big.Rat)
	for p, f := range app.Scenarios[0].Traces {
		if got := file.Repetitions[0][p]; got != v.Q[app.Processes[p].Name] {
			t.Errorf("actor %s fires %d times, want %d", app.Processes[p].Name, got, v.Q[app.Processes[p].Name])
		}
		for e := range f.Events() {
			if e.Kind == kpn.Execute {
				work.Add(work, big.NewRat(unitsOf(app, e), 1000))
			}
		}
	}
	if work.Cmp(fraction(t, v.Work)) != 0 {
		t.Errorf("work %s, want %s", work.RatString(), v.Work)
	}
	ends := simulatedEnds(t, app, len(v.Completion))
	for i, text := range v.Completion {
		if len(ends) < len(v.Completion) && i < len(v.Completion)-1 {
			ends = slices.Insert(ends, i, makespan(t, app, i+1))
		}
		want := fraction(t, text)
		if got := big.NewRat(ends[i], 1000); got.Cmp(want) != 0 {
			t.Errorf("iteration %d is complete at %s, want %s", i+1, got.RatString(), text)
		}
	}
	checkPeriod(t, app, kahn, fraction(t, v.Sequential))
}

// checkClaimed holds a storage distribution against SDF3's period. A value that
// SDF3 reaches only because firings of an actor overlap is none that sdse can
// reach; that it is so is checked as well.
func (v *graphValues) checkClaimed(t *testing.T, app *kpn.Application, i int) {
	t.Helper()
	want := fraction(t, v.Pareto[i].SDF3)
	overlapping, ok := selfTimed(app, iterations, overlap)
	sequential, live := selfTimed(app, iterations, claimed)
	if !ok || !live {
		t.Fatalf("storage %d: deadlock", i)
	}
	if got := steadyPeriod(t, overlapping); got.Cmp(want) != 0 {
		t.Errorf("storage %d: period %s with overlapping firings, want %s", i, got.RatString(), v.Pareto[i].SDF3)
	}
	if got := steadyPeriod(t, sequential); got.Cmp(want) > 0 {
		t.Logf("storage %d: SDF3's %s relies on firings that overlap; without, it is %s", i, v.Pareto[i].SDF3, got.RatString())
		want = got
	}
	fires := *app
	fires.Firing = kpn.SDFFiring
	checkPeriod(t, &fires, claimed, want)
}

// TestOracleBoundedGraphs holds more capacities against their period under the
// Kahn rule, or against the deadlock that they end in.
func TestOracleBoundedGraphs(t *testing.T) {
	var cases []struct {
		Graph    string           `json:"graph"`
		File     string           `json:"file"`
		Capacity map[string]int64 `json:"capacity"`
		Period   string           `json:"period"`
	}
	readJSON(t, "sdf3/bounded_kpn.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		t.Run(c.Graph, func(t *testing.T) {
			app := bounded(t, load(t, c.File, kpn.Reading{Capacity: kpn.Unbounded}).Application, c.Capacity)
			if c.Period != "deadlock" {
				checkPeriod(t, app, kahn, fraction(t, c.Period))
				return
			}
			if _, ok := selfTimed(app, 1, kahn); ok {
				t.Error("the evaluator finds no deadlock")
			}
			if kpn.CheckLive(app, &app.Scenarios[0]) == nil {
				t.Error("the check of traces finds no deadlock")
			}
			if st := simulate(t, app); st.Failure != sesame.Deadlock {
				t.Errorf("the simulator ends with %v", st.Failure)
			}
		})
	}
}
