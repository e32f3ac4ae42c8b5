package kpn

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
)

func byClass(a, b Count) int { return cmp.Compare(a.Class, b.Class) }

// WriteApplication writes the TOML form that Load reads. Fragments of the same
// content are written once. The same application gives the same bytes.
func WriteApplication(w io.Writer, app *Application) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "name = %s\n", quote(app.Name))
	writeOperations(b, app)
	for _, p := range app.Processes {
		fmt.Fprintf(b, "\n[[process]]\nname = %s\n", quote(p.Name))
	}
	for i := range app.Channels {
		c := &app.Channels[i]
		fmt.Fprintf(b, "\n[[channel]]\nname = %s\nfrom = %s\nto = %s\ntoken = \"%d B\"\ncapacity = %d\n",
			quote(c.Name), quote(app.Processes[c.Writer].Name), quote(app.Processes[c.Reader].Name), c.TokenBytes, c.Capacity)
		if c.Initial > 0 {
			fmt.Fprintf(b, "initial = %d\n", c.Initial)
		}
	}
	writeScenarios(b, app)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("kpn: write application %s: %w", app.Name, err)
	}
	return nil
}

func writeOperations(b *bufio.Writer, app *Application) {
	if len(app.Operations) == 0 {
		return
	}
	fmt.Fprintf(b, "\n[operation]\n")
	for _, op := range app.Operations {
		counts := make([]string, len(op.Signature))
		for i, c := range op.Signature {
			counts[i] = fmt.Sprintf("%s = %d", quoteKey(c.Class), c.N)
		}
		fmt.Fprintf(b, "%s = { %s }\n", quoteKey(op.Name), strings.Join(counts, ", "))
	}
}

// writeScenarios writes the fragments, named after the process and numbered in
// order of first use, and the scenarios that refer to them.
func writeScenarios(b *bufio.Writer, app *Application) {
	type key struct {
		process int
		hash    [32]byte
	}
	named := map[key]string{}
	var fragments strings.Builder
	numbers := make([]int, len(app.Processes))
	var scenarios strings.Builder
	for i := range app.Scenarios {
		s := &app.Scenarios[i]
		fmt.Fprintf(&scenarios, "\n[[scenario]]\nname = %s\nweight = %v\niterations = %d\n[scenario.trace]\n",
			quote(s.Name), s.Weight, s.Iterations)
		for p, f := range s.Traces {
			k := key{p, f.Hash()}
			name, ok := named[k]
			if !ok {
				numbers[p]++
				name = fmt.Sprintf("%s.%d", app.Processes[p].Name, numbers[p])
				named[k] = name
				fmt.Fprintf(&fragments, "%s = %s\n", quote(name), quote(f.format(app)))
			}
			fmt.Fprintf(&scenarios, "%s = %s\n", quoteKey(app.Processes[p].Name), quote(name))
		}
	}
	fmt.Fprintf(b, "\n[fragment]\n%s%s", fragments.String(), scenarios.String())
}

// quote writes a TOML basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quoteKey writes a TOML key, bare if it may be.
func quoteKey(s string) string {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-') {
			return quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}
