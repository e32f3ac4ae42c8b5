package sdf3

import (
	"fmt"
	"strings"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

// wrongIn returns what is wrong with a document, a line each.
func wrongIn(text string, how kpn.Reading) string {
	var problems input.Problems
	read("f.xml", []byte(text), how, &problems)
	if err := problems.Err(); err != nil {
		return err.Error()
	}
	return ""
}

// inSDF wraps actors, channels and properties into a document; they begin on line 2.
func inSDF(body, properties string) string {
	return "<sdf3 type=\"sdf\"><applicationGraph name=\"g\"><sdf name=\"g\" type=\"G\">\n" + body +
		"\n</sdf><sdfProperties>" + properties + "</sdfProperties></applicationGraph></sdf3>"
}

// actors writes actors on a line each: "a in:i:2 out:o:1".
func actors(list ...string) string {
	var b strings.Builder
	for _, a := range list {
		words := strings.Fields(a)
		fmt.Fprintf(&b, "<actor name=%q type=\"T\">", words[0])
		for _, port := range words[1:] {
			p := strings.Split(port, ":")
			fmt.Fprintf(&b, "<port type=%q name=%q rate=%q/>", p[0], p[1], p[2])
		}
		b.WriteString("</actor>\n")
	}
	return b.String()
}

func joined(name, from, to, tokens string) string {
	src, dst := strings.Split(from, "."), strings.Split(to, ".")
	return fmt.Sprintf("<channel name=%q srcActor=%q srcPort=%q dstActor=%q dstPort=%q initialTokens=%q/>\n", name, src[0], src[1], dst[0], dst[1], tokens)
}

func TestMistakesAreNamed(t *testing.T) {
	pair := actors("a out:o:2", "b in:i:3")
	for _, c := range []struct{ what, text, want string }{
		{"nothing", "", "f.xml: holds no XML element"},
		{"another file", "<svg/>", "f.xml:1: the root element is <svg>, not <sdf3>: this is no file of SDF3"},
		{"cut off", "<sdf3 type=\"sdf\">\n<applicationGraph>", "f.xml:2: <applicationGraph> is not closed; add </applicationGraph>"},
		{"crossed", "<sdf3>\n<a></b></sdf3>", "f.xml:2: not valid XML: </b> closes nothing here"},
		{"two roots", "<sdf3/><sdf3/>", "f.xml:1: not valid XML: <sdf3> stands beside the root element"},
		{"document type", "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>\n<sdf3 type=\"sdf\"/>", "f.xml:1: a document type or another <!…> declaration is not read; remove it"},
		{"entity", "<sdf3 type=\"sdf\">\n&lol;</sdf3>", "f.xml:2: not valid XML: invalid character entity &lol;"},
		{"deep", strings.Repeat("<a>\n", 70), "f.xml:65: nested more than 64 deep"},
		{"type", "<sdf3 type=\"sdff\"/>", `f.xml:1: type="sdff" is unknown, did you mean "sdf"?`},
		{"no graph", "<sdf3 type=\"sdf\"/>", "f.xml:1: the file has neither an application graph nor an architecture graph"},
		{"no actor", inSDF("", ""), "f.xml:1: <sdf> has no actor"},
		{"two actors", inSDF(actors("a out:o:1", "a in:i:1"), ""), `f.xml:3: there are two actors named "a"; rename one`},
		{"unknown ends", inSDF(pair+joined("c", "aa.o", "b.x", ""), ""),
			`f.xml:4: channel "c": there is no actor "aa", did you mean "a"?` + "\n" +
				`f.xml:4: channel "c": actor "b" has no port "x", did you mean "i"?` + "\n" +
				`f.xml:4: initialTokens="" of <channel> is no whole number`},
		{"port twice", inSDF(pair+joined("c", "a.o", "b.i", "0")+joined("d", "a.o", "b.i", "0"), ""),
			`f.xml:5: channel "d": port "o" of actor "a" is on channel "c" already; give each channel a port of its own` + "\n" +
				`f.xml:5: channel "d": port "i" of actor "b" is on channel "c" already; give each channel a port of its own`},
		{"direction", inSDF(pair+joined("c", "b.i", "a.o", "0"), ""),
			`f.xml:4: channel "c": port "i" of actor "b" has the wrong direction: srcPort needs type="out"` + "\n" +
				`f.xml:4: channel "c": port "o" of actor "a" has the wrong direction: dstPort needs type="in"`},
		{"rates", inSDF(actors("a out:o:x", "b in:i:-1", "c in:i:99999999999999999999"), ""),
			`f.xml:2: rate="x" of <port> is no whole number` + "\n" + `f.xml:3: rate="-1" of <port> is negative; it must be 0 or more` + "\n" +
				`f.xml:4: rate="99999999999999999999" of <port> is too large; the most is 4294967296`},
		{"no rate", inSDF(actors("a out:o:0", "b in:i:0")+joined("c", "a.o", "b.i", "0"), ""), `f.xml:1: channel "c" has rate 0 at both ends; remove it`},
		{"one rate", inSDF(actors("a out:o:1", "b in:i:0")+joined("c", "a.o", "b.i", "0"), ""),
			`f.xml:1: inconsistent rates: actor "a" gives tokens to channel "c", but actor "b" takes none`},
		{"self-loop", inSDF(actors("a out:o:1 in:i:2")+joined("c", "a.o", "a.i", "0"), ""),
			`f.xml:1: inconsistent rates: on channel "c" actor "a" gives 1 tokens to itself and takes 2`},
		{"cycle", inSDF(actors("a out:o:2 in:i:1", "b in:i:3 out:o:1", "c in:i:1 out:o:1")+
			joined("ab", "a.o", "b.i", "0")+joined("bc", "b.o", "c.i", "0")+joined("ca", "c.o", "a.i", "9"), ""),
			`f.xml:1: inconsistent rates: by the other channels of the cycle b -bc- c -ca- a -ab- b actor "b" fires 2 times whenever actor "c" fires 3 times, but channel "bc" says 1 to 1`},
		{"huge vector", inSDF(actors("a out:o:4000000000", "b in:i:1")+joined("c", "a.o", "b.i", "0"), ""),
			"f.xml:1: the repetition vector is too large: an actor would fire more than 67108864 times in an iteration"},
		{"huge iteration", inSDF(actors("a out:o:60000000", "b in:i:1")+joined("c", "a.o", "b.i", "0"), ""),
			`f.xml:1: with process "b" an iteration has more than 67108864 events: its repetition vector is too large`},
		{"long sequence", strings.ReplaceAll(inSDF(actors("a out:o:9999999*1"), ""), "\"sdf\"", "\"sdf\""),
			`f.xml:2: rate="9999999" of <port> is too large; the most is 4194304`},
		{"properties", inSDF(pair, `<actorProperties actor="c"/>`+"\n"+`<channelProperties channel="d"/>`+"\n"+
			`<actorProperties actor="a"><processor type="p" default=""><executionTime time="9e9"/></processor></actorProperties>`),
			`f.xml:5: there is no actor "c", did you mean "a"?` + "\n" + `f.xml:6: there is no channel "d"` + "\n" + `f.xml:7: time="9e9" of <executionTime> is no whole number`},
		{"buffer", inSDF(actors("a out:o:1", "b in:i:1")+joined("c", "a.o", "b.i", "3"), `<channelProperties channel="c"><bufferSize sz="2"/></channelProperties>`),
			`f.xml:4: channel "c" starts with 3 tokens but holds only 2; raise the capacity`},
		{"throughput", inSDF(actors("a"), "<graphProperties><timeConstraints><throughput>1e99999</throughput></timeConstraints></graphProperties>"),
			`f.xml:4: throughput="1e99999" is no number`},
	} {
		if got := wrongIn(c.text, kpn.Reading{}); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.what, got, c.want)
		}
	}
}

