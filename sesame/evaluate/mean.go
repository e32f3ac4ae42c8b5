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
	sum, weight Figures
}

// newMean takes a source of figures that hold nothing but names.
func newMean(empty func() Figures) *mean { return &mean{empty(), empty()} }

// add adds the figures of a scenario of a weight.
func (m *mean) add(f Figures, weight float64) {
	each(func(fields ...reflect.Value) {
		sum, total, value := fields[0], fields[1], fields[2]
		switch value.Kind() {
		case reflect.Float64:
			if v := value.Float(); !math.IsNaN(v) {
				sum.SetFloat(sum.Float() + float64(weight*v))
				total.SetFloat(total.Float() + weight)
			}
		case reflect.Uint64:
			sum.SetUint(max(sum.Uint(), value.Uint()))
		}
	}, reflect.ValueOf(&m.sum).Elem(), reflect.ValueOf(&m.weight).Elem(), reflect.ValueOf(&f).Elem())
}

// result returns the merged figures. A float without any value is NaN if others
// have one, and 0 if there are no scenarios at all.
func (m *mean) result() Figures {
	nothing := m.weight.Makespan == 0
	each(func(fields ...reflect.Value) {
		if sum, total := fields[0], fields[1]; sum.Kind() == reflect.Float64 && !nothing {
			sum.SetFloat(sum.Float() / total.Float()) // 0/0 is NaN
		}
	}, reflect.ValueOf(&m.sum).Elem(), reflect.ValueOf(&m.weight).Elem())
	return m.sum
}

// each visits the fields of several structs of one shape together, those of the
// structs and lists in them included.
func each(visit func(fields ...reflect.Value), of ...reflect.Value) {
	parts := make([]reflect.Value, len(of))
	inside := func(n int, part func(v reflect.Value, i int) reflect.Value) {
		for i := range n {
			for k, v := range of {
				parts[k] = part(v, i)
			}
			each(visit, parts...)
		}
	}
	switch of[0].Kind() {
	case reflect.Struct:
		inside(of[0].NumField(), reflect.Value.Field)
	case reflect.Slice:
		inside(of[0].Len(), reflect.Value.Index)
	default:
		visit(of...)
	}
}
