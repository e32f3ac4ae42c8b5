package locality

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// operatingSystem is Linux.
type operatingSystem struct{}

func (operatingSystem) movePages(pages []uintptr, nodes, status []int32) error {
	const thisProcess = 0
	_, _, errno := unix.Syscall6(unix.SYS_MOVE_PAGES, thisProcess, uintptr(len(pages)), uintptr(unsafe.Pointer(unsafe.SliceData(pages))),
		uintptr(unsafe.Pointer(unsafe.SliceData(nodes))), uintptr(unsafe.Pointer(unsafe.SliceData(status))), unix.MPOL_MF_MOVE)
	return errorOf(errno)
}

func (operatingSystem) prefer(memory []byte, node int) error {
	if node < 0 {
		return unix.EINVAL
	}
	const word = 64
	mask := make([]uint64, node/word+1)
	mask[node/word] = 1 << (node % word)
	// The kernel takes one bit less than it is told.
	_, _, errno := unix.Syscall6(unix.SYS_MBIND, uintptr(unsafe.Pointer(unsafe.SliceData(memory))), uintptr(len(memory)), unix.MPOL_PREFERRED,
		uintptr(unsafe.Pointer(unsafe.SliceData(mask))), uintptr(len(mask)*word+1), 0)
	return errorOf(errno)
}

func (operatingSystem) adviseHuge(memory []byte) error {
	return unix.Madvise(memory, unix.MADV_HUGEPAGE)
}

func (operatingSystem) makeHuge(memory []byte) error {
	return unix.Madvise(memory, unix.MADV_COLLAPSE)
}

func errorOf(errno unix.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}
