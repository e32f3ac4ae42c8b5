package sesame_test

import (
	"testing"

	"sdse/kpn"
	"sdse/sesame"
)

func TestReferenceSchedules(t *testing.T) {
	// At 5 process 2 has been ready since 0, and process 1 since 3, when its token came.
	late := func(name string, policy sesame.Policy, finish string) scene {
		return scene{name: name, types: []sesame.ProcessorType{{Policy: policy}}, on: []int{0, 0, 0, 1}, traces: []string{"x5 x1", "r0", "x3", "x2 w0"},
			channels: []kpn.Channel{by(3, 1, 1, 0)}, components: []sesame.Component{delay(2), delay(1)},
			paths: []sesame.Path{{Write: steps(1), Read: steps(0)}}, want: map[string]string{"finish": finish}}
	}
	// The urgent process 0 gets its token at 4.
	urgent := func(name string, kind sesame.ProcessorType, finish, picks string) scene {
		kind.Policy = sesame.Priority
		return scene{name: name, types: []sesame.ProcessorType{kind, {}}, on: []int{0, 0, 1}, traces: []string{"r0 x2", "x10", "x3 w0"}, priority: []int{1, 5, 0},
			channels: []kpn.Channel{by(2, 0, 1, 0)}, components: []sesame.Component{delay(1)}, paths: []sesame.Path{writing(0)},
			want: map[string]string{"finish": finish, "cpu0 picks": picks}}
	}
	// Two executes of one process, alone on its processor.
	switches := func(name string, when sesame.SwitchMode, makespan, picks string) scene {
		return scene{name: name, types: []sesame.ProcessorType{{Dispatch: 1000, Switch: 3000, SwitchWhen: when}}, on: []int{0}, traces: []string{"x5 x5"},
			want: map[string]string{"makespan": makespan, "cpu0 picks": picks}}
	}
	// Process 1 is ready at 4, the end of the first slice of process 0.
	sliced := func(name string, path sesame.Path, trace, finish, picks string) scene {
		return scene{name: name, types: []sesame.ProcessorType{{Policy: sesame.RoundRobin, Slice: 4}, {}}, on: []int{0, 0, 1}, traces: []string{"x10", "r0 x3", trace},
			channels: []kpn.Channel{by(2, 1, 1, 0)}, components: []sesame.Component{delay(1)}, paths: []sesame.Path{path},
			want: map[string]string{"finish": finish, "cpu0 picks": picks}}
	}
	equal := urgent("a process as urgent does not preempt", sesame.ProcessorType{Preemptive: true}, "12 10 4", "3 2 0")
	equal.priority = []int{5, 5, 0}
	checkScenes(t, []scene{
		late("fcfs: the earliest ready time", sesame.FCFS, "11 10 8 3"),
		late("round robin: the next number", sesame.RoundRobin, "11 7 10 3"),
		late("run-to-block: keeps past older entries", sesame.RunToBlock, "6 11 9 3"),
		{name: "round robin goes on behind the last", types: []sesame.ProcessorType{{Policy: sesame.RoundRobin}}, on: []int{0, 0, 0},
			traces: []string{"x1 x1", "x1 x1", "x1 x1"}, want: map[string]string{"finish": "4 5 6", "cpu0 picks": "6 6 0"}},
		// 0–4 process 0, 4–7 process 1, 7–13 process 0, past the end of a slice at 11.
		{name: "a slice ends if another is ready", types: []sesame.ProcessorType{{Policy: sesame.RoundRobin, Slice: 4}}, on: []int{0, 0},
			traces: []string{"x10", "x3"}, want: map[string]string{"finish": "13 7", "cpu0 picks": "3 3 1", "cpu0 times": "0 13 0 0 0"}},
		// With a dispatch of 1: 1–5 process 0, 6–9 process 1, 10–16 process 0.
		{name: "a slice begins behind the dispatch", types: []sesame.ProcessorType{{Policy: sesame.RoundRobin, Slice: 4, Dispatch: 1000}}, on: []int{0, 0},
			traces: []string{"x10", "x3"}, want: map[string]string{"finish": "16 9", "cpu0 picks": "3 3 1", "cpu0 times": "3 13 0 0 0"}},
		// The token takes 1 ps and comes with the other completions of 4: read at 4, process 0 until 8, process 1 until 11, process 0.
		sliced("ready at the end of the slice", writing(0), "x3 w0", "13 11 4", "5 5 2"),
		// It takes no time and comes too late; the next slice ends at 8: read at 8, process 0 until 10, process 1.
		sliced("ready too late in the instant", sesame.Path{}, "x4 w0", "10 13 4", "4 4 1"),
		urgent("priority: at the end of the execute", sesame.ProcessorType{}, "12 10 4", "3 2 0"),
		urgent("preemptive: at once, the rest later", sesame.ProcessorType{Preemptive: true}, "6 12 4", "4 3 1"),
		// A dispatch of 4 ends when the token comes: preempted with all its time left. 4–8, 8–12 dispatches, 12–14; 14–18, 18–28.
		urgent("preempted at the first instant", sesame.ProcessorType{Preemptive: true, Dispatch: 4000}, "14 28 4", "4 3 1"),
		// 0–1 dispatch, 1–4; it goes 4–5, 5–6, 6–8; the rest, 7, from 9 to 16.
		urgent("the rest is exact", sesame.ProcessorType{Preemptive: true, Dispatch: 1000}, "8 16 4", "4 3 1"),
		equal,
		switches("a switch on change", sesame.OnChange, "15", "2 1 0"),
		switches("a switch always", sesame.Always, "18", "2 1 0"),
		switches("a switch never", sesame.Never, "12", "2 1 0"),
		// 2 cycles at 3 GHz are 666.7 ps, twice one cycle would be 666.
		{name: "dispatch and switch are rounded once", types: []sesame.ProcessorType{{Dispatch: 1000, Switch: 1000, Points: []sesame.OperatingPoint{{Frequency: 3e9}}}},
			on: []int{0}, traces: []string{"x0"}, want: map[string]string{"finish": "667"}},
	})
}

