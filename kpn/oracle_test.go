package kpn

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// These tests hold graphs that SDF3 and another analyser have looked at against
// liveness and capacities. They read as little of the files as that needs.

// oracleGraph is what is known about a graph with unbounded channels.
type oracleGraph struct {
	File    string         `json:"file"`
	Firings map[string]int `json:"q"` // per actor in an iteration
	Storage []struct {     // capacities for which no fewer tokens in all give a shorter period
		Total    int64            `json:"total"`
		Capacity map[string]int64 `json:"capacity"`
	} `json:"pareto_storage"`
}

// oracleBound is what is known about a graph with some capacities.
type oracleBound struct {
	Graph    string           `json:"graph"`
	Capacity map[string]int64 `json:"capacity"`
	Period   string           `json:"period"` // or "deadlock"
}

// dataFile returns a file of the data folder that SDSE_DATA names or, if that is
// not set, of this package's testdata.
func dataFile(t *testing.T, name string) []byte {
	t.Helper()
	folder := os.Getenv("SDSE_DATA")
	if folder == "" {
		folder = "testdata"
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if os.IsNotExist(err) {
		t.Skipf("%s is not in the folder %s", name, folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func oracleGraphs(t *testing.T) (graphs map[string]oracleGraph) {
	if err := json.Unmarshal(dataFile(t, "sdf3/oracle.json"), &graphs); err != nil {
		t.Fatal(err)
	}
	return graphs
}

// dataflow is an SDF or CSDF graph as it stands in a file.
type dataflow struct {
	Actors []struct {
		Name  string `xml:"name,attr"`
		Ports []struct {
			Name string `xml:"name,attr"`
			Rate string `xml:"rate,attr"`
		} `xml:"port"`
	} `xml:"actor"`
	Channels []struct {
		Name    string `xml:"name,attr"`
		From    string `xml:"srcActor,attr"`
		Out     string `xml:"srcPort,attr"`
		To      string `xml:"dstActor,attr"`
		In      string `xml:"dstPort,attr"`
		Initial int64  `xml:"initialTokens,attr"`
	} `xml:"channel"`
}

// network makes ten iterations of a graph: each actor reads, works and writes
// as often as it fires.
func (g oracleGraph) network(t *testing.T, firing Firing) (*Application, *Scenario) {
	var file struct {
		SDF  []dataflow `xml:"applicationGraph>sdf"`
		CSDF []dataflow `xml:"applicationGraph>csdf"`
	}
	if err := xml.Unmarshal(dataFile(t, g.File), &file); err != nil {
		t.Fatal(err)
	}
	graph := append(file.SDF, file.CSDF...)[0]
	app := &Application{Name: g.File, Operations: []Operation{{Name: "work"}}, Firing: firing}
	sc := &Scenario{Name: "ten", Weight: 1, Iterations: 10}
	number := map[string]int{}
	for i, a := range graph.Actors {
		number[a.Name] = i
		app.Processes = append(app.Processes, Process{Name: a.Name})
	}
	for _, c := range graph.Channels {
		app.Channels = append(app.Channels, Channel{Name: c.Name, Writer: number[c.From], Reader: number[c.To], Capacity: Unbounded, Initial: c.Initial})
	}
	for _, a := range graph.Actors {
		var events []Event
		for k := range g.Firings[a.Name] {
			var reads, writes []Event
			for _, p := range a.Ports {
				for c, ch := range graph.Channels {
					if ch.To == a.Name && ch.In == p.Name {
						reads = append(reads, Event{Read, c, phase(t, p.Rate, k)})
					}
					if ch.From == a.Name && ch.Out == p.Name {
						writes = append(writes, Event{Write, c, phase(t, p.Rate, k)})
					}
				}
			}
			events = append(append(append(events, reads...), Event{Execute, 0, 1}), writes...)
		}
		sc.Traces = append(sc.Traces, NewFragment(events))
	}
	return app, sc
}

// phase returns the rate of a firing from a list like "3*1,2".
func phase(t *testing.T, rates string, firing int) int64 {
	var list []int64
	for _, item := range strings.Split(rates, ",") {
		times, rate, several := strings.Cut(strings.TrimSpace(item), "*")
		if !several {
			times, rate = "1", times
		}
		n, err := strconv.Atoi(times)
		r, err2 := strconv.ParseInt(rate, 10, 64)
		if err != nil || err2 != nil {
			t.Fatalf("rates %q", rates)
		}
		for range n {
			list = append(list, r)
		}
	}
	return list[firing%len(list)]
}

func TestOracleBoundedNetworksDeadlockOrNot(t *testing.T) {
	graphs := oracleGraphs(t)
	var bounds []oracleBound
	if err := json.Unmarshal(dataFile(t, "sdf3/bounded_kpn.json"), &bounds); err != nil {
		t.Fatal(err)
	}
	for _, b := range bounds {
		t.Run(b.Graph, func(t *testing.T) {
			app, sc := graphs[b.Graph].network(t, KahnFiring)
			for c := range app.Channels {
				app.Channels[c].Capacity = b.Capacity[app.Channels[c].Name]
			}
			if err := CheckLive(app, sc); (err != nil) != (b.Period == "deadlock") {
				t.Errorf("its period is %s, but %v", b.Period, err)
			}
		})
	}
}

// TestOracleSmallestStorage: SDF3 knows the fewest tokens in all with which a
// graph does not deadlock under its rule, so fewer cannot do. What is found here
// is smallest channel by channel, which may be more, but hardly ever is. Under
// the Kahn rule the same capacities do as well.
func TestOracleSmallestStorage(t *testing.T) {
	fewest, known := 0, 0
	for name, g := range oracleGraphs(t) {
		if len(g.Storage) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			app, sc := g.network(t, SDFFiring)
			got, err := SufficientCapacities(app, sc, nil)
			var total int64
			for _, n := range got {
				total += n
			}
			if known++; total == g.Storage[0].Total {
				fewest++
			}
			if err != nil || total < g.Storage[0].Total {
				t.Errorf("%d tokens in all (%v), but fewer than %d cannot do", total, err, g.Storage[0].Total)
			}
			for _, s := range g.Storage {
				for c := range app.Channels {
					app.Channels[c].Capacity = s.Capacity[app.Channels[c].Name]
				}
				for _, app.Firing = range []Firing{SDFFiring, KahnFiring} {
					if err := CheckLive(app, sc); err != nil {
						t.Errorf("with %d tokens under %v: %v", s.Total, app.Firing, err)
					}
				}
			}
		})
	}
	if t.Logf("the fewest for %d of %d graphs", fewest, known); 2*fewest < known {
		t.Error("it finds the fewest for less than half of the graphs")
	}
}
