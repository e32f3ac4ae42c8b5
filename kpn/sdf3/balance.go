package sdf3

import (
	"fmt"
	"strings"
)

// flow is a channel as the balance equations see it: what its ends move each
// time that their actors do their whole cycle of phases.
type flow struct {
	name               string
	src, dst           int
	produced, consumed int64
}

// share is how often an actor does its cycle, relative to the first actor of its
// part of the graph; in lowest terms.
type share struct{ num, den int64 }

// maxCycles bounds the entries of a repetition vector. An iteration has at least
// as many events, and no more can be simulated.
const maxCycles = maxEvents

// times multiplies a share by p/c; ok is false if the result could be part of no
// vector that is small enough.
func (s share) times(p, c int64) (_ share, ok bool) {
	g := gcd(p, c)
	p, c = p/g, c/g
	g, h := gcd(s.num, c), gcd(p, s.den)
	s.num, c, p, s.den = s.num/g, c/g, p/h, s.den/h
	if s.num > maxCycles/p || s.den > maxCycles/c {
		return share{}, false
	}
	return share{s.num * p, s.den * c}, true
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// balance solves the balance equations: in an iteration every channel gets as
// many tokens as are taken from it. The result is the smallest vector of whole
// numbers above zero, for each part of the graph that hangs together (Lee,
// Messerschmitt 1987). Otherwise wrong says why there is none: for every channel
// that contradicts the others, up to a number, the cycle on which it does.
func balance(names []string, flows []flow) (vector []int64, wrong []string) {
	b := &balancer{names: names, flows: flows, shares: make([]share, len(names)), by: make([]int, len(names)), at: make([][]int, len(names))}
	for i := range flows {
		b.at[flows[i].src] = append(b.at[flows[i].src], i)
		b.at[flows[i].dst] = append(b.at[flows[i].dst], i)
	}
	vector = make([]int64, len(names))
	for first := range names {
		if b.shares[first].den != 0 {
			continue
		}
		part, ok := b.spread(first)
		if !ok {
			return nil, []string{"the repetition vector is too large: an actor would fire more than " + fmt.Sprint(int64(maxCycles)) + " times in an iteration"}
		}
		if !b.scale(part, vector) {
			return nil, []string{"the repetition vector is too large: an actor would fire more than " + fmt.Sprint(int64(maxCycles)) + " times in an iteration"}
		}
	}
	if wrong = b.contradictions(); len(wrong) > 0 {
		return nil, wrong
	}
	return vector, nil
}

type balancer struct {
	names  []string
	flows  []flow
	at     [][]int // flows at each actor
	shares []share
	by     []int // the flow over which an actor was reached, plus one
}

// spread gives shares to all actors that hang together with the first.
func (b *balancer) spread(first int) (part []int, ok bool) {
	b.shares[first] = share{1, 1}
	part = []int{first}
	for i := 0; i < len(part); i++ {
		for _, f := range b.at[part[i]] {
			flow := &b.flows[f]
			if flow.produced == 0 || flow.consumed == 0 {
				continue
			}
			next, up, down := flow.dst, flow.produced, flow.consumed
			if part[i] == flow.dst {
				next, up, down = flow.src, flow.consumed, flow.produced
			}
			if b.shares[next].den != 0 {
				continue
			}
			if b.shares[next], ok = b.shares[part[i]].times(up, down); !ok {
				return nil, false
			}
			b.by[next] = f + 1
			part = append(part, next)
		}
	}
	return part, true
}

// scale makes the shares of a part whole numbers.
func (b *balancer) scale(part []int, vector []int64) bool {
	whole := int64(1)
	for _, a := range part {
		den := b.shares[a].den
		if whole /= gcd(whole, den); whole > maxCycles/den {
			return false
		}
		whole *= den
	}
	for _, a := range part {
		if n := whole / b.shares[a].den; b.shares[a].num > maxCycles/n {
			return false
		} else {
			vector[a] = b.shares[a].num * n
		}
	}
	return true
}

// maxContradictions bounds what is told of a graph that is wrong all over.
const maxContradictions = 20

func (b *balancer) contradictions() (wrong []string) {
	for i := range b.flows {
		f := &b.flows[i]
		if len(wrong) == maxContradictions {
			return wrong
		}
		switch {
		case f.produced == 0 && f.consumed == 0:
			wrong = append(wrong, fmt.Sprintf("channel %q has rate 0 at both ends; remove it", f.name))
		case f.produced == 0:
			wrong = append(wrong, fmt.Sprintf("inconsistent rates: actor %q takes tokens from channel %q, but actor %q gives none", b.names[f.dst], f.name, b.names[f.src]))
		case f.consumed == 0:
			wrong = append(wrong, fmt.Sprintf("inconsistent rates: actor %q gives tokens to channel %q, but actor %q takes none", b.names[f.src], f.name, b.names[f.dst]))
		default:
			s, ok := b.shares[f.src].times(f.produced, f.consumed)
			if ok && s == b.shares[f.dst] {
				continue
			}
			wrong = append(wrong, b.contradiction(i))
		}
	}
	return wrong
}

// contradiction tells of a channel what the channels over which its ends were
// reached say.
func (b *balancer) contradiction(i int) string {
	f := &b.flows[i]
	if f.src == f.dst {
		return fmt.Sprintf("inconsistent rates: on channel %q actor %q gives %d tokens to itself and takes %d", f.name, b.names[f.src], f.produced, f.consumed)
	}
	u, v := b.shares[f.src], b.shares[f.dst]
	g, h := gcd(u.num, v.num), gcd(u.den, v.den)
	return fmt.Sprintf("inconsistent rates: by the other channels of the cycle %s actor %q fires %d times whenever actor %q fires %d times, but channel %q says %d to %d",
		b.cycle(i), b.names[f.src], u.num/g*(v.den/h), b.names[f.dst], v.num/g*(u.den/h), f.name,
		f.consumed/gcd(f.consumed, f.produced), f.produced/gcd(f.consumed, f.produced))
}

// cycle writes the cycle that a channel closes.
func (b *balancer) cycle(i int) string {
	up := func(a int) (path []int) { // flows up to the first actor
		for b.by[a] > 0 {
			f := b.by[a] - 1
			path = append(path, f)
			a = b.flows[f].src + b.flows[f].dst - a
		}
		return path
	}
	there, back := up(b.flows[i].dst), up(b.flows[i].src)
	for len(there) > 0 && len(back) > 0 && there[len(there)-1] == back[len(back)-1] {
		there, back = there[:len(there)-1], back[:len(back)-1]
	}
	path := append([]int{i}, there...)
	for j := len(back) - 1; j >= 0; j-- {
		path = append(path, back[j])
	}
	const shown = 16
	var text strings.Builder
	at := b.flows[i].src
	for n, f := range path {
		if n == shown {
			text.WriteString("… ")
			break
		}
		fmt.Fprintf(&text, "%s -%s- ", b.names[at], b.flows[f].name)
		at = b.flows[f].src + b.flows[f].dst - at
	}
	return text.String() + b.names[b.flows[i].src]
}
