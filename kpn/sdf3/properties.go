package sdf3

import (
	"slices"

	"sdse/kpn"
)

// processorTime is how long a firing takes on a type of processor, by phase.
type processorTime struct {
	kind      string
	byDefault bool
	time      sequence // nil: it cannot run there
}

// properties are what a file says about actors and channels by name.
type properties struct {
	times    map[string][]processorTime // in the order of the file
	listed   map[string]bool            // actors that have properties at all
	channels map[string]channelProperties
	kinds    []string // all processor types, in the order of the file
}

type channelProperties struct {
	at       *element
	bytes    int64 // -1: unknown
	capacity int64 // -1: as many as fit
}

// properties reads the properties of actors and channels. An fsmsadf file makes
// an entry the default by default="true", the others by any default at all.
func (r *reader) properties(e *element, anyDefault bool, known func(e *element, attribute string) (string, bool)) *properties {
	p := &properties{times: map[string][]processorTime{}, listed: map[string]bool{}, channels: map[string]channelProperties{}}
	for _, a := range e.all("actorProperties") {
		name, ok := known(a, "actor")
		if !ok {
			continue
		}
		p.listed[name] = true
		for _, processor := range a.all("processor") {
			r.processor(p, name, processor, anyDefault)
		}
	}
	for _, c := range e.all("channelProperties") {
		if name, ok := known(c, "channel"); ok {
			p.channels[name] = r.channelProperties(c)
		}
	}
	return p
}

func (r *reader) processor(p *properties, actor string, e *element, anyDefault bool) {
	kind, ok := r.name(e, "type")
	if !ok {
		return
	}
	if !slices.Contains(p.kinds, kind) {
		if len(p.kinds) == maxKinds {
			r.problem(e, "the file names more than %d types of processors", maxKinds)
			return
		}
		p.kinds = append(p.kinds, kind)
	}
	entry := processorTime{kind: kind}
	value, has := e.attr("default")
	entry.byDefault = has && (anyDefault || value == "true")
	if has && anyDefault && value != "true" {
		r.warn(e, "default=%q of actor %q counts as a default, as in SDF3; remove it if it is not meant", short(value), actor)
	}
	if t := e.child("executionTime"); t != nil {
		if text, ok := t.attr("time"); !ok {
			r.warn(t, "actor %q has an executionTime without time: it cannot run on processors of type %q", actor, kind)
		} else {
			entry.time = r.sequence(t, "time", text, maxTime)
		}
	}
	list := p.times[actor]
	if i := slices.IndexFunc(list, func(t processorTime) bool { return t.kind == kind }); i >= 0 {
		r.warn(e, "actor %q has two entries for processor type %q; the last one counts", actor, kind)
		list = slices.Delete(list, i, i+1)
	}
	p.times[actor] = append(list, entry)
}

func (r *reader) channelProperties(e *element) channelProperties {
	c := channelProperties{at: e, bytes: -1, capacity: -1}
	if t := e.child("tokenSize"); t != nil {
		if n, ok := r.count(t, "sz", maxTokenBytes); ok {
			c.bytes = n
		}
	}
	if b := e.child("bufferSize"); b != nil {
		if text, ok := b.attr("sz"); ok && text != "-1" {
			if n, ok := r.number(b, "sz", text, kpn.Unbounded); ok {
				c.capacity = n
			}
		}
		if c.capacity < 0 {
			r.warnParts(b)
		}
	}
	return c
}

// maxKinds bounds the types of processors.
const maxKinds = 256

// maxTokenBytes bounds a token.
const maxTokenBytes = 1 << 32

// warnParts tells of buffer sizes that depend on a mapping.
func (r *reader) warnParts(e *element) {
	for _, part := range []string{"src", "dst", "mem"} {
		if text, ok := e.attr(part); ok && text != "-1" {
			r.warn(e, "bufferSize has no sz; src, dst and mem depend on the mapping and are not read")
			return
		}
	}
}

// knownIn returns a function that reads the name of an actor or a channel of a
// graph, and tells if there is none.
func (r *reader) knownIn(g *graph) func(e *element, attribute string) (string, bool) {
	channels := make(map[string]bool, len(g.channels))
	for i := range g.channels {
		channels[g.channels[i].name] = true
	}
	return func(e *element, attribute string) (string, bool) {
		name, ok := r.name(e, attribute)
		if !ok {
			return "", false
		}
		known, names := channels[name], g.channelNames
		if attribute == "actor" {
			_, known = g.actorOf[name]
			names = g.actorNames
		}
		if !known {
			r.problem(e, "there is no %s %q%s", attribute, short(name), r.suggest(name, names))
		}
		return name, known
	}
}
