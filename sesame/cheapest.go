package sesame

import (
	"iter"
	"math/big"
)

// Way is how a token gets from a processor to another at the least cost.
type Way struct {
	From, To int  // processors
	Path     int  // index into Platform.Paths, or -1 if no path joins them
	Cost     Time // at most MaxTime
}

// CheapestPaths returns the cheapest path from every processor to every one, in
// the order of their numbers. What it costs is what a token of so many bytes takes
// to be written and read if nobody else is under way: the durations of all hops
// and, of a DMA path, of both issues at the first operating points. (Where time is
// divided into slots, waiting for one comes on top.) Of equally cheap paths, it is
// the one that stands first in the platform.
func (m *Model) CheapestPaths(bytes int64) iter.Seq[Way] {
	costs := m.routeCosts(bytes)
	return func(yield func(Way) bool) {
		n := len(m.Platform.Processors)
		for from := range n {
			for to := range n {
				best := Way{From: from, To: to, Path: -1}
				for _, r := range m.routesBetween(from, to) {
					path := m.routes[r].path
					cost := costs[r].plus(m.issueOf(path, from)).plus(m.issueOf(path, to))
					if best.Path < 0 || cost < best.Cost {
						best.Path, best.Cost = path, cost
					}
				}
				if !yield(best) {
					return
				}
			}
		}
	}
}

// issueOf is what a processor takes to issue a transfer over a path at its first
// operating point.
func (m *Model) issueOf(path, processor int) Time {
	if m.issue[path] == nil {
		return 0
	}
	return m.issue[path][m.row(processor, 0)]
}

// routeCosts returns, for every route, what a write and a read over it take.
func (m *Model) routeCosts(bytes int64) []Time {
	costs := make([]Time, len(m.routes))
	known := make([]Time, len(m.moveFor)) // by price; 0 is not known yet
	for i := range m.routes {
		r := &m.routes[i]
		for _, write := range []bool{true, false} {
			for h := range r.part(write) {
				hop := &r.part(write)[h]
				if known[hop.price] == 0 {
					price := m.priceOf(r.path, write, hop)
					cost, ok := price.of(big.NewInt(bytes))
					if !ok {
						cost = MaxTime
					}
					known[hop.price] = cost
				}
				costs[i] = costs[i].plus(known[hop.price])
			}
		}
	}
	return costs
}
