package report

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// pageScripts returns the data and the two programs of a page, and what is left of
// it without them.
func pageScripts(t *testing.T, page string) (data string, programs []string, rest string) {
	t.Helper()
	for page != "" {
		before, after, _ := strings.Cut(page, "<script")
		attributes, after, _ := strings.Cut(after, ">")
		text, after, _ := strings.Cut(after, "</script>")
		rest, page = rest+before, after
		if strings.Contains(attributes, "application/json") {
			data = text
		} else if text != "" {
			programs = append(programs, text)
		}
	}
	if data == "" || len(programs) != 2 {
		t.Fatalf("%d bytes of data and %d programs, want some and 2", len(data), len(programs))
	}
	return data, programs, rest
}

func TestPageIsCompleteInItself(t *testing.T) {
	loads := regexp.MustCompile(`(?i)<(link|img|iframe|object|embed|base|source|video|audio)\b|\b(src|href|srcset|action)\s*=|@import|url\(|\bfetch\(|XMLHttpRequest|importScripts|import\(`)
	address := regexp.MustCompile(`https?://[^"' <)]*`)
	for name, page := range allPages(t) {
		_, programs, rest := pageScripts(t, page)
		own := rest + programs[1]
		if found := loads.FindAllString(own, -1); found != nil {
			t.Errorf("%s: loads or refers: %q", name, found)
		}
		for _, a := range address.FindAllString(own, -1) {
			if a != "http://www.w3.org/2000/svg" {
				t.Errorf("%s: address %q", name, a)
			}
		}
	}
}

// TestPolicyAllowsExactlyThePrograms recomputes the digests as a browser does.
func TestPolicyAllowsExactlyThePrograms(t *testing.T) {
	page := render(t, hostile())
	_, programs, rest := pageScripts(t, page)
	m := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(rest)
	if m == nil {
		t.Fatal("no policy")
	}
	want := "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; script-src"
	for _, program := range programs {
		digest := sha256.Sum256([]byte(program))
		want += " 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
	}
	if got := html.UnescapeString(m[1]); got != want {
		t.Errorf("policy\n%s\nwant\n%s", got, want)
	}
}

// TestHostileTextStaysText puts names that try to end a script, a comment, an
// attribute, a template or a string everywhere, and finds them again as text.
func TestHostileTextStaysText(t *testing.T) {
	d := hostile()
	page := render(t, d)
	if !utf8.ValidString(page) {
		t.Error("the page is not valid UTF-8")
	}
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "<b>{{") {
		t.Error("a name entered as markup")
	}
	text, _, rest := pageScripts(t, page)
	if strings.ContainsAny(text, "<>&\u2028") {
		t.Error("the data hold characters that mean something to HTML or JavaScript")
	}
	var got data
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := strings.ToValidUTF8(d.Title, "\uFFFD")
	for what, name := range map[string]string{"process": got.Processes[3].Name, "path": got.Paths[0].Name, "unit": got.Objectives[1].Unit, "application": got.Applications[0]} {
		if name != want {
			t.Errorf("%s is %q, want %q", what, name, want)
		}
	}
	_, heading, _ := strings.Cut(rest, "<h1>")
	heading, _, _ = strings.Cut(heading, "</h1>")
	if got := html.UnescapeString(heading); got != strings.ReplaceAll(want, "\x00", "\uFFFD") {
		t.Errorf("heading %q, want %q", got, want)
	}
}

