package topology

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// beyond bounds CPU and node numbers, so that a broken file cannot ask for all
// memory. Linux is built for at most 8192 CPUs and 1024 nodes.
const beyond = 1 << 16

// parseList reads a list as the kernel writes it, such as "0-3,8,10-11", into
// ascending numbers. An empty list is fine: a node may be without CPUs.
func parseList(text string) ([]int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	var numbers []int
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q in the list %q is no number and no range", part, text)
		}
		last, err := strconv.ParseUint(to, 10, 32)
		if err != nil || last < first {
			return nil, fmt.Errorf("%q in the list %q is no number and no range", part, text)
		}
		if last >= beyond {
			return nil, fmt.Errorf("%q in the list %q goes beyond %d", part, text, beyond-1)
		}
		for n := first; n <= last; n++ {
			numbers = append(numbers, int(n))
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}
