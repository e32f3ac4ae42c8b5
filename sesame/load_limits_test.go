package sesame_test

import (
	"fmt"
	"strings"
	"testing"

	"sdse/kpn/input"
	"sdse/sesame"
)

// TestPlatformsThatAreTooLargeAreRefused looks at one limit after the other: the
// message comes, and comes soon.
func TestPlatformsThatAreTooLargeAreRefused(t *testing.T) {
	const ideal = "path = [ { name = \"ideal\" } ]\n"
	many := func(n int) string {
		return typeT + fmt.Sprintf("processor = [ { name = \"p\", type = \"t\", count = %d } ]\n", n)
	}
	names := func(n int) string { return "[" + strings.Repeat("\"p\",", n) + "]" }
	for _, c := range []struct{ what, text, want string }{
		{"fifos", many(300) + ideal + "fifo = [ { name = \"f\" } ]",
			`p:6: with "f" there are more than the 65536 memories, buses, links and other components that sdse takes`},
		{"networks", many(1) + ideal + strings.Repeat("[[network]]\nname = \"n\"\nsize = \"2x1\"\n", 65),
			`p:198: these are more than the 64 networks that sdse takes`},
		{"paths", many(1) + strings.Repeat("[[path]]\nname = \"p\"\n", 16385),
			`p:32773: these are more than the 16384 paths that sdse takes`},
		{"types", "processor = [ { name = \"p\", type = \"t\" } ]\n" + ideal + strings.Repeat("[[processor_type]]\nname = \"t\"\nfrequency = \"1 Hz\"\n", 1025),
			`p:3076: these are more than the 1024 processor types that sdse takes`},
		{"processors of tables without a count", typeT + ideal + strings.Repeat("[[processor]]\nname = \"p\"\ntype = \"t\"\n", 1025),
			`p:3077: these are more than the 1024 processors that sdse takes`},
		{"slots of a wheel", many(1024) + ideal + "bus = [ { name = \"b\", arbitration = \"tdma\", slot = \"1 us\", slots = " + names(65) + " } ]",
			`p:6: slots names more than 65536 processors`},
		{"slots of all wheels", many(1024) + ideal + "bus = [ { name = \"b\", arbitration = \"tdma\", slot = \"1 us\", per = \"p\", slots = [\"p\"," + strings.Repeat("\"p.0\",", 5000) + "] } ]",
			`p:6: with "b" the wheels have more than the 4194304 slots that sdse takes`},
		{"components of a list", many(1) + "path = [ { name = \"ideal\", write = " + names(4097) + " } ]",
			`p:5: write lists more than 4096 components`},
		{"processors of a list", many(1024) + "path = [ { name = \"ideal\", from = " + names(65) + " } ]",
			`p:5: from names more than 65536 processors`},
		{"ways", many(1024) + strings.Repeat("[[memory]]\nname = \"m\"\n", 128) + "[[path]]\nname = \"p\"\nwrite = [" + listed(128) + "]\n",
			`p:261: with path "p260" there are more than the 134217728 ways between processors, times what they list, that sdse takes; restrict from and to`},
	} {
		t.Run(c.what, func(t *testing.T) {
			var problems input.Problems
			sesame.ReadPlatform("p", "name = \"p\"\n"+renamed(c.text), &problems)
			if err := problems.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%.1000v\nwant %s", err, c.want)
			}
		})
	}
}

// listed lists so many memories that renamed has renamed.
func listed(n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%q", fmt.Sprintf("m%d", 4+2*i)))
	}
	return strings.Join(names, ", ")
}

// renamed makes the names of repeated tables differ.
func renamed(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if i > 0 && strings.HasPrefix(lines[i-1], "[[") && strings.HasPrefix(line, "name = ") && lines[i-1] != "[[processor_type]]\n" {
			lines[i] = strings.TrimSuffix(line, "\"\n") + fmt.Sprintf("%d\"\n", i)
		}
	}
	return strings.Join(lines, "")
}
