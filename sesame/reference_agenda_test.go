package sesame_test

import (
	"container/heap"

	"sdse/sesame"
)

// refEntry is something that will happen, unless it is called off.
type refEntry struct {
	at  sesame.Time
	do  func()
	off bool
}

// refAgenda is what will happen, the earliest first.
type refAgenda []*refEntry

func (a refAgenda) Len() int           { return len(a) }
func (a refAgenda) Less(i, j int) bool { return a[i].at < a[j].at }
func (a refAgenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *refAgenda) Push(x any)        { *a = append(*a, x.(*refEntry)) }

func (a *refAgenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// at puts something on the agenda, at the latest at MaxTime.
func (r *refRun) at(t sesame.Time, do func()) *refEntry {
	e := &refEntry{at: min(t, sesame.MaxTime), do: do}
	heap.Push(&r.agenda, e)
	return e
}

// empty tells if nothing will happen any more.
func (a *refAgenda) empty() bool {
	for len(*a) > 0 && (*a)[0].off {
		heap.Pop(a)
	}
	return len(*a) == 0
}

// next is the earliest instant on the agenda.
func (a *refAgenda) next() sesame.Time {
	if a.empty() {
		return sesame.MaxTime + 1
	}
	return (*a)[0].at
}

// take takes everything off the agenda that is due at an instant.
func (a *refAgenda) take(now sesame.Time) []*refEntry {
	var due []*refEntry
	for a.next() == now {
		due = append(due, heap.Pop(a).(*refEntry))
	}
	return due
}
