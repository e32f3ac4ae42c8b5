package sesame_test

import (
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/sesame"
	"sdse/sesame/shapes"
)

// TestReplica: a replica is equal to its model, gives the same outcomes, and
// neither changes by that.
func TestReplica(t *testing.T) {
	for n := range uint64(200) {
		d := seeded(n)
		s := d.systemOf(everything)
		m := s.compile(t)
		replica, fresh := m.Replica(), s.compile(t)
		if replica == m || !reflect.DeepEqual(m, replica) {
			t.Fatalf("system %d: the replica is not equal to its model, or is the same", n)
		}
		one, other := m.NewSimulator(), replica.NewSimulator()
		for _, genes := range d.designs(m.Bounds(), 3) {
			a := []sesame.Job{{Genes: genes, Scenario: d(s.space.Len())}, {Genes: genes, Scenario: d(s.space.Len())}}
			b := slices.Clone(a)
			one.SimulateAll(a)
			other.SimulateAll(b)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("system %d, design %v: %+v, and by the replica %+v", n, genes, a, b)
			}
		}
		if !reflect.DeepEqual(m, fresh) || !reflect.DeepEqual(replica, fresh) {
			t.Fatalf("system %d: a model has changed", n)
		}
	}
}

// TestReplicaLiesElsewhere looks for memory that both models have.
func TestReplicaLiesElsewhere(t *testing.T) {
	m := exampleModel(t)
	own, others := map[unsafe.Pointer]bool{}, map[unsafe.Pointer]bool{}
	tables(reflect.ValueOf(m).Elem(), own)
	tables(reflect.ValueOf(m.Replica()).Elem(), others)
	if len(own) < 100 {
		t.Fatalf("only %d tables were found", len(own))
	}
	for table := range own {
		if others[table] {
			t.Errorf("a table lies at %p in both", table)
		}
	}
}

// tables collects where the slices of a value lie, but for those of the platform
// and the space.
func tables(v reflect.Value, found map[unsafe.Pointer]bool) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).Kind() != reflect.Pointer {
				tables(v.Field(i), found)
			}
		}
	case reflect.Slice:
		if v.Cap() == 0 {
			return
		}
		found[v.UnsafePointer()] = true
		for i := range v.Len() {
			tables(v.Index(i), found)
		}
	}
}

func exampleModel(t *testing.T) *sesame.Model {
	t.Helper()
	var problems input.Problems
	w := sesame.Load("../examples/mjpeg/mpsoc.toml", nil, "", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	m, err := sesame.Compile(w.Platform, w.Space)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestTraceBytesByHand: a frame of n macroblocks has 44 n + 4 events, of which
// 18 n are executes. The stepwise form has a word for each event and for the end
// of each of eight processes. In the gathered form all executes are tails but the
// first, with which a process begins.
func TestTraceBytesByHand(t *testing.T) {
	for _, n := range []int64{23, 72} {
		sh, err := shapes.Length(shapes.DefaultSeed, int(n))
		if err != nil {
			t.Fatal(err)
		}
		stepwise, gathered := 44*n+4+8, 26*n+4+1+8
		if got, want := sh.Model.TraceBytes([]int{0}), 4*(stepwise+gathered); got != want {
			t.Errorf("%d macroblocks: %d bytes, want %d", n, got, want)
		}
		if memory := sh.Model.TraceMemory(); int64(len(memory[0])) != 4*(stepwise+gathered) || len(memory[1])%8 != 0 || len(memory[1]) == 0 {
			t.Errorf("%d macroblocks: %d and %d bytes of memory", n, len(memory[0]), len(memory[1]))
		}
	}
}

// TestTraceBytesOfSharedTraces adds a scenario in which the first process has a
// trace of its own, of 3 events in 2 records, and the others have those of the
// first scenario. Under SDF firing, which the fast kernel does not do, a trace is
// a word for each event and a word for the firing that it belongs to.
func TestTraceBytesOfSharedTraces(t *testing.T) {
	const n = 23
	for _, c := range []struct {
		firing      kpn.Firing
		first, more int64
	}{
		{kpn.KahnFiring, 4 * (70*n + 25), 4 * (2 + 1 + 3 + 1)},
		{kpn.SDFFiring, 8 * (44*n + 4), 8 * 3},
	} {
		sh, err := shapes.Length(shapes.DefaultSeed, n)
		if err != nil {
			t.Fatal(err)
		}
		app := *sh.Space.Applications[0]
		app.Firing = c.firing
		second := app.Scenarios[0]
		second.Name = "second"
		second.Traces = slices.Clone(second.Traces)
		second.Traces[0] = kpn.NewFragment([]kpn.Event{{Kind: kpn.Execute, N: 6}, {Kind: kpn.Write, N: 2}, {Kind: kpn.Execute, N: 7}})
		app.Scenarios = []kpn.Scenario{app.Scenarios[0], second}
		if sh, err = sh.Running(&app); err != nil {
			t.Fatal(err)
		}
		if got := sh.Model.TraceBytes([]int{0}); got != c.first {
			t.Errorf("%v: %d bytes, want %d", c.firing, got, c.first)
		}
		if got := sh.Model.TraceBytes([]int{1, 0}) - c.first; got != c.more {
			t.Errorf("%v: %d bytes more in two scenarios, want %d", c.firing, got, c.more)
		}
	}
}

// TestTraceBytes: what scenarios share counts once, in any order and however
// often; all scenarios together have all traces; this holds for models that the
// fast kernel serves and for others.
func TestTraceBytes(t *testing.T) {
	fast := 0
	for n := range uint64(300) {
		d := seeded(n)
		s := d.systemOf(everything)
		m := s.compile(t)
		var all []int
		var each int64
		for id := range s.space.Len() {
			all = append(all, id)
			each += m.TraceBytes([]int{id})
		}
		slices.Reverse(all)
		got := m.TraceBytes(append(all, all...))
		if got > each || got < each/int64(len(all)) {
			t.Fatalf("system %d: %d bytes, and %d one by one in %d scenarios", n, got, each, len(all))
		}
		var memory int64
		for _, part := range m.TraceMemory() {
			memory += int64(len(part))
		}
		if len(m.NewSimulator().LaneMemory()) > 0 {
			fast++
			memory = int64(len(m.TraceMemory()[0]))
			if got > memory {
				t.Fatalf("system %d: %d bytes in %d", n, got, memory)
			}
		} else if got != memory {
			t.Fatalf("system %d: %d bytes in %d", n, got, memory)
		}
	}
	if fast < 50 || fast > 250 {
		t.Errorf("%d of 300 models are for the fast kernel", fast)
	}
}

// TestLaneMemory: two lanes, each more than its largest tables.
func TestLaneMemory(t *testing.T) {
	lanes := exampleModel(t).NewSimulator().LaneMemory()
	if len(lanes) != 2 || len(lanes[0]) < 256<<10 || len(lanes[0]) != len(lanes[1]) {
		t.Fatalf("%d lanes", len(lanes))
	}
	if gap := uintptr(unsafe.Pointer(&lanes[1][0])) - uintptr(unsafe.Pointer(&lanes[0][0])); gap < uintptr(len(lanes[0])) && -gap < uintptr(len(lanes[0])) {
		t.Error("the lanes overlap")
	}
}
