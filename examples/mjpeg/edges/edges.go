package edges

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"

	"sdse/kpn"
)

// Options are the thresholds of the gradient, measured as the sum of the
// absolute Sobel differences: 0 to 2,040.
type Options struct {
	Low  int // edges are above this
	High int // and connected to a pixel above this
}

// Run is a row's pixels from Start up to, not including, End; all are edges.
type Run struct {
	Row, Start, End int
}

// Result is what a detection leaves.
type Result struct {
	Runs      [][]Run        // by frame, row by row, from left to right
	Recording *kpn.Recording // one iteration per frame
}

// The shapes that the tokens ask for.
const (
	chunkPixels = 32 // a width is a multiple of this
	stripRows   = 4  // a height is a multiple of this
)

// Find finds the edges of frames of one size. The result depends on the frames
// and the options only, not on scheduling.
func Find(ctx context.Context, frames []image.Image, options Options) (*Result, error) {
	if options.Low < 0 || options.High < options.Low {
		return nil, fmt.Errorf("edges: thresholds %d and %d", options.Low, options.High)
	}
	grey, err := greyFrames(frames)
	if err != nil {
		return nil, fmt.Errorf("edges: %w", err)
	}
	result := &Result{}
	network := build(grey, options, &result.Runs)
	if result.Recording, err = network.Run(ctx); err != nil {
		return nil, fmt.Errorf("edges: %w", err)
	}
	return result, nil
}

// frame is a grey picture in memory, by rows.
type frame struct {
	width, height int
	grey          []uint8
}

func greyFrames(images []image.Image) ([]frame, error) {
	if len(images) == 0 {
		return nil, errors.New("no frames")
	}
	frames := make([]frame, len(images))
	for i, m := range images {
		b := m.Bounds()
		if b.Empty() || b.Dx()%chunkPixels != 0 || b.Dy()%stripRows != 0 {
			return nil, fmt.Errorf("frame %d has %d × %d pixels, not multiples of %d and %d",
				i, b.Dx(), b.Dy(), chunkPixels, stripRows)
		}
		if b.Size() != images[0].Bounds().Size() {
			return nil, fmt.Errorf("frame %d has size %v, frame 0 has %v", i, b.Size(), images[0].Bounds().Size())
		}
		f := frame{width: b.Dx(), height: b.Dy()}
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				f.grey = append(f.grey, color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y)
			}
		}
		frames[i] = f
	}
	return frames, nil
}
