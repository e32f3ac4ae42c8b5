package timeline

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sdse/sesame"
)

var update = flag.Bool("update", false, "rewrite the expected pictures in testdata")

func chartOf(t testing.TB, s *System, watch Watch) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteChart(&out, s, watch); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// texts returns what is written in a picture, which has to be well-formed.
func texts(t testing.TB, svg string) (list []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	var inside []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inside = append(inside, token.Name.Local)
		case xml.EndElement:
			inside = inside[:len(inside)-1]
		case xml.CharData:
			if n := len(inside); n > 0 && (inside[n-1] == "text" || inside[n-1] == "title") {
				list = append(list, string(token))
			}
		}
	}
}

// A small picture that was looked at and has all that a chart has.
func TestChartThatWasLookedAt(t *testing.T) {
	y := pipeline(1, 3, 2, 4)
	got := chartOf(t, &y.System, y.watch)
	file := filepath.Join("testdata", "pipeline.svg")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is another picture; look at it, then run with -update", file)
	}
}

func TestChartSaysWhatItShows(t *testing.T) {
	y := pipeline(2, 7, 6, 12)
	all := strings.Join(texts(t, chartOf(t, &y.System, y.watch)), "\n")
	for _, want := range []string{"toy platform · by hand", "scenario 0, all: pipeline/default · makespan 151.5 µs", "time in µs", "cpu.5", "app1.stage3",
		"app0: 12 iterations, 12 late", "bus", "waits for memory or interconnect", "blocked: no tokens", "blocked: no room",
		"What lasts less than a pixel (129.5 ns) is added up", "app0.stage1 executes scale: "} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not there", want)
		}
	}
	if strings.Contains(all, "\nmemory\n") {
		t.Error("the memory has a lane although nobody waited for it")
	}
}

// Any name gives a picture that an XML reader takes.
func TestChartOfAnyName(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.String().Draw(rt, "name") + "<&>\"'\x00\xff"
		y := pipeline(1, 2, 1, 2)
		y.Platform, y.Mapping, y.Scenario, y.Processors[0], y.Processes[0].Name, y.Applications[0] = name, name, name, name, name,
			Application{Name: name, Operations: []string{name, name}}
		texts(t, chartOf(t, &y.System, y.watch))
	})
}

// A picture of a million spans is about as large as any other, and as true: what
// half of the time is busy is as high as half of the lane.
func TestChartOfAMillionSpans(t *testing.T) {
	const each = 430 // spans in a column
	svg := chartOf(t, two(), func(o sesame.Observer) *sesame.Statistics {
		for i := range sesame.Time(each * plotWidth) {
			o.Span(sesame.Span{Kind: sesame.Executing, Start: 1000 * i, End: 1000*i + 500})
			o.Span(sesame.Span{Kind: sesame.Blocked, Process: 1, Start: 1000 * i, End: 1000*i + 1000})
		}
		return &sesame.Statistics{Makespan: 1000 * each * plotWidth}
	})
	if len(svg) > 20_000 {
		t.Errorf("%d bytes", len(svg))
	}
	for _, want := range []string{`class="bar" x="204" y="127" width="1170" height="26"`, `class="c0" d="M204 140h1170v13h-1170z"`,
		"1006200 spans. What lasts less than a pixel (430 ns) is added up"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%s is not there", want)
		}
	}
}

func TestChartOfADeadlock(t *testing.T) {
	svg := chartOf(t, two(), func(o sesame.Observer) *sesame.Statistics {
		o.Span(sesame.Span{Kind: sesame.Executing, End: 30_000_000})
		return &sesame.Statistics{Failure: sesame.Deadlock}
	})
	if !strings.Contains(svg, "deadlock after 30 µs") {
		t.Error("it does not say so")
	}
}

