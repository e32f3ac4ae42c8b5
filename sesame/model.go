package sesame

import (
	"sdse/scenarios"
)

// Model is a platform and a scenario space compiled into tables. It is
// immutable and safe for concurrent use.
//
// Processes and channels are numbered over all applications of the space, in
// file order; these numbers break ties (docs/semantics.md).
type Model struct {
	Platform *Platform
	Space    *scenarios.Space

	firstProcess []int // per application, and the total behind
	firstChannel []int
	channels     []channel

	capable [][]int // per process: the processors that can run it, ascending
	clock   []int   // per processor: the one that has its operating-point gene
	twins   []int   // per processor: the first of those it may be exchanged for

	routes []route   // every path with its components, for some pair of processors
	legal  [][]int32 // per pair (producer's, consumer's processor): the routes it may use

	execute    []executeClass
	moves      []moveClass
	rows       []int    // per processor type: the first of its rows in executeFor and pick
	executeFor [][]Time // per processor type and operating point: time per execute class
	// The same: energy per execute class beside the power of the processor, in aJ.
	executeEnergy [][]uint64
	pick          []Time   // the same: time of a dispatch
	switching     []Time   // the same: time of a dispatch with a context switch
	moveFor       [][]Time // per price of a hop: time per move class; hops that cost the same share it
	issue         [][]Time // per path and row: what issuing a DMA transfer takes, or nil if the path has none

	queues  []bool  // in which requests for contended components wait: whether some wait for slots
	wheels  []wheel // of the TDMA components
	wheelOf []int32 // per component: its wheel, or -1

	streams [][][]stream // per application, scenario and process
	firings []firing     // of the applications with SDF firing

	fast fastTables

	genome genome
}

// channel is a channel of an application in the model's numbering.
type channel struct {
	writer, reader int32
	tokenBytes     int64
	capacity       int64
	initial        int64
}

// executeClass is an operation that is done a number of times: everything about
// an execute event except the processor it runs on.
type executeClass struct {
	operation int32 // index into the application's operations
	app       int32
	times     int64
}

// moveClass is a transfer of a number of tokens over a channel in one direction.
type moveClass struct {
	channel int32
	write   bool
	tokens  int64
}

// stream is what one process does in one intra-application scenario: codes,
// repeated. A code below len(execute) is an execute class, one above it a move
// class. Four bytes an event, whatever it is mapped on, keep the traces of all
// scenarios within a core's cache.
type stream struct {
	codes   []uint32
	firings []uint32 // SDF firing: per code, the firing that it is the first of and one, or 0; else nil
	times   int
}

// route is a path between two particular processors.
type route struct {
	path        int
	write, read part  // passed by the producer and by the consumer
	buffer      int32 // component that holds the buffer, or -1

	writePerByte, readPerByte Exact
}

// part is what a transfer in one direction passes, hop by hop. It is empty if
// nothing is in the way. A part that is held together is one hop.
type part []hop

// hop is a number of components that a transfer holds at once.
type hop struct {
	components []int32 // in the order of passing
	exclusive  []int32 // those that serve one transfer per port at a time, ascending
	arbiter    int32   // the one of them that does not serve by arrival, or -1
	queue      int32   // where requests for it wait, or -1 if it can be granted when it is requested
	price      int32   // index into Model.moveFor
	short      shortHop
	perByte    Exact
}

// Processes returns the number of processes of all applications.
func (m *Model) Processes() int { return m.firstProcess[len(m.firstProcess)-1] }

// Channels returns the number of channels of all applications.
func (m *Model) Channels() int { return m.firstChannel[len(m.firstChannel)-1] }

// ProcessName returns "application.process" for a process number.
func (m *Model) ProcessName(process int) string {
	a := m.applicationOf(m.firstProcess, process)
	app := m.Space.Applications[a]
	return app.Name + "." + app.Processes[process-m.firstProcess[a]].Name
}

// ChannelName returns "application.channel" for a channel number.
func (m *Model) ChannelName(channel int) string {
	a := m.applicationOf(m.firstChannel, channel)
	app := m.Space.Applications[a]
	return app.Name + "." + app.Channels[channel-m.firstChannel[a]].Name
}

// ApplicationOfProcess returns the application that a process belongs to.
func (m *Model) ApplicationOfProcess(process int) int {
	return m.applicationOf(m.firstProcess, process)
}

// ChannelEnds returns the numbers of the processes that write and read a channel.
func (m *Model) ChannelEnds(channel int) (writer, reader int) {
	return int(m.channels[channel].writer), int(m.channels[channel].reader)
}

func (m *Model) applicationOf(first []int, index int) int {
	a := 0
	for first[a+1] <= index {
		a++
	}
	return a
}

// row returns the index in executeFor and pick of a processor at an operating point.
func (m *Model) row(processor, point int) int {
	return m.rows[m.Platform.Processors[processor].Type] + point
}

// routesBetween returns the routes from a processor to another.
func (m *Model) routesBetween(from, to int) []int32 {
	return m.legal[from*len(m.Platform.Processors)+to]
}
