package mocasin

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
)

// trace is what a process does, with the cycles on every type that has a file.
type trace struct {
	types []string  // ascending
	files []string  // per type
	steps []step    // the same for all types
	costs [][]int64 // per type and step: thousandths of a cycle of computation before it
}

// step is a line of a trace. A computation alone has the kind Execute.
type step struct {
	kind    kpn.Kind
	channel string
	tokens  int64
	line    int
}

// maxSteps bounds the lines of a trace, and with it the memory that one takes.
const maxSteps = 1 << 22

// suffix of trace files.
const suffix = ".cpntrace"

// findTraces finds the trace files of the processes in a folder: by process the
// types and their files. A name may have one more part before its end.
func findTraces(n *network, folder string) (map[string]map[string]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := map[string]map[string]string{}
	for _, e := range entries {
		base, ok := strings.CutSuffix(e.Name(), suffix)
		if !ok {
			continue
		}
		owner := ""
		for i := range n.processes { // the longest name, if one is the beginning of another
			if name := n.processes[i].name; strings.HasPrefix(base, name+".") && len(name) > len(owner) {
				owner = name
			}
		}
		if owner == "" {
			continue // of another network
		}
		kind, _, _ := strings.Cut(base[len(owner)+1:], ".")
		if found[owner] == nil {
			found[owner] = map[string]string{}
		}
		path := filepath.Join(folder, e.Name())
		if other, ok := found[owner][kind]; ok {
			return nil, fmt.Errorf("%s and %s are both the trace of %s on %s; remove one", other, path, owner, kind)
		}
		found[owner][kind] = path
	}
	return found, nil
}

// readTrace reads the files of a process and holds them against each other.
func readTrace(files map[string]string, problems *input.Problems) *trace {
	before := problems.Len()
	t := &trace{}
	for kind := range files {
		t.types = append(t.types, kind)
	}
	slices.Sort(t.types)
	for i, kind := range t.types {
		file := files[kind]
		t.files = append(t.files, file)
		data, ok := input.ReadFile(file, problems)
		if !ok {
			continue
		}
		steps, costs := parseTrace(file, string(data), problems)
		if problems.Len() > before {
			return nil
		}
		if i > 0 && !t.parallel(file, steps, problems) {
			return nil
		}
		t.steps, t.costs = steps, append(t.costs, costs)
	}
	if problems.Len() > before {
		return nil
	}
	return t
}

// parallel holds the steps of another file against those of the one before.
func (t *trace) parallel(file string, steps []step, problems *input.Problems) bool {
	other := t.files[len(t.files)-2]
	for i := range min(len(steps), len(t.steps)) {
		a, b := &steps[i], &t.steps[i]
		if a.kind != b.kind || a.channel != b.channel || a.tokens != b.tokens {
			problems.Add(file, a.line, "this is %s, but %s:%d is %s; the traces of a process have to do the same on every type", a, other, b.line, b)
			return false
		}
	}
	if len(steps) == len(t.steps) {
		return true
	}
	short, long, n := file, other, steps
	if len(steps) > len(t.steps) {
		short, long, n = other, file, t.steps
	}
	last := 0
	if len(n) > 0 {
		last = n[len(n)-1].line
	}
	problems.Add(short, last, "the trace ends after %d steps, but %s has %d; one of them is cut off: record both again",
		len(n), long, max(len(steps), len(t.steps)))
	return false
}

func (s *step) String() string {
	if s.kind == kpn.Execute {
		return "a computation"
	}
	return fmt.Sprintf("a %v of %d on %q", s.kind, s.tokens, s.channel)
}

// parseTrace reads a file. It stops at the first mistake: what follows in a file
// that a machine wrote is the same one again.
func parseTrace(file, text string, problems *input.Problems) (steps []step, costs []int64) {
	number, ended := 0, false
	for raw := range strings.Lines(text) {
		number++
		words := strings.Fields(raw)
		if len(words) == 0 {
			continue
		}
		if ended {
			problems.Add(file, number, "the trace goes on behind its end, the line e")
			return nil, nil
		}
		if words[0] == "e" && len(words) == 1 {
			ended = true
			continue
		}
		s, cycles, err := parseStep(words)
		if err == nil && len(steps) == maxSteps {
			err = fmt.Errorf("the trace has more than %d lines", maxSteps)
		}
		if err != nil {
			problems.Add(file, number, "%v", err)
			return nil, nil
		}
		s.line = number
		steps, costs = append(steps, s), append(costs, cycles)
	}
	if !ended {
		problems.Add(file, max(1, number), "the trace has no end, a line e; it is cut off: record it again")
		return nil, nil
	}
	return steps, costs
}

// parseStep reads a line: "m LABEL CYCLES", "r CHANNEL X TOKENS CYCLES" or
// "w CHANNEL TOKENS CYCLES".
func parseStep(words []string) (s step, cycles int64, err error) {
	var tokens string
	switch {
	case words[0] == "m" && len(words) == 3:
		s = step{kind: kpn.Execute}
	case words[0] == "r" && len(words) == 5:
		s, tokens = step{kind: kpn.Read, channel: words[1]}, words[3]
	case words[0] == "w" && len(words) == 4:
		s, tokens = step{kind: kpn.Write, channel: words[1]}, words[2]
	default:
		return s, 0, fmt.Errorf("expected m LABEL CYCLES, r CHANNEL X TOKENS CYCLES, w CHANNEL TOKENS CYCLES or e, found %q", short(strings.Join(words, " ")))
	}
	if s.kind != kpn.Execute {
		if s.tokens, err = strconv.ParseInt(tokens, 10, 64); err != nil || s.tokens < 0 || s.tokens > kpn.MaxCount {
			return s, 0, fmt.Errorf("%q is no number of tokens from 0 to %d", short(tokens), int64(kpn.MaxCount))
		}
	}
	cycles, err = thousandths(words[len(words)-1])
	return s, cycles, err
}

var decimal = regexp.MustCompile(`^[0-9]{1,20}(?:\.[0-9]{0,40})?(?:[eE][+-]?[0-9]{1,2})?$`)

// mostCycles bounds the cycles of a computation, in thousandths.
const mostCycles = 1 << 56

// thousandths returns a number of cycles in thousandths, rounded to the nearest.
func thousandths(word string) (int64, error) {
	if !decimal.MatchString(word) {
		return 0, fmt.Errorf("%q is no number of cycles", short(word))
	}
	r, _ := new(big.Rat).SetString(word)
	r.Add(r.Mul(r, big.NewRat(1000, 1)), big.NewRat(1, 2))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if !n.IsInt64() || n.Int64() > mostCycles {
		return 0, fmt.Errorf("%q are more cycles than sdse computes with", word)
	}
	return n.Int64(), nil
}

// short keeps a word from filling the screen.
func short(word string) string {
	const most = 40
	if len(word) <= most {
		return word
	}
	return strings.ToValidUTF8(word[:most], "") + "…"
}
