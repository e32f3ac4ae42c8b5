package input_test

import (
	"fmt"

	"sdse/kpn/input"
)

// A loader asks for the keys it knows; everything that is wrong is collected.
func ExampleParse() {
	const document = `name = "camera"
clock = "1.2 GHz"
memory = "64 KB"

[[lens]]
weight = "heavy"
colour = "black"
`
	var problems input.Problems
	root := input.Parse("camera.toml", []byte(document), &problems)
	if root == nil {
		return
	}
	name, _ := root.Name("name")
	hertz, _ := root.Frequency("clock")
	fmt.Println(name, "runs at", hertz, "Hz")
	root.Size("memory")
	for _, lens := range root.Tables("lens") {
		lens.Name("name")
		lens.Float("weight")
		lens.Has("color")
		lens.Done()
	}
	root.Done()
	fmt.Println(problems.Err())
	// Output:
	// camera runs at 1200000000 Hz
	// camera.toml:3: memory: "KB" is not a unit of size, did you mean "kB"?
	// camera.toml:5: name is missing; every lens needs one
	// camera.toml:6: weight must be a number, not the text "heavy"
	// camera.toml:7: unknown key "colour", did you mean "color"?
}

// The names of ports within easy reach of a typing mistake.
func ExampleDidYouMean() {
	ports := []string{"north", "east", "south", "west"}
	fmt.Println("there is no port" + input.DidYouMean("noth", ports))
	fmt.Println("there is no port" + input.DidYouMean("up", ports))
	// Output:
	// there is no port, did you mean "north"?
	// there is no port; known: north, east, south, west
}
