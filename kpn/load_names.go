package kpn

import "sdse/kpn/input"

// names finds what the loader has read by its name.
type names struct {
	number  map[string]int
	known   []string
	guessed int
}

// add gives a name to a number. It returns false if the name is taken; nothing
// is called "".
func (n *names) add(name string, number int) bool {
	if name == "" {
		return true
	}
	if _, taken := n.number[name]; taken {
		return false
	}
	if n.number == nil {
		n.number = map[string]int{}
	}
	n.number[name] = number
	n.known = append(n.known, name)
	return true
}

// find returns the number of a name, or -1.
func (n *names) find(name string) int {
	if i, ok := n.number[name]; ok {
		return i
	}
	return -1
}

// hint guesses what was meant by an unknown name. It compares with all that are
// known, so it stops after some: a file with many mistakes has a simple one.
func (n *names) hint(name string) string {
	const most = 100
	if n.guessed++; n.guessed > most {
		return ""
	}
	return input.DidYouMean(name, n.known)
}
