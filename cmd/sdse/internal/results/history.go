package results

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// Generation is a line of the history.
type Generation struct {
	Number            int
	Evaluations       int64 // designs judged so far
	Requested         int64 // simulations asked for so far
	Charged           int64 // simulations done so far
	Front             int   // designs on the front of the generation
	Hypervolume       float64
	Subset            int // scenarios in use
	Version           int // of the subset
	Misclassification float64
}

// WriteHistory writes the generations as CSV.
func WriteHistory(w io.Writer, history []Generation) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"generation", "evaluations", "requested", "charged", "front", "hypervolume",
		"subset", "subset_version", "misclassification"}); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	for _, g := range history {
		if err := c.Write([]string{strconv.Itoa(g.Number), strconv.FormatInt(g.Evaluations, 10),
			strconv.FormatInt(g.Requested, 10), strconv.FormatInt(g.Charged, 10), strconv.Itoa(g.Front),
			number(g.Hypervolume), strconv.Itoa(g.Subset), strconv.Itoa(g.Version), number(g.Misclassification)}); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	c.Flush()
	return c.Error()
}
