package locality

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"unsafe"
)

const page = 4096

// fakeKernel has a machine's nodes in a map.
type fakeKernel struct {
	at      map[uintptr]int32 // page: its node, or a negative error number
	stuck   map[uintptr]int32 // page: why it cannot be moved
	calls   int
	failure error
	spans   []span // of prefer, adviseHuge and makeHuge
}

type span struct {
	call   string
	offset int // from the page that the memory begins in
	length int
	node   int
}

func (k *fakeKernel) movePages(pages []uintptr, nodes, status []int32) error {
	k.calls++
	if k.failure != nil {
		return k.failure
	}
	for i, p := range pages {
		if nodes != nil && k.at[p] >= 0 {
			if why, stuck := k.stuck[p]; stuck {
				status[i] = why
				continue
			}
			k.at[p] = nodes[i]
		}
		status[i] = k.at[p]
	}
	return nil
}

var base uintptr // of the memory under test

func (k *fakeKernel) span(call string, memory []byte, node int) error {
	k.spans = append(k.spans, span{call, int(address(memory) - base), len(memory), node})
	return k.failure
}

func (k *fakeKernel) prefer(memory []byte, node int) error { return k.span("prefer", memory, node) }
func (k *fakeKernel) adviseHuge(memory []byte) error       { return k.span("advise", memory, 0) }
func (k *fakeKernel) makeHuge(memory []byte) error {
	if err := k.span("make", memory, 0); err != nil {
		return err
	}
	return syscall.ENOMEM // none is free just now
}

// hugeTree is what a kernel with huge pages of four small ones says.
var hugeTree = fstest.MapFS{"enabled": {Data: []byte("always [madvise] never\n")}, "hpage_pmd_size": {Data: []byte("16384\n")}}

// machine returns the pages of a machine with two nodes, and n of them in memory
// that begins with a huge page. All lie on node 0.
func machine(n int) (*Pages, *fakeKernel, []byte) {
	memory := inside(make([]byte, n*page+4*page), 4*page)
	memory = memory[: n*page : n*page]
	k := &fakeKernel{at: map[uintptr]int32{}, stuck: map[uintptr]int32{}}
	base = address(memory)
	for i := range n {
		k.at[base+uintptr(i*page)] = 0
	}
	return &Pages{nodes: 2, size: page, kernel: k, huge: hugeTree}, k, memory
}

func where(t *testing.T, p *Pages, memory []byte) []int {
	t.Helper()
	nodes, err := p.Where(memory)
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

// Pages that the memory fills move; those it shares with others at its ends stay.
func TestMoveLeavesNeighboursAlone(t *testing.T) {
	p, _, memory := machine(5)
	there, err := p.Move(memory[1:5*page-1], 1)
	if there != 3 || err != nil {
		t.Errorf("%d pages, error %v; want 3 and none", there, err)
	}
	if got := where(t, p, memory); !slices.Equal(got, []int{0, 1, 1, 1, 0}) {
		t.Errorf("pages lie on %v", got)
	}
	if got := where(t, p, memory[page+7:page+8]); !slices.Equal(got, []int{1}) {
		t.Errorf("one byte lies on %v", got)
	}
	for _, small := range [][]byte{nil, memory[:0], memory[1:page], memory[1 : 2*page-1]} {
		if there, err := p.Move(small, 1); there != 0 || err != nil {
			t.Errorf("%d bytes: %d pages, error %v", len(small), there, err)
		}
	}
}

// More pages than the kernel is asked for at a time.
func TestManyPages(t *testing.T) {
	p, k, memory := machine(2*atOnce + 3)
	if there, err := p.Move(memory, 1); there != 2*atOnce+3 || err != nil || k.calls != 3 {
		t.Errorf("%d pages, error %v, %d calls", there, err, k.calls)
	}
	if slices.Contains(where(t, p, memory), 0) {
		t.Error("a page has not moved")
	}
}

func TestPagesThatDoNotMove(t *testing.T) {
	p, k, memory := machine(6)
	set := func(i int, status syscall.Errno) { k.at[base+uintptr(i*page)] = -int32(status) }
	set(0, syscall.ENOENT)
	set(1, syscall.EFAULT)
	if there, err := p.Move(memory, 1); there != 4 || err != nil {
		t.Errorf("with pages that nobody has written to: %d, error %v", there, err)
	}
	if got := where(t, p, memory); !slices.Equal(got, []int{-1, -1, 1, 1, 1, 1}) {
		t.Errorf("pages lie on %v", got)
	}
	k.stuck[base+3*page], k.stuck[base+4*page] = -int32(syscall.EBUSY), 1
	there, err := p.Move(memory, 0)
	if want := "2 of 6 pages cannot be moved to node 0: device or resource busy"; there != 2 || err == nil || err.Error() != want {
		t.Errorf("%d pages, error %v; want 2 and %s", there, err, want)
	}
	delete(k.stuck, base+3*page)
	if _, err = p.Move(memory, 0); err == nil || err.Error() != "1 of 6 pages cannot be moved to node 0: still on node 1" {
		t.Errorf("error %v", err)
	}
	set(5, syscall.EACCES)
	if _, err = p.Where(memory); !errors.Is(err, syscall.EACCES) {
		t.Errorf("error %v", err)
	}
	k.failure = syscall.EPERM
	if _, err = p.Move(memory, 1); !errors.Is(err, syscall.EPERM) || err.Error() != "move 6 pages to node 1: operation not permitted" {
		t.Errorf("error %v", err)
	}
	if _, err = p.Where(memory); !errors.Is(err, syscall.EPERM) {
		t.Errorf("error %v", err)
	}
}

// A kernel that gives up half-way leaves pages whose status it has not filled in.
func TestPagesNotTried(t *testing.T) {
	p, _, memory := machine(2)
	p.kernel = &idle{}
	if there, err := p.Move(memory, 1); there != 0 || !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("%d pages, error %v", there, err)
	}
}

