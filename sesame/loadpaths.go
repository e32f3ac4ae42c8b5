package sesame

import (
	"slices"
	"strings"

	"sdse/kpn/input"
)

// maxPaths bounds the paths of a platform.
const maxPaths = 1 << 14

// pathTables reads the [[path]] tables.
func (r *platformReader) pathTables() {
	tables := r.root.Tables("path")
	if len(tables) == 0 {
		r.root.Problem("path", "the platform has no path; add [[path]] tables that say how processors communicate")
	}
	taken := map[string]bool{}
	for _, t := range fewer(tables, maxPaths, "paths") {
		path := Path{Line: t.Line("")}
		path.Name, _ = t.Name("name")
		takeName(t, path.Name, taken, "paths")
		path.From = r.processorSet(t, "from")
		path.To = r.processorSet(t, "to")
		path.Between = r.readBetween(t)
		path.Write = r.componentList(t, "write", &path, Producer)
		path.Read = r.componentList(t, "read", &path, Consumer)
		path.BufferIn = r.bufferOf(&path)
		readManner(t, &path)
		t.Done()
		r.p.Paths = append(r.p.Paths, path)
		r.paths = append(r.paths, t)
	}
}

func (r *platformReader) readBetween(t *input.Table) Between {
	words := map[string]Between{"any": Any, "same": Same, "different": Different,
		"same-cluster": SameCluster, "different-cluster": DifferentCluster}
	between := words[t.Choice("between", "any", "same", "different", "same-cluster", "different-cluster")]
	if between >= SameCluster && len(r.clusters) == 0 {
		t.Problem("between", "the platform has no cluster; add [[cluster]] tables, or say \"same\" or \"different\"")
	}
	return between
}

// readManner reads how a transfer goes over a path.
func readManner(t *input.Table, p *Path) {
	p.Forward = t.Bool("forward", false)
	if single := func(steps []Step) bool { return len(steps) == 0 || len(steps) == 1 && !steps[0].Network }; p.Forward &&
		single(p.Write) && single(p.Read) && !t.Failed() {
		t.Problem("forward", "forward has no effect: neither part passes more than one component")
	}
	p.DMA = t.Bool("dma", false)
	p.Issue, p.IssueTime = cyclesOrDuration(t, "issue")
	if t.Has("issue") && !p.DMA {
		t.Problem("issue", "issue has no effect without dma = true")
	}
}

// bufferOf finds the memory that holds the buffer of a path: the last that the
// producer passes, else the first that the consumer passes, else none.
func (r *platformReader) bufferOf(path *Path) int {
	holds := func(s Step) bool {
		return !s.Network && (r.parts[s.Group].kind == Memory || r.parts[s.Group].kind == FIFO)
	}
	for _, s := range slices.Backward(path.Write) {
		if holds(s) {
			return s.Group
		}
	}
	if i := slices.IndexFunc(path.Read, holds); i >= 0 {
		return path.Read[i].Group
	}
	return -1
}

// listed is an entry of the list of a path.
type listed struct {
	name  string // as it stands there
	thing thing
	at    End // whose it says is meant
	step  Step
}

// componentList reads what one part of a path passes. near is the end of the
// channel whose processor passes it.
func (r *platformReader) componentList(t *input.Table, key string, p *Path, near End) []Step {
	names := t.Strings(key)
	if len(names) > maxListed {
		t.Problem(key, "%s lists more than %d components", key, maxListed)
		return nil
	}
	var list []listed
	for _, name := range names {
		if l, ok := r.find(t, key, name); ok {
			list = append(list, l)
		}
	}
	for i := range slices.Backward(list) {
		var next *listed
		if i+1 < len(list) {
			next = &list[i+1]
		}
		r.resolve(t, key, p, &list[i], next, near)
	}
	var steps []Step
	seen := map[Step]bool{}
	for i := range list {
		if i > 0 && list[i].step.Network && list[i].step == list[i-1].step {
			t.Problem(key, "%s stands twice in succession; once leads all the way", list[i].name)
			continue
		}
		if r.passable(t, key, p, seen, &list[i], near) {
			steps = append(steps, list[i].step)
		}
	}
	return steps
}

// maxListed bounds the components that a list names one by one.
const maxListed = 4096

// find finds what a name in a list means.
func (r *platformReader) find(t *input.Table, key, text string) (listed, bool) {
	l := listed{name: text}
	name, at, said := strings.Cut(text, "@")
	switch {
	case at == "producer":
		l.at = Producer
	case at == "consumer":
		l.at = Consumer
	case said:
		t.Problem(key, "%q: an end of a channel is @producer or @consumer", text)
		return l, false
	}
	var ok bool
	if l.thing, ok = r.things[name]; !ok {
		t.Problem(key, "there is no component %q%s", name, r.suggest(name, r.thingNames))
		return l, false
	}
	if scope := r.groupOf(l.thing).scope; said && (scope == OneForAll || scope == PerPair) {
		why := "there is one"
		if scope == PerPair {
			why = "it belongs to both"
		}
		t.Problem(key, "@%s has no effect on %s: %s", at, name, why)
	}
	return l, true
}

// resolve finds the step that an entry stands for, given the next one.
func (r *platformReader) resolve(t *input.Table, key string, p *Path, l, next *listed, near End) {
	switch l.thing.kind {
	case aGroup:
		l.step = Step{Group: l.thing.index, At: l.at}
	case aNetwork:
		l.step = Step{Group: l.thing.index, Network: true}
	case aLink:
		l.step = Step{Group: r.ownGroup(l.thing.index)}
	case aCrossbar:
		x := r.crossbars[l.thing.index]
		port := r.portTowards(x, next, p.To)
		l.step = Step{Group: port.group, At: l.at}
		follows, led := Consumer, "consumer" // whose the port is if that follows from what it leads to
		if next != nil {
			if scope := r.groupOf(next.thing).scope; scope == OneForAll || scope == PerPair {
				return
			}
			follows = next.step.At
		}
		if l.at != Near && l.at != endOf(follows, near) {
			if endOf(follows, near) == Producer {
				led = "producer"
			}
			t.Problem(key, "%s leads to the %s's; leave out the @ or say @%s", l.name, led, led)
		}
		l.step.At = follows
	}
}

// endOf returns the end that a step means in a part which the processor at
// near passes.
func endOf(at, near End) End {
	if at == Near {
		return near
	}
	return at
}

// ownGroup gives a link that a path lists by itself a group of its own.
func (r *platformReader) ownGroup(component int) int {
	c := &r.p.Components[component]
	if r.parts[c.Group].name != c.Name {
		c.Group = r.newGroup(componentGroup{name: c.Name, kind: Link})
	}
	return c.Group
}

// passable complains about an entry that not everybody who may use the path has,
// or that has been seen in the list already.
func (r *platformReader) passable(t *input.Table, key string, p *Path, seen map[Step]bool, l *listed, near End) bool {
	if l.step.Network {
		return true
	}
	group := &r.parts[l.step.Group]
	same := Step{Group: l.step.Group, At: endOf(l.step.At, near)}
	users := p.From
	if same.At == Consumer {
		users = p.To
	}
	for i, has := range group.has {
		if users[i] && !has {
			t.Problem(key, "%s exists per %s, but %s may use this path; restrict from and to", group.name, group.per, r.p.Processors[i].Name)
			break
		}
	}
	if seen[same] {
		t.Problem(key, "%s stands twice; a transfer passes a component once", l.name)
		return false
	}
	seen[same] = true
	return true
}
