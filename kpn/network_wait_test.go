package kpn

import (
	"slices"
	"testing"
)

// outOfOrder is the textbook artificial deadlock: the source fills "late"
// before it writes to "early", and the sink reads "early" first.
func outOfOrder(late, early int64) *Network {
	n := NewNetwork("order")
	source, sink := n.Process("source"), n.Process("sink")
	first := Connect[int](n, "late", source, sink, ChannelOptions{TokenBytes: 10, Capacity: late})
	second := Connect[int](n, "early", source, sink, ChannelOptions{TokenBytes: 1, Capacity: early})
	source.Do(func() error {
		for i := range 5 {
			first.Write(i)
		}
		second.Write(0)
		return nil
	})
	sink.Do(func() error {
		second.Read()
		for range 5 {
			first.Read()
		}
		return nil
	})
	return n
}

func capacities(rec *Recording) (all []int64) {
	for _, c := range rec.Application.Channels {
		all = append(all, c.Capacity)
	}
	return all
}

func TestGrowsByWhatIsNeeded(t *testing.T) {
	if got, want := capacities(mustRun(t, outOfOrder(0, 3))), []int64{5, 3}; !slices.Equal(got, want) {
		t.Errorf("capacities %v, want %v", got, want)
	}
	if got, want := capacities(mustRun(t, outOfOrder(7, 0))), []int64{7, 1}; !slices.Equal(got, want) {
		t.Errorf("capacities %v, want %v", got, want)
	}
}

// A transfer of several tokens needs room for all of them at once.
func TestGrowsForLargeTransfers(t *testing.T) {
	n := NewNetwork("large")
	source, sink := n.Process("source"), n.Process("sink")
	written := Connect[int](n, "written", source, sink, ChannelOptions{Capacity: 2})
	gathered := Connect[int](n, "gathered", source, sink, ChannelOptions{Capacity: 2})
	source.Do(func() error {
		written.WriteN(make([]int, 6))
		for range 7 {
			gathered.Write(1)
		}
		return nil
	})
	sink.Do(func() error {
		for range 6 {
			written.Read()
		}
		gathered.ReadN(make([]int, 7))
		return nil
	})
	if got, want := capacities(mustRun(t, n)), []int64{6, 7}; !slices.Equal(got, want) {
		t.Errorf("capacities %v, want %v", got, want)
	}
}

// Two channels of a cycle are full: a cannot finish writing to ab, b cannot
// finish writing to bc, and c waits for a. Growing either to 8 would do. Growing
// the smaller by a token each time, and of two equal ones the one connected
// first, gives that one 8 and the other 7, whatever they start from.
func TestGrowsTheSmallestFullChannel(t *testing.T) {
	for _, start := range [][2]int64{{1, 1}, {2, 3}, {3, 2}, {6, 2}, {1, 7}} {
		if got, want := capacities(mustRun(t, ring(start, "ab", "bc", "ac"))), []int64{8, 7, 1}; !slices.Equal(got, want) {
			t.Errorf("from %v: capacities of ab, bc, ac %v, want %v", start, got, want)
		}
		if got, want := capacities(mustRun(t, ring(start, "bc", "ab", "ac"))), []int64{8, 7, 1}; !slices.Equal(got, want) {
			t.Errorf("from %v: capacities of bc, ab, ac %v, want %v", start, got, want)
		}
	}
}

func ring(start [2]int64, order ...string) *Network {
	n := NewNetwork("ring")
	nodes := map[byte]*Node{}
	for _, name := range "abc" {
		nodes[byte(name)] = n.Process(string(name))
	}
	streams := map[string]*Stream[int]{}
	for i, name := range order {
		var options ChannelOptions
		if i < len(start) {
			options.Capacity = start[i]
		}
		streams[name] = Connect[int](n, name, nodes[name[0]], nodes[name[1]], options)
	}
	write := func(name string) {
		for i := range 8 {
			streams[name].Write(i)
		}
	}
	read := func(name string) {
		for range 8 {
			streams[name].Read()
		}
	}
	nodes['a'].Do(func() error { write("ab"); streams["ac"].Write(0); return nil })
	nodes['b'].Do(func() error { write("bc"); read("ab"); return nil })
	nodes['c'].Do(func() error { streams["ac"].Read(); read("bc"); return nil })
	return n
}

