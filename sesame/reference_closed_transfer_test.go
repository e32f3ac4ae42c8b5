package sesame_test

import (
	"testing"

	"sdse/kpn"
	"sdse/sesame"
)

// writers is a scene in which every process writes over a path of its own to one
// that never reads; they are on processors of their own.
func masters(name string, components []sesame.Component, paths []sesame.Path, traces ...string) scene {
	c := scene{name: name, components: components, paths: paths}
	for i, trace := range traces {
		c.traces = append(c.traces, trace)
		c.on = append(c.on, i)
		c.channels = append(c.channels, by(i, len(traces), 99, 0))
	}
	c.traces = append(c.traces, "")
	c.on = append(c.on, len(traces))
	return c
}

func (c scene) wants(facts ...string) scene {
	c.want = map[string]string{}
	for i := 0; i < len(facts); i += 2 {
		c.want[facts[i]] = facts[i+1]
	}
	return c
}

func TestReferenceTransfers(t *testing.T) {
	// Latencies of 5 and 7, a byte a picosecond on both: 4 bytes take 5+7+4 together, and 9 and 11 one after the other.
	two := func() []sesame.Component { return []sesame.Component{perByte(bus(5), 1, 1), perByte(bus(7), 1, 1)} }
	forward := writing(0, 1)
	forward.Forward = true
	whole := perByte(bus(0), 4, 3)
	whole.Write.WholeCycles = true
	ports := bus(10)
	ports.Ports = 2
	checkScenes(t, []scene{
		masters("held together", two(), []sesame.Path{writing(0, 1), writing(0, 1)}, "w0*4", "w1*4").wants("finish", "16 32 0", "part0", "2 8 32 16 16", "part1", "2 8 32 0 0"),
		// The second one gets the first component at 9 and the second one at 20 instead of 18.
		masters("store and forward", two(), []sesame.Path{forward, forward}, "w0*4", "w1*4").wants("finish", "20 31 0", "part0", "2 8 18 9 9", "part1", "2 8 22 2 2",
			"cpu1 times", "0 0 20 11 0"),
		// 10 bytes at 4 per 3 ps: 7.5, even; 3 whole cycles.
		masters("a fraction of a cycle", []sesame.Component{perByte(bus(0), 4, 3)}, []sesame.Path{writing(0)}, "w0*10").wants("finish", "8 0"),
		masters("whole cycles", []sesame.Component{whole}, []sesame.Path{writing(0)}, "w0*10").wants("finish", "9 0"),
		masters("no cost, but exclusive", []sesame.Component{bus(0)}, []sesame.Path{writing(0)}, "w0").wants("finish", "1 0"),
		masters("no cost, and shared", []sesame.Component{delay(0)}, []sesame.Path{writing(0)}, "w0").wants("finish", "0 0"),
		masters("two ports", []sesame.Component{ports}, []sesame.Path{writing(0), writing(0), writing(0)}, "w0", "x1 w1", "x2 w2").wants("finish", "10 11 20 0", "part0", "3 3 30 8 8"),
		// Process 1 wants parts 0 and 1 from 1 on; process 2 must not take part 1 at 2, although it is free until 10.
		masters("nobody overtakes", []sesame.Component{bus(10), bus(0)}, []sesame.Path{writing(0), writing(0, 1), writing(1)}, "w0", "x1 w1", "x2 w2").
			wants("finish", "10 20 21 0", "part0", "2 2 20 9 9", "part1", "2 2 11 18 18"),
		// Part 1 comes free last, at 12, for process 2.
		masters("the last that comes free is charged", []sesame.Component{bus(10), bus(12), delay(3)}, []sesame.Path{writing(0), writing(1), writing(1, 0, 2)}, "w0", "w1", "w2").
			wants("finish", "10 12 37 0", "part0", "2 2 35 0 0", "part1", "2 2 37 12 12", "part2", "1 1 25 0 0"),
		// 1 + 2 tokens; the read takes its three at 10 and gives their room back at 13, when 2 + 1 more come.
		{name: "room and tokens", on: []int{0, 1}, traces: []string{"w0*2 w0*2 w0", "x10 r0*3 x10 r0"}, channels: []kpn.Channel{by(0, 1, 4, 1)}, components: []sesame.Component{delay(3)},
			paths: []sesame.Path{{Read: steps(0)}}, want: map[string]string{"channel0": "5 3", "finish": "13 26"}},
	})
}

