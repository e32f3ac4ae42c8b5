package sesame

// Observer is told what happens in a simulation while it happens. A simulation
// with an observer gives the same results as one without.
type Observer interface {
	// Span tells of something that lasted, when it ends (of a wait for a
	// component when the transfer ends that waited): not of what took no time,
	// and not of what never ends. Spans that end at the same instant come in no
	// particular order.
	Span(Span)
	// Fill tells how many tokens are visible in a channel from an instant on, at
	// time 0 of every active channel and then whenever it changes; of several at one
	// instant the last counts. Tokens are there until their room is given back.
	Fill(channel int, at Time, tokens int64)
}

// Span is something that lasted from Start to End. Which of the numbers mean
// something depends on its kind; the others are -1.
type Span struct {
	Kind       SpanKind
	Process    int
	Processor  int
	Channel    int
	Component  int
	Operation  int   // index into the application's operations
	Count      int64 // tokens of a transfer, executions of an operation
	Write      bool  // of a transfer: its direction
	Start, End Time
}

// SpanKind says what lasted.
type SpanKind uint8

// The kinds of spans.
const (
	Dispatching  SpanKind = iota // a processor picks a process: Process, Processor
	Executing                    // a processor executes, once per piece of an execute: Process, Processor, Operation, Count
	Waiting                      // an event occupies a processor and waits for a component: Process, Processor, Channel, Component, Count, Write
	Transferring                 // an event occupies a processor and passes components, once per hop: likewise without Component
	Issuing                      // a processor issues a DMA transfer: likewise
	Passing                      // a transfer holds or passes a component: Process, Channel, Component, Count, Write
	Blocked                      // a process waits for tokens or room and holds no processor: Process, Channel, Count (of a firing, all it wants there), Write
	Queued                       // a process is ready and waits for its processor: Process, Processor
)
