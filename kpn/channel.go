package kpn

import "fmt"

// ChannelOptions describes a channel of an executable network.
type ChannelOptions struct {
	// TokenBytes is the size a token has on the platform that the traces will
	// be mapped to; the size of the Go value does not matter.
	TokenBytes int64
	// Capacity is the start capacity in tokens; 0 is 1. It is at least the
	// number of initial tokens. The recorded capacity is what the run needed.
	Capacity int64
}

// Stream is a channel of an executable network: a first-in-first-out queue of
// tokens of type T with one writing and one reading process. Reads block until
// the tokens are there, writes until there is room.
//
// Only the writing process's function may write, and only the reading process's
// function may read. A token is handed over: a writer must not touch what a
// token points to afterwards.
type Stream[T any] struct {
	channel *channel
	tokens  []T // the queue, oldest first; guarded by channel.net.mu
}

// channel is the part of a stream that the scheduling needs, free of T.
type channel struct {
	net            *Network
	index          int
	name           string
	writer, reader *Node
	tokenBytes     int64
	initial        int64
	start          int64 // capacity at the start

	capacity int64 // guarded by net.mu; grows
	length   int64 // guarded by net.mu; tokens in the queue
}

// Connect adds a channel from one process to another, which may be the same,
// holding the initial tokens. A channel that closes a cycle needs some, or the
// cycle can never start.
func Connect[T any](n *Network, name string, writer, reader *Node, options ChannelOptions, initial ...T) *Stream[T] {
	if writer == nil || reader == nil || writer.net != n || reader.net != n {
		n.problem("channel %q connects processes that are not of this network", name)
	}
	if options.TokenBytes < 0 || options.Capacity < 0 {
		n.problem("channel %q has tokens of %d bytes and capacity %d", name, options.TokenBytes, options.Capacity)
	}
	length := int64(len(initial))
	capacity := max(options.Capacity, length, 1)
	c := &channel{
		net: n, index: len(n.channels), name: name,
		writer: writer, reader: reader,
		tokenBytes: options.TokenBytes, initial: length, start: capacity,
		capacity: capacity, length: length,
	}
	n.channels = append(n.channels, c)
	return &Stream[T]{channel: c, tokens: append([]T(nil), initial...)}
}

// Read takes the next token. It returns false when the writer has ended and
// all its tokens have been read.
func (s *Stream[T]) Read() (token T, ok bool) {
	var one [1]T
	n := s.ReadN(one[:])
	return one[0], n == 1
}

// ReadN fills the slice with the next tokens, in one transfer, and returns how
// many there were: all, or fewer if the writer has ended and no more are left.
func (s *Stream[T]) ReadN(tokens []T) int {
	c := s.channel
	c.net.pause()
	c.net.mu.Lock()
	defer c.net.mu.Unlock()
	n := c.claimTokens(int64(len(tokens)))
	copy(tokens, s.tokens[:n])
	clear(s.tokens[:n]) // so that the queue keeps nothing alive
	s.tokens = s.tokens[n:]
	c.writer.release()
	return n
}

// Write appends a token. If the reader has ended, the token is dropped: the
// write does not block and is recorded like any other, as if the channel were
// unbounded, because whether the reader has ended yet is a matter of timing.
func (s *Stream[T]) Write(token T) {
	s.WriteN([]T{token})
}

// WriteN appends tokens in one transfer.
func (s *Stream[T]) WriteN(tokens []T) {
	c := s.channel
	c.net.pause()
	c.net.mu.Lock()
	defer c.net.mu.Unlock()
	if c.claimRoom(int64(len(tokens))) {
		s.tokens = append(s.tokens, tokens...)
		c.reader.release()
	}
}

// claimTokens waits for tokens and takes them out of the count. The caller
// holds net.mu.
func (c *channel) claimTokens(tokens int64) int {
	c.mustRun()
	c.reader.await(&wait{channel: c, kind: Read, tokens: tokens})
	tokens = min(tokens, c.length)
	c.length -= tokens
	c.reader.record(Read, c, tokens)
	return int(tokens)
}

// claimRoom waits for room and counts the tokens that will fill it; it returns
// false if nobody will read them. The caller holds net.mu.
func (c *channel) claimRoom(tokens int64) bool {
	c.mustRun()
	c.writer.await(&wait{channel: c, kind: Write, tokens: tokens})
	c.writer.record(Write, c, tokens)
	if c.reader.ended {
		return false
	}
	c.length += tokens
	return true
}

// record notes a transfer; moving nothing is no event.
func (p *Node) record(kind Kind, c *channel, tokens int64) {
	if tokens > 0 {
		p.events = append(p.events, Event{Kind: kind, Arg: c.index, N: tokens})
	}
}

func (c *channel) mustRun() {
	if !c.net.started {
		panic(fmt.Sprintf("kpn: channel %q is used outside Run", c.name))
	}
}
