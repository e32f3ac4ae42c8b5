package sesame_test

import (
	"maps"
	"slices"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// bigLittle has two big processors that share a clock, two little ones that do
// not, and an accelerator that can only work.
const bigLittle = `
[[processor_type]]
name = "Big"
cycles = { work = 10, play = 10 }
point = [ { name = "low", frequency = "1 GHz" }, { name = "high", frequency = "2 GHz" } ]
[[processor_type]]
name = "Little"
cycles = { work = 40, play = 20 }
point = [ { frequency = "600 MHz" }, { frequency = "300 MHz" } ]
[[processor_type]]
name = "Accelerator"
frequency = "1 GHz"
operations = "listed"
cycles = { work = 1 }
[[processor]]
name = "big"
type = "Big"
count = 2
one_clock = true
cost = 5
[[processor]]
name = "little"
type = "Little"
count = 2
cost = 1.5
[[processor]]
name = "acc"
type = "Accelerator"
cost = 2
[[memory]]
name = "ram"
latency = "10 ns"
capacity = "100 B"
cost = 0.25
[[memory]]
name = "scratch"
latency = "1 ns"
per = "big"
capacity = "64 B"
[[path]]
name = "ram"
write = ["ram"]
read = ["ram"]
[[path]]
name = "scratch"
from = "big"
write = ["scratch"]
`

const workAndPlay = `
name = "app"
process = [
	{ name = "work", trace = "exec work; write c*2" },
	{ name = "play", trace = "read c*2; exec play" } ]
channel = [ { name = "c", from = "work", to = "play", token = "30 B", capacity = 4 } ]
`

// names puts the two processes on processors.
func names(work, play string) sesame.Naming {
	return sesame.Naming{Processes: map[string]string{"app.work": work, "app.play": play}, Channels: map[string]string{}, Points: map[string]string{}}
}

func TestResolve(t *testing.T) {
	m := loaded(t, bigLittle, workAndPlay).compile(t)
	var problems input.Problems
	n := names("acc", "little.1")
	n.Points["little.1"] = "300 MHz"
	genes := m.Resolve(n, "front.json", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	// work on the fifth that can, play on the fourth, the only path from there;
	// clocks of the big ones, little.0 and little.1
	if want := []int{4, 3, 0, 0, 0, 1}; !slices.Equal(genes, want) {
		t.Errorf("%v, want %v", genes, want)
	}
	mapping := m.NewMapping()
	m.Decode(genes, mapping)
	n.Channels["app.c"] = "ram"
	if got := m.Name(mapping); !maps.Equal(got.Processes, n.Processes) || !maps.Equal(got.Channels, n.Channels) || !maps.Equal(got.Points, n.Points) {
		t.Errorf("%v, want %v", got, n)
	}
}

func TestResolveSaysWhatIsWrong(t *testing.T) {
	m := loaded(t, bigLittle, workAndPlay).compile(t)
	for _, c := range []struct {
		what string
		edit func(n *sesame.Naming)
		want string
	}{
		{"missing process", func(n *sesame.Naming) { delete(n.Processes, "app.play") },
			`front.json: the mapping does not place process "app.play"; add it to processes`},
		{"unknown process", func(n *sesame.Naming) { n.Processes["app.plai"] = "acc" },
			`front.json: there is no process "app.plai", did you mean "app.play"?`},
		{"unknown processor", func(n *sesame.Naming) { n.Processes["app.play"] = "bigg.0" },
			`front.json: process "app.play": there is no processor "bigg.0", did you mean "big.0"?`},
		{"incapable processor", func(n *sesame.Naming) { n.Processes["app.play"] = "acc" },
			`front.json: process "app.play" cannot run on processor "acc"`},
		{"unknown path", func(n *sesame.Naming) { n.Channels["app.c"] = "rom" },
			`front.json: channel "app.c" cannot take path "rom" from big.0 to big.1, did you mean "ram"?`},
		{"unknown channel", func(n *sesame.Naming) { n.Channels["app.d"] = "ram" },
			`front.json: there is no channel "app.d", did you mean "app.c"?`},
		{"unknown point", func(n *sesame.Naming) { n.Points["big.0"] = "turbo" },
			`front.json: processor "big.0" has no operating point "turbo"`},
		{"point of an unknown processor", func(n *sesame.Naming) { n.Points["big.9"] = "low" },
			`front.json: there is no processor "big.9", did you mean "big.0"?`},
		{"two points of one clock", func(n *sesame.Naming) { n.Points["big.0"], n.Points["big.1"] = "low", "high" },
			`front.json: processors "big.0" and "big.1" share a clock, so they need the same operating point`},
	} {
		n := names("big.0", "big.1")
		c.edit(&n)
		var problems input.Problems
		genes := m.Resolve(n, "front.json", &problems)
		if genes != nil {
			t.Errorf("%s: accepted as %v", c.what, genes)
		}
		if err := problems.Err(); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.what, err, c.want)
		}
	}
}
