package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"sdse/cmd/sdse/internal/results"
	"sdse/explorer/runstore"
	"sdse/kpn/input"
	"sdse/kpn/mocasin"
	"sdse/sesame"
	"sdse/sesame/evaluate"
)

// This file takes mappings from and to the tables of the mapping tool mocasin.

func peFlag() cli.Flag {
	return &cli.StringFlag{Name: "pe", Usage: "what processors are called in the table, if not as in the platform: `TABLE=PLATFORM`, with commas between several", Category: "input"}
}

func outFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "`FILE` to write", DefaultText: "standard output", Category: "output"},
		&cli.BoolFlag{Name: "force", Usage: "overwrite what is there", Category: "output"},
	}
}

func importMappingCommand(std streams) *cli.Command {
	flags := append(inputFlags(), peFlag(),
		&cli.StringFlag{Name: "row", Usage: "the `MAPPING` of that name in the table", DefaultText: "the only one", Category: "input"})
	return &cli.Command{
		Name: "mapping", Usage: "a row of a mapping table (CSV) as a mapping for --mapping", ArgsUsage: "TABLE",
		Flags: append(flags, outFlags()...), OnUsageError: onUsageError,
		Action: func(c *cli.Context) error { return importMapping(c, std) },
	}
}

func exportCommand(std streams) *cli.Command {
	flags := append(inputFlags(), peFlag(),
		&cli.StringFlag{Name: "mapping", Usage: "`MAPPING`: front.json is all designs of a front, front.json:3 one of them, FILE a file with one mapping", Category: "input"})
	return &cli.Command{
		Name:  "export",
		Usage: "write mappings as a table for other tools",
		Description: `Simulates mappings in all scenarios and writes a mapping table (CSV) as mocasin reads
it: a row per mapping with a column t_PROCESS per process, executionTime in ms and
dynamicEnergy in mJ, both means over the scenarios. With several applications
processes are called APPLICATION.PROCESS.`,
		Flags: append(flags, outFlags()...), OnUsageError: onUsageError,
		Action: func(c *cli.Context) error { return exportMappings(c, std) },
	}
}

// renaming reads --pe: from names in a table to names in the platform.
func renaming(text string) (map[string]string, error) {
	names := map[string]string{}
	for _, pair := range strings.Split(text, ",") {
		if pair == "" {
			continue
		}
		from, to, ok := strings.Cut(pair, "=")
		if !ok || from == "" || to == "" {
			return nil, usage("--pe %q is not TABLE=PLATFORM", pair)
		}
		names[from] = to
	}
	return names, nil
}

func importMapping(c *cli.Context, std streams) error {
	files, err := words(c)
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return usage("name one mapping table\n      see: sdse import mapping --help")
	}
	names, err := renaming(c.String("pe"))
	if err != nil {
		return err
	}
	sys, err := loadNamed(c)
	if err != nil {
		return err
	}
	var problems input.Problems
	table := mocasin.ReadTable(files[0], &problems)
	if err := problems.Err(); err != nil {
		return err
	}
	row, err := rowOf(table, c.String("row"))
	if err != nil {
		return err
	}
	naming := sys.namingOf(table, row, names, &problems)
	if problems.Err() == nil {
		genes := sys.model.Resolve(naming, files[0], &problems)
		if genes != nil {
			mapping := sys.model.NewMapping()
			sys.model.Decode(genes, mapping)
			naming = sys.model.Name(mapping)
		}
	}
	if err := problems.Err(); err != nil {
		return err
	}
	return output(c, std, func(w io.Writer) error { return results.WriteJSON(w, naming) })
}

// rowOf returns the row that --row means.
func rowOf(table *mocasin.Table, name string) (*mocasin.Row, error) {
	var known []string
	for i := range table.Rows {
		known = append(known, table.Rows[i].Name)
	}
	i := slices.Index(known, name)
	switch {
	case len(known) == 0:
		return nil, usage("%s holds no mapping", table.File)
	case name == "" && len(known) == 1:
		i = 0
	case name == "":
		return nil, usage("%s holds %d mappings; say which with --row, like --row %s", table.File, len(known), known[0])
	case i < 0:
		return nil, usage("--row %q: there is no such mapping in %s%s", name, table.File, input.DidYouMean(name, known))
	}
	return &table.Rows[i], nil
}

