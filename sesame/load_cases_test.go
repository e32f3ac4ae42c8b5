package sesame_test

var brokenBoards = []brokenBoard{
	{"not TOML", `[[bus]]`, `[[bus]`,
		`board.toml:32: not valid TOML: expected end of table array name delimiter ']', but got '\n' instead`},
	{"unknown key", `dispatch = 100`, `dispach = 100`,
		`board.toml:7: unknown key "dispach", did you mean "dispatch"?`},
	{"unknown key of a path", `between = "same"`, `betwen = "same"`,
		`board.toml:46: unknown key "betwen", did you mean "between"?`},
	{"unknown table", `[[bus]]`, `[[buss]]`,
		`board.toml:31: unknown key "buss", did you mean "bus"?
board.toml:39: there is no component "bus"; known: ram, local`},
	{"frequency without a unit", `frequency = "1 GHz"`, `frequency = "1.4"`,
		`board.toml:6: frequency: "1.4" has no unit; write a frequency like "1.4 GHz"`},
	{"frequency as a number", `frequency = "1 GHz"`, `frequency = 1400`,
		`board.toml:6: frequency must be a frequency with its unit in quotes, like "1.4 GHz", not 1400`},
	{"wrong unit", `frequency = "1 GHz"`, `frequency = "1 Ghz"`,
		`board.toml:6: frequency: "Ghz" is not a unit of frequency, did you mean "GHz"?`},
	{"unit of something else", `frequency = "1 GHz"`, `frequency = "1 W"`,
		`board.toml:6: frequency: "W" is not a unit of frequency; known: Hz, kHz, MHz, GHz`},
	{"no frequency", `frequency = "1 GHz"
`, ``,
		`board.toml:4: frequency is missing; add frequency = "1.4 GHz" or the like`},
	{"stopped clock", `frequency = "1 GHz"`, `frequency = "0 Hz"`,
		`board.toml:6: frequency = 0 Hz is not between 1 Hz and 1 THz`},
	{"absurd clock", `frequency = "1 GHz"`, `frequency = "2000 GHz"`,
		`board.toml:6: frequency = 2000000000000 Hz is not between 1 Hz and 1 THz`},
	{"negative latency", `latency = 20`, `latency = -20`,
		`board.toml:23: latency: "-20" is negative; it must be 0 or more`},
	{"negative duration", `latency = 20`, `latency = "-20 ns"`,
		`board.toml:23: latency: "-20 ns" is negative; it must be 0 or more`},
	{"latency too fine", `latency = 20`, `latency = "0.5 ps"`,
		`board.toml:23: latency: "0.5 ps" is finer than sdse computes; give fewer digits`},
	{"latency of the wrong kind", `latency = 20`, `latency = true`,
		`board.toml:23: latency must be a number, not true`},
	{"endless latency", `latency = 20`, `latency = 9e15`,
		`board.toml:23: latency is longer than sdse computes`},
	{"width without a frequency", `frequency = "400 MHz"
setup = 2
`, ``,
		`board.toml:33: width is in bytes per cycle, so the component needs a frequency`},
	{"latency in cycles without a frequency", `frequency = "800 MHz"
latency = 20
width = 8
`, `latency = 20
`,
		`board.toml:22: latency is in cycles, so the component needs a frequency; or write it as a duration, like "120 ns"`},
	{"no width at all", `width = 8`, `width = 0`,
		`board.toml:24: width = 0 is too small; it must be at least 1`},
	{"no port", `energy = "5 pJ/B"`, `ports = 0`,
		`board.toml:25: ports = 0 is too small; it must be at least 1`},
	{"energy in the wrong unit", `energy = "5 pJ/B"`, `energy = "5 pJ"`,
		`board.toml:25: energy: "pJ" is not a unit of energy per byte; known: fJ/B, pJ/B, nJ/B`},
	{"unknown type", `count = 2`, `count = 2
[[processor]]
name = "gpu"
type = "cpp"`,
		`board.toml:17: there is no processor type "cpp", did you mean "cpu"?`},
	{"processor without a type", `type = "cpu"
count = 2`, `count = 2`,
		`board.toml:11: type is missing; every processor needs one`},
	{"processor without a name", `name = "io"
`, ``,
		`board.toml:16: name is missing; every processor needs one`},
	{"empty name", `name = "io"`, `name = ""`,
		`board.toml:17: name is empty`},
	{"no such thing as half a processor", `count = 2`, `count = 1.5`,
		`board.toml:14: count must be a whole number, not 1.5`},
	{"no processor of a kind", `count = 2`, `count = 0`,
		`board.toml:14: count = 0 is too small; it must be at least 1`},
	{"too many processors", `count = 2`, `count = 5000`,
		`board.toml:14: count = 5000 makes more than the 1024 processors that sdse takes`},
	{"path from an unknown processor", `from = "core"`, `from = ["core", "cor.1"]`,
		`board.toml:44: there is no processor "cor.1", did you mean "core"?`},
	{"path over an unknown memory", `read = ["ram"]`, `read = ["rom"]`,
		`board.toml:40: there is no component "rom", did you mean "ram"?`},
	{"path over an unknown component", `write = ["local"]`, `write = ["tape"]`,
		`board.toml:47: there is no component "tape"; known: ram, local, bus`},
	{"path over a component twice", `read = ["ram"]`, `read = ["ram", "ram"]`,
		`board.toml:40: ram stands twice; a transfer passes a component once`},
	{"private component of another group", `from = "core"
`, ``,
		`board.toml:46: local exists per core, but io may use this path; restrict from and to`},
	{"private component of an unknown group", `per = "core"`, `per = "cores"`,
		`board.toml:29: there is no processor "cores", did you mean "core"?`},
	{"unknown choice", `between = "same"`, `between = "equal"`,
		`board.toml:46: between = "equal" is unknown; known: any, same, different, same-cluster, different-cluster`},
	{"same cluster where there is none", `between = "same"`, `between = "same-cluster"`,
		`board.toml:46: the platform has no cluster; add [[cluster]] tables, or say "same" or "different"`},
	{"list of the wrong kind", `read = ["ram"]`, `read = [1]`,
		`board.toml:40: read must hold texts only, not 1`},
	{"two types of one name", `[[processor]]
name = "core"`, `[[processor_type]]
name = "cpu"
frequency = "2 GHz"
cycles = { work = 1 }
[[processor]]
name = "core"`,
		`board.toml:12: there are two processor types named "cpu"; rename one`},
	{"two processors of one name", `name = "io"`, `name = "core"`,
		`board.toml:17: there are two processors named "core"; rename one`},
	{"a processor named like one of a group", `name = "io"`, `name = "core.1"`,
		`board.toml:17: there are two processors named "core.1"; rename one`},
	{"a group that names a processor like an earlier one", `[[processor]]
name = "core"`, `[[processor]]
name = "core.1"
type = "cpu"
[[processor]]
name = "core"`,
		`board.toml:15: there are two processors named "core.1"; rename one`},
	{"a group that names a processor like an earlier group", `[[processor]]
name = "core"`, `[[processor]]
name = "core.1"
type = "cpu"
count = 2
[[processor]]
name = "core"`,
		`board.toml:16: there are two processors named "core.1"; rename one`},
	{"a component named like a private one", `name = "bus"`, `name = "core.1.local"`,
		`board.toml:32: there are two components named "core.1.local"; rename one
board.toml:39: there is no component "bus"; known: ram, local, core.1.local`},
	{"a private component named like an earlier one", `name = "ram"
frequency`, `name = "core.0.local"
frequency`,
		`board.toml:28: there are two components named "core.0.local"; rename one
board.toml:39: there is no component "ram"; known: core.0.local, local, bus
board.toml:40: there is no component "ram"; known: core.0.local, local, bus`},
	{"private components of one name", `[[bus]]
name = "bus"`, `[[processor]]
name = "core.0.fast"
type = "cpu"
[[memory]]
name = "x"
per = "core.0.fast"
[[memory]]
name = "fast.x"
per = "core"
[[bus]]
name = "bus"`,
		`board.toml:38: there are two components named "core.0.fast.x"; rename one`},
	{"two components of one name", `name = "bus"`, `name = "ram"`,
		`board.toml:32: there are two components named "ram"; rename one
board.toml:39: there is no component "bus"; known: ram, local`},
	{"two paths of one name", `name = "near"`, `name = "shared"`,
		`board.toml:43: there are two paths named "shared"; rename one`},
	{"two points of one name", `frequency = "1 GHz"
`, `point = [ { frequency = "1 GHz" }, { frequency = "1 GHz" } ]
`,
		`board.toml:6: there are two operating points named "1 GHz"; rename one`},
	{"a point beside a frequency", `dispatch = 100`, `point = [ { frequency = "2 GHz" } ]`,
		`board.toml:6: frequency belongs to each operating point, as there are some; move it there`},
	{"missing cost", `cycles = { work = 10 }
`, ``,
		`board.toml:4: processor type "cpu" has no cost for operation pair.work: add work = … under cycles (or declare operations = "listed")`},
	{"cost with too many digits", `work = 10`, `work = 10.0001`,
		`board.toml:8: work: "10.0001" is finer than sdse computes; give fewer digits`},
	{"missing cost of a class", `name = "pair"
`, `name = "pair"
operation = { extra = { alu = 3, mul = 3 } }
`,
		`board.toml:4: processor type "cpu" has no cost for operation pair.extra: add mul = … under class_cycles (or declare operations = "listed")`},
	{"endless signature", `process = [
	{ name = "one", trace = "exec work; write c" },`, `operation = { extra = { alu = 9000000000000000 } }
process = [
	{ name = "one", trace = "exec extra; write c" },`,
		`board.toml:4: operation extra takes longer than sdse computes on processor type "cpu"`},
	{"empty file", ``, ``,
		`board.toml:1: name is missing; every file needs one
board.toml:1: the platform has no processor; add [[processor]] tables
board.toml:1: the platform has no path; add [[path]] tables that say how processors communicate
board.toml:1: no application; name the application files in applications = ["app.toml"] or with --apps`},
	{"empty platform", ``, `name = "nothing"
applications = "pair.toml"`,
		`board.toml:1: the platform has no processor; add [[processor]] tables
board.toml:1: the platform has no path; add [[path]] tables that say how processors communicate`},
	{"no path", ``, `name = "board"
applications = "pair.toml"
processor_type = [ { name = "cpu", frequency = "1 GHz", cycles = { work = 1 } } ]
processor = [ { name = "core", type = "cpu" } ]
`,
		`board.toml:1: the platform has no path; add [[path]] tables that say how processors communicate`},
	{"unknown policy", `dispatch = 100`, `policy = "fcsf"`,
		`board.toml:7: policy = "fcsf" is unknown, did you mean "fcfs"?`},
	{"a word for a flag", `count = 2`, `count = 2
one_clock = "yes"`,
		`board.toml:15: one_clock must be true or false, not the text "yes"`},
	{"a negative cost", `count = 2`, `count = 2
cost = -1.5`,
		`board.toml:15: cost: "-1.5" is negative; it must be 0 or more`},
	{"a cost that is too fine", `count = 2`, `count = 2
cost = 0.0625`,
		`board.toml:15: cost: "0.0625" is finer than sdse computes; give fewer digits`},
	{"an endless cost", `count = 2`, `count = 2
cost = 10000000000.001`,
		`board.toml:15: cost is larger than the 10000000000 that sdse computes with; choose a larger cost_unit`},
	{"a memory that holds nothing", `energy = "5 pJ/B"`, `capacity = "0 B"`,
		`board.toml:25: capacity is 0, so no buffer fits; leave capacity out if the memory takes any`},
	{"everything at once", ``, `name = "board"
applications = "pair.toml"
[[processor_type]]
name = "cpu"
frequency = "1.4"
[[processor]]
name = "core"
typ = "cpu"
[[path]]
name = "shared"
write = ["bus"]
`,
		`board.toml:5: frequency: "1.4" has no unit; write a frequency like "1.4 GHz"
board.toml:6: type is missing; every processor needs one
board.toml:8: unknown key "typ", did you mean "type"?
board.toml:11: there is no component "bus"`},
	{"listed with class cycles", `cycles = { work = 10 }`, `operations = "listed"
cycles = { work = 10 }`,
		`board.toml:10: class_cycles has no effect with operations = "listed"; list the operations under cycles`},
	{"ports of a pure delay", `per = "core"`, `per = "core"
exclusive = false
ports = 2`,
		`board.toml:31: ports has no effect with exclusive = false: any number of transfers pass at a time`},
	{"listed accelerator only", `cycles = { work = 10 }
class_cycles = { alu = 1.5 }`, `operations = "listed"
cycles = { play = 10 }`,
		`pair.toml:3: no processor can run process "one": it needs work; give a processor type costs for all of them
pair.toml:4: no processor can run process "two": it needs work; give a processor type costs for all of them`},
	{"endless operation", `work = 10`, `work = 9e15`,
		`board.toml:4: operation work takes longer than sdse computes on processor type "cpu"`},
	{"endless trace", `trace = "exec work; write c"`, `trace = "70000000*(exec work); write c"`,
		`pair.toml:3: with process "one" in scenario "default" the traces hold more than 67108864 events; make loops of a scenario iterations`},
	{"endless buffer", `token = "64 B"`, `token = "4000000000 GiB"`,
		`pair.toml:3: the buffer of channel "c", 1 tokens of 4294967296000000000 B, is larger than the 1125899906842624 B that sdse computes with`},
	{"endless transfer", `frequency = "400 MHz"
setup = 2`, `frequency = "1 Hz"
setup = 4611686`,
		`board.toml:37: a transfer over path "shared" takes longer than sdse computes`},
	{"no application", `applications = "pair.toml"
`, ``,
		`board.toml:1: no application; name the application files in applications = ["app.toml"] or with --apps`},
	{"missing application", `"pair.toml"`, `"trio.toml"`,
		`board.toml:2: the file "trio.toml" cannot be read: no such file or directory`},
	{"the same application twice", `"pair.toml"`, `["pair.toml", "pair.toml"]`,
		`pair.toml:1: the application in pair.toml is named "pair" too; rename one`},
	{"channel to nowhere", `to = "two"`, `to = "too"`,
		`pair.toml:5: there is no process "too", did you mean "two"?`},
	{"no name", `name = "board"
`, ``,
		`board.toml:1: name is missing; every file needs one`},
}
