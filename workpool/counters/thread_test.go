package counters

import (
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"
)

// patience is how long a counter may take to rise before a test gives up. It
// bounds a failure; nothing is measured by it.
const patience = 30 * time.Second

// onThread opens a thread, gives it to watch, which runs elsewhere, and has work
// called on the thread again and again until watch is through.
func onThread(work func(), watch func(*Thread)) {
	opened, stop := make(chan *Thread), make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		thread := Open()
		defer thread.Close()
		opened <- thread
		for {
			select {
			case <-stop:
				return
			default:
				work()
			}
		}
	})
	defer ended.Wait() // deferred, because watch may skip the test
	defer close(stop)
	watch(<-opened)
}

// rises waits until a counter has risen, or skips the test if it is unavailable.
func rises(t *testing.T, c Counter, read func() Readings) {
	t.Helper()
	first := read()
	if why := first[c].Why; why != "" {
		t.Skipf("%v: %s", c, why)
	}
	for start := time.Now(); time.Since(start) < patience; {
		used := read().Sub(first)
		if used[c].Why != "" {
			t.Fatalf("%v is unavailable meanwhile: %s", c, used[c].Why)
		}
		if used[c].Value > 0 {
			return
		}
	}
	t.Errorf("%v does not rise", c)
}

// spin uses some user time and nothing else.
func spin() {
	sum := 0
	for i := range 100_000 {
		sum += i ^ sum
	}
	runtime.KeepAlive(sum)
}

// TestThreadRises has a thread do what its counters count, and watches from
// another goroutine.
func TestThreadRises(t *testing.T) {
	for c, work := range map[Counter]func(){
		UserTime:     spin,
		SystemTime:   func() { os.ReadFile("/proc/self/status") },
		Voluntary:    func() { time.Sleep(time.Millisecond) },
		MinorFaults:  touch,
		Cycles:       spin,
		Instructions: spin,
	} {
		t.Run(c.String(), func(t *testing.T) {
			onThread(work, func(thread *Thread) { rises(t, c, thread.Read) })
		})
	}
}

// touch has pages of memory that nobody had before.
func touch() {
	const page = 4096
	fresh := make([]byte, 64<<20)
	for i := 0; i < len(fresh); i += page {
		fresh[i] = 1
	}
	runtime.KeepAlive(fresh)
}

// TestOwnThread reads on the thread itself, where another source serves.
func TestOwnThread(t *testing.T) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		thread := Open()
		defer thread.Close()
		first := thread.Read()
		if first[UserTime].Why != "" {
			t.Logf("user time: %s", first[UserTime].Why)
			return
		}
		for start := time.Now(); thread.Read().Sub(first)[UserTime].Value == 0; {
			if spin(); time.Since(start) > patience {
				t.Error("user time does not rise")
				return
			}
		}
	}()
	<-done
}

// TestIdleThread: the counters are of the thread opened, not of who reads them.
func TestIdleThread(t *testing.T) {
	stop := make(chan struct{})
	idle := func() { <-stop }
	onThread(idle, func(thread *Thread) {
		defer close(stop)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		own := Open()
		defer own.Close()
		first := thread.Read()
		if first[UserTime].Why != "" {
			t.Skip(first[UserTime].Why)
		}
		const busy = 200 * time.Millisecond
		for before := own.Read(); own.Read().Sub(before)[UserTime].Value < int64(busy); {
			spin()
		}
		if used := thread.Read().Sub(first)[UserTime]; used.Value >= int64(busy) {
			t.Errorf("a thread that waits used %v while another used %v", time.Duration(used.Value), busy)
		}
	})
}

// TestClosed: after Close, and after the thread's end, the last reading stays.
func TestClosed(t *testing.T) {
	var thread *Thread
	onThread(spin, func(opened *Thread) {
		thread = opened
		rises(t, UserTime, opened.Read)
	})
	last := thread.Read()
	thread.Close()
	if again := thread.Read(); again != last {
		t.Errorf("after Close it reads %+v, then %+v", last, again)
	}
	if runtime.GOOS == "linux" && last[UserTime].Value == 0 {
		t.Errorf("the last user time is %+v", last[UserTime])
	}
}

// TestReadWhileClosing is for the race detector.
func TestReadWhileClosing(t *testing.T) {
	for range 50 {
		onThread(runtime.Gosched, func(thread *Thread) {
			var readers sync.WaitGroup
			for range 2 {
				readers.Go(func() { thread.Read() })
			}
			thread.Close()
			readers.Wait()
		})
	}
}

// TestEveryReading: each is either a number or a reason.
func TestEveryReading(t *testing.T) {
	onThread(runtime.Gosched, func(thread *Thread) {
		for c, r := range thread.Read().All() {
			if r.Value < 0 || r.Value != 0 && r.Why != "" {
				t.Errorf("%v: %+v", c, r)
			}
			t.Logf("%v: %d %s%s", c, r.Value, c.Unit(), r.Why)
		}
	})
}

// TestProcess: the process has at least what it uses now, and children count once
// they are waited for.
func TestProcess(t *testing.T) {
	rises(t, UserTime, func() Readings {
		spin()
		self, _ := Process()
		return self
	})
	_, none := Process()
	touch()
	_, before := Process()
	if before != none {
		t.Errorf("without children they used %+v", before.Sub(none))
	}
	if err := exec.Command(os.Args[0], "-test.run", "^$").Run(); err != nil {
		t.Fatal(err)
	}
	self, after := Process()
	if used := after.Sub(before)[MinorFaults]; used.Why == "" && used.Value == 0 {
		t.Error("a child ran without a page fault")
	}
	for c := Migrations; c < counters; c++ {
		if self[c].Why == "" || after[c].Why == "" {
			t.Errorf("%v: %+v of the process, %+v of its children", c, self[c], after[c])
		}
	}
}
