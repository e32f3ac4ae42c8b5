package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// sample returns a document as a real exploration gives it: a video encoder and
// a filter bank on an eight-core big.LITTLE chip, n designs, 60 generations, two
// or three objectives. The costs come from a rough model of its own; what matters
// is that they are of a real size and that the designs form a front.
func sample(objectives, n int) *Document {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	d := &Document{
		Title: "Motion JPEG and filter bank on Exynos 5422", Version: "0.1.0", Seed: 42,
		Command: "sdse explore --arch examples/mjpeg/mpsoc.toml --seed 42 --generations 60 --subset genetic --out runs/mjpeg-1",
		Stopped: "60 generations done", Elapsed: 48_300 * time.Millisecond,
		Counts: Counts{Requested: 412_368, Charged: 96_214, Memoised: 316_154}, Hypervolume: 0.8137,
		Facts: []Fact{{"Population", "80"}, {"Generations", "60"}, {"Workers", "2"}, {"Subset selector", "genetic, 8 of 72 scenarios"},
			{"System scenarios", "72"}, {"Platform file", "examples/mjpeg/mpsoc.toml"}, {"Reference point", "310 ms, 1.9 J, 12"}},
		Objectives: []Objective{{"makespan", "ms", 1e-9}, {"energy", "mJ", 1e-12}, {"platform cost", "", 1}}[:objectives],
	}
	sampleSystem(d)
	for g := range 61 {
		progress := 1 - math.Exp(-float64(g)/14)
		version := (g + 5) / 12
		d.History = append(d.History, Generation{Number: g, Evaluations: int64(80 * (g + 1)), Simulations: int64(1600 * (g + 1)), Front: 4 + int(float64(n-4)*progress),
			Hypervolume: 0.52 + 0.29*progress + 0.004*rng.Float64(), Subset: 8 + version, Version: version, Misclassification: 0.19*math.Exp(-float64(version)/2) + 0.03})
	}
	d.History[0].Misclassification = math.NaN()
	sampleFront(d, n, rng)
	return d
}

// sampleSystem adds the chip and the two applications.
func sampleSystem(d *Document) {
	d.Platform.Name = "Odroid XU4 (Exynos 5422)"
	for i := range 4 {
		d.Platform.Processors = append(d.Platform.Processors, Processor{fmt.Sprintf("a15_%d", i), "Cortex-A15", "big cluster"})
	}
	for i := range 4 {
		d.Platform.Processors = append(d.Platform.Processors, Processor{fmt.Sprintf("a7_%d", i), "Cortex-A7", "LITTLE cluster"})
	}
	d.Platform.Components = []Component{{"L2 big", "memory"}, {"L2 little", "memory"}, {"CCI-400", "bus"}, {"LPDDR3", "memory"}}
	d.Platform.Paths = []Path{{"local", nil, nil}, {"L2 big", []int{0}, []int{0}}, {"L2 little", []int{1}, []int{1}},
		{"big to little", []int{0, 2, 3}, []int{3, 2, 1}}, {"little to big", []int{1, 2, 3}, []int{3, 2, 0}}}
	for _, name := range []string{"source", "rgb_to_ycc", "dct", "quantise", "zigzag_rle", "huffman", "assemble", "rate_control"} {
		d.Processes = append(d.Processes, Process{name, "mjpeg"})
	}
	for _, name := range []string{"samples", "low_band", "mid_band", "high_band", "mix"} {
		d.Processes = append(d.Processes, Process{name, "filterbank"})
	}
	d.Channels = []Channel{{"frames", 0, 1, 460800}, {"blocks", 1, 2, 691200}, {"coefficients", 2, 3, 691200}, {"levels", 3, 4, 345600}, {"symbols", 4, 5, 120000},
		{"codes", 5, 6, 60000}, {"length", 6, 7, 400}, {"quality", 7, 3, 400}, {"header", 0, 6, 2400},
		{"low in", 8, 9, 96000}, {"mid in", 8, 10, 96000}, {"high in", 8, 11, 96000}, {"low out", 9, 12, 48000}, {"mid out", 10, 12, 48000}, {"high out", 11, 12, 48000}}
}

// sampleFront adds n random mappings and gives them the values of a front, ordered
// by how many of their processes run on big cores.
func sampleFront(d *Document, n int, rng *rand.Rand) {
	for i := range n {
		part := float64(i) / float64(max(n-1, 1)) // 0: all on big cores, 1: all on little ones
		design := Design{ID: i + 1}
		for range d.Processes {
			processor := rng.IntN(4)
			if rng.Float64() < part {
				processor += 4
			}
			design.ProcessorOf = append(design.ProcessorOf, processor)
		}
		if i == n-1 {
			for k := range design.ProcessorOf {
				design.ProcessorOf[k] = 4 + k%2
			}
		}
		used := processorsUsed(&design)
		makespan := 61 + 190*math.Pow(part, 1.35) + 9*rng.Float64()
		energy := 310 + 900*math.Pow(1-part, 2.2) + 30*rng.Float64()
		design.True = []float64{makespan * 1e9, energy * 1e12, float64(14*(4-int(4*part)) + 4*used)}[:len(d.Objectives)]
		for _, v := range design.True {
			design.Predicted = append(design.Predicted, v*(1+0.05*rng.NormFloat64()))
		}
		d.place(&design, rng)
		d.Designs = append(d.Designs, design)
	}
}

