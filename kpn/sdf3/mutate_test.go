package sdf3

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

var attributeValue = regexp.MustCompile(`"[^"]*"`)

// TestChangedValuesAreReadOrRefused puts other values into whole documents, which
// a fuzzer of bytes hardly manages, several at once.
func TestChangedValuesAreReadOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	odd := []string{"0", "1", "2", "3", "7", "64", "999", "70000", "4194304", "4294967296", "9223372036854775807", "99999999999999999999",
		"3*1,2", "2*0,5", "1*1*1", ",", "-1", "1e3", "0.001", "1e-300", "x", "", "in", "out", "true", "ear", "first", "first,second", "listening", "what", "lost"}
	accepted := 0
	for range 1500 {
		text := testFile(t, []string{"camera.xml", "phases.xml", "modes.xml", "frames.xml", "tiles.xml"}[random.IntN(5)])
		for range 1 + random.IntN(3) {
			values := attributeValue.FindAllStringIndex(text, -1)
			at, other := values[random.IntN(len(values))], values[random.IntN(len(values))]
			with := text[other[0]:other[1]] // what stands elsewhere
			if random.IntN(2) == 0 {
				with = `"` + odd[random.IntN(len(odd))] + `"`
			}
			text = text[:at[0]] + with + text[at[1]:]
		}
		how := kpn.Reading{InitialWritten: random.IntN(4) == 0, StartTogether: random.IntN(4) == 0, Unit: int64(random.IntN(3))}
		var problems input.Problems
		file := read("f.xml", []byte(text), how, &problems)
		if problems.Len() == 0 && file.Application != nil {
			checkApplication(t, file)
			accepted++
			if w, err := file.WorstCase(defaultType); err == nil && w.Period.Sign() < 0 {
				t.Errorf("worst case %s", w.Period)
			}
		}
	}
	if accepted < 100 {
		t.Errorf("only %d documents were read", accepted)
	}
}