func TestReferenceIssuesDMA(t *testing.T) {
	issuing := func(path sesame.Path) sesame.Path {
		path.DMA, path.IssueTime = true, 2
		return path
	}
	first := masters("a write is over with its issue", []sesame.Component{bus(10)}, []sesame.Path{issuing(writing(0))}, "w0 x5 w0").
		wants("finish", "9 0", "makespan", "22", "cpu0 times", "0 5 4 0 13", "part0", "2 2 20 3 3", "channel0", "2 2")
	first.told = []string{"0–2 issuing process 0 processor 0 channel 0 count 1 write", "2–7 executing process 0 processor 0 operation 0 count 5",
		"2–12 passing process 0 channel 0 component 0 count 1 write", "7–9 issuing process 0 processor 0 channel 0 count 1 write",
		"12–22 passing process 0 channel 0 component 0 count 1 write", "12 channel 0 holds 1", "22 channel 0 holds 2"}
	cycles := sesame.Path{Write: steps(0), DMA: true, Issue: 2000}
	half := masters("an issue in cycles", []sesame.Component{bus(10)}, []sesame.Path{cycles}, "w0").wants("finish", "4 0", "makespan", "14")
	half.types = []sesame.ProcessorType{{Points: []sesame.OperatingPoint{{Frequency: oneTHz / 2}}}}
	checkScenes(t, []scene{
		first,
		half,
		// Issue 0–2, the other process 2–22, the transfer until 12; then it queues.
		{name: "a read holds no processor", on: []int{0, 0, 1}, traces: []string{"r0 x5", "x20", ""}, channels: []kpn.Channel{by(2, 0, 1, 1)}, components: []sesame.Component{bus(10)},
			paths: []sesame.Path{issuing(reading(0))}, want: map[string]string{"finish": "27 22 0", "cpu0 times": "0 25 2 0 0", "cpu0 picks": "3 3 0"},
			told: []string{"0–2 issuing process 0 processor 0 channel 0 count 1", "0–2 queued process 1 processor 0", "2–12 passing process 0 channel 0 component 0 count 1",
				"2–22 executing process 1 processor 0 operation 0 count 20", "12–22 queued process 0 processor 0", "22–27 executing process 0 processor 0 operation 0 count 5",
				"12 channel 0 holds 0"}},
		// Run-to-block keeps the processor over writes, but not over a read.
		{name: "a write may keep the processor", types: []sesame.ProcessorType{{Policy: sesame.RunToBlock, Dispatch: 1000}}, on: []int{0, 0, 1}, traces: []string{"w0 w0", "x3", ""},
			channels: []kpn.Channel{by(0, 2, 2, 0)}, components: []sesame.Component{bus(10)}, paths: []sesame.Path{issuing(writing(0))},
			want: map[string]string{"finish": "5 9 0", "cpu0 picks": "2 2 0", "makespan": "23"}},
	})
}

