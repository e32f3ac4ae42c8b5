package explorer

import (
	"reflect"
	"slices"
	"testing"

	"sdse/explorer/internal/ea"
)

// at makes a member of one gene.
func at(gene int, objectives ...float64) ea.Member {
	return ea.Member{Genes: []int{gene}, Outcome: ea.Outcome{Objectives: objectives}}
}

func (f *former) genes() []int {
	var genes []int
	for _, e := range f.entries {
		genes = append(genes, e.Genes[0])
	}
	return genes
}

func expect(t *testing.T, f *former, after string, want ...int) {
	t.Helper()
	if got := f.genes(); !slices.Equal(got, want) {
		t.Errorf("after %s: former members %v, want %v", after, got, want)
	}
}

func TestFormerUnderAllScenarios(t *testing.T) {
	f := &former{bound: 10}
	all := Snapshot{}
	f.update([]ea.Member{at(3, 1, 9), at(1, 5, 5), at(2, 9, 1)}, all, 0)
	expect(t, f, "the first front")
	f.update([]ea.Member{at(3, 1, 9), at(4, 3, 6)}, all, 1)
	expect(t, f, "two were crowded out", 1, 2)
	f.update([]ea.Member{at(3, 1, 9), at(1, 5, 5)}, all, 2)
	expect(t, f, "one came back", 2, 4)
	f.update([]ea.Member{at(5, 1, 5)}, all, 3)
	expect(t, f, "a newcomer that beats all but one", 2)
}

func TestFormerUnderSubsets(t *testing.T) {
	f := &former{bound: 3}
	first, second := Snapshot{Version: 1, Scenarios: []int{0}}, Snapshot{Version: 2, Scenarios: []int{1}}
	f.update([]ea.Member{at(1, 1, 9), at(2, 5, 5), at(3, 9, 1)}, first, 0)
	f.update([]ea.Member{at(4, 4, 4)}, first, 1)
	expect(t, f, "a newcomer that beats one", 1, 2, 3)
	if got := []bool{f.entries[0].covered, f.entries[1].covered, f.entries[2].covered}; !reflect.DeepEqual(got, []bool{false, true, false}) {
		t.Errorf("covered: %v", got)
	}
	f.update([]ea.Member{at(5, 7, 7)}, second, 2)
	expect(t, f, "a new snapshot: the dominated one goes first", 1, 3, 4)
	// 4 left in generation 2, 1 and 3 in generation 1: of those the lesser genes go.
	f.update([]ea.Member{at(6, 6, 6)}, second, 3)
	expect(t, f, "5 is dominated and gone again", 1, 3, 4)
	f.update([]ea.Member{at(7, 5, 8)}, second, 4)
	expect(t, f, "6 is not dominated: the longest gone of the earlier snapshot goes", 3, 4, 6)
}

func TestFormerKeepsTheLoneliest(t *testing.T) {
	f := &former{bound: 2}
	all := Snapshot{Version: 1}
	f.update([]ea.Member{at(1, 0, 100), at(2, 1, 98), at(3, 2, 97), at(4, 50, 50), at(5, 100, 0)}, all, 0)
	f.update([]ea.Member{at(1, 0, 100), at(5, 100, 0)}, all, 1)
	// Between the ends, with gaps of 0.02+0.03, 0.49+0.48 and 0.98+0.97.
	expect(t, f, "three were crowded out", 3, 4)
}

func TestFormerWithoutBound(t *testing.T) {
	f := &former{}
	f.update([]ea.Member{at(1, 1, 1)}, Snapshot{}, 0)
	f.update([]ea.Member{at(2, 1, 0)}, Snapshot{Version: 1}, 1)
	expect(t, f, "everything")
}

func TestGauge(t *testing.T) {
	var g gauge
	if got := g.share([][]float64{{1, 1}}); got != 0 {
		t.Errorf("without a reference: %v", got)
	}
	g.fix(nil)
	g.fix([][]float64{{20, 0, -3}, {10, 0, -8}})
	if edge := float64(20 * margin); !reflect.DeepEqual(g.reference, []float64{edge, 1, 1}) {
		t.Errorf("reference %v", g.reference)
	}
	g.fix([][]float64{{99, 99, 99}})
	g.reference = []float64{20, 1, 1}
	tests := []struct {
		vectors [][]float64
		want    float64
	}{
		{[][]float64{{5, 0, 0}}, 0.75},
		{[][]float64{{5, 0, -7}}, 0.75},             // below zero counts as zero
		{[][]float64{{5, 0.5, 0}, {15, 0, 0}}, 0.5}, // 3/4·1/2 + 1/4·1/2
		{[][]float64{{20, 0, 0}}, 0},
		{[][]float64{{0, 0, 0}}, 1},
		{nil, 0},
	}
	for _, test := range tests {
		if got := g.share(test.vectors); got != test.want {
			t.Errorf("share of %v is %v, want %v", test.vectors, got, test.want)
		}
	}
}
