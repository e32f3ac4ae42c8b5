package kpn

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"sdse/kpn/input"
)

// FuzzLoad: whatever stands in a file, it is read or refused with positions
// inside the file, and what was read can be written and read again.
func FuzzLoad(f *testing.F) {
	f.Add(simple)
	f.Add(varied)
	f.Add(moody)
	f.Add("name='a'\nfiring='sdf'\ncapacity='unbounded'\n[[process]]\nname='p'\ntrace='write c;read c*9'\n[[channel]]\nname='c'\nfrom='p'\nto='p'\ntoken='1 B'\ninitial=9\n" +
		"[[state]]\nname='s'\nscenario='default'\ninitial=true\nnext.s=1e-300\n[cost.\"\"]\nx=1\n[energy.t]\nx='1 fJ'\n")
	f.Add(strings.ReplaceAll(varied, "\n", "\r\n"))
	f.Add("")
	f.Add("name = \"a\"\n[[process]]\nname = \"p\"\ntrace = \"exec a\"\n")
	f.Add("process = [{name = 'p', trace = '''\n2*(read c\nwrite c*2)'''}, {name = \"\\u0070\\n\"}]\nchannel = [{name='c', from='p', to='p', token='1 B', capacity=3, initial=1}]\nname='''\n'\n'''")
	f.Add("\xef\xbb\xbfname = 'x'\nscenario = [{}, {trace = 1}, {trace.p = 1}]\nprocess = [1]\n")
	f.Add("[fragment]\na.b = 1\n[operation.\"\"]\n\"\" = -1\n[[channel]]\n[channel.x]\n[[scenario.y]]")
	f.Add("name='n'\niterations=2147483647\n[[process]]\nname='p'\ntrace='2*(exec a)'")
	f.Fuzz(func(t *testing.T, text string) {
		var problems input.Problems
		root := input.Parse("f.toml", []byte(text), &problems)
		if root != nil {
			l := newLoader(root)
			if l.load(); eventsOf(l.app) > 1e6 {
				t.Skip("right, but it takes too long to check for deadlocks")
			}
			if l.check(); problems.Len() == 0 {
				checkWritable(t, l.app)
				return
			}
		}
		var wrong *input.Error
		if !errors.As(problems.Err(), &wrong) {
			t.Fatal("refused without a reason")
		}
		for _, p := range wrong.Problems {
			if p.Line < 0 || p.Line > 1+strings.Count(text, "\n") || p.Message == "" {
				t.Fatalf("%+v", p)
			}
		}
	})
}

func eventsOf(app *Application) (events float64) {
	for _, sc := range app.Scenarios {
		for _, f := range sc.Traces {
			if f != nil {
				events += float64(f.Len()) * float64(sc.Iterations)
			}
		}
	}
	return events
}

func checkWritable(t *testing.T, app *Application) {
	var text bytes.Buffer
	if err := WriteApplication(&text, app); err != nil {
		t.Fatal(err)
	}
	again, err := reload(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if d := difference(app, again); d != "" {
		t.Fatalf("%s in\n%s", d, text.String())
	}
}
