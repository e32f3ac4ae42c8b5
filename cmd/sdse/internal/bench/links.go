package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// block is a result on its way.
type block []byte

// line is how much of a block one access brings along, in bytes.
const line = 64

// stamp writes the block as a job would that has computed it: something in every
// line.
func (b block) stamp(with byte) {
	for i := 0; i < len(b); i += line {
		b[i] = with
	}
}

// sum reads the block as whoever uses it does: every line.
func (b block) sum() (sum int) {
	for i := 0; i < len(b); i += line {
		sum += int(b[i])
	}
	return sum
}

// link takes blocks from a worker to a receiver in another goroutine. At most one
// is on its way.
type link interface {
	send(b block) error      // by the worker, which leaves b alone until it has been used
	receive() (block, error) // by the receiver; io.EOF after close
	close() error            // by the worker, after the last send
}

// links are the ways to hand over, for blocks of a size.
var links = []struct {
	name string
	open func(size int) (link, error)
}{
	{"by pointer", func(int) (link, error) { return &copying{blocks: make(chan block, 1)}, nil }},
	{"one copy", func(size int) (link, error) {
		return &copying{blocks: make(chan block, 1), shared: make(block, size)}, nil
	}},
	{"two copies", func(size int) (link, error) {
		return &copying{blocks: make(chan block, 1), shared: make(block, size), private: make(block, size)}, nil
	}},
	{"pipe", openPipe},
}

// copying hands over by pointer. If there is a shared block, the worker copies to
// it and the pointer is to that; if there is a private one, the receiver copies once
// more, as when two processes share a segment.
type copying struct {
	blocks          chan block
	shared, private block
}

func (l *copying) send(b block) error {
	if l.shared != nil {
		copy(l.shared, b)
		b = l.shared
	}
	l.blocks <- b
	return nil
}

func (l *copying) receive() (block, error) {
	b, open := <-l.blocks
	if !open {
		return nil, io.EOF
	}
	if l.private != nil {
		copy(l.private, b)
		b = l.private
	}
	return b, nil
}

func (l *copying) close() error {
	close(l.blocks)
	return nil
}

// pipe hands over through the operating system.
type pipe struct {
	in, out *os.File
	private block
}

func openPipe(size int) (link, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe: %w", err)
	}
	return &pipe{in, out, make(block, size)}, nil
}

func (l *pipe) send(b block) error {
	_, err := l.in.Write(b)
	return err
}

// receive closes the pipe's other end when it has come to the end, or to an error,
// so that the worker does not wait for ever.
func (l *pipe) receive() (block, error) {
	_, err := io.ReadFull(l.out, l.private)
	if err != nil {
		return nil, errors.Join(err, l.out.Close())
	}
	return l.private, nil
}

func (l *pipe) close() error { return l.in.Close() }
