package kpn

// cursor steps through the events of a process over all its iterations.
type cursor struct {
	fragment   *Fragment
	iterations int
	stack      []place
	first      bool // whether the event returned last begins an iteration
}

// place is a position in the body of a loop; left counts the rounds to come.
type place struct {
	body []node
	next int
	left int64
}

// next returns the next event, or false at the end of the last iteration.
func (c *cursor) next() (Event, bool) {
	c.first = false
	for {
		if len(c.stack) == 0 {
			if c.iterations == 0 || c.fragment.events == 0 {
				return Event{}, false
			}
			c.iterations--
			c.first = true
			c.stack = append(c.stack, place{body: c.fragment.body})
		}
		top := &c.stack[len(c.stack)-1]
		if top.next == len(top.body) {
			if top.left > 0 {
				top.left--
				top.next = 0
			} else {
				c.stack = c.stack[:len(c.stack)-1]
			}
			continue
		}
		n := &top.body[top.next]
		top.next++
		if n.repeat == 0 {
			return n.event, true
		}
		c.stack = append(c.stack, place{body: n.body, left: n.repeat - 1})
	}
}
