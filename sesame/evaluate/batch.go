package evaluate

import (
	"context"

	"sdse/sesame"
	"sdse/workpool"
)

// Batch is a number of designs to be judged in a number of scenarios.
type Batch struct {
	e         *Evaluator
	scenarios []int
	designs   []judged
	jobs      []simulation
	repeated  []repeat
}

// judged is a design in a batch.
type judged struct {
	genes     []int
	cost      float64
	violation float64 // of the hardware's limits; such a design is not simulated
	reason    string
	outcomes  []sesame.Outcome // per scenario of the batch
}

// simulation is a job for the pool: it writes its own outcome and nothing else.
type simulation struct {
	place
	key memoKey
}

// place is where an outcome belongs: index of the design, and of the scenario
// within the batch.
type place struct{ design, at int }

// repeat is an outcome that the simulation of another place will bring.
type repeat struct{ to, from place }

// Plan looks up which outcomes are known, decides which have to be simulated,
// and counts both. The designs must not change until the batch is committed.
func (e *Evaluator) Plan(designs [][]int, scenarios []int) *Batch {
	if scenarios == nil {
		scenarios = e.all
	}
	e.memo.turn()
	b := &Batch{e: e, scenarios: scenarios, designs: make([]judged, len(designs))}
	planned := map[memoKey]place{}
	for i, genes := range designs {
		d := &b.designs[i]
		d.genes = genes
		e.model.Decode(genes, e.mapping)
		d.cost = e.model.Cost(e.mapping)
		if d.violation, d.reason = e.model.Check(e.mapping); d.violation > 0 {
			continue
		}
		d.outcomes = make([]sesame.Outcome, len(scenarios))
		b.plan(i, planned)
		e.counts.Requested += int64(len(scenarios))
	}
	b.arrange()
	e.counts.Charged += int64(len(b.jobs))
	e.counts.Memoised = e.counts.Requested - e.counts.Charged
	return b
}

// plan finds out for each scenario where the outcome of a design, decoded in
// e.mapping, will come from.
func (b *Batch) plan(design int, planned map[memoKey]place) {
	e := b.e
	restricted := map[int]uint32{}
	for at, id := range b.scenarios {
		set := e.sets[id]
		n, ok := restricted[set]
		if !ok {
			e.key = e.model.AppendKey(e.key[:0], e.mapping, set)
			n = e.memo.number(e.key)
			restricted[set] = n
		}
		key := memoKey{n, uint32(id)}
		if outcome, ok := e.memo.get(key); ok {
			b.designs[design].outcomes[at] = outcome
		} else if from, ok := planned[key]; ok {
			b.repeated = append(b.repeated, repeat{place{design, at}, from})
		} else {
			planned[key] = place{design, at}
			b.jobs = append(b.jobs, simulation{place{design, at}, key})
		}
	}
}

// Runner runs batches of jobs: a client of a pool, or the context of a job.
type Runner interface {
	Run(ctx context.Context, jobs int, job func(c *workpool.Context, job int)) error
}

// Run simulates what has to be simulated as one batch.
func (b *Batch) Run(ctx context.Context, on Runner) error {
	if err := on.Run(ctx, (len(b.jobs)+together-1)/together, b.simulate); err != nil {
		return err
	}
	for _, r := range b.repeated {
		*b.outcome(r.to) = *b.outcome(r.from)
	}
	return nil
}

func (b *Batch) outcome(of place) *sesame.Outcome { return &b.designs[of.design].outcomes[of.at] }

// together is how many simulations a hart takes at a time. A simulator is faster
// with several of them; too many would leave harts without work at the end.
const together = 4

// simulate does one job of the pool.
func (b *Batch) simulate(c *workpool.Context, job int) {
	first := job * together
	b.part(c, first*(together+1)+min(len(b.jobs)-first, together))
}

// part simulates a number of jobs from one on, both in its argument. At a batch's
// end, when harts have become idle, it leaves half of them to another.
func (b *Batch) part(c *workpool.Context, which int) {
	first, n := which/(together+1), which%(together+1)
	var other *workpool.Task
	if half := n / 2; half > 0 && c.Idle() {
		if other = c.TrySpawn(b.part, (first+n-half)*(together+1)+half); other != nil {
			n -= half
		}
	}
	jobs := b.jobs[first : first+n]
	hart := b.e.hart(c.Hart())
	wanted := hart.wanted[:0]
	for i := range jobs {
		scenario := b.scenarios[jobs[i].at]
		wanted = append(wanted, sesame.Job{Genes: b.designs[jobs[i].design].genes, Scenario: scenario})
		if b.e.settings.Accessed != nil {
			b.e.settings.Accessed(c.Hart(), scenario)
		}
	}
	hart.simulator.SimulateAll(wanted)
	for i := range jobs {
		*b.outcome(jobs[i].place) = wanted[i].Outcome
	}
	if other != nil {
		if err := c.Wait(other); err != nil {
			panic(err) // what its job panicked with is this job's
		}
	}
}

// Commit puts the outcomes of a batch that has run into the memo.
func (e *Evaluator) Commit(b *Batch) {
	for i := range b.jobs {
		e.memo.put(b.jobs[i].key, *b.outcome(b.jobs[i].place))
	}
}

// Results returns the quality of each design over the scenarios of a committed batch.
func (b *Batch) Results() []Result {
	results := make([]Result, len(b.designs))
	for i := range results {
		results[i] = b.result(&b.designs[i])
	}
	return results
}

func (b *Batch) result(d *judged) Result {
	if d.violation > 0 {
		return Result{Violation: d.violation, Reason: d.reason}
	}
	var total, failed float64
	var reason string
	sums := make([]float64, len(b.e.objectives))
	for at, id := range b.scenarios {
		w := b.e.weights[id]
		total += w
		if f := d.outcomes[at].Failure; f != sesame.None {
			failed += w
			if reason == "" {
				reason = f.String() + " in scenario " + b.e.model.Space.Label(id)
			}
			continue
		}
		for k, o := range b.e.objectives {
			// The conversion keeps the compiler from fusing the two operations,
			// which would give other bits on other machines.
			sums[k] += float64(w * o.of(d.outcomes[at], d.cost))
		}
	}
	if reason != "" {
		return Result{Violation: failed/total + failureFloor, Reason: reason}
	}
	for k, o := range b.e.objectives {
		sums[k] /= total
		if o == Cost {
			sums[k] = d.cost // the mean of a constant, without its rounding
		}
	}
	return Result{Values: sums}
}

// failureFloor keeps the violation of a failure above 0 even if the scenario in
// which it happens has no weight.
const failureFloor = 1e-9

// Matrix returns the objectives of every design in every single scenario of the
// batch, [design][scenario][objective], with nil for an infeasible design. The
// batch must have run; it need not be committed.
func (b *Batch) Matrix() [][][]float64 {
	matrix := make([][][]float64, len(b.designs))
	for i := range b.designs {
		matrix[i] = b.rows(&b.designs[i])
	}
	return matrix
}

func (b *Batch) rows(d *judged) [][]float64 {
	if d.violation > 0 {
		return nil
	}
	n := len(b.e.objectives)
	values := make([]float64, n*len(b.scenarios))
	rows := make([][]float64, len(b.scenarios))
	for at := range rows {
		if d.outcomes[at].Failure != sesame.None {
			return nil
		}
		rows[at] = values[at*n : at*n+n]
		for k, o := range b.e.objectives {
			rows[at][k] = o.of(d.outcomes[at], d.cost)
		}
	}
	return rows
}
