package evaluate

import (
	"math"
	"reflect"
)

// mean merges the figures of scenarios field by field, whatever fields there
// are, so that a new figure needs no arithmetic of its own. The type of a field
// is what decides: of floats the mean is taken, weighted and over those scenarios
// in which they have a value (are not NaN); of whole numbers the maximum; texts
// stay.
type mean struct {
	sum, weight, scenario figureFields
}

// figureFields are figures and where their numbers are, in one order for all of
// one mapping.
type figureFields struct {
	Figures
	floats []*float64
	wholes []*uint64
}

// newMean takes a source of figures that hold nothing but names.
func newMean(empty func() Figures) *mean {
	m := &mean{}
	for _, f := range []*figureFields{&m.sum, &m.weight, &m.scenario} {
		f.Figures = empty()
		f.find(reflect.ValueOf(&f.Figures).Elem())
	}
	return m
}

// find notes where the numbers of a value are, those in its structs and lists
// included.
func (f *figureFields) find(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		f.floats = append(f.floats, v.Addr().Interface().(*float64))
	case reflect.Uint64:
		f.wholes = append(f.wholes, v.Addr().Interface().(*uint64))
	case reflect.Struct:
		for i := range v.NumField() {
			f.find(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			f.find(v.Index(i))
		}
	}
}

// next returns figures without any values for the next scenario. They count when
// add is called.
func (m *mean) next() *Figures {
	for _, v := range m.scenario.floats {
		*v = 0
	}
	for _, v := range m.scenario.wholes {
		*v = 0
	}
	return &m.scenario.Figures
}

// add adds the figures that next gave out, by a weight.
func (m *mean) add(weight float64) {
	for i, v := range m.scenario.floats {
		if !math.IsNaN(*v) {
			*m.sum.floats[i] += float64(weight * *v)
			*m.weight.floats[i] += weight
		}
	}
	for i, v := range m.scenario.wholes {
		*m.sum.wholes[i] = max(*m.sum.wholes[i], *v)
	}
}

// result returns the merged figures. A float without any value is NaN if others
// have one, and 0 if there are no scenarios at all.
func (m *mean) result() Figures {
	if m.weight.Makespan == 0 {
		return m.sum.Figures
	}
	for i, v := range m.sum.floats {
		*v /= *m.weight.floats[i] // 0/0 is NaN
	}
	return m.sum.Figures
}
