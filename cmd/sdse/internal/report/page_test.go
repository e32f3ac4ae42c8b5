package report

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// file writes a report to a temporary file.
func file(t *testing.T, d *Document) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, []byte(render(t, d)), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPagesRun opens every sample in a browser, in both themes and narrow, and
// wants no error, no request, and what the page promises to show.
func TestPagesRun(t *testing.T) {
	b := newBrowser(t)
	for name, d := range samples() {
		path := file(t, d)
		for _, scheme := range []string{"light", "dark"} {
			b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
			b.open(path, 1400, 900)
			b.keep(name + "-" + scheme)
			if hidden := b.eval(`document.getElementById("failure").hidden`); hidden != "true" {
				t.Errorf("%s: %s", name, b.eval(`document.getElementById("failure").textContent`))
			}
		}
		wires := b.eval(`document.querySelectorAll(".map .wire").length`)
		if want := strconv.Itoa(len(d.Channels)); wires != want && len(d.Designs)+len(d.Infeasible) > 0 {
			t.Errorf("%s: %s wires drawn, want %s", name, wires, want)
		}
		b.open(path, 390, 800)
		b.keep(name + "-narrow")
		if wide := b.eval(`document.documentElement.scrollWidth > innerWidth`); wide != "false" {
			t.Errorf("%s: a narrow page scrolls sideways", name)
		}
	}
	for _, e := range b.Errors {
		t.Errorf("the browser complained: %.600s", e)
	}
}

// TestPageInteraction clicks and points as a reader does.
func TestPageInteraction(t *testing.T) {
	b := newBrowser(t)
	b.open(file(t, sample(3, 30)), 1400, 2600)
	chosen := func() string { return b.eval(`document.querySelector("#chosen h3").textContent`) }
	if got := chosen(); got != "Design 16" {
		t.Errorf("selected at first: %s, want the knee, Design 16", got)
	}

	b.eval(`document.querySelector("tr[data-design='4'] td:nth-child(2)").click()`)
	if got := chosen(); got != "Design 5" {
		t.Errorf("after a click on a row: %s", got)
	}
	b.eval(`document.querySelector(".pick").click()`)
	if got := chosen(); got != "Design 1" {
		t.Errorf("after a click on a card: %s", got)
	}

	// The first coloured point of the plot that is not under the selection ring.
	at := b.eval(`(() => { const p = [...document.querySelectorAll("#front-plot path")].filter(n => n.getAttribute("fill")?.startsWith("rgb(") && n.getBoundingClientRect().width > 9).at(9).getBoundingClientRect(); return (p.x + p.width/2) + " " + (p.y + p.height/2) })()`)
	xs, ys, _ := strings.Cut(at, " ")
	x, _ := strconv.ParseFloat(xs, 64)
	y, _ := strconv.ParseFloat(ys, 64)
	b.mouse("mouseMoved", x-1, y)
	b.mouse("mouseMoved", x, y)
	var tip string
	for range 40 { // the tooltip may take its time on a busy machine
		if tip = b.eval(`[...document.querySelectorAll(".plot-tip")].map(n => n.textContent).join()`); tip != "" {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.keep("hover-point")
	if !strings.Contains(tip, "Design 10") || !strings.Contains(tip, "dct") {
		t.Errorf("hover shows %q, want design 10 and its mapping", tip)
	}
	b.mouse("mousePressed", x, y)
	b.mouse("mouseReleased", x, y)
	if got := chosen(); got != "Design 10" {
		t.Errorf("after a click on a point: %s", got)
	}

	b.eval(`document.querySelector(".wire").dispatchEvent(new PointerEvent("pointerenter", { clientX: 300, clientY: 1500 }))`)
	b.keep("hover-wire")
	if tip := b.eval(`document.getElementById("tip").textContent`); !strings.Contains(tip, "source → rgb_to_ycc") {
		t.Errorf("hover over a channel shows %q", tip)
	}

	// Sort by the second objective's true value, then the other way round.
	column := func() []string {
		return strings.Split(b.eval(`[...document.querySelectorAll("table.designs tbody tr")].map(r => r.cells[4].dataset.key).join()`), ",")
	}
	head := `document.querySelectorAll("table.designs thead tr:nth-child(2) button")[3].click()`
	less := func(a, b string) int {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return int(x - y)
	}
	b.eval(head)
	if got := column(); !slices.IsSortedFunc(got, less) {
		t.Errorf("not ascending: %v", got)
	}
	b.eval(head)
	got := column()
	if slices.Reverse(got); !slices.IsSortedFunc(got, less) || len(got) != 30 {
		t.Errorf("not descending: %v", got)
	}

	// Axes: choosing the other axis's objective swaps the two.
	b.eval(`(() => { const s = document.getElementById("axis-x"); s.value = "1"; s.dispatchEvent(new Event("change")) })()`)
	if got := b.eval(`document.getElementById("axis-y").value`); got != "0" {
		t.Errorf("y axis is %s after x took its objective, want 0", got)
	}
	b.eval(`window.dispatchEvent(new Event("beforeprint"))`)
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	b.keep("print")
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": ""}, nil)
	b.eval(`window.dispatchEvent(new Event("afterprint"))`)
	var pdf struct{ Data string }
	b.call("Page.printToPDF", map[string]any{"printBackground": true, "preferCSSPageSize": true}, &pdf)
	b.write("print.pdf", pdf.Data)
	for _, e := range b.Errors {
		t.Errorf("the browser complained: %.600s", e)
	}
}
