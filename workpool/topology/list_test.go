package topology

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	for _, test := range []struct {
		text string
		want []int
	}{
		{"", nil},
		{"\n", nil},
		{"0\n", []int{0}},
		{"0-3,8,10-11\n", []int{0, 1, 2, 3, 8, 10, 11}},
		{"5,1-2,2-3", []int{1, 2, 3, 5}},
		{"65535", []int{65535}},
	} {
		got, err := parseList(test.text)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %v, %v; want %v", test.text, got, err, test.want)
		}
	}
	for text, want := range map[string]string{
		"a": "no number", "1-": "no number", "-1": "no number", "3-2": "no number", "1,,2": "no number", "0-7:1/2": "no number",
		"1 2": "no number", "99999999999": "no number", "65536": "beyond 65535", "0-4294967295": "beyond 65535",
	} {
		if got, err := parseList(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v and error %v, want one with %q", text, got, err, want)
		}
	}
}

// FuzzList: whatever is accepted is ascending, within bounds and means the same
// when written number by number.
func FuzzList(f *testing.F) {
	for _, text := range []string{"", "0", "0-3,8,10-11\n", "3-1", "0-65535", "1,1", "00-01", "+1", "1-2-3", "0-4294967296"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		numbers, err := parseList(text)
		if err != nil {
			return
		}
		if !slices.IsSorted(numbers) || len(slices.Compact(slices.Clone(numbers))) != len(numbers) {
			t.Fatalf("%q: %v is not ascending", text, numbers)
		}
		if n := len(numbers); n > 0 && (numbers[0] < 0 || numbers[n-1] >= beyond) {
			t.Fatalf("%q: %v is out of bounds", text, numbers)
		}
		words := strings.Fields(strings.Trim(strings.ReplaceAll(strings.TrimSpace(text), ",", " "), " "))
		for _, word := range words {
			first, last, _ := strings.Cut(word, "-")
			for _, edge := range []string{first, last} {
				one, err := parseList(edge)
				if err != nil || len(one) == 1 && !slices.Contains(numbers, one[0]) {
					t.Fatalf("%q: %q is missing in %v (%v)", text, edge, numbers, err)
				}
			}
		}
	})
}
