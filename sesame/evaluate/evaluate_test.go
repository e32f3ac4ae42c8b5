package evaluate_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sdse/kpn/input"
	"sdse/sesame"
	"sdse/sesame/evaluate"
	"sdse/workpool"
)

// model is the example: two applications, 103 scenarios, twin processors.
func model(t testing.TB) *sesame.Model {
	t.Helper()
	var problems input.Problems
	w := sesame.Load("../../examples/mjpeg/mpsoc.toml", nil, "", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	m, err := sesame.Compile(w.Platform, w.Space)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var three = []evaluate.Objective{evaluate.Makespan, evaluate.Energy, evaluate.Cost}

// bench is an evaluator with a pool.
type bench struct {
	m      *sesame.Model
	e      *evaluate.Evaluator
	client *workpool.Client
}

func newBench(t testing.TB, workers, memo int) *bench {
	t.Helper()
	m := model(t)
	pool := workpool.New(workers)
	t.Cleanup(pool.Close)
	return &bench{m: m, e: evaluate.New(m, three, evaluate.Settings{Harts: workers, Memo: memo}), client: pool.Register("test", workpool.Compute)}
}

func (b *bench) evaluate(t testing.TB, designs [][]int, ids []int) []evaluate.Result {
	t.Helper()
	r, err := b.e.Evaluate(context.Background(), b.client, designs, ids)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func designs(m *sesame.Model, n int, seed uint64) [][]int {
	rng := rand.New(rand.NewPCG(seed, 0))
	list := make([][]int, n)
	for i := range list {
		for _, bound := range m.Bounds() {
			list[i] = append(list[i], rng.IntN(bound))
		}
	}
	return list
}

// The result is the weighted mean of what a simulator says, scenario by
// scenario, with the weights of the subset made to sum to one.
func TestResultIsTheWeightedMean(t *testing.T) {
	b := newBench(t, 2, 1000)
	ids := []int{3, 20, 90}
	genes := designs(b.m, 1, 7)[0]
	got := b.evaluate(t, [][]int{genes}, ids)[0]
	s := b.m.NewSimulator()
	s.Bind(genes)
	var makespan, energy, weights float64
	for _, id := range ids {
		o, w := s.Simulate(id), b.m.Space.At(id).Weight
		makespan += float64(w * float64(o.Makespan))
		energy += float64(w * float64(o.Energy))
		weights += w
	}
	mapping := b.m.NewMapping()
	b.m.Decode(genes, mapping)
	want := []float64{makespan / weights, energy / weights, b.m.Cost(mapping)}
	if !slices.Equal(got.Values, want) {
		t.Errorf("got %v, want %v", got.Values, want)
	}
}

// Asking again costs nothing; a design that differs only in an application that
// a scenario does not run shares that scenario's result; so does a twin.
func TestMemo(t *testing.T) {
	b := newBench(t, 2, 100000)
	alone := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11} // mjpeg alone
	genes := designs(b.m, 1, 1)[0]
	b.evaluate(t, [][]int{genes}, alone)
	demand(t, b, evaluate.Counts{Requested: 12, Charged: 12})
	b.evaluate(t, [][]int{genes, genes}, alone)
	demand(t, b, evaluate.Counts{Requested: 36, Charged: 12, Memoised: 24})

	other := slices.Clone(genes)
	edges := b.m.Processes() - 1 // a process of the other application
	other[edges] = (other[edges] + 1) % b.m.Bounds()[edges]
	b.evaluate(t, [][]int{other}, alone)
	demand(t, b, evaluate.Counts{Requested: 48, Charged: 12, Memoised: 36})

	twin := slices.Clone(genes)
	b.m.Canonical(twin)
	b.evaluate(t, [][]int{twin}, alone)
	demand(t, b, evaluate.Counts{Requested: 60, Charged: 12, Memoised: 48})

	b.evaluate(t, [][]int{genes}, []int{0, 12})
	demand(t, b, evaluate.Counts{Requested: 62, Charged: 13, Memoised: 49})
}

func demand(t *testing.T, b *bench, want evaluate.Counts) {
	t.Helper()
	if got := b.e.Counts(); got != want {
		t.Fatalf("counts %+v, want %+v", got, want)
	}
}

// Equal keys promise equal outcomes: with a memo or with none to speak of, the
// results are the same, for designs that are full of twins.
func TestMemoIsExact(t *testing.T) {
	with, without := newBench(t, 2, 1<<20), newBench(t, 2, 2)
	rapid.Check(t, func(rt *rapid.T) {
		list := designs(with.m, 4, rapid.Uint64().Draw(rt, "seed"))
		// Few processors, so that restrictions to one application recur.
		for _, genes := range list {
			for p := range with.m.Processes() {
				genes[p] = 4 + genes[p]%2
			}
		}
		ids := rapid.SliceOfNDistinct(rapid.IntRange(0, with.m.Space.Len()-1), 1, 3, rapid.ID).Draw(rt, "ids")
		a, b := with.evaluate(t, list, ids), without.evaluate(t, list, ids)
		if !reflect.DeepEqual(a, b) {
			rt.Fatalf("with memo %v, without %v", a, b)
		}
	})
}

// The number of workers changes neither results nor counts, whatever the memo forgets.
func TestAnyNumberOfWorkers(t *testing.T) {
	one, many := newBench(t, 1, 500), newBench(t, 7, 500)
	for seed := range uint64(4) {
		list := designs(one.m, 6, seed/2) // every second batch repeats the one before
		if a, b := one.evaluate(t, list, nil), many.evaluate(t, list, nil); !reflect.DeepEqual(a, b) {
			t.Fatalf("batch %d differs", seed)
		}
	}
	if one.e.Counts() != many.e.Counts() {
		t.Errorf("counts %+v and %+v", one.e.Counts(), many.e.Counts())
	}
	if c := one.e.Counts(); c.Memoised == 0 || c.Requested != c.Charged+c.Memoised {
		t.Errorf("counts %+v", c)
	}
}

// Two batches may be planned before either has run; they run at the same time.
func TestOverlappingBatches(t *testing.T) {
	b := newBench(t, 2, 100000)
	list := designs(b.m, 4, 5)
	first, second := b.e.Plan(list[:3], nil), b.e.Plan(list[1:], nil)
	done := make(chan error)
	go func() { done <- first.Run(context.Background(), b.client) }()
	if err := second.Run(context.Background(), b.client); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	matrix := first.Matrix()
	b.e.Commit(second)
	b.e.Commit(first)
	fresh := newBench(t, 1, 100000)
	want := fresh.evaluate(t, list, nil)
	if got := append(first.Results(), second.Results()[2]); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var mean float64
	for id, w := range b.e.Weights() {
		mean += float64(w * matrix[0][id][0])
	}
	if want := first.Results()[0].Values[0]; math.Abs(mean-want) > 1e-9*want {
		t.Errorf("the matrix has a mean of %v, the result is %v", mean, want)
	}
}

func TestCancelled(t *testing.T) {
	b := newBench(t, 2, 1000)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.e.Evaluate(ctx, b.client, designs(b.m, 5, 1), nil); err == nil {
		t.Error("a cancelled evaluation gives no error")
	}
}

func TestParseObjectives(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string // of the error
	}{
		{[]string{"makespan", "cost"}, ""},
		{[]string{"cost", "energy", "makespan"}, ""},
		{[]string{"makespan"}, "a trade-off needs at least two objectives; known: makespan, energy, cost"},
		{[]string{"makespan", "makespan"}, `objective "makespan" stands twice`},
		{[]string{"makespan", "engery"}, `there is no objective "engery", did you mean "energy"?`},
	} {
		list, err := evaluate.ParseObjectives(c.names)
		switch {
		case err == nil && c.want != "", err != nil && err.Error() != c.want:
			t.Errorf("%v: error %v, want %q", c.names, err, c.want)
		case err == nil:
			for i, o := range list {
				if o.String() != c.names[i] {
					t.Errorf("%v became %v", c.names, list)
				}
			}
		}
	}
}

func BenchmarkEvaluate(bb *testing.B) {
	b := newBench(bb, 2, 1<<20)
	seed := uint64(0)
	for bb.Loop() {
		b.evaluate(bb, designs(b.m, 16, seed), nil)
		seed++
	}
	bb.ReportMetric(float64(b.e.Counts().Charged)/bb.Elapsed().Seconds(), "simulations/s")
}

// A twin gives the same results on another pool, knows what the other has
// simulated, and counts with it.
func TestTwinSharesWhatIsKnown(t *testing.T) {
	b := newBench(t, 1, 1000)
	pool := workpool.New(3)
	defer pool.Close()
	twin := b.e.Twin(3)
	list := designs(b.m, 5, 11)
	want := b.evaluate(t, list[:3], []int{1, 50})
	got, err := twin.Evaluate(context.Background(), pool.Register("twin", workpool.Compute), list, []int{1, 50})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got[:3], want) {
		t.Errorf("%v, want %v", got[:3], want)
	}
	if c := b.e.Counts(); c != twin.Counts() || c.Memoised < 6 || c.Requested != 16 {
		t.Errorf("counts %+v and %+v", c, twin.Counts())
	}
}
