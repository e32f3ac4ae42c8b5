package sesame

// Events returns how many events a simulation of a system scenario has: reads,
// writes and executes of all iterations.
func (m *Model) Events(scenario int) (n int64) {
	for _, member := range m.Space.At(scenario).Members {
		sc := &m.Space.Applications[member.Application].Scenarios[member.Scenario]
		for _, f := range sc.Traces {
			n += f.Len() * int64(sc.Iterations)
		}
	}
	return n
}

// Ready binds a design and a scenario to the fast kernel, which is what a
// simulation begins with, and reports whether that can do it. It is there to
// measure what binding costs and which simulations are fast.
func (s *Simulator) Ready(genes []int, scenario int) bool {
	return s.fastCan(s.lanes[0], genes, scenario)
}
