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

// manyNames is a document with n of everything else that has a name, each of which
// is looked up.
func manyNames(n int) []byte {
	var b strings.Builder
	b.WriteString("name = \"app\"\n")
	for i := range n {
		fmt.Fprintf(&b, "\n[[process]]\nname = \"p%d\"\ntrace = \"f%d\"\n", i, i)
		fmt.Fprintf(&b, "\n[[channel]]\nname = \"c%d\"\nfrom = \"p%d\"\nto = \"p%d\"\ntoken = \"1 B\"\ninitial = 1\n", i, i, (i+1)%n)
	}
	b.WriteString("\n[operation]\n")
	for i := range n {
		fmt.Fprintf(&b, "o%d = {}\n", i)
	}
	b.WriteString("\n[fragment]\n")
	for i := range n {
		fmt.Fprintf(&b, "f%d = \"read c%d; exec o%d; write c%d\"\n", i, (i+n-1)%n, i, i)
	}
	b.WriteString("\n[cost.risc]\n")
	for i := range n {
		fmt.Fprintf(&b, "o%d = %d\n", i, i)
	}
	return []byte(b.String())
}

// TestGuessesAreFew: guesses at what was meant do not compare all with all, and
// the mistakes are told all the same.
func TestGuessesAreFew(t *testing.T) {
	const n = 1000
	text := strings.ReplaceAll(string(manyNames(n)), "from = \"p", "from = \"process ")
	var problems input.Problems
	if read(input.Parse("", []byte(text), &problems)); problems.Len() != n {
		t.Errorf("%d problems", problems.Len())
	}
	if guesses := strings.Count(problems.Err().Error(), "did you mean") + strings.Count(problems.Err().Error(), "known:"); guesses != 100 {
		t.Errorf("%d guesses", guesses)
	}
}

// BenchmarkLoadMany shows that loading is linear in the scenarios, and in
// everything else that has a name.
func BenchmarkLoadMany(b *testing.B) {
	for what, document := range map[string]func(int) []byte{"scenarios": manyScenarios, "names": manyNames} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			text := document(n)
			b.Run(fmt.Sprint(what, "/", n), func(b *testing.B) {
				for b.Loop() {
					var problems input.Problems
					if read(input.Parse("", text, &problems)); problems.Len() > 0 {
						b.Fatal(problems.Err())
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/each")
			})
		}
	}
}
