package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"sdse/explorer"
	"sdse/workpool"
)

// progress shows how a search gets on: a bar on a terminal, now and then a line
// otherwise, or now and then a line of JSON.
type progress struct {
	out         io.Writer
	set         *settings
	started     time.Time
	last        time.Time // of the last line
	bars        *mpb.Progress
	bar         *mpb.Bar
	text        atomic.Pointer[string]      // drawn by the bar's own goroutine
	below       atomic.Pointer[string]      // likewise, in the lines below
	harts       func() []workpool.HartStats // set before the first generation
	quiet, json bool
	stats       bool // what every worker does
}

// lineEvery is the time between two lines where there is no terminal.
const lineEvery = 2 * time.Second

func newProgress(out io.Writer, c *cli.Context, set *settings) *progress {
	p := &progress{out: out, set: set, started: time.Now(), quiet: c.Bool("quiet"), json: c.Bool("json"), stats: c.Bool("stats")}
	p.text.Store(new(string))
	p.below.Store(new(string))
	if f, ok := out.(*os.File); ok && !p.quiet && !p.json && term.IsTerminal(int(f.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(12))
		p.bar = p.bars.AddBar(int64(set.Generations)+1,
			mpb.BarFillerClearOnComplete(),
			mpb.BarBtmExtender(mpb.BarFillerFunc(p.writeBelow)),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *p.text.Load() })))
	}
	return p
}

// generation is called by the explorer after every generation.
func (p *progress) generation(g explorer.Generation) {
	if p.quiet {
		return
	}
	if p.bar != nil {
		text := p.short(g)
		p.text.Store(&text)
		if p.stats {
			below := strings.Join(hartLines(p.harts()), "\n") + "\n"
			p.below.Store(&below)
		}
		p.bar.SetCurrent(int64(g.Number) + 1)
		p.announceEnd(g)
		return
	}
	if now := time.Now(); now.Sub(p.last) >= lineEvery || g.Stopped != "" {
		p.last = now
		if p.json {
			p.document(g)
			return
		}
		fmt.Fprintln(p.out, p.line(g))
		if p.stats {
			p.showHarts(p.harts())
		}
	}
	p.announceEnd(g)
}

// writeBelow draws what every worker does.
func (p *progress) writeBelow(w io.Writer, _ decor.Statistics) error {
	_, err := io.WriteString(w, *p.below.Load())
	return err
}

// document writes a line of JSON (docs/formats.md).
func (p *progress) document(g explorer.Generation) {
	text, err := json.Marshal(struct {
		Generation  int                  `json:"generation"`
		Generations int                  `json:"generations"`
		Simulations int64                `json:"simulations"`
		Front       int                  `json:"front"`
		Hypervolume float64              `json:"hypervolume"`
		Subset      int                  `json:"subset"`
		Version     int                  `json:"subset_version"`
		Seconds     float64              `json:"seconds"`
		Left        float64              `json:"seconds_left"`
		Harts       []workpool.HartStats `json:"harts"`
	}{g.Number, p.set.Generations, g.Counts.Charged, g.Front, g.Hypervolume, g.Subset, g.Version,
		time.Since(p.started).Seconds(), p.eta(g, time.Since(p.started)).Seconds(), p.harts()})
	if err == nil { // no number here can fail to be one
		fmt.Fprintf(p.out, "%s\n", text)
	}
}

func (p *progress) showHarts(harts []workpool.HartStats) {
	for _, line := range hartLines(harts) {
		fmt.Fprintf(p.out, "  %s\n", line)
	}
}

// announceEnd says what the time after the last generation is spent on.
func (p *progress) announceEnd(g explorer.Generation) {
	if g.Stopped == "" || g.Subset == 0 {
		return
	}
	p.endBar()
	fmt.Fprintln(p.out, "simulating what may be optimal in all scenarios")
}

func (p *progress) line(g explorer.Generation) string {
	elapsed := time.Since(p.started)
	subset := "all scenarios"
	if g.Subset > 0 {
		subset = fmt.Sprintf("subset %d (version %d", g.Subset, g.Version)
		if !math.IsNaN(g.Misclassification) {
			subset += fmt.Sprintf(", %.1f %% misclassified", 100*g.Misclassification)
		}
		subset += ")"
	}
	return fmt.Sprintf("generation %d/%d  %d simulations  %.0f/s  front %d  hypervolume %.4f  %s  ETA %v",
		g.Number, p.set.Generations, g.Counts.Charged, float64(g.Counts.Charged)/elapsed.Seconds(), g.Front, g.Hypervolume,
		subset, p.eta(g, elapsed).Round(time.Second))
}

// short is line for a terminal of 80 columns, beside the bar.
func (p *progress) short(g explorer.Generation) string {
	elapsed := time.Since(p.started)
	subset := ""
	if g.Subset > 0 {
		subset = fmt.Sprintf(" subset %d v%d", g.Subset, g.Version)
	}
	return fmt.Sprintf(" %d/%d %d sims %.0f/s hv %.4f%s ETA %v", g.Number, p.set.Generations, g.Counts.Charged,
		float64(g.Counts.Charged)/elapsed.Seconds(), g.Hypervolume, subset, p.eta(g, elapsed).Round(time.Second))
}

// eta estimates the time to the end from the limit that comes first.
func (p *progress) eta(g explorer.Generation, elapsed time.Duration) time.Duration {
	share := float64(g.Number+1) / float64(p.set.Generations+1)
	if p.set.Simulations > 0 {
		share = max(share, min(1, float64(g.Counts.Charged)/float64(p.set.Simulations)))
	}
	left := time.Duration(float64(elapsed) * (1 - share) / share)
	if p.set.limit > 0 {
		left = min(left, max(0, p.set.limit-elapsed))
	}
	return left
}

// done ends what is shown, with what the workers have done in all.
func (p *progress) done(harts []workpool.HartStats) {
	p.endBar()
	if p.stats && !p.quiet && !p.json {
		fmt.Fprintln(p.out, "in all:")
		p.showHarts(harts)
	}
}

// endBar ends the bar, wherever it is.
func (p *progress) endBar() {
	if p.bar != nil {
		p.bar.Abort(false)
		p.bars.Wait()
		p.bar = nil
	}
}
