package counted

import (
	"slices"
	"testing"

	"sdse/kpn"
)

func TestMachineCountsWhatItComputes(t *testing.T) {
	array := []uint8{7, 8, 9}
	for _, c := range []struct {
		name string
		do   func(m *Machine) int32
		want int32
		cost Machine
	}{
		{"add", func(m *Machine) int32 { return m.Add(3, -5) }, -2, Machine{ALU: 1}},
		{"sub", func(m *Machine) int32 { return m.Sub(3, -5) }, 8, Machine{ALU: 1}},
		{"sum", func(m *Machine) int32 { return m.Sum(1, 2, 3, 4) }, 10, Machine{ALU: 3}},
		{"mult", func(m *Machine) int32 { return m.Mult(-3, 5) }, -15, Machine{Mul: 1}},
		{"shl", func(m *Machine) int32 { return m.Shl(3, 4) }, 48, Machine{ALU: 1}},
		{"shr", func(m *Machine) int32 { return m.Shr(-5, 1) }, -3, Machine{ALU: 1}},
		{"and", func(m *Machine) int32 { return m.And(6, 3) }, 2, Machine{ALU: 1}},
		{"or", func(m *Machine) int32 { return m.Or(6, 3) }, 7, Machine{ALU: 1}},
		{"xor", func(m *Machine) int32 { return m.Xor(6, 3) }, 5, Machine{ALU: 1}},
		{"width", func(m *Machine) int32 { return m.Width(8) }, 4, Machine{ALU: 1}},
		{"min", func(m *Machine) int32 { return m.Min(6, 3) }, 3, Machine{ALU: 2}},
		{"max", func(m *Machine) int32 { return m.Max(6, 3) }, 6, Machine{ALU: 2}},
		{"abs", func(m *Machine) int32 { return m.Abs(-9) }, 9, Machine{ALU: 3}},
		{"load", func(m *Machine) int32 { return Load(m, array, 2) }, 9, Machine{Load: 1}},
		{"store", func(m *Machine) int32 { Store(m, array, 0, 5); return int32(array[0]) }, 5, Machine{Store: 1}},
		{"less", func(m *Machine) int32 { return truth(m.Less(1, 2)) + truth(m.Less(2, 2)) }, 1, Machine{ALU: 2, Branch: 2}},
		{"equal", func(m *Machine) int32 { return truth(m.Equal(1, 2)) + truth(m.Equal(2, 2)) }, 1, Machine{ALU: 2, Branch: 2}},
		{"loop", func(m *Machine) (sum int32) {
			for i := range m.Loop(5) {
				sum += i
			}
			return sum
		}, 10, Machine{ALU: 5, Branch: 5}},
	} {
		var m Machine
		if got := c.do(&m); got != c.want || m != c.cost {
			t.Errorf("%s: %d at a cost of %+v, want %d at %+v", c.name, got, m, c.want, c.cost)
		}
	}
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func TestMeterRecordsAndChecks(t *testing.T) {
	n := kpn.NewNetwork("n")
	p := n.Process("p")
	var product, branchy, untried Meter
	work := func(times int32) {
		m := product.Once()
		for range times {
			m.Mult(1, 1)
			m.Add(1, 1)
		}
	}
	work(3)
	work(3)
	product.Declare(n, "product")
	branchy.Once().Mul++
	branchy.Once().Mul += 2
	branchy.Declare(n, "branchy")
	untried.Declare(n, "untried")

	p.Do(func() error {
		product.Record(p) // nothing yet: no event
		work(3)
		work(3)
		product.Record(p)
		work(3)
		if err := product.Check(); err == nil || err.Error() != "counted: 2 of 3 executions of operation product were recorded" {
			t.Errorf("unrecorded execution: %v", err)
		}
		product.Record(p)
		if err := product.Check(); err != nil {
			t.Error(err)
		}
		work(2)
		product.Record(p)
		return nil
	})
	rec, err := n.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Collect(rec.Iterations[0][0].Events()), []kpn.Event{{N: 2}, {N: 1}, {N: 1}}; !slices.Equal(got, want) {
		t.Errorf("recorded %v, want %v", got, want)
	}
	want := []kpn.Count{{Class: "alu", N: 3}, {Class: "mul", N: 3}}
	if got := rec.Application.Operations[0].Signature; !slices.Equal(got, want) {
		t.Errorf("signature %v, want %v", got, want)
	}
	for _, c := range []struct {
		meter *Meter
		want  string
	}{
		{&product, "counted: 4 executions of operation product took {ALU:11 Mul:11 Load:0 Store:0 Branch:0}, not {ALU:12 Mul:12 Load:0 Store:0 Branch:0}"},
		{&branchy, "counted: 2 executions of operation branchy took {ALU:0 Mul:3 Load:0 Store:0 Branch:0}, not {ALU:0 Mul:2 Load:0 Store:0 Branch:0}"},
		{&untried, "counted: operation untried was declared untried"},
	} {
		if err := c.meter.Check(); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
