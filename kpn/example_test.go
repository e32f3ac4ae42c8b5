package kpn_test

import (
	"errors"
	"fmt"
	"os"

	"sdse/kpn"
	"sdse/kpn/input"
)

// A recorded sequence is stored with loops, and still says the same.
func ExampleNewFragment() {
	var recorded []kpn.Event
	for range 1000 {
		recorded = append(recorded,
			kpn.Event{Kind: kpn.Read, Arg: 0, N: 1},
			kpn.Event{Kind: kpn.Execute, Arg: 3, N: 64},
			kpn.Event{Kind: kpn.Write, Arg: 1, N: 2})
	}
	f := kpn.NewFragment(recorded)
	fmt.Println(f.Len(), "events")
	for e := range f.Distinct() {
		fmt.Println(e.Kind, e.Arg, e.N)
	}
	// Output:
	// 3000 events
	// read 0 1
	// exec 3 64
	// write 1 2
}

// Two processes that pass one token around need that token to be there first.
func ExampleCheckLive() {
	read := func(channel int) kpn.Event { return kpn.Event{Kind: kpn.Read, Arg: channel, N: 1} }
	write := func(channel int) kpn.Event { return kpn.Event{Kind: kpn.Write, Arg: channel, N: 1} }
	app := &kpn.Application{
		Name:      "tennis",
		Processes: []kpn.Process{{Name: "left"}, {Name: "right"}},
		Channels: []kpn.Channel{
			{Name: "there", Writer: 0, Reader: 1, TokenBytes: 4, Capacity: 1},
			{Name: "back", Writer: 1, Reader: 0, TokenBytes: 4, Capacity: 1},
		},
		Scenarios: []kpn.Scenario{{Name: "rally", Weight: 1, Iterations: 10, Traces: []*kpn.Fragment{
			kpn.NewFragment([]kpn.Event{read(1), write(0)}),
			kpn.NewFragment([]kpn.Event{read(0), write(1)}),
		}}},
	}
	fmt.Println(kpn.CheckLive(app, &app.Scenarios[0]))
	app.Channels[1].Initial = 1
	fmt.Println(kpn.CheckLive(app, &app.Scenarios[0]))
	// Output:
	// scenario "rally" of tennis deadlocks: left waits to read 1 from back (holds 0 of 1); right waits to read 1 from there (holds 0 of 1); no capacity would do: one of these channels needs initial tokens
	// <nil>
}

// A writer that is two tokens ahead of a reader that starts late needs room for
// them; that the other channel holds a token is enough.
func ExampleSufficientCapacities() {
	read := func(channel int) kpn.Event { return kpn.Event{Kind: kpn.Read, Arg: channel, N: 1} }
	write := func(channel int) kpn.Event { return kpn.Event{Kind: kpn.Write, Arg: channel, N: 1} }
	app := &kpn.Application{
		Name:      "convoy",
		Processes: []kpn.Process{{Name: "leader"}, {Name: "follower"}},
		Channels: []kpn.Channel{
			{Name: "lorries", Writer: 0, Reader: 1, TokenBytes: 4, Capacity: 1},
			{Name: "signal", Writer: 0, Reader: 1, TokenBytes: 4, Capacity: 1},
		},
		Scenarios: []kpn.Scenario{{Name: "trip", Weight: 1, Iterations: 10, Traces: []*kpn.Fragment{
			kpn.NewFragment([]kpn.Event{write(0), write(0), write(1)}),
			kpn.NewFragment([]kpn.Event{read(1), read(0), read(0)}),
		}}},
	}
	fmt.Println(kpn.CheckLive(app, &app.Scenarios[0]))
	fmt.Println(kpn.SufficientCapacities(app, &app.Scenarios[0], nil))
	// Output:
	// scenario "trip" of convoy deadlocks: leader waits to write 1 to lorries (holds 1 of 1); follower waits to read 1 from signal (holds 0 of 1); capacity = 2 of lorries would do
	// [2 1] <nil>
}

// A line that is idle for nine steps in ten, and talks for 2.5 steps on average.
func ExampleAutomaton_Stationary() {
	a := &kpn.Automaton{States: []kpn.State{
		{Name: "idle", Next: []kpn.Transition{{State: 0, Weight: 0.9}, {State: 1, Weight: 0.1}}},
		{Name: "talking", Next: []kpn.Transition{{State: 1, Weight: 0.6}, {State: 0, Weight: 0.4}}},
	}}
	fmt.Printf("%.3f\n", a.Stationary())
	// Output:
	// [0.800 0.200]
}

// The TOML form of an application.
func ExampleWriteApplication() {
	app := &kpn.Application{
		Name:       "beep",
		Operations: []kpn.Operation{{Name: "sample", Signature: []kpn.Count{{Class: "alu", N: 12}, {Class: "mul", N: 3}}}},
		Processes:  []kpn.Process{{Name: "oscillator"}, {Name: "speaker"}},
		Channels:   []kpn.Channel{{Name: "samples", Writer: 0, Reader: 1, TokenBytes: 2, Capacity: 8}},
		Scenarios: []kpn.Scenario{{Name: "short", Weight: 1, Iterations: 5, Traces: []*kpn.Fragment{
			kpn.NewFragment([]kpn.Event{{Kind: kpn.Execute, Arg: 0, N: 8}, {Kind: kpn.Write, Arg: 0, N: 8}}),
			kpn.NewFragment([]kpn.Event{{Kind: kpn.Read, Arg: 0, N: 4}, {Kind: kpn.Read, Arg: 0, N: 4}}),
		}}},
	}
	if err := kpn.WriteApplication(os.Stdout, app); err != nil {
		fmt.Println(err)
	}
	// Output:
	// name = "beep"
	//
	// [operation]
	// sample = { alu = 12, mul = 3 }
	//
	// [[process]]
	// name = "oscillator"
	//
	// [[process]]
	// name = "speaker"
	//
	// [[channel]]
	// name = "samples"
	// from = "oscillator"
	// to = "speaker"
	// token = "2 B"
	// capacity = 8
	//
	// [fragment]
	// "oscillator.1" = "exec sample*8; write samples*8"
	// "speaker.1" = "2*(read samples*4)"
	//
	// [[scenario]]
	// name = "short"
	// weight = 1
	// iterations = 5
	// [scenario.trace]
	// oscillator = "oscillator.1"
	// speaker = "speaker.1"
}

// Load collects all mistakes of all files before anything is done about them.
func ExampleLoad() {
	var problems input.Problems
	for _, file := range []string{"testdata/written.toml", "testdata/broken.toml"} {
		before := problems.Len()
		if app := kpn.Load(file, &problems); problems.Len() == before {
			fmt.Println(app.Name, "has", len(app.Scenarios), "scenarios")
		}
	}
	var wrong *input.Error
	if errors.As(problems.Err(), &wrong) {
		fmt.Println(wrong)
	}
	// Output:
	// app has 3 scenarios
	// testdata/broken.toml:5: trace: there is no channel "sample", did you mean "samples"?
	// testdata/broken.toml:11: there is no process "speaker"; known: oscillator
	// testdata/broken.toml:12: token: "2" has no unit; write a size like "32 KiB"
}
