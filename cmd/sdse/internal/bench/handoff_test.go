package bench

import (
	"errors"
	"testing"

	"go.uber.org/goleak"

	"sdse/workpool/topology"
)

// TestBlocksArriveAsTheyWereSent sends blocks through every link, often enough for
// the stamps to wrap around. The receivers compare.
func TestBlocksArriveAsTheyWereSent(t *testing.T) {
	for _, l := range links {
		for _, size := range []int{line, 64 << 10, 1 << 20} {
			opened, err := l.open(size)
			if err != nil {
				t.Fatal(err)
			}
			p := &pair{link: opened, block: make(block, size), used: make(chan struct{}, 1)}
			p.start(nil)
			for range 300 {
				if err := p.handOver(); err != nil {
					t.Fatalf("%s, %d bytes: %v", l.name, size, err)
				}
			}
			if err := p.close(); err != nil {
				t.Errorf("%s: %v", l.name, err)
			}
		}
	}
	goleak.VerifyNone(t)
}

// damaging changes a block on its way.
type damaging struct{ link }

func (d damaging) receive() (block, error) {
	b, err := d.link.receive()
	if len(b) > 0 {
		b[len(b)-line]++
	}
	return b, err
}

// TestDamageIsNoticed does not hang either.
func TestDamageIsNoticed(t *testing.T) {
	opened, _ := links[1].open(4 * line)
	p := &pair{link: damaging{opened}, block: make(block, 4*line), used: make(chan struct{}, 1)}
	p.start(nil)
	if err := p.handOver(); !errors.Is(err, errGone) {
		t.Errorf("worker: %v", err)
	}
	if err := p.close(); !errors.Is(err, errDamaged) {
		t.Errorf("receiver: %v", err)
	}
}

// TestReceiverThatCannotBeBound is told from one that works.
func TestReceiverThatCannotBeBound(t *testing.T) {
	opened, _ := links[0].open(line)
	p := &pair{link: opened, block: make(block, line), used: make(chan struct{}, 1)}
	p.start([]topology.CPU{{}, {Number: -1}})
	if err := p.handOver(); !errors.Is(err, errGone) {
		t.Errorf("worker: %v", err)
	}
	if err := p.close(); err == nil {
		t.Error("no error from the receiver")
	}
}
