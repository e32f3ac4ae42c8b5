package scenarios_test

import (
	"fmt"

	"sdse/kpn"
	"sdse/scenarios"
)

// A phone that plays music, alone or while it takes a picture: one music
// behaviour out of three, and a picture in good or in bad light.
func ExampleSpace() {
	music := &kpn.Application{Name: "music", Scenarios: []kpn.Scenario{
		{Name: "mp3", Weight: 6}, {Name: "flac", Weight: 1}, {Name: "opus", Weight: 3}}}
	camera := &kpn.Application{Name: "camera", Scenarios: []kpn.Scenario{
		{Name: "day", Weight: 1}, {Name: "night", Weight: 1}}}
	space, err := scenarios.NewSpace([]*kpn.Application{music, camera}, []scenarios.Set{
		{Name: "listening", Applications: []int{0}, Weight: 9},
		{Name: "both", Applications: []int{0, 1}, Weight: 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for id := range space.Len() {
		fmt.Printf("%d %.3f %s\n", id, space.At(id).Weight, space.Label(id))
	}
	// Output:
	// 0 0.540 listening: music/mp3
	// 1 0.090 listening: music/flac
	// 2 0.270 listening: music/opus
	// 3 0.030 both: music/mp3 + camera/day
	// 4 0.030 both: music/mp3 + camera/night
	// 5 0.005 both: music/flac + camera/day
	// 6 0.005 both: music/flac + camera/night
	// 7 0.015 both: music/opus + camera/day
	// 8 0.015 both: music/opus + camera/night
}
