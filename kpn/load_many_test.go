package kpn

import (
	"fmt"
	"strings"
	"testing"

	"sdse/kpn/input"
)

// manyScenarios is a document of an application with n scenarios.
func manyScenarios(n int) []byte {
	var b strings.Builder
	b.WriteString(varied)
	for i := range n {
		fmt.Fprintf(&b, "\n[[scenario]]\nname = \"frame %d\"\niterations = %d\ntrace.source = \"slow\"\n", i, 1+i%7)
	}
	return []byte(b.String())
}

// BenchmarkLoadManyScenarios shows that loading is linear in the scenarios.
func BenchmarkLoadManyScenarios(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		text := manyScenarios(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				var problems input.Problems
				root := input.Parse("", text, &problems)
				if app := read(root); len(app.Scenarios) != n+2 || problems.Len() > 0 {
					b.Fatal(problems.Err())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/scenario")
		})
	}
}
