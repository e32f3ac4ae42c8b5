package main

import (
	"bytes"
	"context"
	"fmt"
	"image"

	"sdse/examples/mjpeg/edges"
	"sdse/examples/mjpeg/encoder"
	"sdse/examples/mjpeg/images"
	"sdse/kpn"
)

// application is one of the executable networks with the behaviours to record.
type application struct {
	name       string
	behaviours []behaviour
}

// behaviour becomes an intra-application scenario: one frame of a picture,
// processed with some setting.
type behaviour struct {
	picture string
	setting string // of the scenario's name
	weight  float64
	run     func(ctx context.Context, frames []image.Image) (*kpn.Recording, error)
}

// iterations is how many frames a scenario runs, so that frames overlap in the
// pipeline.
const iterations = 2

// The scenarios. The weights are an assumption: the middle quality is twice as
// frequent as the others, all else is equally frequent.
var applications = []application{
	{"mjpeg", []behaviour{
		quality("rose", 25, 1), quality("rose", 50, 2), quality("rose", 90, 1),
		quality("gophers", 50, 2), quality("gophers", 75, 1),
		quality("drawing", 50, 2), quality("drawing", 90, 1),
		quality("talk", 25, 1), quality("talk", 50, 2), quality("talk", 90, 1),
		quality("pilot", 50, 2), quality("pilot", 75, 1),
	}},
	{"edges", []behaviour{
		fine("rose"), coarse("rose"),
		fine("gophers"),
		coarse("drawing"),
		fine("talk"), coarse("talk"),
		fine("pilot"),
	}},
}

func quality(picture string, quality int, weight float64) behaviour {
	return behaviour{picture, fmt.Sprintf("q%d", quality), weight,
		func(ctx context.Context, frames []image.Image) (*kpn.Recording, error) {
			result, err := encoder.Encode(ctx, frames, encoder.Options{Quality: quality})
			if err != nil {
				return nil, err
			}
			return result.Recording, nil
		}}
}

func fine(picture string) behaviour {
	return thresholds(picture, "fine", edges.Options{Low: 40, High: 100})
}

func coarse(picture string) behaviour {
	return thresholds(picture, "coarse", edges.Options{Low: 100, High: 250})
}

func thresholds(picture, setting string, options edges.Options) behaviour {
	return behaviour{picture, setting, 1,
		func(ctx context.Context, frames []image.Image) (*kpn.Recording, error) {
			result, err := edges.Find(ctx, frames, options)
			if err != nil {
				return nil, err
			}
			return result.Recording, nil
		}}
}

// record runs all behaviours and returns the application with its scenarios.
func (a application) record(ctx context.Context) (*kpn.Application, error) {
	var recorded []*kpn.Application
	for _, b := range a.behaviours {
		picture, err := images.Load(b.picture)
		if err != nil {
			return nil, err
		}
		recording, err := b.run(ctx, []image.Image{picture})
		if err != nil {
			return nil, err
		}
		if err := recording.Keep(b.picture+"-"+b.setting, b.weight, 0, iterations); err != nil {
			return nil, err
		}
		recorded = append(recorded, recording.Application)
	}
	return kpn.Merge(recorded...)
}

// text returns the file with the application.
func (a application) text(ctx context.Context) ([]byte, error) {
	app, err := a.record(ctx)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.WriteString("# Recorded by `go run ./examples/mjpeg/record`, do not edit.\n")
	if err := kpn.WriteApplication(&text, app); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}
