package bench

import (
	"fmt"

	"sdse/sesame"
	"sdse/sesame/shapes"
)

// macroblocks are the lengths of length, for 10³ to 10⁷ events.
var macroblocks = []int{23, 72, 227, 719, 2_273, 7_187, 22_727, 71_868, 227_273}

// length shows that time per event does not depend on how many there are.
func (s *session) length() error {
	t := Table{Name: "length", Title: "Time per event and length of a simulation", Clock: CPU,
		Note: "One frame of the encoder, one process per processor, fcfs, with more and more macroblocks, all of them different."}
	t.columns("events", "", "one lane", "ns/event", "two lanes", "ns/event")
	plot := Plot{Title: t.Title, X: "events of a simulation", Y: "CPU time per event (ns)", Series: []Series{{Name: "one lane"}, {Name: "two lanes"}}}
	for _, n := range pick(s.Size, macroblocks, macroblocks[:6], macroblocks[:4]) {
		sh, err := shapes.Length(s.Seed, n)
		if err != nil {
			return err
		}
		k := newKernel(sh, max(2, min(s.designs(), 1_000_000/int(sh.Events()))))
		if err := s.curve(&t, &plot, fmt.Sprintf("%d macroblocks", n), float64(k.Events()), 0, k); err != nil {
			return err
		}
	}
	s.show(t, plot)
	return nil
}

// curve measures a kernel with one lane and with two, and adds it to two series
// of a plot, from the first one on, at x.
func (s *session) curve(t *Table, plot *Plot, name string, x float64, first int, k *kernel) error {
	took, err := s.interleave(k.simulate(oneLane), k.simulate(twoLanes))
	if err != nil {
		return err
	}
	if !k.sim.Ready(k.jobs[0].Genes, 0) {
		name += " (general kernel)"
	}
	one, two := took[0].cpu.per(k.events()), took[1].cpu.per(k.events())
	t.add(name, exactly(x), one, two)
	plot.Series[first].add(x, one)
	plot.Series[first+1].add(x, two)
	return nil
}

// processes shows what more processes cost, at the same number of events each.
func (s *session) processes() error {
	t := Table{Name: "processes", Title: "Time per event and number of processes", Clock: CPU,
		Note: "More and more encoders of one frame, 264 events per process, fcfs: on sixteen processors with two buses (crowd),\n" +
			"and each in its own cluster of four processors and a bus (clusters), up to 256 processors."}
	t.columns("processes", "", "one lane", "ns/event", "two lanes", "ns/event")
	plot := Plot{Title: t.Title, X: "processes", Y: "CPU time per event (ns)", Series: []Series{{Name: "sixteen processors, one lane"}, {Name: "sixteen processors, two lanes"},
		{Name: "a cluster per encoder, one lane"}, {Name: "a cluster per encoder, two lanes"}}}
	sizes := []int{1, 2, 4, 8, 16, 32, 64}
	for _, n := range pick(s.Size, sizes, sizes[:5], sizes[:3]) {
		for i, make := range []func(uint64, int) (*shapes.Shape, error){shapes.Crowd, shapes.Clusters} {
			sh, err := make(s.Seed, n)
			if err != nil {
				return err
			}
			k := newKernel(sh, min(8, s.designs()))
			if err := s.curve(&t, &plot, sh.Name, float64(8*n), 2*i, k); err != nil {
				return err
			}
		}
	}
	s.show(t, plot)
	return nil
}

// skipping compares the kernel that skips what repeats with one that does not.
func (s *session) skipping() error {
	t := Table{Name: "skipping", Title: "Skipping what repeats", Clock: CPU,
		Note: "Frames of the encoder that are all alike, one process per processor, fcfs, two lanes; and two applications that both repeat but never\n" +
			"in step, where looking for repetition is all loss. Gain is the time without skipping over the time with it."}
	t.columns("events", "", "with", "ns/event", "without", "ns/event", "gain", "×")
	plot := Plot{Title: t.Title, X: "equal frames", Y: "time without skipping / with", Series: []Series{{Name: "gain"}}}
	frames := []int{1, 4, 11, 30, 300}
	for _, n := range pick(s.Size, frames, frames, []int{1, 30}) {
		sh, err := shapes.EqualFrames(s.Seed, n)
		if err != nil {
			return err
		}
		gain, err := s.gain(&t, fmt.Sprintf("%d equal frames", n), sh)
		if err != nil {
			return err
		}
		plot.Series[0].add(float64(n), gain)
	}
	sh, err := shapes.Aperiodic(s.Seed)
	if err == nil {
		_, err = s.gain(&t, "nothing periodic", sh)
	}
	s.show(t, plot)
	return err
}

func (s *session) gain(t *Table, name string, sh *shapes.Shape) (Value, error) {
	k := newKernel(sh, min(8, s.designs()))
	took, err := s.interleave(k.simulate(twoLanes), k.simulate(sesame.Tuning{NoSkipping: true}))
	if err != nil {
		return Value{}, err
	}
	gain := took[1].cpu.over(took[0].cpu)
	t.add(name, exactly(float64(sh.Events())), took[0].cpu.per(k.events()), took[1].cpu.per(k.events()), gain)
	return gain, nil
}
