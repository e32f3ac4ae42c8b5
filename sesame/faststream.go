package sesame

import (
	"math"
	"slices"

	"sdse/kpn"
)

// This file compiles traces for the fast kernel (fast.go).

// A word of a fast stream is the class of a record in the upper bits and the
// index of its tail in the lower ones.
const (
	tailBits = 22
	maxTails = 1 << tailBits
	maxClass = 1 << (32 - tailBits)
)

// The classes that every process has; those of its transfers follow.
const (
	noTransfer = iota // the record is nothing but its tail
	wrapAround        // the end of an iteration
	firstMove
	forEver = wrapAround // its row is that of a record that is never enabled: what a process that has ended waits for
)

// fastTables are the traces in the form that the fast kernel reads. They do not
// depend on a mapping.
type fastTables struct {
	usable bool
	words  []uint32 // all streams, one after the other

	moves     [][]uint32       // per process: the move classes that its classes from firstMove on stand for
	streams   [][][]fastStream // per application, scenario and process
	tails     []tail           // distinct
	tailFor   []Time           // per row (processor type and operating point) and tail: what it takes
	rows      []fastRow        // per row
	drawing   []int32          // the components that have static power
	resources []resource       // at the start
	scales    []int64          // per channel: the unit in which its tokens are counted
}

// fastStream is what a process does in an iteration of a scenario. There are two
// forms of it. In the gathered one a record is a transfer and all executes up
// to the next one: it serves processes that nothing can come between. In the
// stepwise one every event is a record.
type fastStream struct {
	gathered, stepwise uint32 // where they begin in words; each ends with wrapAround
	times              int32
	events             int64
	transfers          []int64 // per class from firstMove on: how often, in all iterations
	executed           []Time  // per row: time of all executes in all iterations, saturating
	energy             []Exact // per row: likewise what they take beside the power of the processor
}

// tail is a number of executes in a row.
type tail struct {
	codes []uint32
	picks int // dispatches among them on a processor that dispatches for every event
}

// fastRow is what the fast kernel knows of a processor type at an operating point.
type fastRow struct {
	usable bool
	keep   uint64 // all ones if a process may keep the processor
	pick   Time
}

// tooLong bounds the durations that the fast kernel takes, so that sums of a few
// do not overflow its keys.
const tooLong Time = 1 << 46

// fastCompiler fills fastTables.
type fastCompiler struct {
	m     *Model
	t     *fastTables
	known map[string]uint32  // tails
	seen  map[fragmentOf]int // where a process's streams of a fragment were made before
	made  []fastStream
}

type fragmentOf struct {
	codes                  *uint32
	length, times, process int
}

// maxFastEvents bounds the events for which fast streams are kept beside the
// general ones.
const maxFastEvents = 1 << 24

// maxTailTable bounds the entries of fastTables.tailFor.
const maxTailTable = 1 << 24

// compileFast builds the tables of the fast kernel from the streams.
func (m *Model) compileFast() {
	m.fast.usable = true
	c := &fastCompiler{m: m, t: &m.fast, known: map[string]uint32{}, seen: map[fragmentOf]int{}}
	c.tailIndex(nil, 0) // tail 0 takes no time
	m.fast.moves = make([][]uint32, m.Processes())
	var events int64
	for a := range m.streams {
		perScenario := make([][]fastStream, len(m.streams[a]))
		for s := range m.streams[a] {
			for i, stream := range inIterations(m.streams[a][s]) {
				fs, fresh := c.stream(m.firstProcess[a]+i, stream)
				if fresh {
					events += int64(len(stream.codes))
				}
				perScenario[s] = append(perScenario[s], fs)
			}
		}
		m.fast.streams = append(m.fast.streams, perScenario)
		if m.Space.Applications[a].Firing != kpn.KahnFiring || events > maxFastEvents {
			m.fast = fastTables{}
			return
		}
	}
	if len(m.fast.tails) >= maxTails || len(m.fast.tails)*len(m.executeFor) > maxTailTable || slices.ContainsFunc(m.fast.moves, func(list []uint32) bool { return len(list)+firstMove >= maxClass }) {
		m.fast = fastTables{}
		return
	}
	c.priceTails()
	c.scaleChannels()
	for i := range m.Platform.Components {
		if m.Platform.Components[i].StaticPower > 0 {
			m.fast.drawing = append(m.fast.drawing, int32(i))
		}
	}
	m.findResources()
}

// inIterations returns the streams of a scenario in which what all processes do
// over and over again within an iteration has become iterations.
func inIterations(streams []stream) []stream {
	common := int64(0)
	for _, s := range streams {
		if len(s.codes) > 0 {
			common = gcd(common, repeats(s.codes))
		}
	}
	if common < 2 || int64(streams[0].times)*common > math.MaxInt32 {
		return streams
	}
	shorter := slices.Clone(streams)
	for i := range shorter {
		s := &shorter[i]
		s.codes, s.times = s.codes[:len(s.codes)/int(common)], s.times*int(common)
	}
	return shorter
}

// repeats returns how often the shortest beginning of a sequence stands there if
// the whole consists of nothing else: by the borders of Knuth, Morris and Pratt
// (1977).
func repeats(codes []uint32) int64 {
	border := make([]int32, len(codes)+1)
	border[0] = -1
	for i, k := 0, int32(-1); i < len(codes); {
		for k >= 0 && codes[i] != codes[k] {
			k = border[k]
		}
		i++
		k++
		border[i] = k
	}
	if period := len(codes) - int(border[len(codes)]); len(codes)%period == 0 {
		return int64(len(codes) / period)
	}
	return 1
}

