package sdf3

import (
	"math/big"

	"sdse/kpn"
)

// Architecture is an architecture graph: tiles with connections between them.
// Times are in the file's unit. Of a network on chip nothing is read; the delays
// of the connections stand for it.
type Architecture struct {
	Name        string
	Tiles       []Tile
	Connections []Connection
}

// Tile is a processor with a memory.
type Tile struct {
	Name          string
	ProcessorType string
	Memory        int64    // the file's unit is not fixed; taken as bytes. 0: unlimited
	In, Out       *big.Rat // bandwidths of the network interface, bits per unit of time; nil: unlimited
}

// Connection leads from a tile to another.
type Connection struct {
	Name     string
	From, To int // indices into Tiles
	Delay    int64
}

// architecture reads an architecture graph. Tiles that have no processor are left
// out, with a warning.
func (r *reader) architecture(e *element) *Architecture {
	a := &Architecture{}
	a.Name, _ = e.attr("name")
	tileOf := map[string]int{}
	for _, t := range e.all("tile") {
		r.tile(a, t, tileOf)
	}
	if len(a.Tiles) == 0 {
		r.problem(e, "the architecture graph has no tile with a processor")
	}
	pairs := map[[2]int]bool{}
	for _, c := range e.all("connection") {
		r.connection(a, c, tileOf, pairs)
	}
	if n := e.child("network"); n != nil {
		r.warn(n, "<network> is not read: the delays of the connections stand for it")
	}
	if len(a.Tiles) > 1 && len(a.Connections) == 0 {
		r.warn(e, "no connection joins the tiles")
	}
	return a
}

func (r *reader) tile(a *Architecture, e *element, tileOf map[string]int) {
	name, ok := r.name(e, "name")
	if !ok {
		return
	}
	if _, twice := tileOf[name]; twice {
		r.problem(e, "there are two tiles named %q; rename one", name)
		return
	}
	processors := e.all("processor")
	if len(processors) == 0 {
		tileOf[name] = -1
		r.warn(e, "tile %q has no processor and is left out", name)
		return
	}
	if len(processors) > 1 {
		r.problem(processors[1], "tile %q has %d processors; SDF3 knows one", name, len(processors))
	}
	t := Tile{Name: name}
	t.ProcessorType, _ = r.name(processors[0], "type")
	if processors[0].child("arbitration") != nil {
		r.warnOnce(processors[0], "the time wheels of processors are not modelled: a processor is free for whoever is ready")
	}
	for _, m := range e.all("memory") {
		if n, ok := r.count(m, "size", maxMemory); ok {
			t.Memory = min(maxMemory, t.Memory+n)
		}
	}
	if n := e.child("networkInterface"); n != nil {
		t.In, t.Out = r.bandwidth(n, "inBandwidth"), r.bandwidth(n, "outBandwidth")
		r.warnOnce(n, "the bandwidth of a network interface holds for every connection by itself, and the number of connections is not limited")
	}
	tileOf[name] = len(a.Tiles)
	a.Tiles = append(a.Tiles, t)
}

// maxMemory bounds the size of a memory, and maxDelay the delay of a connection.
const (
	maxMemory = 1 << 50
	maxDelay  = 1 << 40
)

func (r *reader) bandwidth(e *element, attribute string) *big.Rat {
	text, ok := e.attr(attribute)
	if !ok {
		return nil
	}
	value, ok := r.fraction(e, attribute, text)
	if !ok {
		return nil
	}
	if value.Sign() == 0 || !value.Num().IsInt64() || value.Num().Int64() > kpn.MaxCount || value.Denom().Cmp(big.NewInt(kpn.MaxCount)) > 0 {
		r.problem(e, "%s=%q is 0, too large or too fine to be a bandwidth", attribute, short(text))
		return nil
	}
	return value
}

func (r *reader) connection(a *Architecture, e *element, tileOf map[string]int, pairs map[[2]int]bool) {
	name, _ := e.attr("name")
	from, ok1 := r.tileNamed(e, "srcTile", tileOf)
	to, ok2 := r.tileNamed(e, "dstTile", tileOf)
	if !ok1 || !ok2 || from < 0 || to < 0 {
		return
	}
	c := Connection{Name: name, From: from, To: to}
	for _, attribute := range []string{"latency", "delay"} {
		if n, ok := r.count(e, attribute, maxDelay); ok {
			c.Delay = n
		}
	}
	if pairs[[2]int{from, to}] {
		r.warn(e, "connection %q is the second one from tile %q to tile %q and is left out", name, a.Tiles[from].Name, a.Tiles[to].Name)
		return
	}
	pairs[[2]int{from, to}] = true
	a.Connections = append(a.Connections, c)
}

func (r *reader) tileNamed(e *element, attribute string, tileOf map[string]int) (int, bool) {
	name, ok := r.name(e, attribute)
	if !ok {
		return 0, false
	}
	i, ok := tileOf[name]
	if !ok {
		r.problem(e, "there is no tile %q%s", name, r.suggest(name, func() []string { return sortedKeys(tileOf) }))
	}
	return i, ok
}

// warnOnce warns of something that holds for many elements, at the first.
func (r *reader) warnOnce(at *element, message string) {
	if !r.told[message] {
		r.told[message] = true
		r.warn(at, "%s", message)
	}
}
