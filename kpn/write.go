package kpn

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
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
// nothing is written then; so is a cost that the form cannot say exactly.
func WriteApplication(w io.Writer, app *Application) error {
	text := encode(app)
	var problems input.Problems
	var again *Application
	if root := input.Parse(app.Name, text, &problems); root != nil {
		again = read(root)
	}
	if err := problems.Err(); err != nil {
		return fmt.Errorf("kpn: application %q could not be loaded again: %w", app.Name, err)
	}
	if !sameCosts(app, again) {
		return fmt.Errorf("kpn: application %q has a cost in units and as a time, or one of more digits than can be written", app.Name)
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("kpn: write application %q: %w", app.Name, err)
	}
	return nil
}

func encode(app *Application) []byte {
	b := &bytes.Buffer{}
	fmt.Fprintf(b, "name = %s\n", quote(app.Name))
	writeRules(b, app)
	writeOperations(b, app)
	for _, p := range app.Processes {
		fmt.Fprintf(b, "\n[[process]]\nname = %s\n", quote(p.Name))
		if p.Priority != 0 {
			fmt.Fprintf(b, "priority = %d\n", p.Priority)
		}
	}
	for i := range app.Channels {
		c := &app.Channels[i]
		fmt.Fprintf(b, "\n[[channel]]\nname = %s\nfrom = %s\nto = %s\ntoken = \"%d B\"\ncapacity = %s\n",
			quote(c.Name), quote(app.Processes[c.Writer].Name), quote(app.Processes[c.Reader].Name), c.TokenBytes, tokens(c.Capacity))
		if c.Initial != 0 {
			fmt.Fprintf(b, "initial = %d\n", c.Initial)
		}
	}
	writeScenarios(b, app)
	writeStates(b, app)
	writeCosts(b, "cost", app, TypeCost.cost)
	writeCosts(b, "energy", app, TypeCost.energy)
	return b.Bytes()
}

// writeRules writes what holds for the application as a whole.
func writeRules(b *bytes.Buffer, app *Application) {
	if app.Firing != KahnFiring {
		fmt.Fprintf(b, "firing = %s\n", quote(app.Firing.String()))
	}
	for _, t := range []struct {
		key  string
		time int64
	}{{"period", app.Timing.Period}, {"offset", app.Timing.Offset}, {"deadline", app.Timing.Deadline}} {
		if t.time != 0 {
			fmt.Fprintf(b, "%s = %s\n", t.key, duration(t.time))
		}
	}
}

func tokens(capacity int64) string {
	if capacity == Unbounded {
		return `"unbounded"`
	}
	return strconv.FormatInt(capacity, 10)
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
