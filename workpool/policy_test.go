package workpool_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sdse/workpool"
)

// TestChoose: whom each policy helps, by hand.
func TestChoose(t *testing.T) {
	type offers = []workpool.Offer
	fair, fcfs, domain := workpool.Fair(), workpool.FCFS(), workpool.NearestDomain()
	priority, dedicated := workpool.TagPriority("a", "b"), workpool.Dedicated(2, "a")
	for _, c := range []struct {
		policy workpool.Policy
		hart   int
		open   offers
		want   int
	}{
		{fair, 0, offers{{Weight: 1, Family: 2, Harts: 2}, {Weight: 1, Family: 1, Harts: 1}}, 1},
		{fair, 0, offers{{Weight: 1, Family: 1, Harts: 1}, {Weight: 1, Family: 1, Harts: 1}}, 0},
		{fair, 0, offers{{Weight: 3, Family: 2, Harts: 2}, {Weight: 1, Family: 1, Harts: 1}}, 0}, // 3/3 before 2/1
		{fair, 0, offers{{Weight: 3, Family: 3, Harts: 3}, {Weight: 1, Family: 0, Harts: 0}}, 1}, // 4/3 after 1/1
		{fair, 0, offers{{Weight: 1, Family: 3, Harts: 2}, {Weight: 1, Family: 3, Harts: 1}}, 1}, // within a family
		{fair, 0, offers{{Weight: 1, Family: 3, Harts: 0}, {Weight: 1, Family: 2, Harts: 2}}, 1}, // families first
		{fcfs, 0, offers{{Opened: 7}, {Opened: 3, Harts: 9}, {Opened: 5}}, 1},
		{priority, 0, offers{{Tag: "c", Weight: 1}, {Tag: "b", Weight: 1, Harts: 5, Family: 5}}, 1},
		{priority, 0, offers{{Tag: "b", Weight: 1}, {Tag: "a", Weight: 1, Harts: 3, Family: 3}, {Tag: "a", Weight: 1, Harts: 1, Family: 1}}, 2},
		{priority, 0, offers{{Tag: "x", Weight: 1, Harts: 1, Family: 1}, {Tag: "y", Weight: 1}}, 1},
		{dedicated, 1, offers{{Tag: "b", Weight: 1}, {Tag: "a", Weight: 1}}, 1},
		{dedicated, 2, offers{{Tag: "b", Weight: 1}, {Tag: "a", Weight: 1}}, 0},
		{dedicated, 1, offers{{Tag: "b", Weight: 1}}, -1},
		{dedicated, 2, offers{{Tag: "a", Weight: 1}}, -1},
		{domain, 0, offers{{Harts: 2, Near: 0}, {Harts: 3, Near: 2}}, 1}, // where its neighbours are
		{domain, 0, offers{{Harts: 2, Near: 1}, {Harts: 0, Near: 0}}, 1}, // but nobody is left alone
		{domain, 0, offers{{Harts: 2, Near: 1}, {Harts: 1, Near: 1}}, 1},
	} {
		if got := c.policy.Choose(workpool.Chooser{Hart: c.hart, Harts: 4}, c.open); got != c.want {
			t.Errorf("%s, hart %d of %+v: %d, want %d", c.policy.Name(), c.hart, c.open, got, c.want)
		}
	}
}

// TestParsePolicy: names go there and back, and what is none is refused.
func TestParsePolicy(t *testing.T) {
	for _, name := range []string{"fair", "fcfs", "domain", "tag-priority:a", "tag-priority:a,b", "dedicated:3:x"} {
		p, err := workpool.ParsePolicy(name)
		if err != nil || p.Name() != name {
			t.Errorf("%q became %v, %v", name, p, err)
		}
	}
	for _, name := range []string{"", "fairer", "fair:1", "tag-priority", "tag-priority:", "dedicated", "dedicated:0:x", "dedicated:2", "dedicated:x:y"} {
		if p, err := workpool.ParsePolicy(name); err == nil {
			t.Errorf("%q became %v", name, p.Name())
		}
	}
}

// TestOpenRefuses settings with which some batch would never run.
func TestOpenRefuses(t *testing.T) {
	for _, s := range []workpool.Settings{
		{Workers: 2, Policy: workpool.Dedicated(2, "a")},
		{Workers: 2, Policy: workpool.Dedicated(0, "a")},
		{Workers: 3, Domains: []int{0, 1}},
	} {
		if pool, err := workpool.Open(s); err == nil {
			pool.Close()
			t.Errorf("%+v was opened", s)
		}
	}
}

