package locality

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// ErrOneNode says that all memory is equally near.
var ErrOneNode = errors.New("one node: nothing to move")

// Pages asks the kernel where the pages of memory lie, and has them moved. Only
// pages that belong to the given memory as a whole are moved or advised about;
// what lies beside it is not disturbed. Nodes are those of the kernel.
//
// Memory of the Go heap may be given: the collector does not move it. What is
// said about it outlives the memory, though, and holds for what is put there
// after it.
type Pages struct {
	nodes  int
	size   int // of a page
	kernel kernel
	huge   fs.FS // what the kernel says about transparent huge pages
}

// kernel are the system calls.
type kernel interface {
	// movePages moves pages to nodes, or none if nodes is nil, and fills in the
	// node where each lies afterwards, or a negative error number.
	movePages(pages []uintptr, nodes, status []int32) error
	// prefer has the memory come from a node when it is first touched.
	prefer(memory []byte, node int) error
	adviseHuge(memory []byte) error
	makeHuge(memory []byte) error
}

const hugeDirectory = "/sys/kernel/mm/transparent_hugepage"

// NewPages returns the pages of a machine with so many nodes.
func NewPages(nodes int) *Pages {
	return &Pages{nodes: nodes, size: os.Getpagesize(), kernel: operatingSystem{}, huge: os.DirFS(hugeDirectory)}
}

// Where returns the node of each page that holds some of the memory, or -1 for
// a page that has never been written to and so lies nowhere yet.
func (p *Pages) Where(memory []byte) ([]int, error) {
	pages := p.pages(around(memory, p.size))
	status, err := p.move(pages, nil)
	runtime.KeepAlive(memory)
	if err != nil {
		return nil, fmt.Errorf("ask where %d pages lie: %w", len(pages), err)
	}
	where := make([]int, len(pages))
	for i, s := range status {
		if where[i] = int(s); s < 0 {
			where[i] = -1
			if !nowhere(s) {
				return nil, fmt.Errorf("ask where a page lies: %w", syscall.Errno(-s))
			}
		}
	}
	return where, nil
}

// Move moves memory to a node and returns how many of its pages lie there then.
// On a machine with one node it does nothing and fails with ErrOneNode. Pages
// that have never been written to are left out; if others cannot be moved, the
// error says how many and why the first of them.
func (p *Pages) Move(memory []byte, node int) (there int, err error) {
	if p.nodes < 2 {
		return 0, ErrOneNode
	}
	pages := p.pages(inside(memory, p.size))
	status, err := p.move(pages, &node)
	runtime.KeepAlive(memory)
	if err != nil {
		return 0, fmt.Errorf("move %d pages to node %d: %w", len(pages), node, err)
	}
	failed := 0
	for _, s := range status {
		switch {
		case int(s) == node:
			there++
		case !nowhere(s):
			if failed++; failed == 1 {
				err = reason(s)
			}
		}
	}
	if failed > 0 {
		return there, fmt.Errorf("%d of %d pages cannot be moved to node %d: %w", failed, len(pages), node, err)
	}
	return there, nil
}

// Prefer has the pages of memory come from a node, as long as that has room,
// when they are first written to; those that lie somewhere already stay. On a
// machine with one node it does nothing and fails with ErrOneNode.
func (p *Pages) Prefer(memory []byte, node int) error {
	if p.nodes < 2 {
		return ErrOneNode
	}
	memory = inside(memory, p.size)
	if len(memory) == 0 {
		return nil
	}
	if err := p.kernel.prefer(memory, node); err != nil {
		return fmt.Errorf("prefer node %d for %d pages: %w", node, len(memory)/p.size, err)
	}
	return nil
}

// atOnce is for how many pages the kernel is asked at a time.
const atOnce = 1024

// untried is the status of a page that the kernel has not come to.
const untried = -int32(syscall.EAGAIN)

