package bench

import (
	"fmt"
	"runtime"

	"sdse/workpool"
)

const fibonacciNote = `A row is one way to compute a Fibonacci number by its definition, two calls in every call. Speed is the time of the sequential program over that of this one, by
wall time, as published. Fail-fast tries in every call to leave one of the two to an idle hart, and makes both itself if there is none: with one hart it shows what
trying costs, with more what it gains. Always is a goroutine for one of the two in every call, for the smaller number only. Left is how many calls other harts took.`

// fibonacci compares the ways for two numbers. With a goroutine for every call the
// larger would take minutes.
func (s *session) fibonacci() error {
	small, large := pick(s.Size, 27, 24, 18), pick(s.Size, 35, 32, 24)
	t := Table{Name: "fibonacci", Title: "Fibonacci numbers", Clock: Both, Note: fibonacciNote}
	t.columns("wall", "ms", "CPU", "ms", "speed", "× sequential", "CPU time", "× sequential", "left", "")
	t.published("speed 1.00 sequential, 0.25 with a thread for every call, 1.24 failing fast", "Sasada, MULiTh, Tokyo University of Agriculture and Technology 2004; a simulated multithreaded processor")
	plot := Plot{Title: t.Title, X: "number and way", Y: "speed, relative to the sequential program", Log: true, Series: []Series{{Name: "speed"}}}
	for _, n := range []int{small, large} {
		if err := s.fibonacciOf(n, n == small, &t, &plot); err != nil {
			return err
		}
	}
	s.show(t, plot)
	return nil
}

// fibonacciOf compares the ways for a number.
func (s *session) fibonacciOf(n int, always bool, t *Table, plot *Plot) error {
	ways := []string{"sequential"}
	want := sequentialFibonacci(n)
	variants := []func() error{func() error { return checked(sequentialFibonacci(n), want) }}
	if always {
		ways = append(ways, "always, goroutines")
		variants = append(variants, func() error { return checked(goroutineFibonacci(n), want) })
	}
	left := 0.0
	s.probes = []func() float64{func() float64 { return left }}
	defer func() { s.probes = nil }()
	for _, harts := range s.workers(1, runtime.GOMAXPROCS(0)) {
		p := workpool.New(harts)
		defer p.Close()
		client := p.Register("bench", workpool.Compute)
		ways = append(ways, fmt.Sprintf("fail-fast, %d harts", harts))
		variants = append(variants, func() error {
			got, before := 0, tasksOf(p)
			err := client.Run(s.ctx, 1, func(c *workpool.Context, _ int) { got = failFastFibonacci(c, n) })
			if err != nil {
				return err
			}
			left += tasksOf(p) - before
			return checked(got, want)
		})
	}
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	for i, way := range ways {
		u, speed := &took[i], took[0].wall.over(took[i].wall)
		name := fmt.Sprintf("number %d, %s", n, way)
		t.add(name, u.wall.each(1e-3), u.cpu.each(1e-3), speed, u.cpu.over(took[0].cpu), u.probes[0].each(1))
		plot.Series[0].add(float64(len(plot.Cases)), speed)
		plot.Cases = append(plot.Cases, name)
	}
	return nil
}

// tasksOf counts the tasks that harts of a pool have taken over.
func tasksOf(p *workpool.Pool) (tasks float64) {
	for _, h := range p.Stats() {
		tasks += float64(h.Spawned)
	}
	return tasks
}

func checked(got, want int) error {
	if got != want {
		return fmt.Errorf("computed %d where the Fibonacci number is %d", got, want)
	}
	return nil
}

func sequentialFibonacci(n int) int {
	if n < 2 {
		return n
	}
	return sequentialFibonacci(n-1) + sequentialFibonacci(n-2)
}

func goroutineFibonacci(n int) int {
	if n < 2 {
		return n
	}
	other := make(chan int, 1)
	go func() { other <- goroutineFibonacci(n - 1) }() // ends with its number, waited for below
	return goroutineFibonacci(n-2) + <-other
}

func failFastFibonacci(c *workpool.Context, n int) int {
	if n < 2 {
		return n
	}
	if c.Idle() {
		return shared(c, n)
	}
	return failFastFibonacci(c, n-1) + failFastFibonacci(c, n-2)
}

// shared leaves one of the two calls to an idle hart if it is quick enough.
func shared(c *workpool.Context, n int) int {
	var other int
	t := c.TrySpawn(func(c *workpool.Context, n int) { other = failFastFibonacci(c, n) }, n-1)
	if t == nil {
		other = failFastFibonacci(c, n-1)
	}
	own := failFastFibonacci(c, n-2)
	if t != nil {
		spawned(c, t)
	}
	return own + other
}
