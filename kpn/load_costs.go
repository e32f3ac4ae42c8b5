package kpn

import (
	"cmp"
	"slices"

	"sdse/kpn/input"
)

// readCosts reads what operations cost on the processor types that the
// application knows by name. It comes behind the traces, so that every operation
// is known.
func (l *loader) readCosts() {
	l.eachCost("cost", func(t *input.Table, operation int, name, kind string) {
		c := TypeCost{Type: kind}
		if t.IsText(name) {
			c.Time, _ = t.Duration(name)
		} else {
			c.Units, _ = t.Thousandths(name)
		}
		op := &l.app.Operations[operation]
		op.Costs = append(op.Costs, c)
	})
	for i := range l.app.Operations {
		slices.SortFunc(l.app.Operations[i].Costs, byType)
	}
	l.eachCost("energy", func(t *input.Table, operation int, name, kind string) {
		energy, _ := t.Energy(name)
		costs := l.app.Operations[operation].Costs
		i, found := slices.BinarySearchFunc(costs, TypeCost{Type: kind}, byType)
		if !found {
			t.Problem(name, "operation %q has an energy on type %q but no cost there; add it to [cost.%s]", name, kind, quoteKey(kind))
			return
		}
		costs[i].Energy = energy
	})
}

func byType(a, b TypeCost) int { return cmp.Compare(a.Type, b.Type) }

// eachCost calls read for every operation in the tables of types under a key.
func (l *loader) eachCost(key string, read func(t *input.Table, operation int, name, kind string)) {
	types := l.root.Table(key)
	for _, kind := range types.Keys() {
		if kind == "" {
			types.Problem(kind, "a processor type needs a name")
		}
		t := types.Table(kind)
		for _, name := range t.Keys() {
			i := l.operationNames.find(name)
			if i < 0 {
				t.Problem(name, "no process does operation %q, and it is not under [operation]%s", name, l.operationNames.hint(name))
				continue
			}
			read(t, i, name, kind)
		}
	}
}
