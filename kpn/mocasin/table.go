package mocasin

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"sdse/kpn/input"
)

// Table is a mapping table.
type Table struct {
	File      string
	Processes []string // in the order of the columns
	Rows      []Row
}

// Row is a mapping.
type Row struct {
	Line       int
	Name       string   // number or name of the mapping; its position, from 0, if the table has none
	Processors []string // where each process runs
	Time       float64  // ms; NaN if the table does not say
	Energy     float64  // mJ, dynamic; NaN if the table does not say
}

// prefix of the columns that say where a process runs.
const prefix = "t_"

// ReadTable reads a mapping table. The columns t_PROCESS matter, and those
// called mapping (or config), executionTime and dynamicEnergy; others are passed
// over. What is wrong is added to problems; the result is nil then.
func ReadTable(file string, problems *input.Problems) *Table {
	data, ok := input.ReadFile(file, problems)
	if !ok {
		return nil
	}
	return parseTable(file, data, problems)
}

func parseTable(file string, data []byte, problems *input.Problems) *Table {
	before := problems.Len()
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.TrimLeadingSpace = true
	header, err := r.Read()
	if err != nil {
		problems.Add(file, 1, "no mapping table: %v", withoutLine(err))
		return nil
	}
	t := &Table{File: file}
	c := columnsOf(header, t)
	if len(t.Processes) == 0 {
		problems.Add(file, 1, "no column says where a process runs; name one like t_PROCESS")
		return nil
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line := 0
			var wrong *csv.ParseError
			if errors.As(err, &wrong) {
				line = wrong.Line
			}
			problems.Add(file, line, "%v", withoutLine(err))
			if !errors.Is(err, csv.ErrFieldCount) {
				return nil
			}
			continue
		}
		line, _ := r.FieldPos(0)
		t.Rows = append(t.Rows, c.row(t, record, line, problems))
		if problems.Len()-before > maxMistakes {
			return nil
		}
	}
	if problems.Len() > before {
		return nil
	}
	return t
}

// maxMistakes is after how many a table is given up.
const maxMistakes = 20

// withoutLine takes the position out of an error of the CSV reader.
func withoutLine(err error) error {
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return wrong.Err
	}
	if errors.Is(err, io.EOF) {
		return errors.New("the file is empty")
	}
	return err
}

// columns are the positions of what matters, -1 for what is not there.
type columns struct {
	name, time, energy int
	processes          []int
}

func columnsOf(header []string, t *Table) columns {
	c := columns{name: -1, time: -1, energy: -1}
	for i, h := range header {
		switch process, ok := strings.CutPrefix(h, prefix); {
		case ok && process != "":
			c.processes = append(c.processes, i)
			t.Processes = append(t.Processes, process)
		case (h == "mapping" || h == "config") && c.name < 0:
			c.name = i
		case h == "executionTime":
			c.time = i
		case h == "dynamicEnergy":
			c.energy = i
		}
	}
	return c
}

func (c *columns) row(t *Table, record []string, line int, problems *input.Problems) Row {
	row := Row{Line: line, Name: strconv.Itoa(len(t.Rows)), Time: math.NaN(), Energy: math.NaN()}
	if c.name >= 0 {
		row.Name = record[c.name]
	}
	for k, i := range c.processes {
		if record[i] == "" {
			problems.Add(t.File, line, "column t_%s is empty; name the processor", t.Processes[k])
		}
		row.Processors = append(row.Processors, record[i])
	}
	figure := func(i int, what string, into *float64) {
		if i < 0 || record[i] == "" {
			return
		}
		v, err := strconv.ParseFloat(record[i], 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			problems.Add(t.File, line, "%s %q is no number of 0 or more", what, record[i])
			return
		}
		*into = v
	}
	figure(c.time, "executionTime", &row.Time)
	figure(c.energy, "dynamicEnergy", &row.Energy)
	return row
}

// Write writes the table. A table that is read and written is the same table.
func (t *Table) Write(w io.Writer) error {
	out := csv.NewWriter(w)
	header := []string{"mapping"}
	for _, p := range t.Processes {
		header = append(header, prefix+p)
	}
	if err := out.Write(append(header, "executionTime", "dynamicEnergy")); err != nil {
		return err
	}
	for _, row := range t.Rows {
		record := append([]string{row.Name}, row.Processors...)
		for _, v := range []float64{row.Time, row.Energy} {
			text := ""
			if !math.IsNaN(v) {
				text = strconv.FormatFloat(v, 'f', -1, 64)
			}
			record = append(record, text)
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
