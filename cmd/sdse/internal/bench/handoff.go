package bench

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"

	"sdse/workpool/topology"
)

// handoff compares ways to hand results over.
func handoff() Benchmark {
	return Benchmark{
		Name:  "handoff",
		Usage: "handing results over by pointer, by one copy, by two, through a pipe: bandwidth by size",
		Description: `Hands blocks of 64 bytes to 16 MB from the goroutine that wrote them to one that
reads them: by pointer, as sdse does; copied once; copied twice, as between
processes that share memory; and through a pipe. Both as Go schedules the two and
with each bound to a CPU of its own.

This is Phoenix's figure of bandwidth by message size (Pant, Jafri and
Kindratenko).`,
		parts: []part{
			{"anywhere", func(s *session) error { return s.handOver("anywhere", "Handing results over, anywhere", nil) }},
			{"bound", (*session).handOverBound},
		},
	}
}

const handOverNote = `A row is a size of block. The worker writes something into every cache line of it and hands it over, the receiver reads every line and says that it has,
then comes the next: bandwidth is size over the time of all that, so small blocks show what it takes to wake each other. × is the time over that by pointer.`

func (s *session) handOverBound() error {
	m, err := topology.Read()
	if err != nil {
		return err
	}
	title := "Handing results over, worker and receiver bound to two CPUs"
	if len(m.CPUs) < 2 {
		t := Table{Name: "bound", Title: title, Clock: Wall, Note: handOverNote}
		t.without("all sizes", "not measured: there is one CPU")
		s.show(t)
		return nil
	}
	return s.handOver("bound", title, m.Spread(2))
}

// handOver measures all sizes; cpus are the worker's and the receiver's, or none.
func (s *session) handOver(name, title string, cpus []topology.CPU) error {
	t := Table{Name: name, Title: title, Clock: Wall, Note: handOverNote}
	t.published("shared memory within a node far above OpenMPI 1.2.1 and MVAPICH2 1.0.2p1 for large messages, one copy instead of two; about 10 GB/s at best, where both tasks share a cache",
		"Pant, Jafri and Kindratenko, Phoenix, PDP 2009; two quad-core EM64T of 2007")
	plot := newPlot(title, "bytes of a block", "bandwidth (GB/s)")
	plot.Log = true
	for _, l := range links {
		t.columns(l.name, "GB/s")
		plot.Series = append(plot.Series, Series{Name: l.name})
	}
	for _, l := range links[1:] {
		t.columns(l.name, "×")
	}
	sizes := []int{64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20, 16 << 20}
	for _, size := range pick(s.Size, sizes, sizes, []int{64, 32 << 10, 2 << 20}) {
		took, err := s.handOverSize(size, cpus)
		if err != nil {
			return err
		}
		var values []Value
		for i := range took {
			bandwidth := took[i].wall.per(float64(size)).inverse(1)
			values = append(values, bandwidth)
			plot.Series[i].add(float64(size), bandwidth)
		}
		for i := range took[1:] {
			values = append(values, took[i+1].wall.over(took[0].wall))
		}
		t.add(bytesOf(size), values...)
	}
	s.show(t, plot)
	return nil
}

// bytesOf writes a size, which is a power of two or a few of them.
func bytesOf(size int) string {
	switch {
	case size >= 1<<20:
		return fmt.Sprintf("%d MiB", size>>20)
	case size >= 1<<10:
		return fmt.Sprintf("%d KiB", size>>10)
	}
	return fmt.Sprintf("%d B", size)
}

// handOverSize measures every link with blocks of one size.
func (s *session) handOverSize(size int, cpus []topology.CPU) (took []taken, err error) {
	var variants []func() error
	var pairs []*pair
	defer func() {
		for _, p := range pairs {
			err = errors.Join(err, p.close())
		}
	}()
	for _, l := range links {
		opened, err := l.open(size)
		if err != nil {
			return nil, err
		}
		p := &pair{link: opened, block: make(block, size), used: make(chan struct{}, 1)}
		p.start(cpus)
		pairs = append(pairs, p)
		variants = append(variants, p.handOver)
	}
	if len(cpus) == 0 {
		return s.interleave(variants...)
	}
	err = onCPU(cpus[0].Number, func() error {
		var err error
		took, err = s.interleave(variants...)
		return err
	})
	return took, err
}

// pair is a worker, which is whoever calls handOver, and a receiver.
type pair struct {
	link     link
	block    block
	stamp    byte
	used     chan struct{} // closed when the receiver has ended
	receiver errgroup.Group
}

var (
	errDamaged = errors.New("a block did not arrive as it was sent")
	errGone    = errors.New("the receiver has ended")
)

// start starts the receiver, which close ends and waits for.
func (p *pair) start(cpus []topology.CPU) {
	p.receiver.Go(func() error {
		defer close(p.used)
		if len(cpus) == 0 {
			return p.receive()
		}
		return onCPU(cpus[1].Number, p.receive)
	})
}

// receive is the receiver's life.
func (p *pair) receive() error {
	for stamp := byte(1); ; stamp++ {
		b, err := p.link.receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("receive a block: %w", err)
		}
		if b.sum() != len(p.block)/line*int(stamp) {
			return errDamaged
		}
		p.used <- struct{}{}
	}
}

// handOver makes a block and returns when it has been used.
func (p *pair) handOver() error {
	p.stamp++
	p.block.stamp(p.stamp)
	if err := p.link.send(p.block); err != nil {
		return fmt.Errorf("send a block: %w", err)
	}
	if _, alive := <-p.used; !alive {
		return errGone
	}
	return nil
}

// close returns what became of the receiver.
func (p *pair) close() error { return errors.Join(p.link.close(), p.receiver.Wait()) }

// onCPU calls f in a goroutine whose thread is bound to a CPU; the thread ends
// with it.
func onCPU(cpu int, f func() error) error {
	var alone errgroup.Group
	alone.Go(func() error {
		runtime.LockOSThread()
		if err := topology.Bind(cpu); err != nil {
			return err
		}
		return f()
	})
	return alone.Wait()
}
