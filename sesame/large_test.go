package sesame_test

import (
	"fmt"
	"strings"
	"testing"

	"sdse/sesame"
)

// meshOf is a mesh of so many columns and rows with a memory in a corner.
func meshOf(columns, rows int) string {
	return fmt.Sprintf(`
processor_type = [ { name = "t", frequency = "1 GHz", cycles = { work = 10, play = 10 } } ]
processor = [ { name = "tile", type = "t", count = %d } ]
memory = [ { name = "dram", latency = "50 ns" } ]
[[network]]
name = "noc"
size = "%dx%d"
frequency = "1 GHz"
hop = 2
width = 8
processors = "tile"
place = { dram = "0,0" }
[[path]]
name = "direct"
between = "different"
write = "noc"
[[path]]
name = "inside"
between = "same"
`, columns*rows, columns, rows)
}

const overDRAM = `
[[path]]
name = "dram"
write = ["noc", "dram"]
read = ["dram", "noc"]
`

// clustersOf has clusters of processors with a shared memory each.
func clustersOf(clusters, each int) string {
	return fmt.Sprintf(`
processor_type = [ { name = "t", frequency = "1 GHz", cycles = { work = 10, play = 10 } } ]
cluster = [ { name = "cl", count = %d } ]
processor = [ { name = "core", type = "t", cluster = "cl", count = %d } ]
memory = [ { name = "l1", per = "core", latency = "1 ns" }, { name = "l2", per = "cl", latency = "5 ns" }, { name = "dram", latency = "50 ns" } ]
bus = [ { name = "bus", per = "cl", setup = "2 ns" }, { name = "backbone", setup = "5 ns" } ]
path = [
	{ name = "own", between = "same", write = "l1" },
	{ name = "near", between = "same-cluster", write = ["bus", "l2"], read = ["l2", "bus"] },
	{ name = "far", between = "different-cluster", write = ["bus", "backbone", "dram"], read = ["dram", "backbone", "bus"] },
	{ name = "remote", between = "different-cluster", write = ["bus", "backbone", "bus@consumer", "l2@consumer"], read = ["l2", "bus"] } ]
`, clusters, each)
}

type largePlatform struct{ name, platform string }

var largePlatforms = []largePlatform{
	{"64 tiles", meshOf(8, 8) + overDRAM},
	{"256 tiles", meshOf(16, 16) + overDRAM},
	{"1024 processors in 16 clusters", clustersOf(16, 64)},
	{"1024 processors in 128 clusters", clustersOf(128, 8)},
}

func BenchmarkLargePlatforms(b *testing.B) {
	for _, c := range append(largePlatforms, largePlatform{"1024 tiles", meshOf(32, 32)}) {
		b.Run(strings.ReplaceAll(c.name, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				loaded(b, c.platform, workAndPlay).compile(b)
			}
		})
	}
}

// TestLargePlatformsCompile would not come to an end if something grew with the
// wrong power.
func TestLargePlatformsCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range largePlatforms {
		loaded(t, c.platform, workAndPlay).compile(t)
	}
}

// TestTooManyWaysAreRefused counts the components of all ways over a mesh of two
// by two: from a corner to all others 0+1+1+2 links, directly from each of the
// four, and to the memory in a corner and from it, which is passed as well.
func TestTooManyWaysAreRefused(t *testing.T) {
	s := loaded(t, meshOf(2, 2)+overDRAM, workAndPlay)
	const passed = 4*4 + 2*(4+4)
	if _, err := sesame.CompileWithin(s.platform, s.space, passed); err != nil {
		t.Error(err)
	}
	_, err := sesame.CompileWithin(s.platform, s.space, passed-1)
	want := "the ways between 4 processors pass more than the 31 components that sdse takes in all; place fewer processors on networks, or let fewer paths lead over them"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
