package kpn

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"sdse/kpn/input"
)

func byClass(a, b Count) int { return cmp.Compare(a.Class, b.Class) }

// WriteApplication writes the TOML form, from which [Load] makes an equal
// application again. A process's fragments of the same content are written
// once; the same application gives the same bytes. Names may hold any text.
//
// What Load would refuse, such as an application without scenarios, names that
// are empty, taken or no UTF-8, or one that deadlocks, is an error here, and
// nothing is written then.
func WriteApplication(w io.Writer, app *Application) error {
	text := encode(app)
	var problems input.Problems
	if root := input.Parse(app.Name, text, &problems); root != nil {
		read(root)
	}
	if err := problems.Err(); err != nil {
		return fmt.Errorf("kpn: application %q could not be loaded again: %w", app.Name, err)
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("kpn: write application %q: %w", app.Name, err)
	}
	return nil
}

func encode(app *Application) []byte {
	b := &bytes.Buffer{}
	fmt.Fprintf(b, "name = %s\n", quote(app.Name))
	writeOperations(b, app)
	for _, p := range app.Processes {
		fmt.Fprintf(b, "\n[[process]]\nname = %s\n", quote(p.Name))
	}
	for i := range app.Channels {
		c := &app.Channels[i]
		fmt.Fprintf(b, "\n[[channel]]\nname = %s\nfrom = %s\nto = %s\ntoken = \"%d B\"\ncapacity = %d\n",
			quote(c.Name), quote(app.Processes[c.Writer].Name), quote(app.Processes[c.Reader].Name), c.TokenBytes, c.Capacity)
		if c.Initial != 0 {
			fmt.Fprintf(b, "initial = %d\n", c.Initial)
		}
	}
	writeScenarios(b, app)
	return b.Bytes()
}

func writeOperations(b *bytes.Buffer, app *Application) {
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
func writeScenarios(b *bytes.Buffer, app *Application) {
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
	b := []byte{'"'}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x20 || c == 0x7f:
			b = fmt.Appendf(b, "\\u%04X", c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
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
