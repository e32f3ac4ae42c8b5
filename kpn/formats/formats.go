// Package formats is the door to applications in any form: it finds out what a
// file is and hands it to the reader for that.
//
//	toml   sdse's own form                    .toml
//	sdf3   SDF3 graphs                        .xml with the root element sdf3
//	tgff   task graphs of TGFF and E3S        .tgff
//	kpn    process networks with cpntraces    .xml with another root element
//	cores  core graphs of networks on chip    .csv
//
// It knows nothing of what is in them. Readers of further forms are added here.
package formats

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sdse/kpn"
	"sdse/kpn/coregraph"
	"sdse/kpn/input"
	"sdse/kpn/mocasin"
	"sdse/kpn/sdf3"
	"sdse/kpn/tgff"
)

var names = []string{"toml", "sdf3", "tgff", "kpn", "cores"}

// Names returns the names of the formats.
func Names() []string { return slices.Clone(names) }

// Options say how a file is read. The zero value takes everything that the file
// holds, as it is.
type Options struct {
	kpn.Reading
	Format string // one of Names; empty: what the file looks like
	Graph  string // which of the graphs in the file; empty: all
	Traces string // folder of the trace files of a process network; empty: that of the network
}

// Load reads the applications in a file. What is wrong is added to problems; of
// the result at most the names of applications are of use then, and it may hold
// nil for an application without one. Warnings
// say what could not be taken over as it is.
func Load(file string, how Options, problems *input.Problems) (apps []*kpn.Application, warnings []input.Problem) {
	before := problems.Len()
	format := how.Format
	if format == "" {
		format = Of(file, problems)
	}
	switch format {
	case "toml":
		apps = append(apps, fromTOML(file, how, problems))
	case "sdf3":
		apps, warnings = fromSDF3(file, how, problems)
	case "tgff":
		apps, warnings = fromTGFF(file, how, problems)
	case "kpn":
		apps = append(apps, mocasin.Load(file, how.Traces, how.Reading, problems))
	case "cores":
		apps = fromCores(file, how, problems)
	}
	if problems.Len() > before {
		if len(apps) == 0 {
			apps = append(apps, nil)
		}
		return apps, warnings
	}
	if how.Graph != "" && format != "tgff" && format != "cores" {
		problems.Add(file, 0, "a file in the format %s holds one graph; leave graph out", format)
	}
	if how.Unit > 0 {
		for _, app := range apps {
			useUnit(app, how.Unit, problems)
		}
	}
	return apps, warnings
}

// Of finds out the format of a file from its name and, of XML, the first element.
// If it cannot, the result is "" and a problem is recorded.
func Of(file string, problems *input.Problems) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".toml":
		return "toml"
	case ".tgff":
		return "tgff"
	case ".csv":
		return "cores"
	case ".xml":
		return ofXML(file, problems)
	}
	problems.Add(file, 0, "no application file by its name; known are .toml, .xml, .tgff and .csv, or say format = \"…\"")
	return ""
}

// maxProlog bounds what may stand before the first element of an XML file.
const maxProlog = 1 << 20

func ofXML(file string, problems *input.Problems) string {
	f, err := os.Open(file)
	if err != nil {
		input.ReadFile(file, problems) // says it like every reader
		return ""
	}
	defer f.Close()
	d := xml.NewDecoder(io.LimitReader(f, maxProlog))
	for {
		token, err := d.Token()
		if err != nil {
			problems.Add(file, 0, "not valid XML: no element at the beginning of the file")
			return ""
		}
		if e, ok := token.(xml.StartElement); ok {
			if e.Name.Local == "sdf3" {
				return "sdf3"
			}
			return "kpn"
		}
	}
}

func fromTOML(file string, how Options, problems *input.Problems) *kpn.Application {
	app := kpn.Load(file, problems)
	if app != nil && how.Name != "" {
		app.Name = how.Name
	}
	return app
}

func fromSDF3(file string, how Options, problems *input.Problems) ([]*kpn.Application, []input.Problem) {
	before := problems.Len()
	f := sdf3.Load(file, how.Reading, problems)
	if f == nil {
		return nil, nil
	}
	if f.Application == nil && problems.Len() == before {
		problems.Add(file, 0, "there is no application graph in it")
	}
	return []*kpn.Application{f.Application}, f.Warnings
}

func fromTGFF(file string, how Options, problems *input.Problems) ([]*kpn.Application, []input.Problem) {
	f := tgff.Load(file, how.Reading, problems)
	if f == nil {
		return nil, nil
	}
	var apps []*kpn.Application
	var known []string
	for i := range f.Graphs {
		g := &f.Graphs[i]
		known = append(known, g.Index)
		if how.Graph == "" || how.Graph == g.Index || strings.EqualFold(how.Graph, g.Label+" "+g.Index) {
			apps = append(apps, g.Application)
		}
	}
	return chosen(file, apps, known, how, problems), f.Warnings
}

func fromCores(file string, how Options, problems *input.Problems) []*kpn.Application {
	all := coregraph.Load(file, how.Reading, problems)
	if all == nil {
		return nil
	}
	var apps []*kpn.Application
	var known []string
	for _, app := range all {
		known = append(known, app.Name)
		if how.Graph == "" || how.Graph == app.Name || len(all) == 1 && how.Name != "" {
			apps = append(apps, app)
		}
	}
	return chosen(file, apps, known, how, problems)
}

// chosen gives the only graph that was asked for the name that was asked for.
func chosen(file string, apps []*kpn.Application, known []string, how Options, problems *input.Problems) []*kpn.Application {
	if len(apps) == 0 {
		problems.Add(file, 0, "there is no graph %q%s", how.Graph, input.DidYouMean(how.Graph, known))
	}
	if len(apps) == 1 && how.Name != "" {
		apps[0].Name = how.Name
	}
	return apps
}
