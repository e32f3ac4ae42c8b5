package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"sdse/explorer"
)

// progress shows how a search gets on: a bar on a terminal, now and then a line
// otherwise.
type progress struct {
	out     io.Writer
	set     *settings
	started time.Time
	last    time.Time // of the last line
	bars    *mpb.Progress
	bar     *mpb.Bar
	text    atomic.Pointer[string] // drawn by the bar's own goroutine
	quiet   bool
}

// lineEvery is the time between two lines where there is no terminal.
const lineEvery = 2 * time.Second

func newProgress(out io.Writer, quiet bool, set *settings) *progress {
	p := &progress{out: out, set: set, started: time.Now(), quiet: quiet}
	p.text.Store(new(string))
	if f, ok := out.(*os.File); ok && !quiet && term.IsTerminal(int(f.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(12))
		p.bar = p.bars.AddBar(int64(set.Generations)+1,
			mpb.BarFillerClearOnComplete(),
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
		p.bar.SetCurrent(int64(g.Number) + 1)
		p.announceEnd(g)
		return
	}
	if now := time.Now(); now.Sub(p.last) >= lineEvery || g.Stopped != "" {
		p.last = now
		fmt.Fprintln(p.out, p.line(g))
	}
	p.announceEnd(g)
}

// announceEnd says what the time after the last generation is spent on.
func (p *progress) announceEnd(g explorer.Generation) {
	if g.Stopped == "" || g.Subset == 0 {
		return
	}
	p.done()
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

// done ends the bar, wherever it is.
func (p *progress) done() {
	if p.bar != nil {
		p.bar.Abort(false)
		p.bars.Wait()
		p.bar = nil
	}
}
