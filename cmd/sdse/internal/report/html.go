package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed assets
var assets embed.FS

// scripts are the files of the page's program, in the order in which they are
// joined into one function.
var scripts = [...]string{"core.js", "front.js", "history.js", "layout.js", "platform.js", "table.js", "main.js"}

// HTML writes the report of d as one page that needs nothing else: about 0.75 MB
// of which nearly all is the chart library. It returns an error that wraps
// [ErrDocument] and lists everything that does not fit if d is inconsistent, and
// otherwise only errors of w.
func HTML(w io.Writer, d *Document) error {
	if err := d.check(); err != nil {
		return err
	}
	page, err := newPage(d)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	layout, err := template.ParseFS(assets, "assets/report.tmpl")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	var out bytes.Buffer
	if err := layout.Execute(&out, page); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	// Names come from users' files; the page must be valid whatever they hold.
	if _, err := w.Write(bytes.ToValidUTF8(out.Bytes(), []byte("\uFFFD"))); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// page is what the template shows. The parts that are trusted as code are the
// embedded files and the document in JSON, in which encoding/json has escaped
// everything that could end a script element.
type page struct {
	*Document
	Policy  string
	Style   template.CSS
	Library template.JS
	Program template.JS
	Data    template.JS
	Still   template.HTML // the front for readers without scripts

	Applications []string
	Figures      []figure
	Rows         []row
	Reasons      []reason
	Near         []nearRow
	Predicted    bool // whether any design has predicted values
}

// figure is one of the large numbers below the heading.
type figure struct{ Label, Value, Note string }

func newPage(d *Document) (*page, error) {
	program, err := joinScripts()
	if err != nil {
		return nil, err
	}
	library, err := assets.ReadFile("assets/echarts/echarts.common.min.js")
	if err != nil {
		return nil, err
	}
	style, err := assets.ReadFile("assets/report.css")
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(newData(d))
	if err != nil {
		return nil, err
	}
	p := &page{
		Document:     d,
		Policy:       policy(library, program),
		Style:        template.CSS(style),
		Library:      template.JS(library),
		Program:      template.JS(program),
		Data:         template.JS(data),
		Applications: applications(d),
		Figures:      figures(d),
		Rows:         rows(d),
		Reasons:      reasons(d),
		Near:         nearRows(d),
		Predicted:    predicted(d),
	}
	if len(d.Designs) > 0 && len(d.Objectives) > 1 {
		var still strings.Builder
		if err := FrontSVG(&still, d, 0, 1); err != nil {
			return nil, err
		}
		p.Still = template.HTML(still.String())
	}
	return p, nil
}

// joinScripts makes one function of the program's files, so that they share names
// with each other and with nobody else.
func joinScripts() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("(() => {\n\"use strict\";\n")
	for _, name := range scripts {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "\n// ── %s ──\n", name)
		out.Write(text)
	}
	out.WriteString("})();\n")
	return out.Bytes(), nil
}

// policy returns a content security policy that runs exactly these scripts and
// loads nothing.
func policy(scripts ...[]byte) string {
	allowed := make([]string, len(scripts))
	for i, script := range scripts {
		digest := sha256.Sum256(script)
		allowed[i] = "'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
	}
	return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; script-src " +
		strings.Join(allowed, " ")
}

// applications returns the names of the applications in the order of their first
// process, which is also the order of their colours.
func applications(d *Document) []string {
	var names []string
	seen := make(map[string]bool)
	for _, p := range d.Processes {
		if !seen[p.Application] {
			seen[p.Application] = true
			names = append(names, p.Application)
		}
	}
	return names
}

func figures(d *Document) []figure {
	objectives := "in 1 objective"
	if n := len(d.Objectives); n > 1 {
		objectives = fmt.Sprintf("in %d objectives", n)
	}
	found := []figure{{"Pareto-optimal mappings", count(int64(len(d.Designs))), objectives}}
	if finite(d.Hypervolume) && d.Hypervolume > 0 {
		found = append(found, figure{"Hypervolume", number(d.Hypervolume, decimals([]float64{d.Hypervolume})), "of the true front"})
	}
	if c := d.Counts; c.Requested > 0 || c.Charged > 0 {
		found = append(found,
			figure{"Simulations", count(c.Charged), "of " + count(c.Requested) + " requested"},
			figure{"Memoised", percent(c.Memoised, c.Requested), count(c.Memoised) + " from memory"})
	}
	if n := len(d.History); n > 0 {
		last := d.History[n-1]
		found = append(found, figure{"Generations", count(int64(last.Number)), count(last.Evaluations) + " evaluations"})
	}
	if d.Elapsed > 0 {
		note := ""
		if s := d.Elapsed.Seconds(); d.Counts.Charged > 0 && s > 0 {
			note = count(int64(float64(d.Counts.Charged)/s)) + " simulations/s"
		}
		found = append(found, figure{"Wall time", duration(d.Elapsed), note})
	}
	return found
}

func percent(part, whole int64) string {
	if whole <= 0 {
		return unknown
	}
	return number(100*float64(part)/float64(whole), 1) + " %"
}
