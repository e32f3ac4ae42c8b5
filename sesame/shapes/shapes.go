package shapes

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"sdse/kpn"
	"sdse/scenarios"
	"sdse/sesame"
)

// Designs is how many mappings a shape has.
const Designs = 32

// DefaultSeed is the seed of the figures in docs/benchmarks.md.
const DefaultSeed = 7

// Shape is a workload, a platform and mappings to measure with. It has one
// system scenario, number 0, unless it says otherwise.
type Shape struct {
	Name     string
	Platform *sesame.Platform
	Space    *scenarios.Space
	Model    *sesame.Model
	Genes    [][]int // Designs gene vectors of Model, none of which deadlocks
}

// All returns the shapes that kernels are compared on: an MJPEG encoder with
// one process per processor (mjpeg-1:1), with fewer processors (mjpeg-4p), with
// a random mapping (mjpeg-8p), and the encoder together with five random
// applications on more processors and two buses (multi-12p, multi-16p).
func All(seed uint64) ([]*Shape, error) {
	mjpeg := func(r *rand.Rand) []*kpn.Application {
		return []*kpn.Application{encoder(r, "mjpeg", 11, macroblocksPerFrame)}
	}
	multi := func(r *rand.Rand) []*kpn.Application {
		apps := mjpeg(r)
		for i := range 5 {
			apps = append(apps, randomDAG(r, fmt.Sprint("dag", i)))
		}
		return apps
	}
	var all []*Shape
	for _, s := range []struct {
		name              string
		apps              func(*rand.Rand) []*kpn.Application
		processors, buses int
		place             placement
	}{
		{"mjpeg-1:1", mjpeg, 8, 1, oneEach}, {"mjpeg-4p", mjpeg, 4, 1, anywhere}, {"mjpeg-8p", mjpeg, 8, 1, anywhere},
		{"multi-12p", multi, 12, 2, anywhere}, {"multi-16p", multi, 16, 2, anywhere},
	} {
		shape, err := newShape(seed, newPlatform(s.name, s.processors, 1, s.buses), s.apps, s.place)
		if err != nil {
			return nil, err
		}
		all = append(all, shape)
	}
	return all, nil
}

// EqualFrames is the encoder with one process per processor and n frames that
// are all alike, as n iterations.
func EqualFrames(seed uint64, n int) (*Shape, error) {
	return newShape(seed, newPlatform("equal frames", 8, 1, 1), func(r *rand.Rand) []*kpn.Application {
		app := encoder(r, "mjpeg", 1, macroblocksPerFrame)
		app.Scenarios[0].Iterations = n
		return []*kpn.Application{app}
	}, oneEach)
}

// Length is the encoder with one process per processor and one frame of n
// macroblocks, each with its own data: 44 n + 4 events.
func Length(seed uint64, n int) (*Shape, error) {
	return newShape(seed, newPlatform("length", 8, 1, 1), func(r *rand.Rand) []*kpn.Application {
		return []*kpn.Application{encoder(r, "mjpeg", 1, n)}
	}, oneEach)
}

// Aperiodic is the encoder beside another application whose iterations take
// another time, so that no state of the system ever comes back, although both
// repeat.
func Aperiodic(seed uint64) (*Shape, error) {
	return newShape(seed, newPlatform("aperiodic", 8, 1, 1), func(r *rand.Rand) []*kpn.Application {
		apps := []*kpn.Application{encoder(r, "mjpeg", 1, macroblocksPerFrame), randomDAG(r, "dag")}
		apps[0].Scenarios[0].Iterations = 30
		apps[1].Scenarios[0].Iterations = 7
		return apps
	}, anywhere)
}

// Crowd is n encoders of one frame on sixteen processors with two buses: 8 n
// processes.
func Crowd(seed uint64, n int) (*Shape, error) {
	return newShape(seed, newPlatform("crowd", 16, 1, 2), encoders(n), inTurn)
}

// Clusters is n encoders of one frame, each in a cluster of its own of four
// processors and a bus: 8 n processes on 4 n processors.
func Clusters(seed uint64, n int) (*Shape, error) {
	return newShape(seed, newPlatform("clusters", 4*n, n, 1), encoders(n), twoEach)
}