// share is two clients of a pool that both have more jobs than harts, opened one
// after the other, and how many of each run then.
func share(t *testing.T, settings workpool.Settings, first, second workpool.Tag, weight int) (a, b int) {
	synctest.Test(t, func(t *testing.T) {
		pool, err := workpool.Open(settings)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		one, two := block(pool, string(first)), block(pool, string(second))
		one.Client, two.Client = pool.Register("one", first), pool.Register("two", second)
		two.SetWeight(weight)
		one.start(t.Context(), 500)
		one.began()
		two.start(t.Context(), 500)
		before := one.began()
		for range settings.Workers { // every hart comes to the end of a job
			select {
			case one.gate <- struct{}{}:
			default:
			}
		}
		a, b = one.began()-before, two.began()
		close(one.gate)
		close(two.gate)
	})
	return a, b
}

// TestYield: harts inside a batch go over to one that is opened later, as far as
// the policy says.
func TestYield(t *testing.T) {
	for _, c := range []struct {
		policy        workpool.Policy
		first, second workpool.Tag
		weight        int
		a, b          int // jobs of the two that run next on the four harts
	}{
		{workpool.Fair(), "a", "b", 1, 2, 2},
		{workpool.Fair(), "a", "b", 3, 1, 3},
		{workpool.FCFS(), "a", "b", 1, 4, 0},
		{workpool.TagPriority("b"), "a", "b", 1, 0, 4},
		{workpool.TagPriority("a"), "a", "b", 1, 4, 0},
		{workpool.Dedicated(1, "a"), "a", "b", 1, 1, 3}, // the three were idle
	} {
		if a, b := share(t, workpool.Settings{Workers: 4, Policy: c.policy}, c.first, c.second, c.weight); a != c.a || b != c.b {
			t.Errorf("%s, weight %d: %d and %d, want %d and %d", c.policy.Name(), c.weight, a, b, c.a, c.b)
		}
	}
}

// jitter is a policy that takes its time and chooses anything, or nothing while
// other harts are at work.
type jitter struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func (*jitter) Name() string { return "jitter" }

func (j *jitter) Choose(_ workpool.Chooser, open []workpool.Offer) int {
	j.mu.Lock()
	pause, k, none := j.rng.IntN(50), j.rng.IntN(len(open)), j.rng.IntN(3) == 0
	j.mu.Unlock()
	if pause == 0 {
		time.Sleep(20 * time.Microsecond)
	}
	for i := range open {
		none = none && open[i].Harts > 0
	}
	if none {
		return -1
	}
	return k
}

// TestAnyPolicy: whatever a policy chooses, every job runs once and nothing hangs.
func TestAnyPolicy(t *testing.T) {
	batches := 2000
	if testing.Short() {
		batches = 200
	}
	pool, err := workpool.Open(workpool.Settings{Workers: 4, Policy: &jitter{rng: rand.New(rand.NewPCG(3, 4))}})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var clients sync.WaitGroup
	for i := range 3 {
		client := pool.Register(fmt.Sprint(i), "")
		clients.Go(func() { tortureClient(t, pool, client, batches/3, uint64(i)) })
	}
	clients.Wait()
}

// TestStats: what harts have done adds up.
func TestStats(t *testing.T) {
	pool := workpool.New(2)
	defer pool.Close()
	a, b := pool.Register("a", "left"), pool.Register("b", "right")
	c := a.Register("c", "child")
	job := func(c *workpool.Context, _ int) {
		time.Sleep(time.Microsecond)
		c.Block(func() {})
	}
	for _, client := range []*workpool.Client{a, b, c} {
		if err := client.Run(context.Background(), 30, job); err != nil {
			t.Fatal(err)
		}
	}
	jobs := map[workpool.Tag]int64{}
	var blocked int64
	for i, s := range pool.Stats() {
		if s.Hart != i || s.CPU != -1 {
			t.Errorf("hart %d says it is %d on CPU %d", i, s.Hart, s.CPU)
		}
		for tag, n := range s.Jobs {
			jobs[tag] += n
		}
		blocked += s.Blocked
		if s.Barrier > s.Idle || s.Busy+s.Idle == 0 {
			t.Errorf("busy %v, idle %v, barrier %v", s.Busy, s.Idle, s.Barrier)
		}
	}
	if jobs["left"] != 30 || jobs["right"] != 30 || jobs["child"] != 30 || len(jobs) != 3 || blocked != 90 {
		t.Errorf("jobs %v, blocked %d", jobs, blocked)
	}
}

// TestRefusedIsPassedOn: a hart that was woken for a batch it may not work in
// wakes another.
func TestRefusedIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool, err := workpool.Open(workpool.Settings{Workers: 4, Policy: workpool.Dedicated(2, "a")})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		b := &blocker{Client: pool.Register("b", "b"), gate: make(chan struct{}), ended: make(chan error, 2)}
		b.want(t, 0) // until all have parked
		b.start(t.Context(), 1)
		b.want(t, 1)
		b.release(1)
	})
}
