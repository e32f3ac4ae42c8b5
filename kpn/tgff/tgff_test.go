package tgff

import (
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// secondsFile is in the manner of E3S, written for this test: two tasks on a
// processor and an accelerator that can only do the second.
const secondsFile = `# a small suite
@HYPERPERIOD 0.001
@COMMUN_QUANT 0 {
# type quantity
  0    4E3
  1    2.5
}
@TASK_GRAPH 0 {
	PERIOD 0.0009
	TASK src	TYPE 45
	TASK work	TYPE 2
	TASK sink	TYPE 45
	ARC a FROM src to work TYPE 0
	arc a FROM work TO sink TYPE 1
	HARD_DEADLINE d0 ON sink AT 0.0005
	SOFT_DEADLINE d1 ON work AT 0.0002
}
@proc 0 {
# Some CPU-133 MHz
# price	buffered	preempt_power	commun_energ_bit	io_energy_bit	idle_power
  33	1	0.2	0	0	0.16
#------------------
# type version valid	task_time preempt_time code_bits task_power
  2	0	1	947E-12	1E-6	4E3	1.6
  45	0	1	1.5e-5	1E-6	4E3	0.5
  45	1	1	9E-6	1E-6	4E3	0.75	# faster
}
@PROC 1
{
# price	buffered	preempt_power	commun_energ_bit	io_energy_bit	idle_power
  10	0	0	0	0	0
# type version valid	task_time preempt_time code_bits task_power
  2	0	1	2.5E-10	0	0	2
  45	0	0	1E-9	0	0	1
}
@LINK 0 {
# use_price contact_price packet_size bit_time power contacts
  1 2 8 1E-8 0.1 2
}
`

func load(t *testing.T, text string, how kpn.Reading) *File {
	t.Helper()
	var problems input.Problems
	f := parse("dir/suite.tgff", text, how, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return f
}

// describe writes an application and what else was found as text.
func describe(f *File) string {
	var b strings.Builder
	for i := range f.Graphs {
		g := &f.Graphs[i]
		app := g.Application
		fmt.Fprintf(&b, "application %s, %s %s in line %d: period %d ps, deadline %d ps, %d deadlines\n", app.Name, g.Label, g.Index, g.Line,
			app.Timing.Period, app.Timing.Deadline, len(g.Deadlines))
		for _, op := range app.Operations {
			fmt.Fprintf(&b, "  operation %s\n", op.Name)
			for _, c := range op.Costs {
				fmt.Fprintf(&b, "    %s: %d thousandths of a unit, %d ps, %d fJ\n", c.Type, c.Units, c.Time, c.Energy)
			}
		}
		for _, c := range app.Channels {
			fmt.Fprintf(&b, "  channel %s from %s to %s: %d B, capacity %d\n", c.Name, app.Processes[c.Writer].Name, app.Processes[c.Reader].Name, c.TokenBytes, c.Capacity)
		}
		for p, trace := range app.Scenarios[0].Traces {
			fmt.Fprintf(&b, "  %s does", app.Processes[p].Name)
			for e := range trace.Events() {
				fmt.Fprintf(&b, " %v(%d,%d)", e.Kind, e.Arg, e.N)
			}
			fmt.Fprintf(&b, ", %d times\n", app.Scenarios[0].Iterations)
		}
	}
	for _, t := range f.Processors {
		fmt.Fprintf(&b, "processor %s %q costs %s\n", t.Name, t.Title, t.Attribute("price").RatString())
	}
	for _, t := range f.Others {
		names, values := t.Attributes()
		fmt.Fprintf(&b, "table %s %v %v\n", t.Name, names, values)
	}
	for _, w := range f.Warnings {
		fmt.Fprintln(&b, w)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
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
		t.Errorf("%s differs; got\n%s", name, got)
	}
}

// By hand: 947 ps at 1.6 W are 1515.2 nJ·10⁻³, 1,515,200 fJ; the faster version
// of type 45 takes 9 µs at 0.75 W, 6.75 µJ; 2.5 bytes are 3; the task that others
// follow has a deadline that is only kept as data.
func TestSecondsStaySeconds(t *testing.T) {
	golden(t, "seconds.txt", describe(load(t, secondsFile, kpn.Reading{Iterations: 3, Capacity: 4})))
}

// A classic file's times are units: thousandths of them are kept, and nothing
// pretends to know a period in seconds.
func TestUnitsStayUnits(t *testing.T) {
	golden(t, "units.txt", describe(load(t, classic, kpn.Reading{StartTogether: true})))
}

// With a unit of 2 ns they are times, and the period and the tightest deadline
// of a last task are kept: 300 units are 600 ns.
func TestUnitGivesTimes(t *testing.T) {
	golden(t, "unit.txt", describe(load(t, classic, kpn.Reading{Name: "x", Unit: 2000})))
}

// classic is in the manner of the generator's own output; the second graph has no
// arcs, and the columns of the third table are not named.
const classic = `@HYPERPERIOD 300
@COMMUN_QUANT 0 {
# type    quantity
      0          5
}
@TASK_GRAPH 0 {
	PERIOD 300
	TASK t0_0	TYPE 1
	TASK t0_1	TYPE 2
	ARC a0_0 	FROM t0_0  TO  t0_1 TYPE 0
	HARD_DEADLINE d0_0 ON t0_1 AT 300
	SOFT_DEADLINE d0_1 ON t0_1 AT 200
}
@TASK_GRAPH 1 { TASK t0_0 TYPE 3 }
@CORE 0 {
# price      area
  79.0597    0.219023
#--------------------------------
# type version valid task_time
  1 0 1 7.25
  2 0 1 11
}
@CORE 1 {
  12
  1 0 1 0.0004
  2 0 0 9
}
`

func TestMistakesAreNamed(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"empty", ""},
		{"not-tgff", "hello\nworld\n"},
		{"unclosed", "@TASK_GRAPH 0 {\nTASK a TYPE 0\n"},
		{"statements", "@TASK_GRAPH 0 {\nTASK a TYPE 0\nTASK a TYPE x\nTASK b\nARC c FROM a TO bb TYPE 0\nFOO\nHARD_DEADLINE d ON q AT -1\nPERIOD x\n} rest\n"},
		{"twice", "@TASK_GRAPH 0 {\nTASK a TYPE 0\n}\n@TASK_GRAPH 0 {\nTASK a TYPE 0\n}\n"},
		{"numbers", "@TASK_GRAPH 0 {\nTASK a TYPE 0\n}\n@PE 0 {\n# type valid task_time\n0 1 1e9999\n0 one 2\n}\n@E_MAX many\n"},
		{"negative", "@TASK_GRAPH 0 {\nTASK a TYPE 0\n}\n@PE 0 {\n# type valid task_time\n0 1 -3\n}\n"},
		{"quantity", "@TASK_GRAPH 0 {\nTASK a TYPE 0\nTASK b TYPE 0\nARC c FROM a TO b TYPE 7\nARC d FROM a TO b TYPE 0\n}\n@COMMUN_QUANT 0 {\n# type quantity\n0 1e30\n}\n"},
		{"cycle", "@TASK_GRAPH 0 {\nTASK a TYPE 0\nTASK b TYPE 0\nARC c FROM a TO b TYPE 0\nARC d FROM b TO a TYPE 0\n}\n"},
		{"hopeless", strings.Repeat("line noise\n", 1000)},
	} {
		var problems input.Problems
		if f := parse("x.tgff", c.text, kpn.Reading{}, &problems); f != nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		golden(t, "bad-"+c.name+".txt", problems.Err().Error()+"\n")
	}
}