// Moods is two encoders on eight processors with two buses, each with one frame
// of any of moodSizes sizes, small ones more often: something to explore, with
// moodSizes² system scenarios.
func Moods(seed uint64) (*Shape, error) {
	return newShape(seed, newPlatform("moods", 8, 1, 2), func(r *rand.Rand) (apps []*kpn.Application) {
		var sizes []int
		for size := range moodSizes {
			sizes = append(sizes, 8*(size+1))
		}
		for i := range 2 {
			app := scenes(r, fmt.Sprint("mjpeg", i), sizes)
			for size := range moodSizes {
				app.Scenarios[size].Weight = float64(moodSizes - size)
			}
			apps = append(apps, app)
		}
		return apps
	}, anywhere)
}

const moodSizes = 8

// Scenes is an encoder on eight processors with a bus in n scenarios. Each is one
// frame of so many macroblocks with data of its own, so that no two share a trace:
// 280 bytes of traces a macroblock, and 100 besides.
func Scenes(seed uint64, n, macroblocks int) (*Shape, error) {
	return newShape(seed, newPlatform("scenes", 8, 1, 1), func(r *rand.Rand) []*kpn.Application {
		return []*kpn.Application{scenes(r, "mjpeg", slices.Repeat([]int{macroblocks}, n))}
	}, anywhere)
}

// scenes is an encoder with a scenario of one frame for each number of macroblocks.
func scenes(r *rand.Rand, name string, macroblocks []int) (app *kpn.Application) {
	for i, n := range macroblocks {
		// Of the same processes and channels each time; only the traces differ.
		scene := encoder(r, name, 1, n)
		scene.Scenarios[0].Name = fmt.Sprint("scene ", i)
		if app == nil {
			app = scene
		} else {
			app.Scenarios = append(app.Scenarios, scene.Scenarios...)
		}
	}
	return app
}

func encoders(n int) func(*rand.Rand) []*kpn.Application {
	return func(r *rand.Rand) (apps []*kpn.Application) {
		for i := range n {
			apps = append(apps, encoder(r, fmt.Sprint("mjpeg", i), 1, macroblocksPerFrame))
		}
		return apps
	}
}

// placement says on which processor a process comes. order is a random order of
// all processors.
type placement func(process int, order []int) int

// anywhere leaves the processes where chance has put them.
var anywhere placement

// oneEach gives every process a processor of its own.
func oneEach(process int, order []int) int { return order[process] }

// inTurn deals the processes out, so that all processors have the same number.
func inTurn(process int, order []int) int { return order[process%len(order)] }

// twoEach gives two processes after another a processor.
func twoEach(process int, _ []int) int { return process / 2 }

// newShape compiles a shape and draws its mappings.
func newShape(seed uint64, p *sesame.Platform, apps func(*rand.Rand) []*kpn.Application, place placement) (*Shape, error) {
	r := rand.New(rand.NewPCG(seed, 7))
	sh := &Shape{Name: p.Name, Platform: p}
	sh, err := sh.Running(apps(r)...)
	if err != nil {
		return nil, err
	}
	for range Designs {
		genes := make([]int, len(sh.Model.Bounds()))
		for i, b := range sh.Model.Bounds() {
			genes[i] = r.IntN(b)
		}
		if place != nil {
			order := r.Perm(len(p.Processors))
			for i := range sh.Model.Processes() {
				genes[i] = place(i, order)
			}
		}
		sh.Genes = append(sh.Genes, genes)
	}
	return sh, nil
}

// Running returns the shape with other applications. The mappings stay; they
// mean the same if there are as many processes and channels as before.
func (sh *Shape) Running(apps ...*kpn.Application) (*Shape, error) {
	space, err := scenarios.NewSpace(apps, nil)
	if err != nil {
		return nil, fmt.Errorf("shape %s: %w", sh.Name, err)
	}
	changed := *sh
	changed.Space = space
	return changed.compiled()
}

// With returns the shape under another policy of its processors.
func (sh *Shape) With(policy sesame.Policy) (*Shape, error) {
	changed := *sh
	platform := *sh.Platform
	platform.Types = slices.Clone(platform.Types)
	for i := range platform.Types {
		platform.Types[i].Policy = policy
	}
	changed.Platform = &platform
	return changed.compiled()
}

func (sh *Shape) compiled() (*Shape, error) {
	model, err := sesame.Compile(sh.Platform, sh.Space)
	if err != nil {
		return nil, fmt.Errorf("shape %s: %w", sh.Name, err)
	}
	sh.Model = model
	return sh, nil
}

// Events returns how many events a simulation of the shape has: reads, writes
// and executes.
func (sh *Shape) Events() int64 { return sh.Model.Events(0) }
