package sesame_test

import (
	"testing"

	"sdse/kpn"
	"sdse/sesame"
)

// TestReferencePrices looks at one exec of 3 operations on a processor whose
// points are 2 GHz at 1 V and 1 GHz at 0.8 V.
func TestReferencePrices(t *testing.T) {
	points := []sesame.OperatingPoint{
		{Frequency: 2e9, Voltage: 1_000_000, EnergyPerCycle: 7, DynamicPower: 1_000},
		{Frequency: 1e9, Voltage: 800_000, EnergyPerCycle: 3, DynamicPower: 2_000}}
	priced := func(name string, point int, kind sesame.ProcessorType, op kpn.Operation, finish, energy string) scene {
		if kind.Points = points; kind.OperationCycles == nil {
			kind.OperationCycles = map[string]int64{}
		}
		op.Name = "x"
		return scene{name: name, types: []sesame.ProcessorType{kind}, on: []int{0}, traces: []string{"x3"}, point: point,
			want:   map[string]string{"finish": finish, "cpu0 energy": energy + " 0"},
			change: func(s *system) { s.space.Applications[0].Operations[0] = op }}
	}
	classes := sesame.ProcessorType{ClassCycles: map[string]int64{"add": 1500, "mul": 4000}, ClassEnergy: map[string]int64{"add": 11}}
	signature := kpn.Operation{Signature: []kpn.Count{{Class: "add", N: 3}, {Class: "mul", N: 1}}}
	told := func(cost kpn.TypeCost) kpn.Operation { return kpn.Operation{Costs: []kpn.TypeCost{cost}} }
	noVoltage := priced("a voltage that is not known", 1, sesame.ProcessorType{OperationCycles: map[string]int64{"x": 1000}, OperationEnergy: map[string]int64{"x": 25}},
		kpn.Operation{}, "3000", "90")
	price := noVoltage.change
	noVoltage.change = func(s *system) {
		price(s)
		s.platform.Types[0].Points = []sesame.OperatingPoint{points[0], points[1]}
		s.platform.Types[0].Points[1].Voltage = 0
	}
	checkScenes(t, []scene{
		// 3 × (3 × 1.5 + 4) = 25.5 cycles of 500 ps. 1 µW for 12,750 ps are 12.75 fJ; 25.5 × 7 = 178.5 fJ; 9 × 11 = 99 fJ.
		priced("by signature", 0, classes, signature, "12750", "290.25"),
		// Cycles of 1,000 ps: 2 µW × 25,500 ps = 51 fJ; 25.5 × 3 = 76.5; 99 × 0.64 = 63.36.
		priced("at the other point", 1, classes, signature, "25500", "190.86"),
		// By name goes before all else: 3 × 2 cycles, 3 fJ + 42 fJ, and 3 × 5 fJ.
		priced("by name", 0, sesame.ProcessorType{ClassCycles: classes.ClassCycles, ClassEnergy: classes.ClassEnergy, OperationCycles: map[string]int64{"x": 1000, "app.x": 2000},
			OperationEnergy: map[string]int64{"x": 4, "app.x": 5}}, signature, "3000", "60"),
		// 3 fJ × 0.64 = 1.92 fJ; 2 µW × 3,000 ps = 6 fJ; 3 × 3 fJ.
		priced("the square of the voltage", 1, sesame.ProcessorType{OperationCycles: map[string]int64{"x": 1000}, OperationEnergy: map[string]int64{"x": 1}}, kpn.Operation{}, "3000", "16.92"),
		noVoltage,
		// 2.5 units of 4 cycles, 30 cycles in all: 15 fJ, 210 fJ and 3 × 6 fJ.
		priced("in units of cycles", 0, sesame.ProcessorType{Like: "arm", Unit: 4000}, told(kpn.TypeCost{Type: "arm", Units: 2500, Energy: 6}), "15000", "243"),
		// 3 × 2.5 units of 200 ps, twice that at half the frequency; that are 3 cycles: 6 fJ, 9 fJ and 18 fJ × 0.64.
		priced("in units of time", 1, sesame.ProcessorType{Like: "arm", UnitTime: 200}, told(kpn.TypeCost{Type: "arm", Units: 2500, Energy: 6}), "3000", "26.52"),
		// 3 × 0.3 units of 7 ps are 6.3 ps, and 12.6 at the other point: rounded once. 13 × 2 µW = 0.026 fJ; 0.0126 cycles: 0.0378 fJ, 38 aJ.
		priced("rounded once", 1, sesame.ProcessorType{Like: "arm", UnitTime: 7}, told(kpn.TypeCost{Type: "arm", Units: 300}), "13", "0.064"),
		// 3 × 300 ps and 600 at the other point: 1.8 cycles, 3.6 fJ, 5.4 fJ.
		priced("as a time", 1, sesame.ProcessorType{Unit: 4000}, told(kpn.TypeCost{Time: 300}), "1800", "9"),
	})
}

// TestReferenceAddsUpEnergies has a process wait, issue and dispatch.
func TestReferenceAddsUpEnergies(t *testing.T) {
	powers := []sesame.OperatingPoint{{Frequency: oneTHz, DynamicPower: 1_000_000, StaticPower: 2_000_000}}
	part := bus(10)
	part.EnergyPerByte, part.StaticPower = 3, 4_000_000
	idle := bus(1)
	idle.StaticPower = 5_000_000
	base := masters("", []sesame.Component{part, idle}, []sesame.Path{writing(0), {Write: steps(0), DMA: true, Issue: 2000}}, "w0*2", "w1")
	base.types = []sesame.ProcessorType{{Points: powers, Dispatch: 1000}}
	base.processors = []sesame.Processor{{}, {}, {}, {}}
	with := func(name string, all bool, facts ...string) scene {
		c := base
		c.name = name
		c.change = func(s *system) { s.platform.StaticAll = all }
		return c.wants(facts...)
	}
	checkScenes(t, []scene{
		// Dispatches 0–1; write 1–11; issue 1–3, transfer 11–21. 1 mW for 10 and 2 ps, 2 mW for 21 ps; 3 bytes; 4 mW for 21 ps.
		// The process that does nothing makes its processor one in use.
		with("in use", false, "makespan", "21", "cpu0 energy", "10 42", "cpu1 energy", "2 42", "cpu2 energy", "0 42", "cpu3 energy", "0 0",
			"part0 energy", "9 84", "part1 energy", "0 0"),
		with("all", true, "cpu3 energy", "0 42", "part1 energy", "0 105"),
	})
}
