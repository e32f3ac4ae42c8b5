package workpool

import (
	"fmt"
	"strconv"
	"strings"
)

// Policy decides which open batch a hart works in. It is asked when a hart has
// nothing to do, and again between two claims of jobs after a batch has been
// opened. It decides when a job runs, never what comes of it: results do not
// depend on it. Choose is called by many harts at the same time; a policy that
// remembers anything must guard it.
type Policy interface {
	// Name says what the policy is, as ParsePolicy reads it.
	Name() string
	// Choose returns the index of the batch to work in, or -1 if the hart had
	// rather do nothing. There is at least one offer. Offers come in an order that
	// begins with another client each time, so the first of equals is fair.
	Choose(h Chooser, open []Offer) int
}

// Chooser is the hart that chooses.
type Chooser struct {
	Hart, Harts int // its number, and how many there are
	Domain      int // which harts share a cache with it
	hart        *hart
}

// Stats returns what the hart has done so far, but for the counters of its thread.
func (c Chooser) Stats() HartStats { return c.hart.stats() }

// Offer is an open batch.
type Offer struct {
	Client string
	Tag    Tag
	Weight int    // of the client's family
	Family int    // harts inside open batches of its family now
	Harts  int    // inside this batch now
	Near   int    // of these, in the chooser's domain
	Opened uint64 // batches opened earlier have lower numbers
	Left   int64  // jobs that nobody has claimed
}

// Fair gives harts to families of clients in proportion to their weights, and to
// the batches of a family evenly.
func Fair() Policy { return fair{} }

type fair struct{}

func (fair) Name() string { return "fair" }

func (fair) Choose(_ Chooser, open []Offer) int {
	return fairAmong(open, func(*Offer) bool { return true })
}

// fairAmong is Fair among the offers that are wanted; -1 if none is.
func fairAmong(open []Offer, wanted func(*Offer) bool) int {
	best := -1
	for i := range open {
		if wanted(&open[i]) && (best < 0 || open[i].poorer(&open[best])) {
			best = i
		}
	}
	return best
}

// poorer reports whether another hart is due to o rather than to p.
func (o *Offer) poorer(p *Offer) bool {
	if a, b := (o.Family+1)*p.Weight, (p.Family+1)*o.Weight; a != b {
		return a < b
	}
	return o.Harts < p.Harts
}

// FCFS gives all harts to the batch that was opened first.
func FCFS() Policy { return fcfs{} }

type fcfs struct{}

func (fcfs) Name() string { return "fcfs" }

func (fcfs) Choose(_ Chooser, open []Offer) int {
	best := 0
	for i := range open {
		if open[i].Opened < open[best].Opened {
			best = i
		}
	}
	return best
}

// TagPriority gives all harts to the batches whose tag comes first in the list,
// fairly among them. Tags that are not in the list come last.
func TagPriority(tags ...Tag) Policy { return tagPriority(tags) }

type tagPriority []Tag

func (p tagPriority) Name() string {
	names := make([]string, len(p))
	for i, tag := range p {
		names[i] = string(tag)
	}
	return "tag-priority:" + strings.Join(names, ",")
}

func (p tagPriority) Choose(h Chooser, open []Offer) int {
	first := len(p)
	for i := range open {
		first = min(first, p.place(open[i].Tag))
	}
	return fairAmong(open, func(o *Offer) bool { return p.place(o.Tag) == first })
}

func (p tagPriority) place(tag Tag) int {
	for i := range p {
		if p[i] == tag {
			return i
		}
	}
	return len(p)
}

// Dedicated keeps the first so many harts for batches of one tag, and the others
// for all other batches: a static split. Harts whose batches have no jobs do
// nothing. A pool that has no harts for one of the two never runs its batches;
// Open refuses that.
func Dedicated(harts int, tag Tag) Policy { return dedicated{harts, tag} }

type dedicated struct {
	harts int
	tag   Tag
}

func (d dedicated) Name() string { return fmt.Sprintf("dedicated:%d:%s", d.harts, d.tag) }

func (d dedicated) Choose(h Chooser, open []Offer) int {
	return fairAmong(open, func(o *Offer) bool { return (h.Hart < d.harts) == (o.Tag == d.tag) })
}

// NearestDomain keeps harts that share a cache together: a hart joins the batch in
// which most of its domain's harts are, unless another batch has none at all.
func NearestDomain() Policy { return nearestDomain{} }

type nearestDomain struct{}

func (nearestDomain) Name() string { return "domain" }

func (nearestDomain) Choose(h Chooser, open []Offer) int {
	best := 0
	for i := range open {
		a, b := &open[i], &open[best]
		alone, otherAlone := a.Harts == 0, b.Harts == 0
		switch {
		case alone != otherAlone:
			if alone {
				best = i
			}
		case a.Near != b.Near:
			if a.Near > b.Near {
				best = i
			}
		case a.Harts < b.Harts:
			best = i
		}
	}
	return best
}

// Tags returns the tags that one of this package's policies is about.
func Tags(p Policy) []Tag {
	switch p := p.(type) {
	case tagPriority:
		return p
	case dedicated:
		return []Tag{p.tag}
	}
	return nil
}

// ParsePolicy reads a policy: fair, fcfs, domain, tag-priority:TAG,TAG,… or
// dedicated:HARTS:TAG.
func ParsePolicy(text string) (Policy, error) {
	name, rest, _ := strings.Cut(text, ":")
	switch {
	case text == "fair":
		return Fair(), nil
	case text == "fcfs":
		return FCFS(), nil
	case text == "domain":
		return NearestDomain(), nil
	case name == "tag-priority" && rest != "":
		var tags []Tag
		for _, tag := range strings.Split(rest, ",") {
			tags = append(tags, Tag(strings.TrimSpace(tag)))
		}
		return TagPriority(tags...), nil
	case name == "dedicated":
		number, tag, _ := strings.Cut(rest, ":")
		if harts, err := strconv.Atoi(number); err == nil && harts > 0 && tag != "" {
			return Dedicated(harts, Tag(tag)), nil
		}
	}
	return nil, fmt.Errorf("workpool: %q is no policy; known: fair, fcfs, domain, tag-priority:TAG,TAG, dedicated:HARTS:TAG", text)
}
