package sesame

import "sdse/scenarios"

// placement is where a mapping puts the processes of a scenario.
//
// The processors in use are numbered by rank: the order of the smallest process
// mapped on each of them. The active processes lie in slots, ordered by the rank
// of their processor and then by process number. So a processor's candidates
// are neighbours, the first of equal ones is the one the semantics want, and
// the number of a slot alone is the order of rank and process.
type placement struct {
	scenario int
	members  []scenarios.Member
	rankOf   []int32 // per processor: its rank, or -1
	ranked   []int32 // per rank: the processor
	first    []int32 // per rank: its first slot, and the total behind
	slotOf   []int32 // per process: its slot; valid for active processes only
	process  []int32 // per slot: the process
}

func newPlacement(m *Model) placement {
	n := len(m.Platform.Processors)
	return placement{members: make([]scenarios.Member, 0, len(m.Space.Applications)),
		rankOf: make([]int32, n), ranked: make([]int32, 0, n), first: make([]int32, 0, n+2),
		slotOf: make([]int32, m.Processes()), process: make([]int32, 0, m.Processes())}
}

// set places the processes of a scenario. It returns false if a channel has no
// path.
func (p *placement) set(m *Model, mapping *Mapping, scenario int) bool {
	p.scenario = scenario
	p.members = m.Space.AppendMembers(p.members[:0], scenario)
	p.rank(m, mapping)
	p.fill(m, mapping)
	for _, member := range p.members {
		for c := m.firstChannel[member.Application]; c < m.firstChannel[member.Application+1]; c++ {
			if mapping.Route[c] < 0 {
				return false
			}
		}
	}
	return true
}

// rank numbers the processors in use and counts their slots: those of rank r
// end up in first[r+1].
func (p *placement) rank(m *Model, mapping *Mapping) {
	for i := range p.rankOf {
		p.rankOf[i] = -1
	}
	p.ranked, p.first = p.ranked[:0], append(p.first[:0], 0)
	for _, member := range p.members {
		for q := m.firstProcess[member.Application]; q < m.firstProcess[member.Application+1]; q++ {
			processor := mapping.Processor[q]
			if p.rankOf[processor] < 0 {
				p.rankOf[processor] = int32(len(p.ranked))
				p.ranked = append(p.ranked, int32(processor))
				p.first = append(p.first, 0)
			}
			p.first[p.rankOf[processor]+1]++
		}
	}
}

// fill puts the active processes, in the order of their numbers, into the slots
// of their processors.
func (p *placement) fill(m *Model, mapping *Mapping) {
	total := int32(0)
	for r := range p.ranked { // first[r+1] becomes where rank r goes on
		p.first[r+1], total = total, total+p.first[r+1]
	}
	p.process = p.process[:total]
	for _, member := range p.members {
		for q := m.firstProcess[member.Application]; q < m.firstProcess[member.Application+1]; q++ {
			next := &p.first[p.rankOf[mapping.Processor[q]]+1]
			p.slotOf[q] = *next
			p.process[*next] = int32(q)
			*next++
		}
	}
}
