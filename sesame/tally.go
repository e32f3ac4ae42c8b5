package sesame

// tally is what a kernel counts and hands over when it has run.
type tally struct {
	processors []processorTally // per rank
	processes  []processTally   // per slot
	components []waiting        // per component
	moved      []int64          // per move class: how often it was done
	highWater  []int64          // per channel, valid for active ones: most tokens for which room was taken
	iterations []iterationTally // per member of the scenario, only if they are wanted
}

// processorTally is what a processor did.
type processorTally struct {
	dispatch, execute, transfer, waited Time
	picks, switches, preemptions        int64
	operations                          Exact // what operations took beside the power
}

// processTally is how far a process came.
type processTally struct {
	finish   Time
	finished bool
	waits    int32 // channel that it waits for, or -1
}

// waiting is how long transfers waited for a component.
type waiting struct {
	sum, most Time
}

// iterationTally is when the iterations of an application began and ended.
type iterationTally struct {
	starts []Time
	ends   []Time  // when a process last ended the iteration
	ended  []int32 // how many processes have ended it
	timing timing
	active int32 // processes that have events
}

func newTally(m *Model) tally {
	return tally{processors: make([]processorTally, 0, len(m.Platform.Processors)), processes: make([]processTally, 0, m.Processes()),
		components: make([]waiting, len(m.Platform.Components)), moved: make([]int64, len(m.moves)),
		highWater: make([]int64, m.Channels())}
}

// clear makes a tally of nothing for a number of processors and processes.
func (t *tally) clear(processors, processes int) {
	t.processors, t.processes = t.processors[:processors], t.processes[:processes]
	clear(t.processors)
	clear(t.processes)
	clear(t.components)
	clear(t.moved)
	t.iterations = nil
}

// wait notes that a transfer waited for a component.
func (t *tally) wait(component int32, d Time) {
	w := &t.components[component]
	w.sum += d
	w.most = max(w.most, d)
}