func TestConsistentGraphThatDeadlocksIsSaidToBeBoth(t *testing.T) {
	got := wrongIn(inSDF(actors("a out:o:2 in:i:2", "b in:i:2 out:o:2")+joined("ab", "a.o", "b.i", "0")+joined("ba", "b.o", "a.i", "1"), ""), kpn.Reading{})
	want := `f.xml:1: the rates are consistent, but the graph is not live: scenario "default" of g deadlocks: a waits to read 2 from ba (holds 1`
	if !strings.HasPrefix(got, want) || !strings.Contains(got, "initial tokens") {
		t.Errorf("got  %s\nwant %s…", got, want)
	}
}

func edited(t *testing.T, file string, pairs ...string) string {
	t.Helper()
	text := testFile(t, file)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%s has no %q", file, pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

func TestMistakesInScenariosAreNamed(t *testing.T) {
	for _, c := range []struct {
		what, file string
		edit       []string
		how        kpn.Reading
		want       string
	}{
		{"final tokens", "modes.xml", []string{`finalTokens="2"`, `finalTokens="3"`}, kpn.Reading{},
			`f.xml:11: scenario "hear": channel "words" starts with 0 tokens, gets 2 and gives 0, so 2 are left, not 3; correct finalTokens, a rate or repetitions`},
		{"too many names", "modes.xml", []string{`initialTokens="1" persistentTokenNames="ear"`, `initialTokens="1" persistentTokenNames="ear,eye"`}, kpn.Reading{},
			`f.xml:10: channel "ears": persistentTokenNames names 2 tokens, but there are only 1`},
		{"nameless", "modes.xml", []string{` persistentFinalTokenNames="first, second"`, ""}, kpn.Reading{},
			`f.xml:11: scenario "hear": channel "words" differs before and after an iteration or between scenarios, and has tokens without a name; name all with persistentTokenNames and persistentFinalTokenNames`},
		{"twice", "modes.xml", []string{`persistentTokenNames="ear"`, `persistentTokenNames="first"`}, kpn.Reading{},
			`f.xml:11: scenario "hear": channel "words": there are two tokens named "first"; rename one`},
		{"graph", "modes.xml", []string{`graph="hear"`, `graph="her"`}, kpn.Reading{},
			`f.xml:36: scenario "hear": there is no scenario graph "her", did you mean "hear"?` + "\n" + `f.xml:44: state "listening": there is no scenario "hear"; known: say, shout`},
		{"dead end", "modes.xml", []string{`<state name="saying" scenario="say"><transition destination="listening"/></state>`, `<state name="saying" scenario="say"/>`}, kpn.Reading{},
			`f.xml:47: no transition leads on from state "saying"`},
		{"initial", "modes.xml", []string{`initialstate="listening"`, `initialstate="hearing"`, `destination="shouting"`, `destination="shout"`}, kpn.Reading{},
			`f.xml:43: there is no state "hearing", did you mean "saying"?` + "\n" + `f.xml:45: there is no state "shout"; known: listening, saying, shouting`},
		{"written first", "modes.xml", nil, kpn.Reading{InitialWritten: true},
			"f.xml: initial tokens can be written first in sdf and csdf graphs only: here every scenario would write them anew"},
		{"unbalanced", "frames.xml", []string{`<produce channel="picture" tokens="1"/>`, `<produce channel="picture" tokens="3"/>`}, kpn.Reading{},
			`f.xml:21: subscenario "delta": channel "more" gets 3 tokens ("show" fires 3 times) and gives 1 ("kind" fires 1 times); sdse reads graphs in which every subscenario leaves the channels as they were`},
		{"second detector", "frames.xml", []string{`<kernel name="show"/>`, `<detector name="show"/>`}, kpn.Reading{},
			`f.xml:6: detector "kind" is the second one: sdse reads graphs with one detector, whose states are the scenarios`},
		{"control at the start", "frames.xml", []string{`channel="more" number_of_initial_tokens="1"`, `channel="what" initial_tokens="full"`}, kpn.Reading{},
			`f.xml:33: channel "what" starts with control tokens: sdse reads graphs in which a kernel is told by the detector's firing of the same iteration`},
		{"fine time", "frames.xml", []string{`"4.25"`, `"4.00025"`}, kpn.Reading{},
			`f.xml:13: execution_time="4.00025" is finer than the thousandths that sdse computes with; round it, or scale all times of the file`},
		{"who says", "frames.xml", []string{`type="control"`, `type="data"`}, kpn.Reading{},
			`f.xml:4: kernel "decode" has 2 scenarios, but no control channel says which one holds`},
		{"tile", "tiles.xml", []string{`srcTile="right"`, `srcTile="rigth"`, `inBandwidth="3"`, `inBandwidth="0"`}, kpn.Reading{},
			`f.xml:11: inBandwidth="0" is 0, too large or too fine to be a bandwidth` + "\n" + `f.xml:15: there is no tile "rigth", did you mean "right"?`},
	} {
		if got := wrongIn(edited(t, c.file, c.edit...), c.how); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.what, got, c.want)
		}
	}
}

func TestFileThatIsNotThere(t *testing.T) {
	var problems input.Problems
	if f := Load("testdata/missing.xml", kpn.Reading{}, &problems); f != nil || problems.Len() != 1 {
		t.Errorf("got %v, %v", f, problems.Err())
	}
}
