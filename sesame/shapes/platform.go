package shapes

import (
	"fmt"

	"sdse/sesame"
)

// newPlatform makes a platform of processors of four types. They form clusters of
// equal size; every cluster has its own buses, which all its processors may
// pass, and tokens within a processor go through a local memory for which
// nobody waits. No path leads from one cluster to another.
func newPlatform(name string, processors, clusters, busesEach int) *sesame.Platform {
	p := &sesame.Platform{Name: name}
	for i := range 4 {
		p.Types = append(p.Types, sesame.ProcessorType{Name: fmt.Sprint("type", i),
			Points:          []sesame.OperatingPoint{{Name: "only", Frequency: int64(600+100*i) * 1e6, DynamicPower: 3e8, StaticPower: 1e8}},
			OperationCycles: map[string]int64{"work": int64(1000 * (9 + 2*i))}})
	}
	for i := range processors {
		p.Processors = append(p.Processors, sesame.Processor{Name: fmt.Sprint("p", i), Type: i % 4, Group: i})
	}
	each := processors / clusters
	for i := range clusters * busesEach {
		access := sesame.Access{Latency: 7500, Width: 8, Period: 2500}
		p.Components = append(p.Components, sesame.Component{Name: fmt.Sprint("bus", i), Kind: sesame.Bus, Read: access, Write: access,
			Exclusive: true, Ports: 1, Group: i, EnergyPerByte: 2000})
		cluster := i / busesEach
		p.Paths = append(p.Paths, newPath(fmt.Sprint("over", i), members(processors, cluster*each, each), sesame.Different, i))
	}
	access := sesame.Access{Latency: 2000, Width: 8, Period: 1000}
	local := len(p.Components)
	p.Components = append(p.Components, sesame.Component{Name: "local", Read: access, Write: access, Group: local})
	p.Paths = append(p.Paths, newPath("inside", members(processors, 0, processors), sesame.Same, local))
	return p
}

// newPath returns a path between members over one component.
func newPath(name string, members []bool, between sesame.Between, component int) sesame.Path {
	steps := []sesame.Step{{Group: component}}
	return sesame.Path{Name: name, From: members, To: members, Between: between, Write: steps, Read: steps, BufferIn: -1}
}

// members marks n of all processors, from one on.
func members(all, from, n int) []bool {
	marked := make([]bool, all)
	for i := range n {
		marked[from+i] = true
	}
	return marked
}
