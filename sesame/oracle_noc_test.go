package sesame_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"sdse/kpn"
	"sdse/kpn/coregraph"
	"sdse/kpn/input"
	"sdse/scenarios"
	"sdse/sesame"
)

// nocCase is the best placement of a core graph on a mesh, one core per tile.
type nocCase struct {
	graph         string
	columns, rows int
	optimum       int64 // MB/s · hops
}

func nocCases(t *testing.T) []nocCase {
	t.Helper()
	f, err := os.Open(dataPath(t, "noc/optima.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil || len(records) < 2 {
		t.Fatalf("no optima: %v", err)
	}
	var cases []nocCase
	for _, r := range records[1:] {
		c := nocCase{graph: r[0]}
		if _, err := fmt.Sscanf(r[1], "%dx%d", &c.columns, &c.rows); err != nil {
			t.Fatal(err)
		}
		if c.optimum, err = strconv.ParseInt(r[2], 10, 64); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// mesh is a network with a processor at every tile and links in both directions
// between neighbours.
func mesh(columns, rows int) *sesame.Platform {
	tiles := columns * rows
	p := &sesame.Platform{Name: "mesh", Types: []sesame.ProcessorType{{Name: "core", Points: []sesame.OperatingPoint{{Frequency: 1e9}}}}}
	n := sesame.Network{Name: "noc", Columns: columns, Rows: rows, Links: make([]int32, 4*tiles)}
	everywhere := make([]bool, tiles)
	for tile := range tiles {
		everywhere[tile] = true
		p.Processors = append(p.Processors, sesame.Processor{Name: fmt.Sprint("tile", tile)})
		n.ProcessorTile = append(n.ProcessorTile, tile)
		x, y := tile%columns, tile/columns
		for direction, there := range []bool{x < columns-1, y < rows-1, x > 0, y > 0} {
			n.Links[4*tile+direction] = -1
			if there {
				n.Links[4*tile+direction] = int32(len(p.Components))
				p.Components = append(p.Components, sesame.Component{Name: fmt.Sprint("link", len(p.Components)), Kind: sesame.Link, Exclusive: true, Ports: 1,
					Read: sesame.Access{Width: 8, Period: 1000}, Write: sesame.Access{Width: 8, Period: 1000}})
				n.ComponentTile = append(n.ComponentTile, -1)
			}
		}
	}
	p.Networks = []sesame.Network{n}
	p.Paths = []sesame.Path{{Name: "noc", From: everywhere, To: everywhere, BufferIn: -1, Write: []sesame.Step{{Network: true}}}}
	return p
}

// traffic is bytes · hops of an iteration when core i sits on tile at[i].
func (c *nocCase) traffic(app *kpn.Application, at []int) (sum int64) {
	distance := func(a, b int) int { return max(a-b, b-a) }
	for _, ch := range app.Channels {
		from, to := at[ch.Writer], at[ch.Reader]
		hops := distance(from%c.columns, to%c.columns) + distance(from/c.columns, to/c.columns)
		sum += ch.TokenBytes * int64(hops)
	}
	return sum
}

// search looks for a placement as good as wanted by simulated annealing, many
// times over. It returns the best one it comes across.
func (c *nocCase) search(app *kpn.Application, wanted int64) (best []int) {
	tiles := c.columns * c.rows
	most := int64(math.MaxInt64)
	for run := 0; run < 100 && most > wanted; run++ {
		r := rand.New(rand.NewPCG(uint64(run), 1))
		at := r.Perm(tiles) // the places behind the cores stay empty
		now := c.traffic(app, at)
		const steps = 40_000
		first := float64(now) / 4
		for step := range steps {
			temperature := first * math.Pow(1e-4, float64(step)/steps)
			i, k := r.IntN(len(app.Processes)), r.IntN(tiles)
			at[i], at[k] = at[k], at[i]
			next := c.traffic(app, at)
			if next <= now || r.Float64() < math.Exp(float64(now-next)/temperature) {
				now = next
			} else {
				at[i], at[k] = at[k], at[i]
			}
			if now < most {
				most, best = now, slices.Clone(at)
			}
		}
	}
	return best[:len(app.Processes)]
}

// TestOracleCoreGraphs holds the formula of the literature, bandwidth times
// hops, against proven optima, and the simulator against the formula: what passes
// all the links is just that.
func TestOracleCoreGraphs(t *testing.T) {
	var problems input.Problems
	apps := coregraph.Load(dataPath(t, "noc/core-graphs.csv"), kpn.Reading{Iterations: 3}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range nocCases(t) {
		t.Run(fmt.Sprintf("%s on %dx%d", c.graph, c.columns, c.rows), func(t *testing.T) {
			i := slices.IndexFunc(apps, func(a *kpn.Application) bool { return a.Name == c.graph })
			if i < 0 {
				t.Fatal("there is no such graph")
			}
			app := apps[i]
			want := c.optimum * app.Timing.Period / 1e6 // MB/s in a µs are bytes
			at := c.search(app, want)
			found := c.traffic(app, at)
			if found != want {
				t.Errorf("the best placement found takes %d byte hops, want %d", found, want)
			}
			c.simulate(t, app, at, 3*found)
		})
	}
}

func (c *nocCase) simulate(t *testing.T, app *kpn.Application, at []int, want int64) {
	space, err := scenarios.NewSpace([]*kpn.Application{app}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := (&system{platform: mesh(c.columns, c.rows), space: space}).compile(t)
	n := sesame.Naming{Processes: map[string]string{}}
	for p, tile := range at {
		n.Processes[m.ProcessName(p)] = fmt.Sprint("tile", tile)
	}
	var problems input.Problems
	genes := m.Resolve(n, "placement", &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	sim := m.NewSimulator()
	sim.Bind(genes)
	st := sim.Examine(0)
	var sum int64
	for _, link := range st.Components {
		sum += link.Bytes
	}
	if st.Failure != sesame.None || sum != want {
		t.Errorf("%v: %d bytes passed the links, want %d", st.Failure, sum, want)
	}
}
