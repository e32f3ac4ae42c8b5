package sesame

// twins finds the processors that may be exchanged for each other: those of one
// group that nothing tells apart. The result gives each processor the first of
// its twins.
func (m *Model) findTwins() []int {
	apart := m.toldApart()
	twins := make([]int, len(m.Platform.Processors))
	for i := range twins {
		twins[i] = i
		for j := range i {
			if twins[j] == j && !apart[i] && !apart[j] && m.interchangeable(i, j) {
				twins[i] = j
				break
			}
		}
	}
	return twins
}

// toldApart reports for each processor whether its place makes it unlike all
// others: on a network, at a point-to-point buffer, in the wheel of a bus.
func (m *Model) toldApart() []bool {
	apart := make([]bool, len(m.Platform.Processors))
	for i := range m.Platform.Networks {
		for p, tile := range m.Platform.Networks[i].ProcessorTile {
			apart[p] = apart[p] || tile >= 0
		}
	}
	for i := range m.Platform.Components {
		c := &m.Platform.Components[i]
		if c.Scope == PerPair {
			apart[c.Owner], apart[c.Peer] = true, true
		}
		if c.Arbitration == TDMA {
			for _, p := range c.Slots {
				apart[p] = true
			}
		}
	}
	return apart
}

func (m *Model) interchangeable(i, j int) bool {
	a, b := &m.Platform.Processors[i], &m.Platform.Processors[j]
	if a.Group != b.Group || a.Cluster != b.Cluster || a.Priority != b.Priority {
		return false
	}
	for p := range m.Platform.Paths {
		path := &m.Platform.Paths[p]
		if path.From[i] != path.From[j] || path.To[i] != path.To[j] {
			return false
		}
	}
	return true
}