type idle struct{ fakeKernel }

func (*idle) movePages([]uintptr, []int32, []int32) error { return nil }

func TestPrefer(t *testing.T) {
	p, k, memory := machine(4)
	if err := p.Prefer(memory[1:3*page+5], 1); err != nil {
		t.Fatal(err)
	}
	if want := []span{{"prefer", page, 2 * page, 1}}; !reflect.DeepEqual(k.spans, want) {
		t.Errorf("asked for %v, want %v", k.spans, want)
	}
	if err := p.Prefer(memory[1:page], 1); err != nil || len(k.spans) != 1 {
		t.Errorf("less than a page: error %v, %d calls", err, len(k.spans))
	}
	k.failure = syscall.EINVAL
	if err := p.Prefer(memory, 7); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("error %v", err)
	}
}

func TestOneNode(t *testing.T) {
	p, k, memory := machine(4)
	p.nodes = 1
	_, err := p.Move(memory, 0)
	if !errors.Is(err, ErrOneNode) || !errors.Is(p.Prefer(memory, 0), ErrOneNode) || err.Error() != "one node: nothing to move" {
		t.Errorf("error %v", err)
	}
	if k.calls+len(k.spans) != 0 {
		t.Error("the kernel was asked")
	}
}

// Advice is given about whole pages, and huge ones are made of what is aligned.
func TestHuge(t *testing.T) {
	p, k, memory := machine(16)
	if err := p.Huge(memory[page+1 : 15*page]); err != nil {
		t.Fatal(err)
	}
	if want := []span{{"advise", 2 * page, 13 * page, 0}, {"make", 4 * page, 8 * page, 0}}; !reflect.DeepEqual(k.spans, want) {
		t.Errorf("asked for %v, want %v", k.spans, want)
	}
}