func TestReferenceArbitrates(t *testing.T) {
	arbiter := func(how sesame.Arbitration) sesame.Component {
		c := bus(10)
		c.Arbitration = how
		return c
	}
	all := []sesame.Path{writing(0), writing(0), writing(0), writing(0)}
	ask := func(name string, how sesame.Arbitration, first string, priorities ...int) scene {
		c := masters(name, []sesame.Component{arbiter(how)}, all[:3], first, "x2 w1", "x4 w2")
		for _, p := range priorities {
			c.processors = append(c.processors, sesame.Processor{Priority: p})
		}
		return c
	}
	urgent := []int{1, 5, 0, 0}
	// Rank 1 waits with part 1 in sight, but is not nominated while rank 2 is; so rank 3 takes part 1 at 5.
	hidden := masters("who is not nominated does not exist", []sesame.Component{arbiter(sesame.ByPriority), bus(10)},
		[]sesame.Path{writing(0), writing(0, 1), writing(0), writing(1)}, "w0", "x2 w1", "x3 w2", "x5 w3").
		wants("finish", "10 40 20 15 0", "part0", "3 3 40 25 18", "part1", "2 2 30 0 0")
	hidden.processors = []sesame.Processor{{Priority: 1}, {Priority: 5}, {}, {}, {}}
	checkScenes(t, []scene{
		ask("by arrival", sesame.ByArrival, "w0 w0", urgent...).wants("finish", "40 20 30 0", "part0", "4 4 40 44 20"),
		ask("by priority", sesame.ByPriority, "w0 w0", urgent...).wants("finish", "30 40 20 0", "part0", "4 4 40 44 28"),
		ask("of one priority, by arrival", sesame.ByPriority, "w0 w0").wants("finish", "40 20 30 0"),
		ask("in turn", sesame.InTurn, "w0 w0").wants("finish", "40 20 30 0"),
		// Rank 2 is granted first, at 0; then it is the turn of 0, 1, and 2 again.
		masters("in turn behind the last", []sesame.Component{arbiter(sesame.InTurn)}, all[:3], "x4 w0", "x3 w1", "w2 w2").wants("finish", "20 30 40 0"),
		hidden,
	})
}

func TestReferenceTakesSlots(t *testing.T) {
	// cpu 0 has 0–10, 20–30, …; cpu 1 has 10–20, 30–40, ….
	wheel := func(latency sesame.Time) sesame.Component {
		c := bus(latency)
		c.Arbitration, c.Slot, c.Slots = sesame.TDMA, 10, []int{0, 1}
		return c
	}
	overWheel := []sesame.Path{writing(0), writing(0)}
	// 3–10 and 20–28; the other one 10–20 and 30–35, granted while the first one is under way.
	crossing := masters("across slots", []sesame.Component{wheel(15)}, overWheel, "x3 w0", "x5 w1").
		wants("finish", "28 35 0", "part0", "2 2 30 5 5", "cpu0 times", "0 3 25 0 7", "cpu1 times", "0 5 25 5 0")
	crossing.told = []string{"0–3 executing process 0 processor 0 operation 0 count 3", "0–5 executing process 1 processor 1 operation 0 count 5",
		"3–28 transferring process 0 processor 0 channel 0 count 1 write", "3–28 passing process 0 channel 0 component 0 count 1 write",
		"5–10 waiting process 1 processor 1 channel 1 component 0 count 1 write", "10–35 transferring process 1 processor 1 channel 1 count 1 write",
		"10–35 passing process 1 channel 1 component 0 count 1 write", "28 channel 0 holds 1", "35 channel 1 holds 1"}
	withMemory := []sesame.Path{writing(0, 1), writing(0, 1)}
	dma := sesame.Path{Write: steps(0), DMA: true}
	checkScenes(t, []scene{
		crossing,
		// It fits into the slot to the last picosecond.
		masters("to the end of the slot", []sesame.Component{wheel(7)}, overWheel, "x3 w0", "x10 w1").wants("finish", "10 17 0", "part0", "2 2 14 0 0"),
		masters("many turns", []sesame.Component{wheel(101)}, overWheel, "w0", "x40 w1").wants("finish", "201 251 0"),
		// Process 1 asks at 1 and has its slot at 10. Process 0 asks at 2, in a slot of its own, but the memory behind the wheel is not
		// its turn until 10, and free at 20.
		masters("no overtaking behind the wheel", []sesame.Component{wheel(5), bus(5)}, withMemory, "x2 w0", "x1 w1").wants("finish", "30 20 0", "part0", "2 2 20 27 18", "part1", "2 2 20 0 0"),
		// Two transfers of one processor: the second one waits for the end of the first, at 5.
		masters("one at a time of a processor", []sesame.Component{wheel(5)}, []sesame.Path{dma}, "w0 w0").wants("makespan", "10", "part0", "2 2 10 5 5"),
	})
}
