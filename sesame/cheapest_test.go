package sesame_test

import (
	"fmt"
	"strings"
	"testing"

	"sdse/sesame"
)

// cheapest writes the cheapest path from a processor to another.
func cheapest(m *sesame.Model, bytes int64, from, to string) string {
	for way := range m.CheapestPaths(bytes) {
		p := m.Platform
		if p.Processors[way.From].Name != from || p.Processors[way.To].Name != to {
			continue
		}
		if way.Path < 0 {
			return "none"
		}
		return fmt.Sprintf("%s %d", p.Paths[way.Path].Name, way.Cost)
	}
	return "no such pair"
}

// TestCheapestPaths works out what paths cost by hand, in ps.
func TestCheapestPaths(t *testing.T) {
	m := loaded(t, typeT+`
processor = [ { name = "a", type = "t", count = 2 }, { name = "b", type = "t" } ]
memory = [ { name = "ram", frequency = "500 MHz", read_latency = 3, write_latency = 5, width = 8 }, { name = "slow", latency = "1 us" } ]
bus = [ { name = "bus", frequency = "250 MHz", setup = 1, width = 12, whole_cycles = true } ]
network = [ { name = "n", size = "3x1", frequency = "1 GHz", hop = 2, width = 4, processors = ["b", "a"] } ]
fifo = [ { name = "f", from = "b", to = "a.1", latency = "3 ns" } ]
path = [
	{ name = "slow", write = "slow" },
	{ name = "ram", from = "a", to = "a", write = ["bus", "ram"], read = ["ram"] },
	{ name = "hops", from = "a", to = "b", forward = true, write = ["bus", "ram"], read = ["ram", "bus"] },
	{ name = "held", from = "b", to = "a.0", write = "n" },
	{ name = "held too", from = "b", to = "a.0", write = "n" },
	{ name = "issued", from = "b", to = "a.1", dma = true, issue = 7, write = "f", read = "f" },
	{ name = "ideal", from = "b", to = "b", dma = true, issue = "5 ns" } ]
`, workAndPlay).compile(t)
	for _, c := range []struct {
		bytes          int64
		from, to, want string
	}{
		// write: 4 + 10 ns and 64 B at the bus's 12 B in 4 ns, 6 cycles begun, 24 ns; read: 6 ns and 8 cycles of 2 ns
		{64, "a.0", "a.1", "ram 60000"},
		{64, "a.0", "a.0", "ram 60000"},
		{1 << 20, "a.0", "a.1", "slow 1000000"},
		{1, "a.0", "a.1", "ram 24250"}, // 4 + 10 + 4, 6 + 0.25
		// bus 4 + 24, ram 10 + 16, ram 6 + 16, bus 4 + 24
		{64, "a.1", "b", "hops 104000"},
		{64, "b", "a.0", "held 18000"}, // one link: 2 + 16
		{64, "b", "a.1", "issued 20000"},
		{64, "b", "b", "ideal 10000"},
	} {
		if got := cheapest(m, c.bytes, c.from, c.to); got != c.want {
			t.Errorf("%d B from %s to %s: %s, want %s", c.bytes, c.from, c.to, got, c.want)
		}
	}
}

func TestPairsWithoutAPathAreTold(t *testing.T) {
	m := loaded(t, typeT+`
processor = [ { name = "a", type = "t" }, { name = "b", type = "t" } ]
path = [ { name = "there", from = "a", to = "b" } ]
`, workAndPlay).compile(t)
	var got []string
	for way := range m.CheapestPaths(64) {
		got = append(got, fmt.Sprint(way.From, way.To, way.Path, way.Cost))
	}
	if want := "0 0 -1 0 ps,0 1 0 0 ps,1 0 -1 0 ps,1 1 -1 0 ps"; strings.Join(got, ",") != want {
		t.Errorf("%s, want %s", strings.Join(got, ","), want)
	}
}

func TestDoubts(t *testing.T) {
	const platform = `
[[processor_type]]
name = "t"
frequency = "1 MHz"
voltage = "5 V"
cycles = { work = 10, play = 10 }
[[processor]]
name = "p"
type = "t"
count = 2
[[memory]]
name = "ram"
frequency = "20 GHz"
width = 1
[[bus]]
name = "bus"
per = "p"
frequency = "1 MHz"
setup = 436
width = 1
[[network]]
name = "n"
size = "2x1"
frequency = "1 GHz"
width = 1
processors = "p"
[[path]]
name = "far"
write = ["bus", "ram", "n"]
read = ["ram", "bus"]
`
	doubts := func(old, new string) string {
		if strings.Count(platform, old) != 1 {
			t.Fatalf("%q does not stand once in the platform", old)
		}
		return strings.Join(loaded(t, strings.Replace(platform, old, new, 1), workAndPlay).compile(t).Doubts(), "\n")
	}
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`frequency = "1 MHz"
voltage`, `frequency = "999999 Hz"
voltage`, `processor type "t" runs at 999.999 kHz; is that its real clock?`},
		{`frequency = "1 MHz"
voltage`, `frequency = "20001 MHz"
voltage`, `processor type "t" runs at 20.001 GHz; is that its real clock?`},
		{`5 V`, `5.1 V`, `processor type "t" has an operating point of 5.1 V`},
		{`5 V`, `199 mV`, `processor type "t" has an operating point of 0.199 V`},
		{`[[processor]]`, `[[processor_type]]
name = "u"
frequency = "1 GHz"
operations = "listed"
[[processor]]`, `no processor is of type "u"`},
		{`20 GHz`, `21 GHz`, `memory "ram" has a clock period of 48 ps; is that its real clock?`},
		{`frequency = "1 MHz"
setup = 436`, `frequency = "999 kHz"
setup = 1`, `bus "bus" has a clock period of 1.001 µs; is that its real clock?`},
		{`setup = 436`, `setup = 437`, `64 bytes over path "far" take 1.002 ms; are its clocks, widths and latencies real?`},
		{`, "n"]`, `]`, `network "n" is passed by no path`},
		{`, "n"]`, `, "n:0,0>1,0"]`, ``},
		{`read = ["ram", "bus"]`, `read = ["ram"]`, ``},
		{`write = ["bus", "ram", "n"]
read = ["ram", "bus"]`, `write = ["ram", "n"]
read = ["ram"]`, `bus "bus" is passed by no path`},
		{`processors = "p"
[[path]]
name = "far"
write = ["bus", "ram", "n"]`, `[[path]]
name = "far"
write = ["bus", "ram"]`, `network "n" has no processor; name them under processors or place`},
	} {
		if c.old == "" {
			c.old, c.new = "voltage", "voltage"
		}
		if got := doubts(c.old, c.new); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.new, got, c.want)
		}
	}
}