// namingOf finds the processes that the columns of a table mean.
func (s *system) namingOf(table *mocasin.Table, row *mocasin.Row, names map[string]string, problems *input.Problems) sesame.Naming {
	n := sesame.Naming{Processes: map[string]string{}}
	full := map[string][]string{} // by name with and without the application
	for _, app := range s.model.Space.Applications {
		for _, p := range app.Processes {
			name := app.Name + "." + p.Name
			full[name] = append(full[name], name)
			full[p.Name] = append(full[p.Name], name)
		}
	}
	for i, process := range table.Processes {
		processor := row.Processors[i]
		if to, ok := names[processor]; ok {
			processor = to
		}
		switch meant := full[process]; len(meant) {
		case 0:
			problems.Add(table.File, 1, "column t_%s: no application has a process of that name", process)
		case 1:
			n.Processes[meant[0]] = processor
		default:
			problems.Add(table.File, 1, "column t_%s: several processes are called so; call it t_%s", process, meant[0])
		}
	}
	return n
}

func exportMappings(c *cli.Context, std streams) error {
	names, err := renaming(c.String("pe"))
	if err != nil {
		return err
	}
	back := map[string]string{}
	for table, platform := range names {
		back[platform] = table
	}
	sys, err := load(c)
	if err != nil {
		return err
	}
	if c.String("mapping") == "" {
		return usage("say which mappings with --mapping")
	}
	var problems input.Problems
	mappings, file := results.ReadMappings(c.String("mapping"), &problems)
	table := sys.emptyTable()
	for _, m := range mappings {
		genes := sys.model.Resolve(m.Mapping, file, &problems)
		if genes == nil {
			break
		}
		row, err := sys.row(genes, back)
		if err != nil {
			return fmt.Errorf("design %d: %w", m.ID, err)
		}
		row.Name = strconv.Itoa(m.ID)
		table.Rows = append(table.Rows, row)
	}
	if err := problems.Err(); err != nil {
		return err
	}
	return output(c, std, table.Write)
}

// emptyTable has a column for every process.
func (s *system) emptyTable() *mocasin.Table {
	t := &mocasin.Table{}
	for _, app := range s.model.Space.Applications {
		for _, p := range app.Processes {
			name := p.Name
			if len(s.model.Space.Applications) > 1 {
				name = app.Name + "." + name
			}
			t.Processes = append(t.Processes, name)
		}
	}
	return t
}

// row simulates a mapping in all scenarios.
func (s *system) row(genes []int, names map[string]string) (mocasin.Row, error) {
	ids, err := s.scenarioIDs("all")
	if err != nil {
		return mocasin.Row{}, err
	}
	a := evaluate.NewAccount(s.model, genes, ids)
	if a.Infeasible != "" {
		return mocasin.Row{}, &exit{exitInfeasible, fmt.Errorf("the mapping is infeasible: %s", a.Infeasible)}
	}
	row := mocasin.Row{Time: a.Mean.Makespan / 1e9, Energy: (a.Mean.Energy.ProcessorsDynamic + a.Mean.Energy.ComponentsDynamic) / 1e12}
	mapping := s.model.NewMapping()
	s.model.Decode(genes, mapping)
	for _, processor := range mapping.Processor {
		name := s.model.Platform.Processors[processor].Name
		if other, ok := names[name]; ok {
			name = other
		}
		row.Processors = append(row.Processors, name)
	}
	return row, nil
}

// output writes to the file that --out names or to standard output.
func output(c *cli.Context, std streams, write func(io.Writer) error) error {
	file := c.String("out")
	if file == "" {
		return write(std.out)
	}
	if exists(file) && !c.Bool("force") {
		return usage("%s is there already; choose another --out, or overwrite it with --force", file)
	}
	dir, err := runstore.Create(filepath.Dir(file), true) // only this file is written
	if err != nil {
		return err
	}
	return dir.Write(filepath.Base(file), write)
}
