package mocasin

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"sdse/kpn/input"
)

func TestTable(t *testing.T) {
	var problems input.Problems
	table := parseTable("t.csv", []byte("mapping,t_a,t_b b,executionTime,dynamicEnergy,attribute1\n0,p0,p1,10.23,24.43,a\n7,p1,p1,,,b\n"), &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	first, second := table.Rows[0], table.Rows[1]
	if table.Processes[1] != "b b" || first.Processors[1] != "p1" || first.Time != 10.23 || first.Energy != 24.43 || first.Line != 2 {
		t.Errorf("%+v", table)
	}
	if second.Name != "7" || !math.IsNaN(second.Time) || !math.IsNaN(second.Energy) {
		t.Errorf("%+v", second)
	}
}

func TestMistakesOfTablesAreNamed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "t.csv:1: no mapping table: the file is empty"},
		{"mapping,a\n0,p\n", "t.csv:1: no column says where a process runs; name one like t_PROCESS"},
		{"mapping,t_a,executionTime\n0,,1\n1,p,x\n2,p\n3,p,-1\n", `t.csv:2: column t_a is empty; name the processor
t.csv:3: executionTime "x" is no number of 0 or more
t.csv:4: wrong number of fields
t.csv:5: executionTime "-1" is no number of 0 or more`},
		{"t_a\n\"x\n", "t.csv:2: extraneous or missing \" in quoted-field"},
	} {
		var problems input.Problems
		if table := parseTable("t.csv", []byte(c.text), &problems); table != nil {
			t.Errorf("%q is accepted", c.text)
			continue
		}
		if got := problems.Err().Error(); got != c.want {
			t.Errorf("%q: got\n%s", c.text, got)
		}
	}
}

// TestOracleTables reads every mapping table there is, writes it and reads it
// again.
func TestOracleTables(t *testing.T) {
	folder := os.Getenv("SDSE_DATA")
	if folder == "" {
		folder = "../../sesame/testdata"
	}
	files, err := filepath.Glob(filepath.Join(folder, "mocasin/csv/*.csv"))
	if err != nil || len(files) == 0 {
		t.Skipf("no tables in %s", folder)
	}
	for _, file := range files {
		var problems input.Problems
		table := ReadTable(file, &problems)
		if err := problems.Err(); err != nil {
			t.Error(err)
			continue
		}
		if len(table.Rows) == 0 {
			t.Errorf("%s: no rows", file)
		}
		checkRoundTrip(t, table)
	}
}

func checkRoundTrip(t *testing.T, table *Table) {
	t.Helper()
	var first, second bytes.Buffer
	if err := table.Write(&first); err != nil {
		t.Fatal(err)
	}
	var problems input.Problems
	again := parseTable("again", first.Bytes(), &problems)
	if err := problems.Err(); err != nil {
		t.Fatalf("%v in\n%s", err, first.String())
	}
	if err := again.Write(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() || len(again.Rows) != len(table.Rows) {
		t.Fatalf("written again, the table differs:\n%s\n%s", first.String(), second.String())
	}
}

func FuzzTable(f *testing.F) {
	f.Add("mapping,t_a,t_b,executionTime,dynamicEnergy\n0,p0,p1,10.23,24.43\n")
	f.Add("t_a\n\" x\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		var problems input.Problems
		table := parseTable("f.csv", []byte(text), &problems)
		if table == nil {
			refused(t, &problems, text)
			return
		}
		checkRoundTrip(t, table)
	})
}
