package sesame

import "sdse/scenarios"

// This file and its neighbours fast*.go are the fast kernel. It serves the
// common case: processors that take processes first come, first served or run
// them until they block, transfers that hold what they pass for one duration,
// and components that serve one transfer at a time by arrival. Everything else,
// and whatever does not fit into its keys, is left to the general kernel; both
// give the same results to the last bit.
//
// # How it works
//
// There is no calendar of events. A step takes the processor whose next record
// is the first to be requested, and does the whole record: it is dispatched,
// granted, transferred, and the executes behind it are done, because its end can
// be computed the moment it is granted. What a record leaves behind is a time: a
// transfer tells the other end of its channel from when on its tokens or its
// room are there. Two things make that exact. Steps are taken in the order of
// (request time, rank of the processor), which is the order in which the rules
// serve requests, so the first instant at which a component is free is simply
// the end of the last transfer it was given to: grant = max(request, free). And
// every time that a step makes known lies after the step's own, so nothing that
// was decided before would have been decided otherwise. (A transfer that takes
// no time may break this; lane.bind leaves those between two processors to the
// general kernel.)
//
// A dispatch moves the request behind the decision by as much for every process
// of a processor, so the process that is chosen at the decision is still the
// first in line at the request.
//
// # Data layout
//
// Processors are numbered by rank and their processes lie side by side in
// groups of equal size (one, four, or a multiple of eight), so that the first
// process of a group is the least of a few neighbouring words, found without a branch. A key is a time
// and the number of a processor or a process in one word, so that one comparison
// orders by both. Times are one picosecond late everywhere: a key of time 0 is
// less than all others, which is how a process that may keep its processor goes
// before those that wait longer. A key with the upper bit set is a process or a
// processor with nothing to do.
//
// A channel is a pair of ends, the writer's at an even index and the reader's
// next to it. To each its process consumes units, room or tokens, that the
// other end supplies; the ring of an end holds from when on each unit is there.
// So reads and writes are the same code, and "may I, and from when" is one
// comparison and one load.
//
// Words of traces have four bytes and hold no times, so that the traces of all
// scenarios and mappings together stay in a core's cache; what a tail takes is
// looked up by processor type.
//
// Branches that cannot be predicted cost more than everything else here. The
// compiler turns a min into a branch if the result becomes an address, so the
// least key is found in a function of its own (lane.earliest), and what is not
// wanted is masked rather than skipped. What a whole simulation does not need
// (lane.plain, twoPorts, twoResources, groups of one) is skipped: such a branch
// goes the same way at every step.

// The sizes of a lane. What does not fit is left to the general kernel. They are
// powers of two, so that an index is masked into its array and needs no check.
const (
	maxSlots     = 1 << 10 // processes, with the padding of their groups
	maxRanks     = 1 << 8  // processors in use
	maxResources = 1 << 10 // of the model, and one of its own for each processor in use
	maxEnds      = 1 << 11 // ends of channels
	maxRows      = 1 << 12 // classes of records
	maxUnits     = 1 << 14 // units of all rings together
)

// The gaps between the arrays of a lane, and between the beginning of a page and
// the second lane of a simulator: odd numbers of cache lines, so that what lies
// in equal places of the arrays and of the lanes does not share a set of the cache.
const (
	arrayGap = 9 * 64
	laneGap  = 33 * 64
)

// keyBits is how many bits of a key hold a number, the rest a time.
const (
	keyBits    = 12
	keyMask    = 1<<keyBits - 1
	idleKey    = 1 << 63
	maxKeyTime = 1 << 50
	farAway    = 1 << 30 // demand that no supply reaches; what an end that nobody waits at needs
)

// lane is the state of one simulation. A Simulator has two and runs them in
// turns, step by step: the processor overlaps what one waits for with what the
// other does. It holds arrays instead of slices: an element is then one address
// computation away. Memory beyond what a simulation needs is never touched. The
// gaps between the arrays keep their beginnings, which is all that a small
// simulation touches, out of the same few lines of a cache.
type lane struct {
	limit        uint64               // keys from here on are not simulated
	blocks       int                  // eights of due in use
	group        int                  // processes of a rank, padded
	last         uint64               // end of the last process
	left         int                  // processes that have not ended
	plain        bool                 // no processor keeps a process or takes time to pick one
	twoPorts     bool                 // a resource that the mapping uses has two ports
	twoResources bool                 // a transfer may have to wait for two of them
	words        []uint32             // of the model
	tails        []Time               // of the model
	due          [maxRanks]uint64     // per rank: when its next record is requested
	first        [maxRanks / 8]uint64 // the least of each eight of due, if there are more than two eights
	top          [8]uint64            // the least of each eight of first, if there are more than eight eights
	free         [maxResources]resource
	_            [arrayGap]byte
	ranks        [maxRanks]rankState
	_            [arrayGap]byte
	keys         [maxSlots]uint64
	_            [arrayGap]byte
	procs        [maxSlots]procState
	_            [arrayGap]byte
	ends         [maxEnds]channelEnd
	_            [arrayGap]byte
	rows         [maxRows]recordRow
	_            [arrayGap]byte
	ring         [maxUnits]uint64

	// What follows is used to bind a design and to sum up the outcome.
	m                  *Model
	mapping            *Mapping
	genes              []int
	skip               skipper
	members            []scenarios.Member
	rankOf             []int32 // per processor, -1 if it is not in use
	slotOf             []int32 // per process
	used               int     // ranks
	events             int64   // of all processes
	rowsUsed, endsUsed uint32
}

// rankState is what a processor is at.
type rankState struct {
	best   uint64 // least key of its processes
	back   uint64 // when it is free
	pick   uint64 // time of a dispatch
	keep   uint64 // all ones if a process may keep it
	waited uint64 // for components, so far
	number uint64 // its rank
	slot   uint32 // its first process
	placed uint32 // processes in its group
	row    int32  // of its type at its operating point
	cpu    int32  // the processor
}

// procState is what a process is at: its next record.
type procState struct {
	clock uint64     // end of its last record
	tail  uint64     // what the executes of its next record take
	row   *recordRow // of its next record
	next  uint32     // word after that
	rows  uint32     // its first row
	tails uint32     // where the tails of its processor begin in lane.tails
	start uint32     // first word
	times int32      // iterations to come
}

// recordRow is what a class of records does under the present mapping.
type recordRow struct {
	duration      uint64
	first, second *resource // that of its own processor if it contends for none
	own, peer     *channelEnd
	units         uint32   // that it consumes at its end of the channel and supplies to the other
	_             [16]byte // a cache line each
}

// resource stands for components that a transfer may have to wait for: until
// when the port that is free first is taken, and the other one. One with a
// single port has another that is never free. Ports are not told apart, because
// only their times matter.
type resource struct {
	sooner, later uint64
}

// noPort is until when the second port of a resource with one port is taken.
const noPort = idleKey

// channelEnd is one end of a channel. The counts go round.
type channelEnd struct {
	supply uint32 // units that were there so far
	demand uint32 // units consumed so far
	need   uint32 // the supply that its process waits for
	ring   uint16 // its part of lane.ring
	mask   uint16 // size of that, less one
	slot   uint16 // of its process
	rank   uint16 // of the processor of that
	proc   *procState
}
