package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/results"
	"sdse/explorer/runstore"
	"sdse/kpn"
	"sdse/kpn/formats"
	"sdse/kpn/input"
	"sdse/sesame"
)

// platformTOML is what the platform to start from is called.
const platformTOML = "platform.toml"

// placementJSON is what the mapping of core graphs is called.
const placementJSON = "placement.json"

// importFiles reads all files of a command line and writes what they hold.
func importFiles(c *cli.Context, std streams, read func(string, formats.Options, *input.Problems) *found) error {
	files, err := words(c)
	if err != nil {
		return err
	}
	how, err := readingOf(c)
	switch {
	case err != nil:
		return err
	case len(files) == 0:
		return usage("no file to import\n      see: sdse import %s --help", c.Command.Name)
	case c.String("out") == "":
		return usage("say where to write with --out DIR")
	}
	var problems input.Problems
	all := &found{}
	for _, file := range files {
		all.add(file, read(file, how, &problems), &problems)
	}
	all.checkNames(&problems)
	for _, w := range all.warnings {
		fmt.Fprintf(std.err, "warning: %v\n", w)
	}
	if err := problems.Err(); err != nil {
		return err
	}
	return all.write(c.String("out"), c.Bool("force"), std)
}

// add adds what another file holds.
func (f *found) add(file string, other *found, problems *input.Problems) {
	f.apps = append(f.apps, other.apps...)
	f.warnings = append(f.warnings, other.warnings...)
	f.types = append(f.types, other.types...)
	f.links = append(f.links, other.links...)
	f.mesh = f.mesh || other.mesh
	switch {
	case other.architecture != nil && f.architecture != nil:
		problems.Add(file, 0, "there is an architecture graph in more than one file; a platform has one")
	case other.architecture != nil:
		f.architecture, f.unit = other.architecture, other.unit
	}
}

// checkNames refuses two applications or processor types of one name.
func (f *found) checkNames(problems *input.Problems) {
	apps := map[string]string{}
	for _, app := range f.apps {
		if app == nil {
			continue
		}
		if other, ok := apps[app.Name]; ok {
			problems.Add(app.File, 0, "its application is named %q like that of %s; import them one by one, with --name", app.Name, other)
		}
		apps[app.Name] = app.File
	}
	types := map[string]string{}
	for _, t := range f.types {
		if other, ok := types[t.name]; ok {
			problems.Add(t.file, t.line, "%s is in %s too; import the files one by one, each to a folder of its own", t.name, other)
		}
		types[t.name] = t.file
	}
}

// product is a file to be written.
type product struct {
	name, what string
	write      func(io.Writer) error
}

// write writes the applications and the platform, or nothing if any of them is
// there already.
func (f *found) write(folder string, force bool, std streams) error {
	var products []product
	var names []string
	for _, app := range f.apps {
		name := uniqueFile(app.Name, names)
		names = append(names, name)
		products = append(products, product{name, describeApplication(app), func(w io.Writer) error { return kpn.WriteApplication(w, app) }})
	}
	products = append(products, f.platformFile(filepath.Base(folder), names))
	if f.mesh {
		products = append(products, product{placementJSON, "a mapping, core by core", func(w io.Writer) error { return results.WriteJSON(w, f.placement()) }})
	}
	for _, p := range products {
		if file := filepath.Join(folder, p.name); exists(file) && !force {
			return usage("%s is there already; choose another --out, or overwrite it with --force", file)
		}
	}
	dir, err := runstore.Create(folder, true) // what must not be overwritten is not there
	if err != nil {
		return err
	}
	defer dir.Discard()
	for _, p := range products {
		if err := dir.Write(p.name, p.write); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "%s  %s\n", filepath.Join(folder, p.name), p.what)
	}
	return nil
}

// platformFile is the platform that the files describe or one to start from.
func (f *found) platformFile(name string, apps []string) product {
	if f.architecture != nil {
		return product{platformTOML, "the platform of the architecture graph", func(w io.Writer) error {
			return f.architecture.WritePlatform(w, f.unit, apps...)
		}}
	}
	return product{platformTOML, "a platform to start from; what it assumes is marked", func(w io.Writer) error {
		_, err := io.WriteString(w, f.platform(name, apps))
		return err
	}}
}

// placement puts the cores of each core graph on tiles of their own, row by row.
func (f *found) placement() sesame.Naming {
	n := sesame.Naming{Processes: map[string]string{}, Channels: map[string]string{}} // the channels take the only path
	for _, app := range f.apps {
		for i, p := range app.Processes {
			n.Processes[app.Name+"."+p.Name] = fmt.Sprint("core.", i)
		}
	}
	return n
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

func describeApplication(app *kpn.Application) string {
	return fmt.Sprintf("application %s: %s, %s, %s", app.Name, counted(len(app.Processes), "process", "processes"),
		counted(len(app.Channels), "channel", "channels"), counted(len(app.Scenarios), "scenario", "scenarios"))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// uniqueFile makes a file name of the name of an application.
func uniqueFile(name string, taken []string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
	if safe = strings.Trim(safe[:min(len(safe), 64)], "-"); safe == "" || safe+".toml" == platformTOML {
		safe = "application"
	}
	file := safe + ".toml"
	for n := 2; contains(taken, file); n++ {
		file = fmt.Sprintf("%s-%d.toml", safe, n)
	}
	return file
}

// contains ignores case, as some file systems do.
func contains(list []string, name string) bool {
	for _, s := range list {
		if strings.EqualFold(s, name) {
			return true
		}
	}
	return false
}
