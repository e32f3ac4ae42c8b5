package encoder

import (
	"context"
	"errors"
	"fmt"
	"image"

	"sdse/kpn"
)

// Options says how to encode.
type Options struct {
	Quality int // of the first frame, 1 to 100, on the scale of the IJG encoder
	Target  int // bytes per frame that the rate control steers to; 0 keeps the quality
}

// Result is what an encoding leaves.
type Result struct {
	Frames    [][]byte       // one JPEG image per input frame
	Recording *kpn.Recording // one iteration per frame
}

// Encode encodes frames of the same size. The result depends on the frames and
// the options only, not on scheduling.
func Encode(ctx context.Context, frames []image.Image, options Options) (*Result, error) {
	if options.Quality < 1 || options.Quality > 100 {
		return nil, fmt.Errorf("encoder: quality %d is not in 1 to 100", options.Quality)
	}
	if options.Target < 0 {
		return nil, fmt.Errorf("encoder: target of %d bytes", options.Target)
	}
	raw, err := rawFrames(frames)
	if err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	result := &Result{}
	network := build(raw, options, &result.Frames)
	if result.Recording, err = network.Run(ctx); err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	return result, nil
}

// frame is an image in memory, as a camera would leave it: rows of red, green
// and blue bytes.
type frame struct {
	width, height int32
	rgb           []uint8
}

// mcus is the number of minimum coded units, blocks of 16 × 16 pixels.
func (f *frame) mcus() int { return int(f.mcuColumns() * ((f.height + 15) / 16)) }

func (f *frame) mcuColumns() int32 { return (f.width + 15) / 16 }

func rawFrames(images []image.Image) ([]frame, error) {
	if len(images) == 0 {
		return nil, errors.New("no frames")
	}
	frames := make([]frame, len(images))
	for i, m := range images {
		b := m.Bounds()
		if b.Dx() < 1 || b.Dy() < 1 || b.Dx() > 0xFFFF || b.Dy() > 0xFFFF {
			return nil, fmt.Errorf("frame %d has %d × %d pixels", i, b.Dx(), b.Dy())
		}
		if b.Size() != images[0].Bounds().Size() {
			return nil, fmt.Errorf("frame %d has size %v, frame 0 has %v", i, b.Size(), images[0].Bounds().Size())
		}
		f := frame{width: int32(b.Dx()), height: int32(b.Dy())}
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				red, green, blue, _ := m.At(x, y).RGBA()
				f.rgb = append(f.rgb, uint8(red>>8), uint8(green>>8), uint8(blue>>8))
			}
		}
		frames[i] = f
	}
	return frames, nil
}
