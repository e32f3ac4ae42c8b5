package kpn

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// Run executes the network until every process has ended, and returns what was
// recorded. It may be called once.
//
// If it fails nothing is recorded. The error wraps a [*CycleError], a
// [*LimitError], a [*ProcessError], an [*IterationError], the context's cause,
// or a list of mistakes made while building. Processes are stopped at their
// next Read, Write, Execute or EndIteration; Run returns after the last of
// them, so a function that never does any of these keeps Run waiting.
func (n *Network) Run(ctx context.Context) (*Recording, error) {
	if err := n.execute(ctx); err != nil {
		return nil, fmt.Errorf("kpn: network %q: %w", n.name, err)
	}
	rec, err := n.recording()
	if err != nil {
		return nil, fmt.Errorf("kpn: network %q: %w", n.name, err)
	}
	return rec, nil
}

func (n *Network) execute(ctx context.Context) error {
	if err := n.start(); err != nil {
		return err
	}
	// The watcher's goroutine exists only once ctx is cancelled; watched says
	// that it is through, so that nothing outlives Run.
	watched := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		defer close(watched)
		n.mu.Lock()
		defer n.mu.Unlock()
		n.fail(context.Cause(ctx))
	})
	// One goroutine per process, owned by this call. They end by themselves or,
	// once failure is set, at their next step.
	var processes sync.WaitGroup
	for _, p := range n.nodes {
		processes.Go(p.run)
	}
	processes.Wait()
	if !unwatch() {
		<-watched
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.failure
}

func (n *Network) start() error {
	if err := n.check(); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.started {
		return errors.New("a network runs once")
	}
	n.started = true
	return n.overLimit() // the start capacities count too
}

// run is the goroutine of a process.
func (p *Node) run() {
	err := errors.New("left its function by runtime.Goexit")
	defer func() {
		if v := recover(); v != nil {
			p.end(newPanicError(p.name, v, debug.Stack()))
		} else if err != nil {
			p.end(&ProcessError{Process: p.name, Err: err})
		} else {
			p.end(nil)
		}
	}()
	err = p.body()
}

// end marks the process as ended, with an error if the others are to stop too,
// and wakes those who wait for it.
func (p *Node) end(err error) {
	n := p.net
	n.mu.Lock()
	defer n.mu.Unlock()
	p.ended = true
	if err != nil {
		n.fail(err)
	}
	for _, c := range n.channels {
		if c.writer == p {
			c.reader.release()
		}
		if c.reader == p {
			c.writer.release()
		}
	}
}

// fail stops the run. The first reason is the one reported; the errors of
// processes that are being stopped are consequences.
func (n *Network) fail(err error) {
	if n.failure != nil {
		return
	}
	n.failure = err
	for _, p := range n.nodes {
		p.wake.Signal()
	}
}

// step is where a process that is not blocked notices that the run is over.
func (p *Node) step() {
	p.net.pause()
	p.net.mu.Lock()
	defer p.net.mu.Unlock()
	p.stopIfFailed()
}

// pause is where tests disturb the schedule.
func (n *Network) pause() {
	if n.yield != nil {
		n.yield()
	}
}

// stopIfFailed ends the calling goroutine if the run has failed. The caller
// holds net.mu and releases it by a deferred call.
func (p *Node) stopIfFailed() {
	if p.net.failure != nil {
		runtime.Goexit()
	}
}
