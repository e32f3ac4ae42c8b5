package sesame_test

// brokenChips replace a text that stands once in chip.
var brokenChips = []brokenBoard{
	{"no event allowed", `events = 1000000`, `events = 0`,
		`board.toml:5: events = 0 is too small; it must be at least 1`},
	{"no time allowed", `time = "1 s"`, `time = "0 s"`,
		`board.toml:6: time is 0, so nothing could be simulated; leave it out for no limit`},
	{"unknown limit", `events = 1000000`, `event = 1000000`,
		`board.toml:5: unknown key "event", did you mean "events"?`},
	{"limits as a number", `[limits]
events = 1000000
time = "1 s"`, `limits = 5`,
		`board.toml:4: limits must be a table, not 5`},
	{"slice of another policy", `policy = "round-robin"`, `policy = "fcfs"`,
		`board.toml:11: slice has no effect with policy = "fcfs"; it belongs to "round-robin"`},
	{"empty slice", `slice = "10 us"`, `slice = "0 us"`,
		`board.toml:11: slice is 0; leave it out if executes are not to be cut`},
	{"slice without a unit", `slice = "10 us"`, `slice = 10`,
		`board.toml:11: slice must be a duration with its unit in quotes, like "120 ns", not 10`},
	{"preemption of another policy", `policy = "priority"`, `policy = "run-to-block"`,
		`board.toml:26: preemptive has no effect with policy = "run-to-block"; it belongs to "priority"`},
	{"context switches that cost nothing", `context_switch = 100
`, ``,
		`board.toml:12: switch_when has no effect without context_switch; say how many cycles one takes`},
	{"unknown mode of switching", `switch_when = "always"`, `switch_when = "sometimes"`,
		`board.toml:13: switch_when = "sometimes" is unknown; known: change, always, never`},
	{"endless context switch", `context_switch = 100`, `context_switch = 5e15`,
		`board.toml:12: context_switch is longer than sdse computes`},
	{"energy without a unit", `work = "3 nJ"`, `work = 3`,
		`board.toml:15: work must be an energy with its unit in quotes, like "3 nJ", not 3`},
	{"energy per byte of an operation", `work = "3 nJ"`, `work = "3 nJ/B"`,
		`board.toml:15: work: "nJ/B" is not a unit of energy; known: fJ, pJ, nJ, uJ, µJ, μJ, mJ`},
	{"energy of a class in the wrong unit", `alu = "2 pJ"`, `alu = "2 W"`,
		`board.toml:16: alu: "W" is not a unit of energy; known: fJ, pJ, nJ, uJ, µJ, μJ, mJ`},
	{"unit of no length", `unit = 2800`, `unit = 0`,
		`board.toml:17: unit is 0, so imported operations would take no time; give it in cycles or as a duration, like "1 us"`},
	{"unit of no duration", `unit = 2800`, `unit = "0 s"`,
		`board.toml:17: unit is 0, so imported operations would take no time; give it in cycles or as a duration, like "1 us"`},
	{"like nothing", `unit = 2800`, `like = ""`,
		`board.toml:17: like is empty`},
	{"voltage as a number", `voltage = "0.9 V"`, `voltage = 0.9`,
		`board.toml:20: voltage must be a voltage with its unit in quotes, like "0.9 V", not 0.9`},
	{"no voltage at all", `voltage = "0.9 V"`, `voltage = "0 V"`,
		`board.toml:20: voltage = 0 V is not between 1 mV and 1 kV`},
	{"lightning", `voltage = "0.9 V"`, `voltage = "90000 V"`,
		`board.toml:20: voltage = 90000 V is not between 1 mV and 1 kV`},
	{"voltage beside points", `unit = 2800`, `voltage = "1 V"`,
		`board.toml:17: voltage belongs to each operating point, as there are some; move it there`},
	{"energy per cycle beside points", `unit = 2800`, `energy_per_cycle = "1 pJ"`,
		`board.toml:17: energy_per_cycle belongs to each operating point, as there are some; move it there`},
	{"energy per cycle in the wrong unit", `energy_per_cycle = "0.2 nJ"`, `energy_per_cycle = "0.2 nW"`,
		`board.toml:21: energy_per_cycle: "nW" is not a unit of energy; known: fJ, pJ, nJ, uJ, µJ, μJ, mJ`},
	{"cluster without a name", `name = "cl"
`, ``,
		`board.toml:30: name is missing; every cluster needs one
board.toml:36: there is no cluster "cl"
board.toml:46: there is no processor "cl"; known: core, host
board.toml:61: there is no processor "cl"; known: core, host
board.toml:85: there is no processor "cl"; known: core, host
board.toml:86: there is no processor "cl"; known: core, host`},
	{"no cluster of a kind", `name = "cl"
count = 2`, `name = "cl"
count = 0`,
		`board.toml:32: count = 0 is too small; it must be at least 1`},
	{"too many clusters", `name = "cl"
count = 2`, `name = "cl"
count = 2000`,
		`board.toml:32: count = 2000 makes more than the 1024 clusters that sdse takes`},
	{"too many processors in clusters", `cluster = "cl"
count = 2`, `cluster = "cl"
count = 513`,
		`board.toml:38: count = 513 makes more than the 1024 processors that sdse takes`},
	{"unknown cluster", `cluster = "cl"`, `cluster = "cll"`,
		`board.toml:30: cluster "cl" has no processor; give a [[processor]] table cluster = "cl"
board.toml:37: there is no cluster "cll", did you mean "cl"?`},
	{"cluster without processors", `cluster = "cl"
`, ``,
		`board.toml:30: cluster "cl" has no processor; give a [[processor]] table cluster = "cl"`},
	{"a cluster named like a processor", `name = "host"
type`, `name = "cl"
type`,
		`board.toml:41: there are two processors named "cl"; rename one
board.toml:68: there is no processor "host"; known: core, cl
board.toml:78: there is no processor, memory or bus "host"; known: core, cl, l2, dram, bus, wheel, fifo
board.toml:100: there is no processor "host"; known: core, cl`},
	{"a processor named like a cluster's", `name = "host"
type`, `name = "cl.1.core.0"
type`,
		`board.toml:41: there are two processors named "cl.1.core.0"; rename one
board.toml:68: there is no processor "host"; known: core, cl.1.core.0, cl
board.toml:78: there is no processor, memory or bus "host"; known: core, cl.1.core.0, cl, l2, dram, bus, wheel, fifo
board.toml:100: there is no processor "host"; known: core, cl.1.core.0, cl`},
	{"priority that nothing looks at", `arbitration = "priority"
`, ``,
		`board.toml:43: priority has no effect: nothing has arbitration = "priority"`},
	{"priority that is no number", `priority = 1`, `priority = "high"`,
		`board.toml:43: priority must be a whole number, not the text "high"`},
	{"endless priority", `priority = 1`, `priority = 5000000000`,
		`board.toml:43: priority = 5000000000 is larger than 2147483647`},
	{"private to nobody", `per = "cl"

[[memory]]`, `per = "cluster"

[[memory]]`,
		`board.toml:47: there is no processor "cluster"; known: core, host, cl`},
	{"whole cycles without a width", `width = 4
whole_cycles`, `setup = 4
whole_cycles`,
		`board.toml:58: whole_cycles has no effect without width`},
	{"a clock for nothing", `width = 4
whole_cycles = true
`, ``,
		`board.toml:56: frequency has no effect: neither a width nor a latency in cycles needs it`},
	{"unknown arbitration", `arbitration = "priority"`, `arbitration = "lottery"`,
		`board.toml:55: arbitration = "lottery" is unknown; known: fcfs, priority, round-robin, tdma`},
	{"arbitration of a pure delay", `arbitration = "priority"`, `arbitration = "priority"
exclusive = false`,
		`board.toml:55: arbitration has no effect with exclusive = false: any number of transfers pass at a time`},
	{"arbitration of a memory", `latency = "50 ns"`, `arbitration = "priority"`,
		`board.toml:51: unknown key "arbitration"; known: name, exclusive, energy, static_power, cost, frequency, whole_cycles, latency, width, read_latency, read_width, write_latency, …`},
	{"absurd energy per byte", `width = 4
`, `width = 4
energy = "200000000 nJ/B"
`,
		`board.toml:58: energy is more than the 0.1 J/B that sdse computes with`},
	{"wheel without a slot", `slot = "1 us"
`, ``,
		`board.toml:60: slot is missing; arbitration = "tdma" needs to know how long one lasts`},
	{"empty slot", `slot = "1 us"`, `slot = "0 us"`,
		`board.toml:64: slot is not between 1 ps and 70.37 s`},
	{"endless slot", `slot = "1 us"`, `slot = "4611686 s"`,
		`board.toml:64: slot is not between 1 ps and 70.37 s`},
	{"slots of nobody", `slot = "1 us"`, `slot = "1 us"
slots = []`,
		`board.toml:65: slots is empty, so nobody could pass; leave it out for one slot each`},
	{"slots of somebody unknown", `slot = "1 us"`, `slot = "1 us"
slots = ["corr"]`,
		`board.toml:65: there is no processor "corr", did you mean "core"?`},
	{"slot without a wheel", `arbitration = "tdma"
`, ``,
		`board.toml:63: slot has no effect with arbitration = "fcfs"; it belongs to "tdma"`},
	{"processor without a slot", `slot = "1 us"`, `slot = "1 us"
slots = ["cl.0.core.0", "cl.1.core.1"]`,
		`board.toml:91: cl.0.core.1 has no slot on cl.0.wheel, but may use this path; add it to slots, or restrict from and to`},
	{"exclusive fifo", `depth = "256 B"`, `exclusive = true`,
		`board.toml:70: exclusive has no effect: only one processor writes to a fifo, and only one reads from it`},
	{"fifo that holds nothing", `depth = "256 B"`, `depth = "0 B"`,
		`board.toml:70: depth is 0, so no buffer fits; leave depth out if the fifo takes any`},
	{"fifo with a capacity", `depth = "256 B"`, `capacity = "256 B"`,
		`board.toml:70: unknown key "capacity"; known: name, exclusive, energy, static_power, cost, frequency, whole_cycles, latency, width, read_latency, read_width, write_latency, …`},
	{"fifo to itself", `from = "host"
to = "core"
depth`, `from = "host"
to = "host"
depth`,
		`board.toml:66: "fifo" joins no two different processors; name them in from and to`},
	{"fifo from nobody", `from = "host"
to = "core"
depth`, `from = []
to = "core"
depth`,
		`board.toml:68: from is empty, so this joins nothing; leave it out for all processors`},
	{"fifo to somebody unknown", `to = "core"
depth`, `to = "cores"
depth`,
		`board.toml:69: there is no processor "cores", did you mean "core"?`},
	{"path over a fifo that is not there", `from = "host"
to = "core"
write`, `from = "host"
write`,
		`board.toml:101: there is no port of xbar from host to host, but this path may join them; restrict from, to or between`},
	{"unknown topology", `topology = "mesh"`, `topology = "star"`,
		`board.toml:74: topology = "star" is unknown; known: mesh, torus, ring`},
	{"network without a size", `size = "3x2"
`, ``,
		`board.toml:72: size is missing; every network needs one`},
	{"size of a mesh as of a ring", `size = "3x2"`, `size = "6"`,
		`board.toml:75: size = "6" is not columns x rows; write it like "4x4"`},
	{"size of a ring as of a mesh", `topology = "mesh"`, `topology = "ring"`,
		`board.toml:75: size = "3x2" is not the number of a ring's routers; write it like "8"`},
	{"size as a number", `size = "3x2"`, `size = 6`,
		`board.toml:75: size must be a text in quotes, not 6`},
	{"network of one router", `size = "3x2"`, `size = "1x1"`,
		`board.toml:75: size = "1x1" makes 1 routers; sdse takes 2 to 1024`},
	{"too many routers", `size = "3x2"`, `size = "100x100"`,
		`board.toml:75: size = "100x100" makes 10000 routers; sdse takes 2 to 1024`},
	{"more processors than tiles", `size = "3x2"`, `size = "3x1"`,
		`board.toml:77: these are more than the 3 tiles of the network
board.toml:78: "2,1" is outside of the network, whose columns are 0 to 2 and rows 0 to 0
board.toml:78: "1,1" is outside of the network, whose columns are 0 to 2 and rows 0 to 0`},
	{"unknown processor on a network", `processors = ["core"]`, `processors = ["cor"]`,
		`board.toml:77: there is no processor "cor", did you mean "core"?`},
	{"processor placed twice", `processors = ["core"]`, `processors = ["core", "host"]`,
		`board.toml:78: host has two places on network "noc"; name it once in processors or place`},
	{"place outside", `dram = "2,1"`, `dram = "3,1"`,
		`board.toml:78: "3,1" is outside of the network, whose columns are 0 to 2 and rows 0 to 1`},
	{"place that is none", `dram = "2,1"`, `dram = "2;1"`,
		`board.toml:78: "2;1" is no place on the network; write column,row, like "0,3"`},
	{"place of several", `host = "1,1" }`, `host = "1,1", core = "0,0" }`,
		`board.toml:78: "core" stands for 4 of them; place them one by one, or list it under processors`},
	{"place of something unknown", `host = "1,1" }`, `hst = "1,1" }`,
		`board.toml:78: there is no processor, memory or bus "hst", did you mean "host"?`},
	{"place of a fifo", `host = "1,1" }`, `host = "1,1", "fifo.host.cl.0.core.0" = "0,0" }`,
		`board.toml:78: a fifo has no place; place processors, memories and buses`},
	{"processor without a place", `, host = "1,1" }`, ` }`,
		`board.toml:95: host has no place on network "noc", but may use this path; add it to processors or place of the network, or restrict from and to`},
	{"place of private memories", `host = "1,1" }`, `host = "1,1", l2 = "1,1" }`,
		`board.toml:78: "l2" stands for several; place them one by one by their names, or the clusters they are in`},
	{"two places of a memory", `processors = ["core"]
place = { dram = "2,1", host = "1,1" }`, `processors = ["cl", "host"]
place = { "cl.0.l2" = "1,1" }`,
		`board.toml:78: cl.0.l2 has two places on network "noc"; it goes where its cluster is`},
	{"place of a private memory of a processor", `hop = "2 ns"
processors = ["core"]
place = { dram = "2,1", host = "1,1" }
`, `hop = "2 ns"
processors = ["core"]
place = { dram = "2,1", host = "1,1", "host.own" = "0,0" }
[[memory]]
name = "own"
per = "host"
`,
		`board.toml:78: "host.own" is where its processor is; place that`},
	{"hop in cycles without a clock", `hop = "2 ns"`, `hop = 2`,
		`board.toml:76: hop is in cycles, so the component needs a frequency; or write it as a duration, like "120 ns"`},
	{"crossbar that no path passes", `write = ["xbar", "fifo"]`, `write = ["fifo"]`,
		`board.toml:80: no path passes crossbar "xbar"; list it in a path or remove it`},
	{"crossbar per processor", `setup = "1 ns"`, `setup = "1 ns"
per = "core"`,
		`board.toml:83: a crossbar joins processors, so there is none per processor; give it per = a cluster, or leave per out`},
	{"crossbar named like a bus", `name = "xbar"`, `name = "bus"`,
		`board.toml:81: there are two components named "bus"; rename one
board.toml:102: there is no component "xbar"; known: l2, dram, bus, wheel, fifo, noc`},
	{"a port named like a memory", `[[bus]]
name = "bus"`, `[[memory]]
name = "xbar>fifo.host.cl.0.core.0"

[[bus]]
name = "bus"`,
		`board.toml:84: there are two components named "xbar>fifo.host.cl.0.core.0"; rename one`},
	{"name with an end", `name = "xbar"`, `name = "xbar@consumer"`,
		`board.toml:81: "xbar@consumer" holds an @, which says in paths whose component is meant; rename it
board.toml:102: there is no component "xbar"; known: l2, dram, bus, wheel, fifo, noc, xbar@consumer`},
	{"between clusters that are not there", `between = "same-cluster"`, `between = "same-island"`,
		`board.toml:88: between = "same-island" is unknown; known: any, same, different, same-cluster, different-cluster`},
	{"path over somebody else's memory", `from = "cl"
to = "cl"
`, ``,
		`board.toml:87: wheel exists per cl, but host may use this path; restrict from and to
board.toml:87: l2 exists per cl, but host may use this path; restrict from and to
board.toml:88: l2 exists per cl, but host may use this path; restrict from and to
board.toml:88: wheel exists per cl, but host may use this path; restrict from and to`},
	{"unknown end", `write = ["wheel", "l2"]`, `write = ["wheel", "l2@reader"]`,
		`board.toml:89: "l2@reader": an end of a channel is @producer or @consumer`},
	{"end of what there is one of", `write = ["noc", "dram"]`, `write = ["noc", "dram@producer"]`,
		`board.toml:94: @producer has no effect on dram: there is one`},
	{"end of a fifo", `read = ["fifo"]`, `read = ["fifo@producer"]`,
		`board.toml:103: @producer has no effect on fifo: it belongs to both`},
	{"end of a network", `write = ["noc", "dram"]`, `write = ["noc@producer", "dram"]`,
		`board.toml:94: @producer has no effect on noc: there is one`},
	{"network twice", `write = ["noc", "dram"]`, `write = ["noc", "noc", "dram"]`,
		`board.toml:94: noc stands twice in succession; once leads all the way`},
	{"the same end twice", `write = ["wheel", "l2"]`, `write = ["wheel", "l2", "l2@producer"]`,
		`board.toml:89: l2@producer stands twice; a transfer passes a component once`},
	{"both ends that are one", `write = ["wheel", "l2"]`, `write = ["wheel", "l2", "l2@consumer"]`,
		`board.toml:89: from cl.0.core.0 to cl.0.core.1 it passes cl.0.l2 twice; restrict the path with between`},
	{"two arbiters", `read = ["l2", "wheel"]`, `read = ["l2", "wheel", "bus"]`,
		`board.toml:90: cl.0.wheel and bus both arbitrate, but what is held together may have one that does; let one of them serve by arrival, or add forward = true`},
	{"forward over nothing", `write = ["noc", "dram"]
read = ["dram", "bus", "noc"]
`, `write = ["dram"]
read = ["dram"]
`,
		`board.toml:96: forward has no effect: neither part passes more than one component`},
	{"a crossbar of the wrong end", `read = ["fifo"]
dma = true
issue = 100`, `read = ["local@producer"]

[[crossbar]]
name = "local"
per = "cl"`,
		`board.toml:103: local@producer leads to the consumer's; leave out the @ or say @consumer`},
	{"issue without dma", `dma = true
`, ``,
		`board.toml:104: issue has no effect without dma = true`},
	{"issue of the wrong kind", `issue = 100`, `issue = true`,
		`board.toml:105: issue must be a number, not true`},
	{"path that joins nothing", `from = "host"
to = "core"
write`, `from = "host"
to = "host"
between = "different"
write`,
		`board.toml:98: path "push" joins no two processors; widen from, to or between`},
	{"unknown link", `write = ["noc", "dram"]`, `write = ["noc:0,0>2,0", "dram"]`,
		`board.toml:94: there is no component "noc:0,0>2,0"; known: l2, dram, bus, wheel, fifo, noc, xbar`},
	{"path between unknown clusters", `from = "cl"
to = "cl"
`, `from = "cl.2"
to = "cl"
`,
		`board.toml:86: there is no processor "cl.2", did you mean "cl"?`},
}
