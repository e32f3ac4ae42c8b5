package shapes

import "testing"

// TestMoods: every pair of sizes is a scenario, larger frames have more events,
// and no mapping fails.
func TestMoods(t *testing.T) {
	sh, err := Moods(DefaultSeed)
	if err != nil {
		t.Fatal(err)
	}
	if n := sh.Space.Len(); n != moodSizes*moodSizes {
		t.Fatalf("%d scenarios", n)
	}
	// 44 events per macroblock and 4 besides, of two encoders (see Length).
	if first, last := sh.Model.Events(0), sh.Model.Events(sh.Space.Len()-1); first != 2*(44*8+4) || last != 2*(44*8*moodSizes+4) {
		t.Errorf("from %d to %d events", first, last)
	}
	sim := sh.Model.NewSimulator()
	for i, genes := range sh.Genes {
		sim.Bind(genes)
		if o := sim.Simulate(i); o.Failure != 0 {
			t.Errorf("mapping %d: %v", i, o.Failure)
		}
	}
	if w := sh.Space.Weights(); w[0] <= w[len(w)-1] {
		t.Errorf("the smallest frames weigh %v, the largest %v", w[0], w[len(w)-1])
	}
}

// TestScenes: scenarios of one size, whose traces take what the comment says.
func TestScenes(t *testing.T) {
	sh, err := Scenes(DefaultSeed, 3, 50)
	if err != nil {
		t.Fatal(err)
	}
	if n := sh.Space.Len(); n != 3 {
		t.Fatalf("%d scenarios", n)
	}
	sim := sh.Model.NewSimulator()
	for id := range 3 {
		if n, bytes := sh.Model.Events(id), sh.Model.TraceBytes([]int{id}); n != 44*50+4 || bytes != 280*50+100 {
			t.Errorf("scenario %d: %d events, %d bytes", id, n, bytes)
		}
		for i, genes := range sh.Genes {
			sim.Bind(genes)
			if o := sim.Simulate(id); o.Failure != 0 {
				t.Errorf("mapping %d in scenario %d: %v", i, id, o.Failure)
			}
		}
	}
	if together := sh.Model.TraceBytes([]int{0, 1, 2}); together != 3*(280*50+100) {
		t.Errorf("%d bytes together", together)
	}
}
