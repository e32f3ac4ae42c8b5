package encoder

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sdse/examples/mjpeg/images"
)

var pictures = []string{"rose", "gophers", "drawing", "talk", "pilot"}

func load(t *testing.T, name string) image.Image {
	t.Helper()
	m, err := images.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func encode(t *testing.T, options Options, frames ...image.Image) *Result {
	t.Helper()
	r, err := Encode(t.Context(), frames, options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// psnr returns the peak signal-to-noise ratio of an encoded picture in dB,
// over all three colours.
func psnr(t *testing.T, want image.Image, encoded []byte) float64 {
	t.Helper()
	got, err := jpeg.Decode(bytes.NewReader(encoded))
	if err != nil {
		t.Fatalf("does not decode: %v", err)
	}
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("decodes to %v, want %v", got.Bounds().Size(), want.Bounds().Size())
	}
	var sum float64
	b := want.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			r1, g1, b1, _ := got.At(x, y).RGBA()
			r2, g2, b2, _ := want.At(b.Min.X+x, b.Min.Y+y).RGBA()
			for _, d := range []float64{float64(r1) - float64(r2), float64(g1) - float64(g2), float64(b1) - float64(b2)} {
				sum += d * d / (257 * 257)
			}
		}
	}
	return 10 * math.Log10(255*255*3*float64(b.Dx()*b.Dy())/sum)
}

// colours hides that a picture is grey, so that image/jpeg encodes three
// components as this encoder does.
func colours(m image.Image) image.Image {
	c := image.NewRGBA(m.Bounds())
	draw.Draw(c, c.Bounds(), m, m.Bounds().Min, draw.Src)
	return c
}

// applicationHeader is the size of the segment that image/jpeg leaves out.
const applicationHeader = 18

// compare encodes with both encoders: the quality has to be the same and the
// size nearly so, because only rounding differs.
func compare(t *testing.T, name string, m image.Image, q int) (decibels float64) {
	t.Helper()
	var reference bytes.Buffer
	if err := jpeg.Encode(&reference, colours(m), &jpeg.Options{Quality: q}); err != nil {
		t.Fatal(err)
	}
	ours := encode(t, Options{Quality: q}, m).Frames[0]
	want := psnr(t, m, reference.Bytes())
	got := psnr(t, m, ours)
	tolerance := 0.1 // dB
	if want > 40 {   // an error below two steps is mostly rounding
		tolerance = 2
	}
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s at quality %d: %.2f dB, image/jpeg has %.2f", name, q, got, want)
	}
	extra := len(ours) - applicationHeader - reference.Len()
	if limit := max(reference.Len()*2/100, 20); extra > limit || extra < -limit {
		t.Errorf("%s at quality %d: %d bytes, image/jpeg takes %d", name, q, len(ours)-applicationHeader, reference.Len())
	}
	return got
}

func TestFramesMatchTheInput(t *testing.T) {
	atLeast := []struct {
		quality  int
		decibels float64 // for the picture that is hardest to code
	}{{1, 16}, {10, 22.5}, {25, 25}, {50, 27}, {75, 28.5}, {90, 31}, {95, 32}, {100, 33.5}}
	for _, name := range pictures {
		m, last := load(t, name), 0.0
		for _, bound := range atLeast {
			got := compare(t, name, m, bound.quality)
			if got < bound.decibels || got <= last {
				t.Errorf("%s at quality %d: %.2f dB, want at least %.1f and more than %.2f",
					name, bound.quality, got, bound.decibels, last)
			}
			last = got
		}
	}
}

// Sizes that are no multiples of an MCU, and noise, which fills the blocks with
// large levels.
func TestAnySizeAndContent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	talk := load(t, "talk").(interface {
		SubImage(image.Rectangle) image.Image
	})
	for _, size := range []image.Point{{1, 1}, {16, 16}, {17, 16}, {33, 1}, {50, 63}} {
		noise := image.NewRGBA(image.Rectangle{Max: size})
		for i := range noise.Pix {
			noise.Pix[i] = uint8(255 * random.IntN(2))
		}
		for i := 3; i < len(noise.Pix); i += 4 {
			noise.Pix[i] = 255
		}
		corner := image.Rectangle{Min: image.Pt(20, 1), Max: image.Pt(20, 1).Add(size)}
		for _, q := range []int{1, 50, 100} {
			compare(t, fmt.Sprint("talk, ", size), talk.SubImage(corner), q)
			compare(t, fmt.Sprint("noise, ", size), noise, q)
		}
	}
}

func TestBadOptions(t *testing.T) {
	picture := load(t, "rose")
	for want, c := range map[string]struct {
		frames  []image.Image
		options Options
	}{
		"encoder: quality 0 is not in 1 to 100":                  {[]image.Image{picture}, Options{}},
		"encoder: quality 101 is not in 1 to 100":                {[]image.Image{picture}, Options{Quality: 101}},
		"encoder: target of -1 bytes":                            {[]image.Image{picture}, Options{Quality: 1, Target: -1}},
		"encoder: no frames":                                     {nil, Options{Quality: 1}},
		"encoder: frame 1 has size (64,64), frame 0 has (96,64)": {[]image.Image{picture, load(t, "drawing")}, Options{Quality: 1}},
		"encoder: frame 0 has 0 × 0 pixels":                      {[]image.Image{image.NewGray(image.Rectangle{})}, Options{Quality: 1}},
	} {
		if _, err := Encode(t.Context(), c.frames, c.options); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestRateControl(t *testing.T) {
	frames := slices.Repeat([]image.Image{load(t, "talk")}, 12)
	for _, start := range []int{5, 50, 95} {
		const target = 2000
		r := encode(t, Options{Quality: start, Target: target}, frames...)
		last := len(r.Frames[len(r.Frames)-1])
		if last < target*9/10 || last > target*11/10 {
			t.Errorf("from quality %d: the last frame has %d bytes, want about %d", start, last, target)
		}
		if first := encode(t, Options{Quality: start}, frames[0]); !bytes.Equal(first.Frames[0], r.Frames[0]) {
			t.Errorf("from quality %d: the first frame does not have that quality", start)
		}
	}
	for i, f := range encode(t, Options{Quality: 40}, frames...).Frames {
		if want := encode(t, Options{Quality: 40}, frames[0]).Frames[0]; !bytes.Equal(f, want) {
			t.Errorf("frame %d changed without a target", i)
		}
	}
}
