package evaluate

import "sdse/sesame"

// memo remembers outcomes by what they depend on: the mapping restricted to the
// applications that a scenario runs (sesame.Model.AppendKey), and the scenario.
// Restricted mappings are numbered, so that a key is eight bytes.
//
// Memory is bounded: what was remembered is kept in two halves. When the young
// half is full it becomes the old one and what the old one held is forgotten;
// what is found in the old half moves to the young one.
type memo struct {
	limit      int
	next       uint32
	young, old half
}

type half struct {
	numbers  map[string]uint32
	outcomes map[memoKey]sesame.Outcome
}

type memoKey struct {
	restricted, scenario uint32
}

func newHalf() half {
	return half{numbers: map[string]uint32{}, outcomes: map[memoKey]sesame.Outcome{}}
}

func newMemo(limit int) *memo {
	return &memo{limit: max(2, limit), young: newHalf(), old: newHalf()}
}

// number returns the number of a restricted mapping.
func (m *memo) number(restricted []byte) uint32 {
	if n, ok := m.young.numbers[string(restricted)]; ok {
		return n
	}
	n, ok := m.old.numbers[string(restricted)]
	if !ok {
		n = m.next
		m.next++
	}
	m.young.numbers[string(restricted)] = n
	return n
}

func (m *memo) get(key memoKey) (sesame.Outcome, bool) {
	if o, ok := m.young.outcomes[key]; ok {
		return o, true
	}
	o, ok := m.old.outcomes[key]
	if ok {
		m.young.outcomes[key] = o
	}
	return o, ok
}

func (m *memo) put(key memoKey, outcome sesame.Outcome) {
	m.young.outcomes[key] = outcome
}

// turn starts a new young half if the present one is full. It is called between
// batches only, so that a batch is planned against one state.
func (m *memo) turn() {
	if len(m.young.outcomes) >= m.limit/2 {
		m.old, m.young = m.young, newHalf()
	}
}