func TestWhyNotHuge(t *testing.T) {
	none := fstest.MapFS{}
	tree := func(enabled, size string) fs.FS {
		return fstest.MapFS{"enabled": {Data: []byte(enabled)}, "hpage_pmd_size": {Data: []byte(size)}}
	}
	for _, c := range []struct {
		tree    fs.FS
		pages   int
		failure error
		want    string
	}{
		{hugeTree, 3, nil, "12 KiB hold no whole huge page of 16 KiB"},
		{hugeTree, 0, nil, "0 KiB hold no whole huge page of 16 KiB"},
		{none, 8, nil, "this kernel has no transparent huge pages"},
		{fstest.MapFS{"enabled": {Data: []byte("[always] madvise never")}}, 8, nil, "this kernel has no transparent huge pages"},
		{tree("always madvise [never]\n", "16384"), 8, nil, "transparent huge pages are switched off: /sys/kernel/mm/transparent_hugepage/enabled is never"},
		{tree("[always] madvise never\n", "large"), 8, nil, `/sys/kernel/mm/transparent_hugepage/hpage_pmd_size is "large", which is no size of a page`},
		{tree("[always] madvise never\n", "12288"), 8, nil, `/sys/kernel/mm/transparent_hugepage/hpage_pmd_size is "12288", which is no size of a page`},
		{hugeTree, 8, syscall.EINVAL, "this kernel has no transparent huge pages"},
		{hugeTree, 8, syscall.EPERM, "ask for huge pages: operation not permitted"},
	} {
		p, k, memory := machine(8)
		p.huge, k.failure = c.tree, c.failure
		if err := p.Huge(memory[:c.pages*page]); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestWholePages(t *testing.T) {
	_, _, memory := machine(3)
	for _, c := range []struct{ from, to, inFrom, inTo, outFrom, outTo int }{
		{0, 3 * page, 0, 3 * page, 0, 3 * page},
		{1, 3*page - 1, page, 2 * page, 0, 3 * page},
		{page, 2 * page, page, 2 * page, page, 2 * page},
		{page, 2*page + 1, page, 2 * page, page, 3 * page},
		{page - 1, page + 1, 0, 0, 0, 2 * page},
		{5, 9, 0, 0, 0, page},
	} {
		in, out := inside(memory[c.from:c.to], page), around(memory[c.from:c.to], page)
		if len(in) != c.inTo-c.inFrom || len(in) > 0 && &in[0] != &memory[c.inFrom] {
			t.Errorf("%d to %d: %d bytes inside, want %d from %d", c.from, c.to, len(in), c.inTo-c.inFrom, c.inFrom)
		}
		if len(out) != c.outTo-c.outFrom || unsafe.SliceData(out) != &memory[c.outFrom] {
			t.Errorf("%d to %d: %d bytes around, want %d from %d", c.from, c.to, len(out), c.outTo-c.outFrom, c.outFrom)
		}
	}
}

// On the machine that runs the test: memory lies on nodes that there are, and
// may be moved to where it lies; it is the same memory afterwards.
func TestThisMachine(t *testing.T) {
	memory := make([]byte, 8<<20)
	for i := range memory {
		memory[i] = byte(i / 4093)
	}
	before := bytes.Clone(memory)
	p := NewPages(2)
	nodes, err := p.Where(memory)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		t.Skipf("this system does not tell: %v", err)
	}
	if err != nil || len(nodes) < len(memory)/os.Getpagesize() {
		t.Fatalf("%d pages, error %v", len(nodes), err)
	}
	for _, n := range nodes {
		if _, err := os.Stat(fmt.Sprintf("/sys/devices/system/node/node%d", n)); err != nil {
			t.Fatalf("a page lies on node %d, but %v", n, err)
		}
	}
	there, err := p.Move(memory, nodes[0])
	if whole := len(inside(memory, os.Getpagesize())) / os.Getpagesize(); there != whole || err != nil {
		t.Errorf("%d of %d pages lie where they lay, error %v", there, whole, err)
	}
	if err := p.Prefer(memory, nodes[0]); err != nil {
		t.Error(err)
	}
	const noSuchNode = 1 << 20
	if _, err := p.Move(memory, noSuchNode); err == nil {
		t.Error("pages can be moved to a node that does not exist")
	}
	if err := p.Prefer(memory, noSuchNode); err == nil {
		t.Error("a node that does not exist can be preferred")
	}
	if err := p.Prefer(memory, -1); err == nil {
		t.Error("node -1 can be preferred")
	}
	switch err := p.Huge(memory); {
	case err == nil:
		t.Log("huge pages:", anonymousHuge(t))
	case strings.Contains(err.Error(), "huge pages"):
		t.Log(err)
	default:
		t.Error(err)
	}
	if !bytes.Equal(memory, before) {
		t.Error("the memory has changed")
	}
}

// anonymousHuge returns what the kernel says about the process.
func anonymousHuge(t *testing.T) string {
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "AnonHugePages") {
			return strings.TrimSpace(line)
		}
	}
	return "unknown"
}
