package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

func sample() *Front {
	mapping := sesame.Naming{Processes: map[string]string{"a.p": "x", "a.q": "y"},
		Channels: map[string]string{"a.c": `bus, "wide"`}, Points: map[string]string{"y": "1 GHz"}}
	return &Front{Schema: FrontSchema, Objectives: []Objective{{"makespan", "ps"}, {"cost", ""}}, Lost: 1,
		Designs: []Design{
			{ID: 1, True: []float64{12500000000.5, 3}, Predicted: []float64{1e21, 3}, Mapping: mapping},
			{ID: 2, True: []float64{0.1, math.NaN()}, Mapping: mapping},
		}}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	err := sample().WriteCSV(&b, Columns{Processes: []string{"a.q", "a.p"}, Channels: []string{"a.c"}, Tuned: []string{"x", "y"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `id,makespan_ps,cost,predicted_makespan_ps,predicted_cost,process a.q,process a.p,channel a.c,point x,point y
1,12500000000.5,3,1000000000000000000000,3,y,x,"bus, ""wide""",,1 GHz
2,0.1,,,,y,x,"bus, ""wide""",,1 GHz
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestHistory(t *testing.T) {
	var b bytes.Buffer
	err := WriteHistory(&b, []Generation{{Number: 0, Evaluations: 64, Requested: 640, Charged: 600, Front: 5, Hypervolume: 0.25,
		Subset: 10, Version: 0, Misclassification: math.NaN()}, {Number: 1, Misclassification: 0.125}})
	if err != nil {
		t.Fatal(err)
	}
	want := `generation,evaluations,requested,charged,front,hypervolume,subset,subset_version,misclassification
0,64,640,600,5,0.25,10,0,
1,0,0,0,0,0,0,0,0.125
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

// What WriteJSON writes, ReadMapping reads.
func TestReadMapping(t *testing.T) {
	front := sample()
	front.Designs[1].True[1] = 4 // JSON has no NaN
	front.Designs[1].Mapping.Processes = map[string]string{"a.p": "second"}
	var b bytes.Buffer
	if err := WriteJSON(&b, front); err != nil {
		t.Fatal(err)
	}
	single, _ := json.Marshal(front.Designs[0].Mapping)
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	f, s := file("front.json", b.String()), file("single.json", string(single))
	for _, c := range []struct {
		name, process, problem string
	}{
		{f + ":2", "second", ""},
		{f + ":1", "x", ""},
		{s, "x", ""},
		{f, "", "front.json: holds 2 mappings; say which"},
		{f + ":7", "", "front.json: has no mapping number 7; it has 1 to 2"},
		{s + ":1", "", "single.json: holds a single mapping"},
		{filepath.Join(dir, "none.json"), "", "none.json: cannot be read: no such file"},
		{file("syntax.json", "{\n  \"processes\": {\n"), "", "syntax.json:3: not a mapping"},
		{file("kind.json", "{\n  \"processes\": 3\n}"), "", "kind.json:2: not a mapping: processes must be a"},
		{file("unknown.json", "{\n\n  \"proceses\": {}\n}"), "", "unknown.json:3: not a mapping: unknown field"},
		{file("manifest.json", `{"schema": "sdse.manifest/1"}`), "", "manifest.json"},
	} {
		var problems input.Problems
		naming, _, ok := ReadMapping(c.name, &problems)
		err := problems.Err()
		switch {
		case c.problem == "" && (!ok || naming.Processes["a.p"] != c.process):
			t.Errorf("%s: got %v, %v, %v", c.name, naming, ok, err)
		case c.problem != "" && (ok || err == nil || !strings.Contains(err.Error(), c.problem)):
			t.Errorf("%s: ok %v, problem %v, want %q", c.name, ok, err, c.problem)
		}
	}
}

func TestReadMappings(t *testing.T) {
	front := sample()
	front.Designs[1].True[1] = 4 // JSON has no NaN
	var b bytes.Buffer
	if err := WriteJSON(&b, front); err != nil {
		t.Fatal(err)
	}
	single, err := json.Marshal(front.Designs[0].Mapping)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{"front.json": b.Bytes(), "one.json": single} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]int{
		"front.json": {front.Designs[0].ID, front.Designs[1].ID},
		fmt.Sprint("front.json:", front.Designs[1].ID): {0},
		"one.json":  {0},
		"none.json": nil,
	} {
		var problems input.Problems
		list, _ := ReadMappings(filepath.Join(dir, name), &problems)
		var ids []int
		for _, m := range list {
			ids = append(ids, m.ID)
		}
		if !slices.Equal(ids, want) || (want == nil) != (problems.Len() > 0) {
			t.Errorf("%s holds %v, want %v: %v", name, ids, want, problems.Err())
		}
	}
}
