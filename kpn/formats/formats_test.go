package formats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

func put(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFormatIsFoundOut(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.toml", "", "toml"},
		{"a.TGFF", "", "tgff"},
		{"a.csv", "", "cores"},
		{"a.xml", "<?xml version=\"1.0\"?>\n<!-- made by hand --><s:sdf3 xmlns:s=\"uri:sdf3\">", "sdf3"},
		{"a.xml", "<graph><sdf3/></graph>", "kpn"},
		{"a.xml", "no element", ""},
		{"a.xml", "", ""},
		{"a.txt", "", ""},
	} {
		var problems input.Problems
		if got := Of(put(t, c.name, c.text), &problems); got != c.want || (got == "") != (problems.Len() == 1) {
			t.Errorf("%s %q is %q, want %q: %v", c.name, c.text, got, c.want, problems.Err())
		}
	}
	var problems input.Problems
	if got := Of("nowhere.xml", &problems); got != "" || problems.Len() != 1 {
		t.Errorf("a file that is not there is %q: %v", got, problems.Err())
	}
}

const cores = "graph,source,target,bandwidth_mb_s\na,0,1,5\nb,0,1,5\n"

func TestOneGraphIsChosen(t *testing.T) {
	var problems input.Problems
	var how Options
	how.Graph, how.Name = "b", "mine"
	apps, _ := Load(put(t, "cores.csv", cores), how, &problems)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if len(apps) != 1 || apps[0].Name != "mine" {
		t.Errorf("%+v", apps)
	}
}

func TestGraphThatIsNotThere(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"cores.csv", cores, `there is no graph "z", did you mean "a"?`},
		{"app.toml", "name = \"app\"\nprocess = [ { name = \"p\", trace = \"\" } ]\n", "a file in the format toml holds one graph; leave graph out"},
	} {
		var problems input.Problems
		Load(put(t, c.name, c.text), Options{Graph: "z"}, &problems)
		if err := problems.Err(); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A broken file gives an application whose name is not known, so that who looks
// names up in the applications does not complain about names that may be there.
func TestBrokenFilesGiveNil(t *testing.T) {
	for name, text := range map[string]string{"a.toml": "=", "a.tgff": "?", "a.csv": "?", "a.xml": "<a/>"} {
		var problems input.Problems
		apps, _ := Load(put(t, name, text), Options{}, &problems)
		if len(apps) != 1 || apps[0] != nil || problems.Len() == 0 {
			t.Errorf("%s: %v, %v", name, apps, problems.Err())
		}
	}
}

// 2.5 units of 3 ps are 7.5 ps, 3.5 are 10.5: both are rounded to the even one;
// a little is at least 1 ps, and what takes no time still takes none.
func TestUnitsBecomeTimes(t *testing.T) {
	app := &kpn.Application{Operations: []kpn.Operation{{Costs: []kpn.TypeCost{
		{Units: 2500}, {Units: 3500}, {Units: 1}, {}, {Units: 1000, Time: 10}}}}}
	var problems input.Problems
	useUnit(app, 3, &problems)
	for i, want := range []int64{8, 10, 1, 0, 13} {
		if c := app.Operations[0].Costs[i]; c.Time != want || c.Units != 0 {
			t.Errorf("cost %d: %+v, want %d ps", i, c, want)
		}
	}
	app.Operations[0].Costs[0] = kpn.TypeCost{Units: 1 << 50}
	if useUnit(app, 1<<40, &problems); problems.Len() != 1 {
		t.Error("an overflow is accepted")
	}
}