// move moves pages to a node, or only asks where they lie.
func (p *Pages) move(pages []uintptr, node *int) (status []int32, err error) {
	status = make([]int32, len(pages))
	for i := range status {
		status[i] = untried
	}
	var nodes []int32
	if node != nil {
		nodes = make([]int32, min(len(pages), atOnce))
		for i := range nodes {
			nodes[i] = int32(*node)
		}
	}
	for from := 0; from < len(pages); from += atOnce {
		to := min(len(pages), from+atOnce)
		if err := p.kernel.movePages(pages[from:to], nodes[:min(len(nodes), to-from)], status[from:to]); err != nil {
			return nil, err
		}
	}
	return status, nil
}

// nowhere reports whether a status is that of a page without memory of its own.
func nowhere(status int32) bool {
	return status == -int32(syscall.ENOENT) || status == -int32(syscall.EFAULT)
}

func reason(status int32) error {
	if status >= 0 {
		return fmt.Errorf("still on node %d", status)
	}
	return syscall.Errno(-status)
}

// pages returns the addresses of the pages of memory that begins and ends with one.
func (p *Pages) pages(memory []byte) []uintptr {
	pages := make([]uintptr, len(memory)/p.size)
	for i := range pages {
		pages[i] = address(memory) + uintptr(i*p.size)
	}
	return pages
}

// inside returns the part of memory that consists of whole pages.
func inside(memory []byte, page int) []byte {
	before := int(-address(memory) & uintptr(page-1))
	if len(memory) < before {
		return nil
	}
	memory = memory[before:]
	return memory[:len(memory)&^(page-1)]
}

// around returns the whole pages that memory lies in. They are not to be read.
func around(memory []byte, page int) []byte {
	if len(memory) == 0 {
		return nil
	}
	before := int(address(memory) & uintptr(page-1))
	length := (before + len(memory) + page - 1) &^ (page - 1)
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(memory)), -before)), length)
}

func address(memory []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(memory))) }

// Huge has the kernel back memory with huge pages, so that fewer entries of the
// address caches serve all of it. It fails if the kernel has none, if they are
// switched off, or if the memory has no room for a whole one.
func (p *Pages) Huge(memory []byte) error {
	size, err := p.hugeSize()
	if err != nil {
		return err
	}
	whole := inside(memory, size)
	if len(whole) == 0 {
		return fmt.Errorf("%d KiB hold no whole huge page of %d KiB", len(memory)>>10, size>>10)
	}
	switch err := p.kernel.adviseHuge(inside(memory, p.size)); {
	case errors.Is(err, syscall.EINVAL):
		return errNoHuge
	case err != nil:
		return fmt.Errorf("ask for huge pages: %w", err)
	}
	// Advice is about pages to come. For those that are there a thread of the
	// kernel comes round some time, unless it can be done now.
	if err := p.kernel.makeHuge(whole); err != nil && !later(err) {
		return fmt.Errorf("make huge pages of %d KiB: %w", len(memory)>>10, err)
	}
	return nil
}

// later reports whether huge pages cannot be made now: by kernels before 6.1, or
// because no huge page is free, or while somebody else uses the small ones.
func later(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOMEM) || errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EBUSY)
}

var errNoHuge = errors.New("this kernel has no transparent huge pages")

// hugeSize returns the size of a huge page, if they can be had.
func (p *Pages) hugeSize() (int, error) {
	enabled, err := fs.ReadFile(p.huge, "enabled")
	if err != nil {
		return 0, errNoHuge
	}
	if strings.Contains(string(enabled), "[never]") {
		return 0, fmt.Errorf("transparent huge pages are switched off: %s/enabled is never", hugeDirectory)
	}
	text, err := fs.ReadFile(p.huge, "hpage_pmd_size")
	if err != nil {
		return 0, errNoHuge
	}
	size, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || size < p.size || size&(size-1) != 0 {
		return 0, fmt.Errorf("%s/hpage_pmd_size is %q, which is no size of a page", hugeDirectory, strings.TrimSpace(string(text)))
	}
	return size, nil
}
