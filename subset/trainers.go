package subset

import (
	"encoding/binary"
	"fmt"
	"math"
)

// trainers chooses designs for training and remembers which were chosen, for no
// design is simulated twice.
type trainers struct {
	perPeriod int
	seen      map[string]bool // by the genes, as varints; never iterated
}

// choose takes up to perPeriod unseen designs from a ranking, best first: half
// of them (rounded up) the best, the others at even steps through the rest,
// down to the worst. Only the best would not do: hardly one of them dominates
// another, and a subset that cannot tell good from bad would still get them
// right.
func (t *trainers) choose(ranked [][]int) [][]int {
	var unseen [][]int
	var keys []string
	for _, design := range ranked {
		if key := keyOf(design); !t.seen[key] {
			unseen, keys = append(unseen, design), append(keys, key)
		}
	}
	count := min(t.perPeriod, len(unseen))
	best := (count + 1) / 2
	chosen := make([][]int, 0, count)
	take := func(i int) {
		t.seen[keys[i]] = true
		chosen = append(chosen, append([]int(nil), unseen[i]...)) // the caller may reuse its slices
	}
	for i := range best {
		take(i)
	}
	for i, others := 1, count-best; i <= others; i++ {
		take(best + i*(len(unseen)-best)/others - 1)
	}
	return chosen
}

func keyOf(design []int) string {
	var key []byte
	for _, gene := range design {
		key = binary.AppendVarint(key, int64(gene))
	}
	return string(key)
}

// window holds the results of the latest training designs, oldest first:
// [design][scenario][objective].
type window [][][]float64

// slide returns a window with the feasible ones of the new results added and
// the oldest beyond the bound left out. The old window stays as it is. Results
// must be one per design, of the given number of scenarios, with the same
// number of objectives as the window has, and finite.
func (w window) slide(results [][][]float64, designs, scenarios, bound int) (window, error) {
	if len(results) != designs {
		return nil, fmt.Errorf("%w: %d results for %d designs", ErrMatrix, len(results), designs)
	}
	next := append(window(nil), w...)
	for d, result := range results {
		if result == nil {
			continue
		}
		if len(result) != scenarios {
			return nil, fmt.Errorf("%w: design %d has %d scenarios, not %d", ErrMatrix, d, len(result), scenarios)
		}
		objectives := len(result[0])
		if len(next) > 0 {
			objectives = len(next[0][0])
		}
		for s, values := range result {
			if err := checkValues(values, objectives); err != nil {
				return nil, fmt.Errorf("%w: design %d in scenario %d: %w", ErrMatrix, d, s, err)
			}
		}
		next = append(next, result)
	}
	return next[max(0, len(next)-bound):], nil
}

func checkValues(values []float64, objectives int) error {
	if len(values) != objectives || objectives == 0 {
		return fmt.Errorf("%d objectives, not %d", len(values), max(1, objectives))
	}
	for o, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("objective %d is %v", o, v)
		}
	}
	return nil
}