// place fills paths, operating points and loads to go with the processors.
func (d *Document) place(design *Design, rng *rand.Rand) {
	for _, channel := range d.Channels {
		from, to := design.ProcessorOf[channel.From], design.ProcessorOf[channel.To]
		path := 0
		switch {
		case from == to:
		case from < 4 && to < 4:
			path = 1
		case from >= 4 && to >= 4:
			path = 2
		case from < 4:
			path = 3
		default:
			path = 4
		}
		design.PathOf = append(design.PathOf, path)
	}
	for p := range d.Platform.Processors {
		point, load := "1.8 GHz", 0.3+0.6*rng.Float64()
		if p >= 4 {
			point = "1.4 GHz"
		}
		if !slices.Contains(design.ProcessorOf, p) {
			point, load = "off", 0
		}
		design.Points = append(design.Points, point)
		design.ProcessorLoad = append(design.ProcessorLoad, load)
	}
	design.ComponentLoad = make([]float64, len(d.Platform.Components))
	for _, path := range design.PathOf {
		for _, component := range d.Platform.Paths[path].Write {
			design.ComponentLoad[component] = 0.4 * rng.Float64()
		}
	}
}

// meshSample returns a document for a mesh of side × side tiles joined by links,
// with a path from every tile to every other.
func meshSample(side, n int) *Document {
	d := sample(2, n)
	d.Title, d.Platform = "Motion JPEG on a mesh", Platform{Name: fmt.Sprintf("%d × %d mesh", side, side)}
	rng := rand.New(rand.NewPCG(9, 9))
	link := make(map[[2]int]int)
	tiles := side * side
	for t := range tiles {
		d.Platform.Processors = append(d.Platform.Processors, Processor{fmt.Sprintf("tile %d,%d", t%side, t/side), "RISC", ""})
		for _, next := range []int{t + 1, t + side} {
			if next < tiles && (next == t+side || next%side > 0) {
				link[[2]int{t, next}] = len(d.Platform.Components)
				d.Platform.Components = append(d.Platform.Components, Component{fmt.Sprintf("link %d–%d", t, next), "link"})
			}
		}
	}
	for from := range tiles {
		for to := range tiles {
			path := Path{Name: fmt.Sprintf("%d to %d", from, to)}
			for at := from; at != to; {
				next := at + side
				switch {
				case at%side < to%side:
					next = at + 1
				case at%side > to%side:
					next = at - 1
				case at > to:
					next = at - side
				}
				path.Write = append(path.Write, link[[2]int{min(at, next), max(at, next)}])
				at = next
			}
			d.Platform.Paths = append(d.Platform.Paths, path)
		}
	}
	for i := range d.Designs {
		design := &d.Designs[i]
		design.Points, design.ProcessorLoad, design.ComponentLoad = nil, nil, nil
		for k := range design.ProcessorOf {
			design.ProcessorOf[k] = rng.IntN(tiles)
		}
		for k, channel := range d.Channels {
			design.PathOf[k] = design.ProcessorOf[channel.From]*tiles + design.ProcessorOf[channel.To]
		}
	}
	return d
}

// infeasibleSample returns a document of a search that found nothing feasible.
func infeasibleSample() *Document {
	d := sample(2, 12)
	d.Infeasible, d.Designs = d.Designs, nil
	for i := range d.Infeasible {
		design := &d.Infeasible[i]
		design.Violation, design.True, design.Predicted = 0.1*float64(i+1), nil, nil
		design.Reason = "memory L2 big holds 3.1 MB of buffers, has 2 MB"
		if i%4 == 1 {
			design.Reason = `process "dct" cannot run on a7_0`
		}
	}
	d.Stopped, d.Hypervolume = "no feasible design in 60 generations", 0
	for i := range d.History {
		d.History[i].Front, d.History[i].Hypervolume = 0, 0
	}
	return d
}

// hostile returns a document whose every text tries to break out of its place.
func hostile() *Document {
	const attack = `</script><script>alert(1)</script><!--<script> "'&<b>{{.}}` + "`${1}`\u2028\x00\xff 漢字 ü"
	d := sample(3, 5)
	d.Title, d.Command, d.Version, d.Stopped = attack, attack, attack, attack
	d.Facts = []Fact{{attack, attack}}
	for o := range d.Objectives {
		d.Objectives[o].Name, d.Objectives[o].Unit = attack, attack
	}
	d.Platform.Name = attack
	for i := range d.Platform.Processors {
		d.Platform.Processors[i] = Processor{attack, attack, attack}
	}
	for i := range d.Platform.Components {
		d.Platform.Components[i] = Component{attack, attack}
	}
	for i := range d.Platform.Paths {
		d.Platform.Paths[i].Name = attack
	}
	for i := range d.Processes {
		d.Processes[i] = Process{attack, attack}
	}
	for i := range d.Channels {
		d.Channels[i].Name = attack
	}
	for i := range d.Designs {
		d.Designs[i].Points = slices.Repeat([]string{attack}, len(d.Platform.Processors))
	}
	return d
}
