package wiring

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"sdse/workpool"
	"sdse/workpool/topology"
)

// jitter is a policy that takes its time and chooses anything.
type jitter struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func (*jitter) Name() string { return "jitter" }

func (j *jitter) Choose(_ workpool.Chooser, open []workpool.Offer) int {
	j.mu.Lock()
	pause, k := j.rng.IntN(4), j.rng.IntN(len(open))
	j.mu.Unlock()
	if pause == 0 {
		time.Sleep(time.Duration(k+1) * 300 * time.Microsecond)
	}
	return k
}

// TestScheduleDoesNotMatter explores on all kinds of pools: the whole result is
// the same, bit by bit.
func TestScheduleDoesNotMatter(t *testing.T) {
	var want []byte
	for i, settings := range []workpool.Settings{
		{Workers: 1},
		{Workers: 2},
		{Workers: 7},
		{Workers: 1, Sequential: true},
		{Workers: 4, Sequential: true},
		{Workers: 3, Policy: workpool.FCFS()},
		{Workers: 3, Policy: workpool.TagPriority(Training, Selecting)},
		{Workers: 3, Policy: workpool.Dedicated(1, Searching)},
		{Workers: 4, Policy: workpool.NearestDomain(), Domains: []int{0, 0, 1, 1}},
		{Workers: 2, Threads: true},
		{Workers: 3, CPUs: bindable()},
		{Workers: 2, Policy: &jitter{rng: rand.New(rand.NewPCG(1, 2))}},
		{Workers: 5, Policy: &jitter{rng: rand.New(rand.NewPCG(3, 4))}},
	} {
		if testing.Short() && i%2 == 1 {
			continue // under the race detector they take ten times as long
		}
		pool, err := workpool.Open(settings)
		if err != nil {
			t.Fatal(err)
		}
		result, counts, err := small(t).Run(t.Context(), pool)
		pool.Close()
		if err != nil {
			t.Fatal(err)
		}
		got := []byte(fmt.Sprintf("%x %x %+v %+v", result.Front, result.Hypervolume, result.History, counts)) // %x: to the last bit
		if i == 0 {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Errorf("%+v: another result", settings)
		}
	}
}

// bindable returns the CPUs to bind harts to, none where that is not done.
func bindable() []int {
	if runtime.GOOS != "linux" {
		return nil
	}
	machine, err := topology.Read()
	if err != nil {
		return nil
	}
	var cpus []int
	for _, cpu := range machine.Spread(3) {
		cpus = append(cpus, cpu.Number)
	}
	return cpus
}
