package counters

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/sys/unix"
)

// Files as a kernel writes them, with a thread's name made to mislead.
const (
	stat = "28767 (a) R 9 (b) S 28745 28745 22131 0 -1 4194304 99 1000 3 2000 70 30 400 500 20 0 1 0 2317272 " +
		"3133440 375 18446744073709551615 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n"
	status = "Name:\ta) R 9 (b\nUmask:\t0022\nvoluntary_ctxt_switches:\t11\nnonvoluntary_ctxt_switches:\t22\n"
	sched  = "a (28767, #threads: 1)\n-----------\n" +
		"se.exec_start                                :      23159133.680466\n" +
		"se.nr_migrations                             :                   33\n" +
		"nr_switches                                  :                    3\n"
)

// procReadings reads a thread's directory that is not there.
func procReadings(total int64, stat, status, sched string) Readings {
	task := fstest.MapFS{}
	for name, text := range map[string]string{"stat": stat, "status": status, "sched": sched} {
		if text != "" {
			task[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	var r Readings
	r.setStat(task, total)
	r.setStatus(task)
	r.setSched(task)
	return r
}

func TestProc(t *testing.T) {
	r := procReadings(2_000_000_001, stat, status, sched)
	want := map[Counter]int64{
		UserTime:   1_400_000_001, // 70 of 100 ticks, and the rest of the division
		SystemTime: 600_000_000,
		Voluntary:  11, Involuntary: 22, MinorFaults: 99, MajorFaults: 3, Migrations: 33,
	}
	for c, value := range want {
		if r[c] != (Reading{Value: value}) {
			t.Errorf("%v: %+v, want %d", c, r[c], value)
		}
	}
	r = procReadings(0, stat, status, sched) // no clock: ticks must do
	if r[UserTime].Value != 700_000_000 || r[SystemTime].Value != 300_000_000 {
		t.Errorf("without a clock user time is %+v and system time %+v", r[UserTime], r[SystemTime])
	}
}

// TestProcMissing: what is not there, or is not understood, is unavailable, says
// why, and takes nothing else with it.
func TestProcMissing(t *testing.T) {
	for _, test := range []struct {
		name                string
		stat, status, sched string
		missing             []Counter
		why                 string
	}{
		{"no stat", "", status, sched, []Counter{UserTime, SystemTime, MinorFaults, MajorFaults}, "/proc has no stat of the thread"},
		{"no status", stat, "", sched, []Counter{Voluntary, Involuntary}, "/proc has no status of the thread"},
		{"no sched", stat, status, "", []Counter{Migrations}, "/proc has no sched of the thread"},
		{"short stat", "1 (a) R 1", status, sched, []Counter{UserTime, SystemTime, MinorFaults, MajorFaults}, "too short"},
		{"stat with words", strings.Replace(stat, " 70 ", " x ", 1), status, sched, []Counter{UserTime}, `"x"`},
		{"negative faults", strings.Replace(stat, " 99 ", " -1 ", 1), status, sched, []Counter{MinorFaults}, `"-1"`},
		{"old status", stat, "nonvoluntary_ctxt_switches:\t22\n", sched, []Counter{Voluntary}, "no voluntary_ctxt_switches"},
		{"sched without statistics", stat, status, "nr_switches : 3\n", []Counter{Migrations}, "no se.nr_migrations"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := procReadings(1000, test.stat, test.status, test.sched)
			missing := map[Counter]bool{}
			for _, c := range test.missing {
				missing[c] = true
			}
			for c := UserTime; c <= Migrations; c++ {
				if got := r[c]; missing[c] != (got.Why != "") || missing[c] && (got.Value != 0 || !strings.Contains(got.Why, test.why)) {
					t.Errorf("%v: %+v; want missing: %v, because of %q", c, got, missing[c], test.why)
				}
			}
		})
	}
}

func TestDivide(t *testing.T) {
	for _, test := range [][5]int64{ // total, user, system; user and system then
		{1000, 0, 0, 1000, 0},
		{1000, 10, 0, 1000, 0},
		{1000, 0, 10, 0, 1000},
		{1000, 30, 10, 750, 250},
		{0, 30, 10, 30, 10},
		{math.MaxInt64, 1 << 62, 1 << 61, math.MaxInt64 - math.MaxInt64/3, math.MaxInt64 / 3},
	} {
		if user, system := divide(test[0], test[1], test[2]); user != test[3] || system != test[4] {
			t.Errorf("%d by %d and %d: %d, %d; want %d, %d", test[0], test[1], test[2], user, system, test[3], test[4])
		}
	}
}

func TestEstimate(t *testing.T) {
	for _, test := range []struct {
		count, enabled, running uint64
		want                    Reading
	}{
		{0, 0, 0, Reading{}},
		{5, 100, 100, Reading{Value: 5}},
		{5, 100, 25, Reading{Value: 20}},
		{0, 100, 25, Reading{}},
		{0, 100, 0, Reading{Why: "the processor had no hardware counter free"}},
		{1 << 62, 1 << 63, 1, Reading{Value: math.MaxInt64}},
		{1 << 62, 3, 1, Reading{Value: math.MaxInt64}},
	} {
		if got := estimate(test.count, test.enabled, test.running); got != test.want {
			t.Errorf("%d in %d of %d: %+v, want %+v", test.count, test.running, test.enabled, got, test.want)
		}
	}
}

func TestRefusal(t *testing.T) {
	for err, want := range map[error]string{
		unix.ENOENT:     "not supported by this machine",
		unix.ENODEV:     "not supported by this machine",
		unix.EOPNOTSUPP: "not supported by this machine",
		unix.EACCES:     "not permitted (perf_event_paranoid)",
		unix.EPERM:      "not permitted (perf_event_paranoid)",
		unix.ENOSYS:     "the kernel has no perf_event_open",
		unix.EMFILE:     "perf_event_open: too many open files",
	} {
		if got := refusal(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}

// TestEvent reads a counter from a descriptor that is one in form: a pipe.
func TestEvent(t *testing.T) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	e := event{counter: Cycles, file: ends[0]}
	words := []byte{23: 0}
	words[0], words[8], words[16] = 8, 4, 2 // on either kind of machine, all scale alike
	words[7], words[15], words[23] = 8, 4, 2
	unix.Write(ends[1], words)
	if got := e.read(); got.Why != "" || got.Value&0xff != 16 {
		t.Errorf("count: %+v, want a last byte of 16", got)
	}
	unix.Write(ends[1], words[:8])
	if got := e.read(); !strings.Contains(got.Why, "8 bytes instead of 24") {
		t.Errorf("a third of a count: %+v", got)
	}
	unix.Close(ends[1])
	closeEvents([]event{e, {file: ends[1], why: "never opened"}})
	if got := e.read(); !strings.Contains(got.Why, "bad file descriptor") {
		t.Errorf("closed: %+v", got)
	}
}
