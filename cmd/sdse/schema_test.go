package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// schema is the part of JSON Schema that the project's schemas use.
type schema struct {
	Type       string             `json:"type"`
	Const      any                `json:"const"`
	Enum       []any              `json:"enum"`
	Minimum    *float64           `json:"minimum"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Additional *additional        `json:"additionalProperties"`
	Items      *schema            `json:"items"`

	// What says nothing about values.
	Dialect     string `json:"$schema"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// additional is what properties without a schema of their own may be: anything
// of a schema, or nothing at all.
type additional struct{ schema *schema }

func (a *additional) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		return nil
	}
	return json.Unmarshal(data, &a.schema)
}

// check returns what is wrong with a value, each with its place.
func (s *schema) check(at string, v any) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, at+": "+fmt.Sprintf(format, args...)) }
	if got := kind(v); s.Type != "" && got != s.Type && !(s.Type == "number" && got == "integer") {
		say("%s, want %s", got, s.Type)
		return wrong
	}
	if s.Const != nil && v != s.Const {
		say("%v, want %v", v, s.Const)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		say("%v, want one of %v", v, s.Enum)
	}
	switch v := v.(type) {
	case json.Number:
		if f, err := v.Float64(); err != nil || s.Minimum != nil && f < *s.Minimum {
			say("%v is below %v or no number", v, *s.Minimum)
		}
	case []any:
		for i := range v {
			wrong = append(wrong, s.Items.check(fmt.Sprintf("%s[%d]", at, i), v[i])...)
		}
	case map[string]any:
		wrong = append(wrong, s.checkProperties(at, v)...)
	}
	return wrong
}

func (s *schema) checkProperties(at string, v map[string]any) (wrong []string) {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			wrong = append(wrong, at+": "+name+" is missing")
		}
	}
	for name, value := range v {
		of := s.Properties[name]
		if of == nil && s.Additional != nil {
			of = s.Additional.schema
		}
		if of == nil {
			wrong = append(wrong, at+": nobody knows "+name)
			continue
		}
		wrong = append(wrong, of.check(at+"."+name, value)...)
	}
	return wrong
}

func kind(v any) string {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "null"
}

func readSchema(t *testing.T, name string) *schema {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(readText(t, filepath.Join("../../docs/schema", name))))
	d.DisallowUnknownFields() // a keyword that the check does not know would check nothing
	var s schema
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return &s
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// What sdse simulate --json prints is what its schema says, whatever is asked for.
func TestSimulationSchema(t *testing.T) {
	s := readSchema(t, "simulation.json")
	for _, scenario := range []string{"all", "0", "102"} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), []string{"sdse", "simulate", "--arch", "../../examples/mjpeg/mpsoc.toml", "--scenario", scenario, "--json"},
			streams{out: &out, err: &errs}); code != exitDone {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		for _, wrong := range s.check("", decoded(t, out.Bytes())) {
			t.Errorf("scenario %s: %s", scenario, wrong)
		}
	}
}

// The check finds what is wrong.
func TestSchemaCheck(t *testing.T) {
	s := readSchema(t, "simulation.json")
	bad := `{"schema": "sdse.simulation/2", "cost": -1, "mean": [], "mapping": {"processes": {"a": 1}, "channels": {}}, "scenarios": [
		{"id": 0.5, "name": "n", "weight": 1, "makespan_ps": 1, "energy_fj": 1, "new": 1,
		 "blocked": [{"process": "p", "channel": "c", "waits_for": "love", "peer": "q"}]}]}`
	wrong := s.check("", decoded(t, []byte(bad)))
	slices.Sort(wrong)
	want := []string{".cost: -1 is below 0 or no number", ".mapping.processes.a: integer, want string", ".mean: array, want object",
		".scenarios[0].blocked[0].waits_for: love, want one of [tokens room]", ".scenarios[0].id: number, want integer",
		".scenarios[0]: nobody knows new", ".schema: sdse.simulation/2, want sdse.simulation/1"}
	if !slices.Equal(wrong, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(wrong, "\n"), strings.Join(want, "\n"))
	}
	if wrong := s.check("", decoded(t, []byte("{}"))); len(wrong) != len(s.Required) {
		t.Errorf("an empty document: %v", wrong)
	}
}

// Every field of the schema is explained in docs/formats.md.
func TestSimulationSchemaIsExplained(t *testing.T) {
	page := readText(t, "../../docs/formats.md")
	at := strings.Index(page, "### `sdse simulate --json`")
	if at < 0 {
		t.Fatal("the section about it is not there")
	}
	var visit func(s *schema)
	visit = func(s *schema) {
		if s == nil {
			return
		}
		for name, of := range s.Properties {
			if !strings.Contains(page[at:], "`"+name+"`") {
				t.Errorf("`%s` is not explained", name)
			}
			visit(of)
		}
		visit(s.Items)
	}
	visit(readSchema(t, "simulation.json"))
}
