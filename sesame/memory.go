package sesame

import (
	"unsafe"

	"sdse/scenarios"
)

// This file is about where a model and its simulators lie, for whoever wants to
// put them near the processors that use them (package locality). No outcome
// depends on it.

// Replica returns a second model that gives the same outcomes to the last bit and
// lies in memory of its own. Its tables are written by the calling goroutine, so
// on a machine with several memories they lie near the processor it runs on, but
// for what the Go runtime takes from memory that was in use before;
// TraceMemory tells what to move then.
//
// It compiles once more: that is deterministic, takes some milliseconds once, and
// unlike a deep copy forgets no field and keeps shared what is shared. The
// platform and the space themselves stay common to both; a simulation reads a few
// lines of them as it begins and ends, which stay in every cache.
func (m *Model) Replica() *Model {
	replica, err := Compile(m.Platform, m.Space)
	if err != nil {
		return m // cannot be, as it has been compiled before; and m is right, only farther away
	}
	return replica
}

// TraceMemory returns the memory that simulations read most: the traces and what
// their executes take. It must not be written to.
func (m *Model) TraceMemory() [][]byte {
	if m.fast.usable {
		return [][]byte{memoryOf(m.fast.words), memoryOf(m.fast.tailFor)}
	}
	var list [][]byte
	seen := map[*uint32]bool{}
	for a := range m.streams {
		for s := range m.streams[a] {
			m.distinctTraces(a, s, seen, func(words []uint32) { list = append(list, memoryOf(words)) })
		}
	}
	return list
}

// TraceBytes returns how much memory the traces of some system scenarios take,
// those that several of them share counted once.
func (m *Model) TraceBytes(ids []int) (sum int64) {
	type behaviour = scenarios.Member
	done, seen := map[behaviour]bool{}, map[*uint32]bool{}
	members := make([]behaviour, 0, len(m.Space.Applications))
	for _, id := range ids {
		members = m.Space.AppendMembers(members[:0], id)
		for _, of := range members {
			if !done[of] {
				done[of] = true
				m.distinctTraces(of.Application, of.Scenario, seen, func(words []uint32) { sum += int64(len(memoryOf(words))) })
			}
		}
	}
	return sum
}

// distinctTraces visits the traces of an application's scenario that have not
// been seen yet, in the form that the faster kernel which can serve reads.
func (m *Model) distinctTraces(app, scenario int, seen map[*uint32]bool, visit func(words []uint32)) {
	visitOnce := func(words []uint32) {
		if first := unsafe.SliceData(words); len(words) > 0 && !seen[first] {
			seen[first] = true
			visit(words)
		}
	}
	if !m.fast.usable {
		for _, s := range m.streams[app][scenario] {
			visitOnce(s.codes)
			visitOnce(s.firings)
		}
		return
	}
	for _, s := range m.fast.streams[app][scenario] {
		if s.events > 0 {
			// The gathered form and behind it the stepwise one, a word per event and one for the end.
			visitOnce(m.fast.words[s.gathered : int64(s.stepwise)+s.events/int64(s.times)+1])
		}
	}
}

// LaneMemory returns the memory that the fast kernel works in, if it can serve.
// It must not be written to.
func (s *Simulator) LaneMemory() (list [][]byte) {
	for _, l := range s.lanes {
		if l != nil {
			list = append(list, unsafe.Slice((*byte)(unsafe.Pointer(l)), unsafe.Sizeof(*l)))
		}
	}
	return list
}

func memoryOf[T uint32 | Time](list []T) []byte {
	var element T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(element)))
}
