package evaluate_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"sdse/sesame"
	"sdse/sesame/evaluate"
	"sdse/workpool"
)

// newBenchOf is newBench with any settings.
func newBenchOf(t testing.TB, m *sesame.Model, s evaluate.Settings) *bench {
	t.Helper()
	pool := workpool.New(s.Harts)
	t.Cleanup(pool.Close)
	return &bench{m: m, e: evaluate.New(m, three, s), client: pool.Register("test", workpool.Compute)}
}

var orders = []evaluate.Order{evaluate.ByDesign, evaluate.ByScenario, evaluate.Random, evaluate.Adaptive}

// Results, single outcomes and counts are the same in every order, with designs
// that repeat within a batch and between batches, and a memo that forgets.
func TestAnyOrder(t *testing.T) {
	m := model(t)
	type found struct {
		results []evaluate.Result
		matrix  [][][]float64
		counts  evaluate.Counts
	}
	ids := []int{90, 3, 20, 55, 4}
	var want []found
	for _, order := range orders {
		for _, harts := range []int{1, 3} {
			b := newBenchOf(t, m, evaluate.Settings{Harts: harts, Memo: 400, Order: order, Seed: 9, Cache: 1})
			var got []found
			for seed := range uint64(4) {
				list := designs(m, 5, seed/2)
				list = append(list, list[3:]...)
				batch := b.e.Plan(list, ids)
				if err := batch.Run(context.Background(), b.client); err != nil {
					t.Fatal(err)
				}
				b.e.Commit(batch)
				demandSimulated(t, m, list, ids, batch.Matrix())
				got = append(got, found{batch.Results(), batch.Matrix(), b.e.Counts()})
			}
			if want == nil {
				want = got
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("order %v with %d harts: %v, want %v", order, harts, got, want)
			}
		}
	}
	if last := want[3].counts; last.Charged == 0 || last.Memoised < 80 {
		t.Errorf("counts %+v: the batches repeat nothing", last)
	}
}

// demandSimulated holds the makespans of a matrix against what a simulator says.
func demandSimulated(t *testing.T, m *sesame.Model, list [][]int, ids []int, matrix [][][]float64) {
	t.Helper()
	sim := m.NewSimulator()
	for i, genes := range list {
		sim.Bind(genes)
		for at, id := range ids {
			if want := float64(sim.Simulate(id).Makespan); matrix[i][at][0] != want {
				t.Fatalf("design %d takes %v in scenario %d, want %v", i, matrix[i][at][0], id, want)
			}
		}
	}
}

// accessed returns the scenarios that one hart simulates, in order.
func accessed(t *testing.T, m *sesame.Model, order evaluate.Order, seed uint64, cache int64) (list []int) {
	b := newBenchOf(t, m, evaluate.Settings{Harts: 1, Order: order, Seed: seed, Cache: cache,
		Accessed: func(_, scenario int) { list = append(list, scenario) }})
	b.evaluate(t, designs(m, 4, 1), []int{20, 3, 90})
	return list
}

// What one hart simulates, and when, in each order.
func TestOrderOfJobs(t *testing.T) {
	m := model(t)
	byDesign := []int{20, 3, 90, 20, 3, 90, 20, 3, 90, 20, 3, 90}
	byScenario := []int{20, 20, 20, 20, 3, 3, 3, 3, 90, 90, 90, 90}
	traces := m.TraceBytes([]int{20, 3, 90})
	for _, c := range []struct {
		order evaluate.Order
		cache int64
		want  []int
	}{
		{evaluate.ByDesign, 1, byDesign},
		{evaluate.ByScenario, 1 << 40, byScenario},
		{evaluate.Adaptive, traces, byDesign},
		{evaluate.Adaptive, traces - 1, byScenario},
		{evaluate.Adaptive, 0, byDesign}, // a megabyte
	} {
		if got := accessed(t, m, c.order, 0, c.cache); !slices.Equal(got, c.want) {
			t.Errorf("order %v with %d bytes of cache: %v, want %v", c.order, c.cache, got, c.want)
		}
	}
	one, again, other := accessed(t, m, evaluate.Random, 1, 0), accessed(t, m, evaluate.Random, 1, 0), accessed(t, m, evaluate.Random, 2, 0)
	if !slices.Equal(one, again) || slices.Equal(one, other) {
		t.Errorf("by seed 1 %v and %v, by seed 2 %v", one, again, other)
	}
	slices.Sort(one)
	slices.Sort(byDesign)
	if !slices.Equal(one, byDesign) {
		t.Errorf("at random %v are simulated, want %v", one, byDesign)
	}
}