// TestOracleOpenDSE reads a file that the generator wrote for others.
func TestOracleOpenDSE(t *testing.T) {
	folder := os.Getenv("SDSE_DATA")
	if folder == "" {
		t.Skip("SDSE_DATA names no folder")
	}
	file := filepath.Join(folder, "tgff/opendse_example.tgff")
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	var problems input.Problems
	f := Load(file, kpn.Reading{}, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	app := f.Graphs[0].Application
	if len(f.Graphs) != 1 || len(app.Processes) != 4 || len(app.Channels) != 3 || len(f.Processors) != 3 || f.Seconds {
		t.Errorf("%d graphs, %d tasks, %d arcs, %d cores", len(f.Graphs), len(app.Processes), len(app.Channels), len(f.Processors))
	}
	if got := f.Processors[0].Attribute("price"); got.Cmp(big.NewRat(790597, 10000)) != 0 {
		t.Errorf("price %v", got)
	}
	// type 1 is valid on core 0 only, type 2 everywhere
	if one, two := app.Operations[0], app.Operations[1]; len(one.Costs) != 1 || one.Costs[0] != (kpn.TypeCost{Type: "CORE 0", Units: 7000}) || len(two.Costs) != 3 {
		t.Errorf("%+v", app.Operations)
	}
}

// FuzzParse: whatever stands in a file, it is read or refused with positions
// inside the file, and what was read is whole.
func FuzzParse(f *testing.F) {
	f.Add(secondsFile)
	f.Add(classic)
	f.Add("@A {\n}\n@B 1 2 3\n@TASK_GRAPH{TASK a TYPE 0 TASK b TYPE 0 ARC x FROM a TO b TYPE 0}")
	f.Fuzz(func(t *testing.T, text string) {
		var problems input.Problems
		file := parse("f.tgff", text, kpn.Reading{Unit: 1}, &problems)
		if file == nil {
			var wrong *input.Error
			if !errors.As(problems.Err(), &wrong) {
				t.Fatal("refused without a reason")
			}
			for _, p := range wrong.Problems {
				if p.Line < 0 || p.Line > 1+strings.Count(text, "\n") || p.Message == "" {
					t.Fatalf("%+v", p)
				}
			}
			return
		}
		for i := range file.Graphs {
			app := file.Graphs[i].Application
			if err := kpn.CheckLive(app, &app.Scenarios[0]); err != nil {
				t.Fatal(err)
			}
			names := map[string]bool{}
			for _, c := range app.Channels {
				if names[c.Name] {
					t.Fatalf("two channels named %q", c.Name)
				}
				names[c.Name] = true
			}
		}
	})
}

// TestTightestDeadline of the last tasks holds, in whichever order they stand.
func TestTightestDeadline(t *testing.T) {
	const graph = "@TASK_GRAPH 0 {\nTASK a TYPE 0\nTASK b TYPE 0\nTASK c TYPE 0\nHARD_DEADLINE x ON a AT 7\nHARD_DEADLINE y ON b AT 5\nSOFT_DEADLINE z ON c AT 1\nHARD_DEADLINE w ON c AT 9\n}\n"
	f := load(t, graph, kpn.Reading{Unit: 10})
	if got := f.Graphs[0].Application.Timing.Deadline; got != 50 {
		t.Errorf("the deadline is %d ps, want 50", got)
	}
	if len(f.Warnings) != 2 || !strings.Contains(f.Warnings[1].Message, "the tightest one holds for all") {
		t.Errorf("%v", f.Warnings)
	}
	soft := strings.ReplaceAll(graph, "HARD", "SOFT")
	if got := load(t, soft, kpn.Reading{Unit: 10}).Graphs[0].Application.Timing.Deadline; got != 10 {
		t.Errorf("the soft deadline is %d ps, want 10", got)
	}
}

// TestTimesAreRoundedToEven: 0.0025 and 0.0035 units are 2.5 and 3.5 thousandths.
func TestTimesAreRoundedToEven(t *testing.T) {
	f := load(t, "@TASK_GRAPH 0 {\nTASK a TYPE 0\nTASK b TYPE 1\nTASK c TYPE 2\n}\n@PE 0 {\n# type task_time\n0 0.0025\n1 0.0035\n2 0.00251\n}\n", kpn.Reading{})
	for i, want := range []int64{2, 4, 3} {
		if got := f.Graphs[0].Application.Operations[i].Costs[0].Units; got != want {
			t.Errorf("type %d takes %d thousandths, want %d", i, got, want)
		}
	}
}
