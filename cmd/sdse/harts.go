package main

import (
	"fmt"
	"strings"
	"time"

	"sdse/cmd/sdse/internal/wiring"
	"sdse/workpool"
	"sdse/workpool/counters"
)

// mostHarts is how many harts are shown one by one.
const mostHarts = 16

// hartLines says what harts have done, a line each.
func hartLines(harts []workpool.HartStats) []string {
	var lines []string
	for i := range harts {
		if i == mostHarts {
			return append(lines, fmt.Sprintf("and %d more; the manifest has all", len(harts)-i))
		}
		lines = append(lines, hartLine(&harts[i]))
	}
	return lines
}

func hartLine(h *workpool.HartStats) string {
	total := max(h.Busy+h.Idle, 1)
	percent := func(d time.Duration) float64 { return 100 * float64(d) / float64(total) }
	var b strings.Builder
	fmt.Fprintf(&b, "worker %d", h.Hart)
	if h.CPU >= 0 {
		fmt.Fprintf(&b, " on CPU %d", h.CPU)
	}
	fmt.Fprintf(&b, ": busy %.0f %%, idle %.0f %% (%.0f %% at barriers)", percent(h.Busy), percent(h.Idle), percent(h.Barrier))
	for _, tag := range wiring.Tags() {
		if n := h.Jobs[tag]; n > 0 {
			fmt.Fprintf(&b, "  %s %d", tag, n)
		}
	}
	if h.Spawned > 0 {
		fmt.Fprintf(&b, "  taken over %d", h.Spawned)
	}
	if v, i := h.Thread[counters.Voluntary], h.Thread[counters.Involuntary]; v.Why == "" && i.Why == "" {
		fmt.Fprintf(&b, "  switches %d + %d", v.Value, i.Value)
	}
	return b.String()
}
