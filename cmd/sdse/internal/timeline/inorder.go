package timeline

import "sdse/sesame"

// inOrder passes what it is told on to another observer, so that the spans of a
// processor come one after the other: a simulator may tell that a transfer waited
// when the transfer has ended, right after it.
type inOrder struct {
	to   sesame.Observer
	held sesame.Span // a transfer that its waiting may follow
	is   bool        // it is held
}

// Span implements sesame.Observer.
func (o *inOrder) Span(s sesame.Span) {
	if s.Kind == sesame.Waiting && o.is && s.Processor == o.held.Processor && s.End <= o.held.Start {
		o.to.Span(s)
		return
	}
	o.release()
	if s.Kind == sesame.Transferring {
		o.held, o.is = s, true
		return
	}
	o.to.Span(s)
}

// Fill implements sesame.Observer.
func (o *inOrder) Fill(channel int, at sesame.Time, tokens int64) {
	o.release()
	o.to.Fill(channel, at, tokens)
}

// release passes on what is held.
func (o *inOrder) release() {
	if o.is {
		o.is = false
		o.to.Span(o.held)
	}
}

// inOrder returns a Watch that tells the spans of a processor in order.
func (w Watch) inOrder() Watch {
	return func(to sesame.Observer) *sesame.Statistics {
		o := &inOrder{to: to}
		st := w(o)
		o.release()
		return st
	}
}
