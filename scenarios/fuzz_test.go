package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sdse/kpn/input"
)

// FuzzLoad: whatever stands in a file, it is read into a space that fits its
// applications, or refused with positions inside the file.
func FuzzLoad(f *testing.F) {
	f.Add(good)
	f.Add(good + "period = { mjpeg = '40 ms' }\n")
	f.Add("together = [{name='a', applications=['edges', 'mjpeg'], offset.edges='1 s', deadline={mjpeg='2 s'}}]")
	f.Add("[[together]]\nname='a'\napplications='edges'\nperiod.mjpeg='1 s'\nperiod.x=3\nperiod.edges='9e6 s'\n")
	f.Add("[together]\n[[together.period]]")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "set.toml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var problems input.Problems
		space := Load(file, phone(), &problems)
		if (space == nil) != (problems.Len() > 0) {
			t.Fatalf("a space: %t, but %v", space != nil, problems.Err())
		}
		if space == nil {
			for _, p := range problems.Err().(*input.Error).Problems {
				if p.Line < 0 || p.Line > 1+strings.Count(text, "\n") || p.Message == "" {
					t.Fatalf("%+v", p)
				}
			}
			return
		}
		for set := range space.Sets {
			for member := range space.Sets[set].Applications {
				if timing := space.TimingOf(set, member); !timing.Fits(1) {
					t.Fatalf("%+v", timing)
				}
			}
		}
	})
}
