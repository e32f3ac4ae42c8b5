package workpool

import (
	"errors"
	"fmt"
)

// ErrClosed is what Run returns once its pool is closed or its client
// unregistered.
var ErrClosed = errors.New("workpool: pool closed or client unregistered")

// errGoexit is the Value of a PanicError whose job did not panic but left its
// goroutine through runtime.Goexit, as testing's FailNow does.
var errGoexit = errors.New("runtime.Goexit called")

// PanicError is what Run returns when a job of its batch panicked. The other
// jobs of the batch ran all the same. When several jobs panicked it tells of
// the one with the lowest index, so that it does not depend on timing.
//
// A job that calls runtime.Goexit is reported in the same way.
type PanicError struct {
	Client string // name of the client whose batch it was
	Job    int    // index of the job in its batch
	Value  any    // what the job panicked with
	Stack  []byte // the goroutine's stack where it panicked, as text
}

// Error names the client, the job and the value, in one line. The stack is left
// to whoever wants to print it.
func (e *PanicError) Error() string {
	return fmt.Sprintf("workpool: client %q: job %d panicked: %v", e.Client, e.Job, e.Value)
}

// Unwrap returns the value of the panic if it is an error, else nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}
