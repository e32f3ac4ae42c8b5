package sesame

import (
	"encoding/binary"
	"fmt"
)

// Cost returns the cost of the hardware a mapping uses, over all applications:
// the processors that have a process and the components that a channel passes.
// It is in the platform's cost unit; costs are added up in whole thousandths, so
// that the result is the number nearest to the sum.
func (m *Model) Cost(mapping *Mapping) float64 {
	var thousandths int64
	for i := range m.Platform.Processors {
		for _, used := range mapping.Processor {
			if used == i {
				thousandths += m.Platform.Processors[i].Cost
				break
			}
		}
	}
	for i := range m.Platform.Components {
		for _, r := range mapping.Route {
			if r >= 0 && m.routes[r].passes(int32(i)) {
				thousandths += m.Platform.Components[i].Cost
				break
			}
		}
	}
	return float64(thousandths) / 1000
}

// Check reports by how much a mapping breaks what the hardware can do: each
// channel whose processors no path joins counts 1, each memory whose buffers do
// not fit counts the share of them that is too much. 0 is a feasible mapping;
// the reason names the first thing that is wrong.
func (m *Model) Check(mapping *Mapping) (violation float64, reason string) {
	note := func(format string, args ...any) {
		if reason == "" {
			reason = fmt.Sprintf(format, args...)
		}
	}
	held := make([]int64, len(m.Platform.Components))
	for c, r := range mapping.Route {
		if r < 0 {
			w, d := m.ChannelEnds(c)
			note("no path joins %s and %s for channel %s", m.Platform.Processors[mapping.Processor[w]].Name,
				m.Platform.Processors[mapping.Processor[d]].Name, m.ChannelName(c))
			violation++
		} else if b := m.routes[r].buffer; b >= 0 {
			held[b] += min(bytesOf(m.channels[c].capacity, m.channels[c].tokenBytes), maxBuffer) // an unbounded one fits nowhere
		}
	}
	for i := range m.Platform.Components {
		if room := m.Platform.Components[i].Capacity; room > 0 && held[i] > room {
			note("the buffers in %s take %d B, but it holds %d B", m.Platform.Components[i].Name, held[i], room)
			violation += float64(held[i]-room) / float64(held[i])
		}
	}
	return violation, reason
}

// AppendKey appends bytes that tell mappings apart as far as a set of
// applications is concerned: two mappings with equal keys take the same time and
// energy in every scenario of the set. The converse does not hold. A key is the
// mapping restricted to the applications that run, with interchangeable
// processors named in the order in which these applications use them.
func (m *Model) AppendKey(key []byte, mapping *Mapping, set int) []byte {
	var names [64]int32
	name := names[:0]
	if n := len(m.Platform.Processors); n > len(names) {
		name = make([]int32, 0, n)
	}
	used := func(processor int) int32 {
		for i, p := range name {
			if int(p) == processor {
				return int32(i)
			}
		}
		name = append(name, int32(processor))
		return int32(len(name) - 1)
	}
	key = binary.AppendUvarint(key, uint64(set))
	apps := m.Space.Sets[set].Applications
	for _, a := range apps {
		for p := m.firstProcess[a]; p < m.firstProcess[a+1]; p++ {
			key = binary.AppendUvarint(key, uint64(used(mapping.Processor[p])))
		}
	}
	for _, a := range apps {
		for c := m.firstChannel[a]; c < m.firstChannel[a+1]; c++ {
			path := -1
			if r := mapping.Route[c]; r >= 0 {
				path = m.routes[r].path
			}
			key = binary.AppendVarint(key, int64(path))
		}
	}
	for _, p := range name {
		key = binary.AppendUvarint(key, uint64(m.twins[p]))
		key = binary.AppendUvarint(key, uint64(mapping.Point[p]))
	}
	return key
}
