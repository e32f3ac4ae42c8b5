package kpn

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Network is a Kahn process network that can be executed: its processes are Go
// functions on goroutines of their own, its channels move real data, and every
// process records what it does. Kahn's theorem (G. Kahn, "The semantics of a
// simple language for parallel programming", IFIP 1974) makes the recording
// worth having: because reads block and a process cannot ask whether a token is
// there, neither the data nor the traces depend on how goroutines are
// scheduled, as long as the processes share nothing but channels.
//
// Build a network with [Network.Process], [Network.Operation] and [Connect],
// give each process its function with [Node.Do], then call [Network.Run] once.
// Mistakes made while building are collected and returned by Run. Building is
// for one goroutine.
type Network struct {
	// Bounds limits the buffer memory of a run. Set it before Run.
	Bounds Bounds

	name       string
	operations []Operation
	nodes      []*Node
	channels   []*channel
	problems   []error // found while building

	// mu guards everything below, the state of every channel and the waiting,
	// ended and wake fields of every node: one lock, taken for a moment by each
	// transfer. Executing a network is for recording traces, not for speed.
	mu      sync.Mutex
	started bool
	failure error // why the run is being stopped; the first reason stays

	yield func() // called before every step, so that tests can disturb the schedule
}

// Bounds says how much memory the channels of a network may take. The zero
// value lets them grow for as long as Parks' scheduling asks for it.
type Bounds struct {
	Strict bool  // never grow: the start capacities have to do
	Tokens int64 // limit of the sum of all capacities; 0 is no limit
	Bytes  int64 // limit of the sum of capacity × token size; 0 is no limit
}

// Op names an operation of the network it was made by.
type Op int

// NewNetwork returns an empty network.
func NewNetwork(name string) *Network {
	return &Network{name: name}
}

// Operation adds an operation that processes can execute. The signature counts
// the instructions of one execution by class; it may be empty.
func (n *Network) Operation(name string, signature ...Count) Op {
	signature = slices.Clone(signature)
	slices.SortFunc(signature, byClass)
	for i, c := range signature {
		if i > 0 && c.Class == signature[i-1].Class {
			n.problem("operation %q counts class %q twice", name, c.Class)
		}
		if c.Class == "" || c.N < 0 {
			n.problem("operation %q has the count %q: %d", name, c.Class, c.N)
		}
	}
	n.operations = append(n.operations, Operation{Name: name, Signature: signature})
	return Op(len(n.operations) - 1)
}

// Process adds a process. Its function is given later, by [Node.Do], because
// it usually needs channels that need their processes first.
func (n *Network) Process(name string) *Node {
	p := &Node{net: n, index: len(n.nodes), name: name}
	p.wake.L = &n.mu
	n.nodes = append(n.nodes, p)
	return p
}

// Node is a process of an executable network. Its methods, except Do, are for
// the process's own function; so are the reads and writes of its streams.
type Node struct {
	net   *Network
	index int
	name  string
	body  func() error

	// Owned by the process's goroutine until Run has waited for it.
	events     []Event // since the last iteration mark
	iterations []*Fragment

	// Guarded by net.mu.
	waiting *wait // what the process is blocked on, nil while it can go on
	ended   bool
	wake    sync.Cond // signalled when waiting becomes nil or the run fails
}

// Do gives the process its function. The function ends the process by
// returning; an error or a panic stops the whole network.
//
// Several things may happen while the function is inside Read, Write, Execute
// or EndIteration that make going on pointless: a deadlock, an error elsewhere,
// a cancelled context. The call then does not return. The goroutine ends there,
// running deferred functions, as it does with [runtime.Goexit].
func (p *Node) Do(body func() error) {
	if p.body != nil {
		p.net.problem("process %q has two functions", p.name)
	}
	p.body = body
}

// Execute records that the process did an operation times times. Zero times
// is no event.
func (p *Node) Execute(op Op, times int64) {
	if op < 0 || int(op) >= len(p.net.operations) || times < 0 {
		panic(fmt.Sprintf("kpn: execute operation %d, %d times", op, times))
	}
	p.step()
	if times > 0 {
		p.events = append(p.events, Event{Kind: Execute, Arg: int(op), N: times})
	}
}

// EndIteration marks the end of an iteration (a frame, a period): the events
// since the last mark become one [Fragment]. Events after the last mark form an
// iteration of their own, so a process that never marks has one iteration.
func (p *Node) EndIteration() {
	p.step()
	p.endIteration()
}

func (p *Node) endIteration() {
	p.iterations = append(p.iterations, NewFragment(p.events))
	p.events = p.events[:0]
}

func (n *Network) problem(format string, args ...any) {
	n.problems = append(n.problems, fmt.Errorf(format, args...))
}

// check returns all that is wrong with the network as built.
func (n *Network) check() error {
	problems := slices.Clone(n.problems)
	note := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if len(n.nodes) == 0 {
		note("there is no process")
	}
	names := make(map[[2]string]bool)
	unique := func(kind, name string) {
		if name == "" {
			note("a %s has no name", kind)
		} else if names[[2]string{kind, name}] {
			note("there are two of %s %q", kind, name)
		}
		names[[2]string{kind, name}] = true
	}
	for _, p := range n.nodes {
		unique("process", p.name)
		if p.body == nil {
			note("process %q has no function", p.name)
		}
	}
	for _, c := range n.channels {
		unique("channel", c.name)
	}
	for i := range n.operations {
		unique("operation", n.operations[i].Name)
	}
	if b := n.Bounds; b.Tokens < 0 || b.Bytes < 0 {
		note("bounds of %d tokens and %d bytes", b.Tokens, b.Bytes)
	}
	return errors.Join(problems...)
}