func TestReferenceTimesIterations(t *testing.T) {
	timed := func(name string, timing kpn.Timing, trace string, want map[string]string) scene {
		return scene{name: name, on: []int{0}, traces: []string{trace}, iterations: 3, want: want,
			change: func(s *system) { s.space.Applications[0].Timing = timing }}
	}
	checkScenes(t, []scene{
		timed("releases", kpn.Timing{Period: 20, Offset: 5, Deadline: 2}, "x3", map[string]string{"starts": "5 25 45", "completed": "8 28 48", "misses": "3"}),
		timed("an offset alone counts once", kpn.Timing{Offset: 5, Deadline: 3}, "x3", map[string]string{"starts": "5 8 11", "completed": "8 11 14", "misses": "0"}),
		// Latencies of 15, 20 and 25.
		timed("late from the release on", kpn.Timing{Period: 10, Deadline: 18}, "x15", map[string]string{"starts": "0 10 20", "completed": "15 30 45", "misses": "2"}),
		// Process 1 is ready for its reads at 2, 4 and 6, process 0 for its executes at 0, 2 and 4.
		{name: "the first that is ready, the last that ends", on: []int{0, 1}, traces: []string{"x2 w0", "r0 x7"}, iterations: 3, channels: []kpn.Channel{by(0, 1, 9, 0)},
			want: map[string]string{"starts": "0 2 4", "completed": "9 16 23", "finish": "6 23"}},
		{name: "a process without events", on: []int{0, 1}, traces: []string{"", "x7"}, iterations: 2,
			want: map[string]string{"starts": "0 7", "completed": "7 14", "finish": "0 14"}},
	})
}

func TestReferenceFires(t *testing.T) {
	// Process 0 reads, executes for 5 and writes; process 1 waits for the room of its read; process 2 makes room for its write at 8.
	fires := func(name string, firing kpn.Firing, want map[string]string) scene {
		return scene{name: name, on: []int{0, 1, 2}, traces: []string{"r0 x5 w1", "w0", "x8 r1 x1"}, channels: []kpn.Channel{by(1, 0, 1, 1), by(0, 2, 1, 1)},
			want: want, change: func(s *system) { s.space.Applications[0].Firing = firing }}
	}
	checkScenes(t, []scene{
		fires("each event for itself", kpn.KahnFiring, map[string]string{"finish": "8 0 9"}),
		// The read of process 2 is a firing with its last execute, which gives its room back at 9.
		fires("all at once", kpn.SDFFiring, map[string]string{"finish": "14 14 9"}),
		{name: "a firing waits for all its reads", on: []int{0, 1}, traces: []string{"r0 r1 x3", "x2 w0 x4 w1"}, channels: []kpn.Channel{by(1, 0, 1, 0), by(1, 0, 1, 0)},
			change: func(s *system) { s.space.Applications[0].Firing = kpn.SDFFiring }, want: map[string]string{"finish": "9 6", "starts": "0"},
			told: []string{"0–2 executing process 1 processor 1 operation 0 count 2", "0–6 blocked process 0 channel 1 count 1",
				"2–6 executing process 1 processor 1 operation 0 count 4", "6–9 executing process 0 processor 0 operation 0 count 3",
				"2 channel 0 holds 1", "9 channel 0 holds 0", "6 channel 1 holds 1", "9 channel 1 holds 0"}},
		// The room for both tokens is taken at once, so 1 does not do.
		{name: "a firing that can never start", on: []int{0, 1}, traces: []string{"x3 w0 w0", "r0 r0"}, channels: []kpn.Channel{by(0, 1, 1, 0)},
			change: func(s *system) { s.space.Applications[0].Firing = kpn.SDFFiring },
			want:   map[string]string{"finish": "never never", "failure": "deadlock", "blocked": "[{0 0} {1 0}]"}},
	})
}

func TestReferenceStopsAtLimits(t *testing.T) {
	limited := func(name string, limits sesame.Limits, want map[string]string) scene {
		return scene{name: name, types: []sesame.ProcessorType{{Policy: sesame.RoundRobin, Slice: 4}}, on: []int{0, 0}, traces: []string{"x10", "x3"}, want: want,
			change: func(s *system) { s.platform.Limits = limits }}
	}
	checkScenes(t, []scene{
		limited("as long as allowed", sesame.Limits{Time: 13, Events: 3}, map[string]string{"finish": "13 7", "failure": ""}),
		limited("too long", sesame.Limits{Time: 12}, map[string]string{"finish": "never 7", "failure": "beyond the time limit", "cpu0 times": "0 7 0 0 0"}),
		// Two events, and the execute that is interrupted at 4.
		limited("too many interrupted", sesame.Limits{Events: 2}, map[string]string{"finish": "never never", "failure": "beyond the event limit", "cpu0 times": "0 4 0 0 0"}),
		limited("too many from the start", sesame.Limits{Events: 1}, map[string]string{"finish": "never never", "failure": "beyond the event limit", "cpu0 times": "0 0 0 0 0"}),
	})
}
