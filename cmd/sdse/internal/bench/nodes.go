package bench

import (
	"sdse/sesame"
	"sdse/sesame/evaluate"
	"sdse/sesame/shapes"
	"sdse/workpool/counters"
	"sdse/workpool/locality"
	"sdse/workpool/topology"
)

const nodesNote = `A row is a way to place the traces that workers read who are bound to the CPUs of all nodes. × is the time over that of the first row. Node misses are loads
that the memory of another node answered.`

// nodes compares traces that all lie on one node with a replica on each.
func (s *session) nodes() error {
	machine, err := topology.Read()
	if err != nil {
		return err
	}
	return s.onNodes(machine)
}

func (s *session) onNodes(machine *topology.Machine) error {
	t := Table{Name: "nodes", Title: "Traces on one node and on every node", Clock: Both, Note: nodesNote}
	t.columns("CPU", "µs/simulation", "× first", "", "wall", "µs/simulation", "× first", "", "node misses", "/simulation")
	t.publishMigration()
	t.published("local memory 225 ns, remote memory 300 ns, and 400 ns on a Sun Fire 15K", "Tikir and Hollingsworth")
	defer func() { s.show(t) }()
	if machine.Nodes < 2 {
		t.without("a replica per node", locality.ErrOneNode.Error())
		return nil
	}
	sh, err := s.scenes(pick(s.Size, 256, 64, 2))
	if err != nil {
		return err
	}
	cpus := machine.Spread(len(machine.CPUs))
	far := sh.Model.Replica()
	for _, part := range far.TraceMemory() {
		if _, err := locality.NewPages(machine.Nodes).Move(part, machine.NodeNumbers[0]); err != nil {
			t.without("all traces on the first node", err.Error())
			return nil
		}
	}
	return s.placed(&t, sh, cpus, []placing{
		{"all traces on the first node", func(int) *sesame.Model { return far }},
		{"a replica per node", evaluate.PerNode(sh.Model, nodesOf(cpus))},
	})
}

func nodesOf(cpus []topology.CPU) (nodes []int) {
	for _, c := range cpus {
		nodes = append(nodes, c.Node)
	}
	return nodes
}

// placing is the model that every worker simulates with.
type placing struct {
	name  string
	model func(worker int) *sesame.Model
}

// placed simulates with workers that are bound to CPUs.
func (s *session) placed(t *Table, sh *shapes.Shape, cpus []topology.CPU, placings []placing) error {
	w := &watch{}
	var crews []*crew
	defer func() {
		w.close()
		for _, c := range crews {
			c.close()
		}
	}()
	designs := s.few(sh)
	var variants []func() error
	for _, p := range placings {
		sims := make([]*sesame.Simulator, len(cpus))
		c, err := openCrew(len(cpus), func(worker int) error {
			if err := topology.Bind(cpus[worker].Number); err != nil {
				return err
			}
			w.open()
			sims[worker] = p.model(worker).NewSimulator()
			return nil
		})
		if err != nil {
			return err
		}
		crews = append(crews, c)
		jobs := listOf(sh, designs, evaluate.Random, s.Seed)
		variants = append(variants, always(func() { c.run(jobs.portions(), func(worker, i int) { jobs.portion(sims[worker], i) }) }))
	}
	s.probes = []func() float64{w.probe(counters.NodeMisses)}
	defer func() { s.probes = nil }()
	took, err := s.interleave(variants...)
	if err != nil {
		return err
	}
	n := float64(len(designs) * sh.Space.Len())
	for i, p := range placings {
		u := &took[i]
		t.add(p.name, u.cpu.per(n).scaled(1e-3), u.cpu.over(took[0].cpu), u.wall.per(n).scaled(1e-3), u.wall.over(took[0].wall),
			w.figure(counters.NodeMisses, u.probes[0], n))
	}
	return nil
}