// Every hart asks once for its model, when it needs one, and what the replicas
// say is what the model says.
func TestModelOfAHart(t *testing.T) {
	m := model(t)
	var lock sync.Mutex
	asked := map[int]int{}
	b := newBenchOf(t, m, evaluate.Settings{Harts: 3, Model: func(hart int) *sesame.Model {
		lock.Lock()
		defer lock.Unlock()
		asked[hart]++
		return m.Replica()
	}})
	if len(asked) > 0 {
		t.Error("models were asked for before there was anything to simulate")
	}
	plain := newBenchOf(t, m, evaluate.Settings{Harts: 2})
	for seed := range uint64(3) {
		list := designs(m, 6, seed)
		if got, want := b.evaluate(t, list, nil), plain.evaluate(t, list, nil); !reflect.DeepEqual(got, want) {
			t.Errorf("replicas say %v, the model says %v", got, want)
		}
	}
	if len(asked) == 0 {
		t.Error("no hart asked for its model")
	}
	for hart, times := range asked {
		if hart < 0 || hart > 2 || times != 1 {
			t.Errorf("hart %d asked %d times", hart, times)
		}
	}
}

// The model of a hart is the one that it simulates with: here one with a limit
// that no simulation keeps.
func TestModelOfAHartIsUsed(t *testing.T) {
	m := model(t)
	platform := *m.Platform
	platform.Limits.Events = 1
	limited, err := sesame.Compile(&platform, m.Space)
	if err != nil {
		t.Fatal(err)
	}
	b := newBenchOf(t, m, evaluate.Settings{Harts: 1, Model: func(int) *sesame.Model { return limited }})
	if r := b.evaluate(t, designs(m, 1, 1), []int{3})[0]; !strings.HasPrefix(r.Reason, sesame.EventLimit.String()) {
		t.Errorf("%+v, want the failure of the hart's model", r)
	}
}

// Harts of a node share a replica, those of different nodes do not, and harts of
// one node need none.
func TestPerNode(t *testing.T) {
	m := model(t)
	for _, nodeOf := range [][]int{nil, {0}, {1, 1, 1}} {
		if evaluate.PerNode(m, nodeOf) != nil {
			t.Errorf("harts on nodes %v get replicas", nodeOf)
		}
	}
	of := evaluate.PerNode(m, []int{0, 3, 0, 3})
	models := make([]*sesame.Model, 4)
	var group sync.WaitGroup
	for hart := range models {
		group.Go(func() { models[hart] = of(hart) })
	}
	group.Wait()
	if models[0] != models[2] || models[1] != models[3] || models[0] == models[1] || models[0] == m || models[1] == m {
		t.Errorf("harts have %p, of the model %p", models, m)
	}
	if of(4) != m {
		t.Error("a hart of which nothing is known has a replica")
	}
}

func TestParseOrder(t *testing.T) {
	for _, o := range orders {
		if got, err := evaluate.ParseOrder(o.String()); got != o || err != nil {
			t.Errorf("%v became %v, error %v", o, got, err)
		}
	}
	_, err := evaluate.ParseOrder("scenarios")
	if want := `there is no order "scenarios", did you mean "scenario"? (known: design, scenario, random, adaptive)`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
