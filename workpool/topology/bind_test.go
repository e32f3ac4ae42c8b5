package topology

import (
	"runtime"
	"slices"
	"testing"
)

// TestHere reads this very machine. Nothing is known of it but what must hold of
// every one.
func TestHere(t *testing.T) {
	m, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(m)
	if runtime.NumCPU() > len(m.CPUs) || m.Workers() < 1 || m.Workers() > len(m.CPUs) {
		t.Errorf("%d CPUs and %d workers, and the runtime counts %d CPUs", len(m.CPUs), m.Workers(), runtime.NumCPU())
	}
	for _, c := range m.CPUs {
		if c.Core >= m.Cores || c.Package >= m.Packages || c.Node >= m.Nodes || c.Domain >= m.Domains {
			t.Errorf("CPU %+v is in a group that does not count: %v", c, m)
		}
	}
	if len(m.NodeNumbers) != m.Nodes {
		t.Errorf("%d nodes with numbers %v", m.Nodes, m.NodeNumbers)
	}
}

// bound binds a thread to a CPU and runs f on it. The goroutine ends locked, so
// the thread ends with it.
func bound(cpu int, f func(err error)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		f(Bind(cpu))
	}()
	<-done
}

// TestBind: a bound thread runs where it should, and the machine looks the same
// from it.
func TestBind(t *testing.T) {
	m, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" {
		t.Skip("threads are bound on Linux only")
	}
	for _, c := range m.CPUs {
		bound(c.Number, func(err error) {
			if err != nil {
				t.Error(err)
				return
			}
			if mask, err := ownAffinity(); err != nil || !slices.Equal(mask, []int{c.Number}) {
				t.Errorf("bound to CPU %d, allowed on %v (%v)", c.Number, mask, err)
			}
			if from, err := Read(); err != nil || from.String() != m.String() {
				t.Errorf("from a bound thread the machine is %v (%v), else %v", from, err, m)
			}
		})
	}
}

// TestBindNowhere: a CPU that is not there is an error that names it.
func TestBindNowhere(t *testing.T) {
	for _, cpu := range []int{-1, beyond - 1, beyond} {
		bound(cpu, func(err error) {
			if err == nil {
				t.Errorf("bound to CPU %d", cpu)
			}
			t.Log(err)
		})
	}
}
