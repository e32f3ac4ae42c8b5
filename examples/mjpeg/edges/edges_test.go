package edges

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"sdse/examples/mjpeg/images"

	"pgregory.net/rapid"
)

func find(t *testing.T, o Options, frames ...image.Image) *Result {
	t.Helper()
	r, err := Find(t.Context(), frames, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func load(t *testing.T, name string) image.Image {
	t.Helper()
	m, err := images.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var pictures = []string{"rose", "gophers", "drawing", "talk", "pilot"}

func TestPicturesAgreeWithTheReference(t *testing.T) {
	for _, name := range pictures {
		for _, o := range []Options{{0, 0}, {40, 100}, {100, 250}, {2040, 2040}} {
			m := load(t, name)
			frames, err := greyFrames([]image.Image{m})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := find(t, o, m).Runs[0], reference(&frames[0], o); !slices.Equal(got, want) {
				t.Errorf("%s, thresholds %v: %d runs, want %d", name, o, len(got), len(want))
			}
		}
	}
}

func TestRandomFramesAgreeWithTheReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := image.Rect(0, 0, 32*rapid.IntRange(1, 2).Draw(rt, "chunks"), 4*rapid.IntRange(1, 3).Draw(rt, "strips"))
		steps := rapid.IntRange(2, 256).Draw(rt, "greys")
		seed := rapid.Uint32().Draw(rt, "seed")
		frames := make([]image.Image, rapid.IntRange(1, 3).Draw(rt, "frames"))
		for i := range frames {
			m := image.NewGray(size)
			for k := range m.Pix {
				seed = seed*1664525 + 1013904223
				m.Pix[k] = uint8(int(seed>>16) % steps * 255 / (steps - 1))
			}
			frames[i] = m
		}
		o := Options{Low: rapid.IntRange(0, 300).Draw(rt, "low")}
		o.High = o.Low + rapid.IntRange(0, 300).Draw(rt, "more")
		result, err := Find(t.Context(), frames, o)
		if err != nil {
			rt.Fatal(err)
		}
		grey, err := greyFrames(frames)
		if err != nil {
			rt.Fatal(err)
		}
		for i := range grey {
			if got, want := result.Runs[i], reference(&grey[i], o); !slices.Equal(got, want) {
				rt.Fatalf("frame %d: runs %v, want %v", i, got, want)
			}
		}
	})
}

// A white square on black has its outline as edges, and nothing else.
func TestSquare(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 32, 16))
	for y := 4; y < 12; y++ {
		for x := 8; x < 20; x++ {
			m.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	got := find(t, Options{Low: 100, High: 400}, m).Runs[0]
	for _, r := range got {
		for x := r.Start; x < r.End; x++ {
			onSide := (x == 7 || x == 8 || x == 19 || x == 20) && r.Row >= 3 && r.Row <= 12
			onEnd := (r.Row == 3 || r.Row == 4 || r.Row == 11 || r.Row == 12) && x >= 7 && x <= 20
			if !onSide && !onEnd {
				t.Errorf("edge at (%d, %d)", x, r.Row)
			}
		}
	}
	for _, row := range []int{6, 7, 8, 9} { // away from the corners: one pixel each side
		inRow := slices.DeleteFunc(slices.Clone(got), func(r Run) bool { return r.Row != row })
		if want := []Run{{row, 7, 8}, {row, 19, 20}}; !slices.Equal(inRow, want) {
			t.Errorf("row %d: %v, want %v", row, inRow, want)
		}
	}
}

func TestBadInput(t *testing.T) {
	gray := func(w, h int) image.Image { return image.NewGray(image.Rect(0, 0, w, h)) }
	for want, c := range map[string]struct {
		frames  []image.Image
		options Options
	}{
		"edges: no frames":           {nil, Options{}},
		"edges: thresholds 5 and 4":  {[]image.Image{gray(32, 4)}, Options{5, 4}},
		"edges: thresholds -1 and 4": {[]image.Image{gray(32, 4)}, Options{-1, 4}},
		"edges: frame 0 has 33 × 4 pixels, not multiples of 32 and 4": {[]image.Image{gray(33, 4)}, Options{}},
		"edges: frame 0 has 32 × 6 pixels, not multiples of 32 and 4": {[]image.Image{gray(32, 6)}, Options{}},
		"edges: frame 0 has 0 × 0 pixels, not multiples of 32 and 4":  {[]image.Image{gray(0, 0)}, Options{}},
		"edges: frame 1 has size (32,8), frame 0 has (32,4)":          {[]image.Image{gray(32, 4), gray(32, 8)}, Options{}},
	} {
		if _, err := Find(t.Context(), c.frames, c.options); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
