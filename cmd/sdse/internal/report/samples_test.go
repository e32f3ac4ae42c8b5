package report

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

var out = flag.String("out", "", "also write the sample reports to this folder, to look at them")

// samples are the documents that every structural test runs over.
func samples() map[string]*Document {
	none := &Document{Title: "nothing at all", Objectives: []Objective{{Name: "makespan"}}}
	return map[string]*Document{
		"two": sample(2, 30), "three": sample(3, 30), "one_design": sample(3, 1), "large": sample(3, 500), "one_objective": sample(1, 3), "mesh": meshSample(8, 20),
		"infeasible": infeasibleSample(), "hostile": hostile(), "none": none,
	}
}

// pages are the samples rendered, once for all tests that only look at them.
var pages = sync.OnceValues(func() (map[string]string, error) {
	out := make(map[string]string)
	for name, d := range samples() {
		var b bytes.Buffer
		if err := HTML(&b, d); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = b.String()
	}
	return out, nil
})

func allPages(t *testing.T) map[string]string {
	t.Helper()
	all, err := pages()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func render(t *testing.T, d *Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteSamples(t *testing.T) {
	if *out == "" {
		t.Skip("writes only when -out names a folder")
	}
	for name, d := range samples() {
		if err := os.WriteFile(filepath.Join(*out, name+".html"), []byte(render(t, d)), 0o644); err != nil {
			t.Fatal(err)
		}
		if len(d.Objectives) < 2 {
			continue
		}
		var svg bytes.Buffer
		if err := FrontSVG(&svg, d, 0, 1); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*out, name+".svg"), svg.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