// TestPageIsWellFormed reads every sample with a parser that wants every element
// closed.
func TestPageIsWellFormed(t *testing.T) {
	for name, page := range allPages(t) {
		_, _, rest := pageScripts(t, page)
		rest = regexp.MustCompile(`(?s)<style>.*?</style>|<!doctype html>`).ReplaceAllString(rest, "")
		decoder := xml.NewDecoder(strings.NewReader(rest))
		decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		var open []string
		for {
			token, err := decoder.RawToken()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch element := token.(type) {
			case xml.StartElement:
				if tag := element.Name.Local; tag != "meta" && tag != "input" {
					open = append(open, tag)
				}
			case xml.EndElement:
				if tag := element.Name.Local; tag != "meta" && tag != "input" {
					if open[len(open)-1] != tag {
						t.Fatalf("%s: %s closed inside %v", name, tag, open)
					}
					open = open[:len(open)-1]
				}
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: never closed: %v", name, open)
		}
	}
}

func TestPageIsTheSameEveryTime(t *testing.T) {
	for name, d := range samples() {
		if render(t, d) != allPages(t)[name] {
			t.Errorf("%s: two renderings differ", name)
		}
	}
}

func TestPageSize(t *testing.T) {
	for name, most := range map[string]int{"three": 860_000, "large": 1_600_000, "none": 780_000, "mesh": 860_000} {
		if size := len(allPages(t)[name]); size > most {
			t.Errorf("%s: %d bytes, want at most %d", name, size, most)
		}
	}
}

func TestUnknownValues(t *testing.T) {
	d := sample(3, 4)
	d.Designs[1].True[1] = math.NaN()
	d.Designs[2].Predicted[0] = math.Inf(1)
	d.Designs[3].Predicted = nil
	d.Designs[3].ProcessorLoad[0] = math.NaN()
	text, _, rest := pageScripts(t, render(t, d))
	var got data
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Designs[1].True[1] != nil || got.Designs[2].Predicted[0] != nil || got.Designs[3].Predicted != nil || got.Designs[3].ProcessorLoad[0] != nil {
		t.Error("unknown values must be null")
	}
	if strings.Contains(rest, "NaN") || strings.Contains(rest, "Inf") {
		t.Error("the table shows NaN or Inf")
	}
}

func TestNothingFeasible(t *testing.T) {
	_, _, rest := pageScripts(t, render(t, infeasibleSample()))
	for _, want := range []string{"No feasible design was found", "<b>9×</b> memory L2 big holds 3.1 MB of buffers, has 2 MB", "<b>3×</b> process &#34;dct&#34; cannot run on a7_0"} {
		if !strings.Contains(rest, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestInconsistentDocument(t *testing.T) {
	for want, spoil := range map[string]func(*Document){
		"no objectives": func(d *Document) { d.Objectives = nil },
		"design 2: True has 2 entries, must have 3":                     func(d *Document) { d.Designs[2].True = d.Designs[2].True[:2] },
		"design 0: Predicted has 1 entries, must have 3":                func(d *Document) { d.Designs[0].Predicted = []float64{1} },
		"design 1: processor of process 4 is 8, must be in -1 … 7":      func(d *Document) { d.Designs[1].ProcessorOf[4] = 8 },
		"design 1: path of channel 0 is -2, must be in -1 … 4":          func(d *Document) { d.Designs[1].PathOf[0] = -2 },
		"design 1: PathOf has 0 entries, must have 15":                  func(d *Document) { d.Designs[1].PathOf = nil },
		"design 1: Points has 1 entries, must have 8":                   func(d *Document) { d.Designs[1].Points = []string{""} },
		"channel 3: writer is 13, must be in 0 … 12":                    func(d *Document) { d.Channels[3].From = 13 },
		"path 3: component read is 4, must be in 0 … 3":                 func(d *Document) { d.Platform.Paths[3].Read = []int{4} },
		"infeasible design 0: ComponentLoad has 1 entries, must have 4": func(d *Document) { d.Infeasible = d.Designs[:1:1]; d.Infeasible[0].ComponentLoad = []float64{0} },
		"design 0: ProcessorOf has 12 entries, must have 13\ndesign 3: Process": func(d *Document) {
			d.Designs[0].ProcessorOf = d.Designs[0].ProcessorOf[1:]
			d.Designs[3].ProcessorOf = nil
		},
	} {
		d := sample(3, 4)
		spoil(d)
		for _, err := range []error{HTML(io.Discard, d), FrontSVG(io.Discard, d, 0, 1)} {
			if !errors.Is(err, ErrDocument) || !strings.Contains(err.Error(), want) {
				t.Errorf("error is %v, want %q", err, want)
			}
		}
	}
}

// TestWriteError checks that a full disk is not success.
func TestWriteError(t *testing.T) {
	full := errors.New("no space left")
	if err := HTML(failing{full}, sample(2, 3)); !errors.Is(err, full) {
		t.Errorf("HTML: %v", err)
	}
	if err := FrontSVG(failing{full}, sample(2, 3), 0, 1); !errors.Is(err, full) {
		t.Errorf("FrontSVG: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