func TestStrictBoundsReportTheFullCycle(t *testing.T) {
	n := outOfOrder(3, 2)
	n.Bounds.Strict = true
	_, err := run(t, n)
	e := wantError[*CycleError](t, err, `kpn: network "order": artificial deadlock (larger capacities would help): `+
		`source waits to write 1 → late (holds 3 of 3) → sink waits to read 1 → early (holds 0 of 2) → source`)
	want := []Blocked{
		{Process: "source", Channel: "late", Kind: Write, Tokens: 1, Filled: 3, Capacity: 3},
		{Process: "sink", Channel: "early", Kind: Read, Tokens: 1, Capacity: 2},
	}
	if !e.Artificial || !slices.Equal(e.Cycle, want) {
		t.Errorf("got %+v, want %+v", e, want)
	}
	n = outOfOrder(5, 1)
	n.Bounds.Strict = true
	mustRun(t, n) // and with the capacities found by growing it runs
}

func TestLimits(t *testing.T) {
	tokens := outOfOrder(2, 2)
	tokens.Bounds.Tokens = 5
	_, err := run(t, tokens)
	e := wantError[*LimitError](t, err,
		`kpn: network "order": channels need 6 tokens, the limit is 5; grown: late from 2 to 4 tokens`)
	if want := []Growth{{"late", 2, 4}}; !slices.Equal(e.Grown, want) {
		t.Errorf("grown %v, want %v", e.Grown, want)
	}
	bytes := outOfOrder(2, 2) // 2 × 10 + 2 × 1 at the start
	bytes.Bounds.Bytes = 41
	_, err = run(t, bytes)
	wantError[*LimitError](t, err, `kpn: network "order": channels need 42 bytes, the limit is 41; grown: late from 2 to 4 tokens`)

	start := outOfOrder(2, 2)
	start.Bounds.Bytes = 21
	_, err = run(t, start)
	wantError[*LimitError](t, err, `kpn: network "order": channels need 22 bytes, the limit is 21`)

	enough := outOfOrder(2, 2)
	enough.Bounds = Bounds{Tokens: 7, Bytes: 52}
	mustRun(t, enough)
}

// A cycle of three readers stands beside a pair of processes that would run for
// ever, and one that waits for the cycle from outside.
func TestDeadlockOfAPartIsSeenAtOnce(t *testing.T) {
	n := NewNetwork("part")
	outside := n.Process("outside")
	x, y, z := n.Process("x"), n.Process("y"), n.Process("z")
	ping, pong := n.Process("ping"), n.Process("pong")
	xy := Connect[int](n, "xy", x, y, ChannelOptions{})
	yz := Connect[int](n, "yz", y, z, ChannelOptions{})
	zx := Connect[int](n, "zx", z, x, ChannelOptions{})
	out := Connect[int](n, "out", x, outside, ChannelOptions{})
	there := Connect[int](n, "there", ping, pong, ChannelOptions{})
	back := Connect[int](n, "back", pong, ping, ChannelOptions{})
	forward := func(from, to *Stream[int]) func() error {
		return func() error {
			for {
				v, _ := from.Read()
				to.Write(v)
			}
		}
	}
	outside.Do(func() error { out.Read(); return nil })
	x.Do(forward(zx, xy))
	y.Do(forward(xy, yz))
	z.Do(forward(yz, zx))
	ping.Do(func() error { there.Write(1); return forward(back, there)() })
	pong.Do(forward(there, back))
	_, err := run(t, n)
	e := wantError[*CycleError](t, err, `kpn: network "part": deadlock: `+
		`x waits to read 1 → zx (holds 0 of 1) → z waits to read 1 → yz (holds 0 of 1) → y waits to read 1 → xy (holds 0 of 1) → x`)
	if e.Artificial {
		t.Error("a cycle of reads is no artificial deadlock")
	}
}

func TestDeadlockWithItself(t *testing.T) {
	n := NewNetwork("self")
	p := n.Process("p")
	c := Connect[int](n, "c", p, p, ChannelOptions{Capacity: 2}, 7)
	p.Do(func() error {
		if v, ok := c.Read(); v != 7 || !ok {
			t.Errorf("initial token: %d, %t", v, ok)
		}
		for i := range 4 { // more than fit: the channel grows, p goes on
			c.Write(i)
		}
		c.ReadN(make([]int, 5)) // more than there are: only p could write them
		return nil
	})
	_, err := run(t, n)
	wantError[*CycleError](t, err, `kpn: network "self": deadlock: p waits to read 5 → c (holds 4 of 4) → p`)
}