// stream makes the streams of a process, or finds those made before of the same codes.
func (c *fastCompiler) stream(process int, from stream) (_ fastStream, fresh bool) {
	key := fragmentOf{length: len(from.codes), times: from.times, process: process}
	if len(from.codes) > 0 {
		key.codes = &from.codes[0]
	}
	if at, ok := c.seen[key]; ok {
		return c.made[at], false
	}
	fs := fastStream{times: int32(from.times), events: int64(len(from.codes)) * int64(from.times)}
	fs.gathered = c.words(process, from.codes, true)
	fs.stepwise = c.words(process, from.codes, false)
	c.count(process, from, &fs)
	c.seen[key] = len(c.made)
	c.made = append(c.made, fs)
	return fs, true
}

// words appends a stream and returns where it begins.
func (c *fastCompiler) words(process int, codes []uint32, gather bool) uint32 {
	start := uint32(len(c.t.words))
	executes := uint32(len(c.m.execute))
	for i := 0; i < len(codes); {
		class, picks := uint32(noTransfer), -1 // the first execute of a record without transfer is dispatched with the record
		if codes[i] >= executes {
			class, picks = c.class(process, codes[i]-executes), 0
			i++
		}
		n := i
		if gather {
			for n < len(codes) && codes[n] < executes {
				n++
			}
		} else if class == noTransfer {
			n++
		}
		c.t.words = append(c.t.words, class<<tailBits|c.tailIndex(codes[i:n], picks+n-i)&(maxTails-1))
		i = n
	}
	c.t.words = append(c.t.words, wrapAround<<tailBits)
	return start
}

// class returns the class of a transfer of a process.
func (c *fastCompiler) class(process int, k uint32) uint32 {
	list := &c.t.moves[process]
	i := slices.Index(*list, k)
	if i < 0 {
		i = len(*list)
		*list = append(*list, k)
	}
	return uint32(firstMove+i) & (maxClass - 1)
}

func (c *fastCompiler) tailIndex(codes []uint32, picks int) uint32 {
	key := make([]byte, 0, 4*len(codes)+1)
	key = append(key, byte(picks-len(codes)+1))
	for _, code := range codes {
		key = append(key, byte(code), byte(code>>8), byte(code>>16), byte(code>>24))
	}
	if len(codes) == 0 {
		key = key[:0]
	}
	i, ok := c.known[string(key)]
	if !ok {
		i = uint32(len(c.t.tails))
		c.known[string(key)] = i
		c.t.tails = append(c.t.tails, tail{codes, picks})
	}
	return i
}

// count adds up what does not depend on when anything happens.
func (c *fastCompiler) count(process int, from stream, fs *fastStream) {
	executes := make([]int64, len(c.m.execute))
	fs.transfers = make([]int64, len(c.t.moves[process]))
	for _, code := range from.codes {
		if code < uint32(len(executes)) {
			executes[code] += int64(from.times)
		} else {
			fs.transfers[c.class(process, code-uint32(len(executes)))-firstMove] += int64(from.times)
		}
	}
	for row := range c.m.executeFor {
		var time Time
		var energy Exact
		for k, n := range executes {
			if n > 0 {
				time = time.plus(c.m.executeFor[row][k].times(uint64(n)))
				energy = energy.Plus(attojoules(c.m.executeEnergy[row][k]).times(uint64(n)))
			}
		}
		fs.executed = append(fs.executed, time)
		fs.energy = append(fs.energy, energy)
	}
}

// priceTails computes what every tail takes on every row.
func (c *fastCompiler) priceTails() {
	for t := range c.m.Platform.Types {
		pt := &c.m.Platform.Types[t]
		for k := range pt.Points {
			row := c.m.rows[t] + k
			fr := fastRow{usable: pt.Policy == FCFS || pt.Policy == RunToBlock, pick: c.m.pick[row]}
			switch {
			case pt.SwitchWhen == Always:
				fr.pick = c.m.switching[row]
			case pt.SwitchWhen == OnChange && pt.Switch > 0:
				fr.usable = false
			}
			pick := fr.pick
			if pt.Policy == RunToBlock {
				fr.keep = math.MaxUint64
				pick = 0 // who keeps the processor is not dispatched
			}
			for _, tail := range c.t.tails {
				var time Time
				for _, code := range tail.codes {
					time = time.plus(c.m.executeFor[row][code])
				}
				time = time.plus(pick.times(uint64(max(0, tail.picks))))
				fr.usable = fr.usable && time < tooLong
				c.t.tailFor = append(c.t.tailFor, time)
			}
			fr.usable = fr.usable && fr.pick < tooLong
			c.t.rows = append(c.t.rows, fr)
		}
	}
}

// scaleChannels finds the unit in which the tokens of each channel may be
// counted: everything that is ever moved is a multiple of it. A channel that is
// not used counts in ones.
func (c *fastCompiler) scaleChannels() {
	c.t.scales = make([]int64, c.m.Channels())
	for i := range c.t.scales {
		c.t.scales[i] = c.m.channels[i].initial
	}
	for k := range c.m.moves {
		move := &c.m.moves[k]
		c.t.scales[move.channel] = gcd(c.t.scales[move.channel], move.tokens)
	}
	for i := range c.t.scales {
		c.t.scales[i] = max(1, c.t.scales[i])
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
