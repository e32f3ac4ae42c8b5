// Package images holds the pictures that the example applications are recorded
// on. README.md says where they come from.
package images

import (
	"embed"
	"fmt"
	"image"
	"image/png"
)

//go:embed *.png
var files embed.FS

// Load decodes a picture by its name, without folder and extension.
func Load(name string) (image.Image, error) {
	f, err := files.Open(name + ".png")
	if err != nil {
		return nil, fmt.Errorf("images: no picture %q", name)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("images: %s: %w", name, err)
	}
	return picture, nil
}
