package sesame_test

import (
	"fmt"
	"slices"

	"sdse/sesame"
)

func (m *maker) addComponents() {
	for group := range one(m.draw, 0, 1, 2, 3, 4, 5) {
		c := sesame.Component{Name: fmt.Sprint("part", group), Kind: one(m.draw, sesame.Memory, sesame.Bus), Group: group,
			Exclusive: m.percent(80), Ports: one(m.draw, 1, 1, 1, 2, 3), EnergyPerByte: int64(m.draw(3000)),
			StaticPower: int64(m.draw(2) * m.draw(1e9)), Cost: int64(m.draw(3000))}
		m.access(&c)
		switch {
		case m.may(pairs, 15):
			c.Kind = sesame.CrossbarPort
			m.arbitrate(&c)
			m.perProcessor(c, -1)
		case m.may(pairs, 10):
			m.perPair(c)
		case m.may(clusters, 20):
			m.arbitrate(&c)
			m.perCluster(c)
		case m.percent(25):
			m.perProcessor(c, m.draw(m.platform.Processors[len(m.platform.Processors)-1].Group+1))
		default:
			m.arbitrate(&c)
			m.add(c)
		}
	}
}

func (m *maker) add(c sesame.Component) {
	if len(m.groups) <= c.Group {
		m.groups = append(m.groups, c)
		m.everywhere[c.Group] = true
	}
	m.platform.Components = append(m.platform.Components, c)
}

// arbitrate lets an interconnect choose otherwise than by arrival.
func (m *maker) arbitrate(c *sesame.Component) {
	if c.Kind == sesame.Memory || !c.Exclusive {
		return
	}
	switch {
	case m.may(arbitration, 50):
		c.Arbitration, c.Ports = one(m.draw, sesame.ByPriority, sesame.InTurn), 1
	case m.may(tdma, 50):
		c.Arbitration, c.Ports = sesame.TDMA, 1
		c.Slot = m.time(15)
		processors := len(m.platform.Processors)
		if m.percent(90) {
			for i := range processors {
				c.Slots = append(c.Slots, (i+m.draw(2))%processors) // most have one
			}
		}
		for i := range processors {
			if !slices.Contains(c.Slots, i) && m.percent(90) {
				c.Slots = append(c.Slots, i)
			}
		}
		if len(c.Slots) == 0 {
			c.Slots = append(c.Slots, 0)
		}
	}
}

// perProcessor adds a component of each processor of a group, or of each at all.
func (m *maker) perProcessor(c sesame.Component, group int) {
	name := c.Name
	for i, cpu := range m.platform.Processors {
		if group < 0 || cpu.Group == group {
			c.Name, c.Scope, c.Owner = cpu.Name+"."+name, sesame.PerProcessor, i
			m.add(c)
		}
	}
	m.everywhere[c.Group] = group < 0
}

func (m *maker) perCluster(c sesame.Component) {
	most, name := 0, c.Name
	for _, cpu := range m.platform.Processors {
		most = max(most, cpu.Cluster)
	}
	for cluster := range most + 1 {
		c.Name, c.Scope, c.Owner = fmt.Sprintf("cluster%d.%s", cluster, name), sesame.PerCluster, cluster
		m.add(c)
	}
}

// perPair adds a FIFO from each processor of a group to each of another.
func (m *maker) perPair(c sesame.Component) {
	groups := m.platform.Processors[len(m.platform.Processors)-1].Group + 1
	c.Kind = sesame.FIFO
	from, to, all := m.draw(groups), m.draw(groups), m.percent(60)
	name := c.Name
	for i, a := range m.platform.Processors {
		for j, b := range m.platform.Processors {
			if all || a.Group == from && b.Group == to {
				c.Name, c.Scope, c.Owner, c.Peer = fmt.Sprintf("%s.%s.%s", a.Name, b.Name, name), sesame.PerPair, i, j
				m.add(c)
			}
		}
	}
	m.everywhere[c.Group] = all
}

// access draws what passing a component costs in both directions.
func (m *maker) access(c *sesame.Component) {
	draw := func() sesame.Access {
		var a sesame.Access
		period := int64(1e12) / one(m.draw, m.clocks...)
		if m.percent(70) {
			a.Latency = sesame.Time(int64(m.between(1, 40)) * m.unit * period)
		}
		if m.percent(60) {
			a.Width, a.Period = int64(one(m.draw, 1, 3, 4, 8)), sesame.Time(period)
			if m.unit > 1 {
				a.Width, a.Period = 1, sesame.Time(m.unit)
				if m.may(wholeCycles, 30) {
					a.Width = int64(one(m.draw, 3, 4))
				}
			}
			a.WholeCycles = m.features.has(wholeCycles) && (a.Width > 1 && m.unit > 1 || m.percent(30))
		}
		return a
	}
	c.Read = draw()
	if c.Write = c.Read; m.percent(40) {
		c.Write = draw()
	}
}

func (m *maker) addPaths() {
	p := m.platform
	for i := range m.between(1, 4) {
		path := sesame.Path{Name: fmt.Sprint("path", i), BufferIn: -1}
		everywhere := i == 0 && m.percent(90)
		path.From, path.To = m.ends(everywhere), m.ends(everywhere)
		if !everywhere && m.percent(50) {
			path.Between = one(m.draw, sesame.Same, sesame.Different)
			if m.may(clusters, 60) {
				path.Between = one(m.draw, sesame.SameCluster, sesame.DifferentCluster)
			}
		}
		path.Forward = m.may(storeAndForward, 35)
		if path.DMA = m.may(dma, 30); path.DMA {
			if m.percent(40) {
				path.Issue = m.thousandths(6)
			} else if m.percent(50) {
				path.IssueTime = m.time(6)
			}
		}
		path.Write, path.Read = m.part(&path, everywhere, true), m.part(&path, everywhere, false)
		memories := slices.DeleteFunc(slices.Concat(path.Write, path.Read), func(s sesame.Step) bool { return s.Network })
		if len(memories) > 0 && m.percent(50) {
			path.BufferIn = one(m.draw, memories...).Group
		}
		p.Paths = append(p.Paths, path)
	}
}

func (m *maker) ends(everywhere bool) []bool {
	set := make([]bool, len(m.platform.Processors))
	chosen := m.draw(8) // as bits
	for k, cpu := range m.platform.Processors {
		set[k] = everywhere || chosen>>cpu.Group&1 == 1
	}
	if m.percent(10) {
		set[m.draw(len(set))] = true // tells a processor from its group
	}
	return set
}

// part chooses up to three component groups, and perhaps the network; if all
// processors should be able to pass, only what every one has. What is held
// together has one arbiter at most.
func (m *maker) part(path *sesame.Path, everywhere, write bool) []sesame.Step {
	var steps []sesame.Step
	arbiters := 0
	for range one(m.draw, 0, 1, 2, 2, 3) {
		if len(m.groups) == 0 {
			break
		}
		c := &m.groups[m.draw(len(m.groups))]
		if slices.ContainsFunc(steps, func(s sesame.Step) bool { return s.Group == c.Group }) || everywhere && !m.everywhere[c.Group] {
			continue
		}
		if c.Arbitration != sesame.ByArrival {
			if arbiters++; arbiters > 1 && !path.Forward {
				continue
			}
		}
		step := sesame.Step{Group: c.Group}
		if m.may(pairs, 40) {
			step.At = one(m.draw, sesame.Producer, sesame.Consumer)
		}
		steps = append(steps, step)
	}
	return m.overNetwork(path, steps, arbiters)
}
