package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sdse/cmd/sdse/internal/results"
	"sdse/kpn"
	"sdse/sesame/shapes"
)

// frameMacroblocks make a frame of 2,996 events.
const frameMacroblocks = 68

// oneFrame writes one frame of the MJPEG encoder of package shapes as files of a
// directory, with a processor per process and a bus, and reads them back as
// everybody else would. The designs are those of the shape.
func oneFrame(dir string, seed uint64) (*system, [][]int, error) {
	sh, err := shapes.Length(seed, frameMacroblocks)
	if err != nil {
		return nil, nil, err
	}
	app, err := os.Create(filepath.Join(dir, "app.toml"))
	if err != nil {
		return nil, nil, fmt.Errorf("write an application: %w", err)
	}
	if err := kpn.WriteApplication(app, sh.Space.Applications[0]); err != nil {
		app.Close()
		return nil, nil, err
	}
	if err := app.Close(); err != nil {
		return nil, nil, fmt.Errorf("write an application: %w", err)
	}
	arch := filepath.Join(dir, "mpsoc.toml")
	if err := os.WriteFile(arch, []byte(framePlatform()), 0o666); err != nil {
		return nil, nil, fmt.Errorf("write a platform: %w", err)
	}
	sys, err := loadSystem(arch)
	if err != nil {
		return nil, nil, err
	}
	sys.name = fmt.Sprintf("one frame of MJPEG (%d events)", sys.model.Events(0))
	return sys, sh.Genes, nil
}

// framePlatform is the platform of the shape as a file.
func framePlatform() string {
	var b strings.Builder
	b.WriteString("name = \"one frame\"\napplications = \"app.toml\"\n")
	for i := range 4 {
		fmt.Fprintf(&b, "\n[[processor_type]]\nname = \"type%d\"\nfrequency = \"%d MHz\"\ndynamic_power = \"0.3 W\"\nstatic_power = \"0.1 W\"\ncycles = { work = %d }\n",
			i, 600+100*i, 9+2*i)
	}
	for i := range 8 {
		fmt.Fprintf(&b, "\n[[processor]]\nname = \"p%d\"\ntype = \"type%d\"\n", i, i%4)
	}
	b.WriteString(`
[[bus]]
name = "bus"
frequency = "400 MHz"
setup = 3
width = 8
energy = "2 pJ/B"

[[memory]]
name = "local"
exclusive = false
frequency = "1 GHz"
latency = 2
width = 8

[[path]]
name = "over"
between = "different"
write = "bus"
read = "bus"

[[path]]
name = "inside"
between = "same"
write = "local"
read = "local"
`)
	return b.String()
}

// writeMappings writes designs into a directory: each into a file of its own, and all
// into front.json, where design i has number i+1.
func (s *system) writeMappings(dir string, designs [][]int) error {
	front := results.Front{Schema: results.FrontSchema, Objectives: []results.Objective{}}
	mapping := s.model.NewMapping()
	for i, genes := range designs {
		s.model.Decode(genes, mapping)
		front.Designs = append(front.Designs, results.Design{ID: i + 1, Mapping: s.model.Name(mapping)})
		if err := writeJSON(mappingFile(dir, i), front.Designs[i].Mapping); err != nil {
			return err
		}
	}
	return writeJSON(frontFile(dir), front)
}

func mappingFile(dir string, i int) string {
	return filepath.Join(dir, fmt.Sprintf("mapping-%d.json", i))
}

func frontFile(dir string) string { return filepath.Join(dir, "front.json") }

func writeJSON(file string, document any) error {
	f, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write mappings: %w", err)
	}
	if err := results.WriteJSON(f, document); err != nil {
		f.Close()
		return fmt.Errorf("write mappings: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write mappings: %w", err)
	}
	return nil
}
