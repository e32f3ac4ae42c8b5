package kpn_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
	"sdse/kpn/sdf3"
)

// These tests hold graphs that SDF3 and another analyser have looked at against
// liveness and capacities.

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

// dataFile returns the path of a file in the data folder that SDSE_DATA names or,
// if that is not set, among what of it the project itself holds.
func dataFile(t *testing.T, name string) string {
	t.Helper()
	folders := []string{"sdf3/testdata", "../sesame/testdata"}
	if set := os.Getenv("SDSE_DATA"); set != "" {
		folders = []string{set}
	}
	for _, folder := range folders {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("%s is not in %v: it may not be redistributed; set SDSE_DATA to a folder that has it", name, folders)
	return ""
}

// decode reads a table of values.
func decode(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(dataFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func oracleGraphs(t *testing.T) (graphs map[string]oracleGraph) {
	decode(t, "sdf3/oracle.json", &graphs)
	return graphs
}

// network reads ten iterations of a graph.
func (g oracleGraph) network(t *testing.T, firing kpn.Firing) (*kpn.Application, *kpn.Scenario) {
	t.Helper()
	var problems input.Problems
	file := sdf3.Load(dataFile(t, g.File), kpn.Reading{Iterations: 10, Capacity: kpn.Unbounded, Firing: firing}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return file.Application, &file.Application.Scenarios[0]
}

func TestOracleBoundedNetworksDeadlockOrNot(t *testing.T) {
	graphs := oracleGraphs(t)
	var bounds []oracleBound
	decode(t, "sdf3/bounded_kpn.json", &bounds)
	for _, b := range bounds {
		t.Run(b.Graph, func(t *testing.T) {
			app, sc := graphs[b.Graph].network(t, kpn.KahnFiring)
			for c := range app.Channels {
				app.Channels[c].Capacity = b.Capacity[app.Channels[c].Name]
			}
			if err := kpn.CheckLive(app, sc); (err != nil) != (b.Period == "deadlock") {
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
			app, sc := g.network(t, kpn.SDFFiring)
			got, err := kpn.SufficientCapacities(app, sc, nil)
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
				for _, app.Firing = range []kpn.Firing{kpn.SDFFiring, kpn.KahnFiring} {
					if err := kpn.CheckLive(app, sc); err != nil {
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