// What is left out is said.
func TestChartLeavesOut(t *testing.T) {
	s := two()
	for i := range mostProcessRows {
		s.Processes = append(s.Processes, Process{Name: fmt.Sprint("p", i), Active: true})
	}
	s.Components = nil
	st := &sesame.Statistics{Makespan: 10}
	for i := range mostComponentRows + 3 {
		s.Components = append(s.Components, fmt.Sprintf("link%d.", i))
		st.Components = append(st.Components, sesame.ComponentUse{Waiting: sesame.Time(i + 1)})
	}
	svg := chartOf(t, s, func(sesame.Observer) *sesame.Statistics { return st })
	for _, want := range []string{"Processors without a process, not shown: 1.", "States of processes, not shown: 162.", "waited for, not shown: 3 more."} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is not there", want)
		}
	}
	if strings.Contains(svg, "link2.") || !strings.Contains(svg, "link3.") || strings.Contains(svg, "queued") {
		t.Error("the wrong things are left out")
	}
}

func TestChartTellsWriteErrors(t *testing.T) {
	for _, after := range []int{0, 5000} {
		if err := WriteChart(&broken{after}, two(), pipelineWatch(t)); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
	}
}

// No two of the first 21 processes have the same colour.
func TestColours(t *testing.T) {
	seen := map[string]bool{}
	for n := range 3 * len(palette) {
		fill, _ := colour(n)
		if seen[fill] || !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(fill) {
			t.Errorf("colour %d is %s", n, fill)
		}
		seen[fill] = true
	}
	if _, white := colour(0); !white {
		t.Error("black text on dark blue")
	}
}

// A transfer whose waiting is told behind it comes behind its waiting, and
// nothing is lost or delayed beyond that.
func TestInOrder(t *testing.T) {
	transfer := sesame.Span{Kind: sesame.Transferring, Process: 0, Processor: 0, Start: 10, End: 20}
	wait := sesame.Span{Kind: sesame.Waiting, Process: 0, Processor: 0, Start: 5, End: 10}
	other := sesame.Span{Kind: sesame.Waiting, Process: 1, Processor: 1, Start: 5, End: 10}
	for _, c := range []struct{ told, want []any }{
		{[]any{transfer, wait}, []any{wait, transfer}},
		{[]any{wait, transfer}, []any{wait, transfer}},
		{[]any{transfer, filled{0, 20, 1}, wait}, []any{transfer, filled{0, 20, 1}, wait}},
		{[]any{transfer, other}, []any{transfer, other}},
	} {
		var r recorder
		script(c.told...).inOrder()(&r)
		if !slices.Equal(r.told, c.want) {
			t.Errorf("%v came as %v", c.told, r.told)
		}
	}
}

type recorder struct{ told []any }

func (r *recorder) Span(s sesame.Span)                  { r.told = append(r.told, s) }
func (r *recorder) Fill(c int, at sesame.Time, n int64) { r.told = append(r.told, filled{c, at, n}) }

// BenchmarkTimeline gives the time for 162,000 spans; the toy that makes them is
// measured alone, too. A chart runs it twice.
func BenchmarkTimeline(b *testing.B) {
	y := pipeline(2, 7, 6, 600)
	write := func(of func(io.Writer, *System, Watch) error) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				if err := of(io.Discard, &y.System, y.watch); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("trace", write(WriteTrace))
	b.Run("chart", write(WriteChart))
	b.Run("toy", write(func(_ io.Writer, s *System, w Watch) error { w(&survey{lanes: make([][]sesame.Time, 2)}); return nil }))
}

// An iteration that is complete at its deadline is in time, one 1 ps later is
// late; that holds for few iterations and for many.
func TestChartOfDeadlines(t *testing.T) {
	for _, n := range []int{2, 1000} {
		use := sesame.ApplicationUse{Name: "app", Misses: 1}
		use.Timing.Deadline = 50
		for i := range n {
			start := sesame.Time(100 * i)
			use.Starts, use.Completed = append(use.Starts, start), append(use.Completed, start+50)
		}
		use.Completed[n-1]++
		svg := chartOf(t, two(), func(sesame.Observer) *sesame.Statistics {
			return &sesame.Statistics{Makespan: sesame.Time(100 * n), Applications: []sesame.ApplicationUse{use}}
		})
		late := regexp.MustCompile(`<path class="late" d="(M[^"]*)"/>`).FindAllStringSubmatch(svg, -1)
		if len(late) != 1 || strings.Count(late[0][1], "M") != 1 {
			t.Errorf("of %d iterations these are late: %v", n, late)
		}
		if !strings.Contains(svg, fmt.Sprintf("app: %d iterations, 1 late", n)) {
			t.Error("it does not say how many are late")
		}
	}
}
