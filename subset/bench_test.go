package subset

import (
	"math/rand/v2"
	"testing"
)

// Sizes of the published case study: 4,607 scenarios, subsets of 1 %.
const (
	paperScenarios = 4607
	paperSize      = 46
	paperTrainers  = 24
	objectives     = 3
)

func BenchmarkScore(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	e := randomExam(rng, paperTrainers, paperScenarios, objectives)
	d := newSampler(randomShares(rng, paperScenarios), identity(paperScenarios), paperSize, rng)
	first := d.shuffled()
	for _, c := range []struct {
		name  string
		other []int
	}{
		{"same", first},
		{"one exchanged", d.swap(first)},
		{"all exchanged", d.shuffled()},
	} {
		b.Run(c.name, func(b *testing.B) {
			j := newJudge(e)
			b.ReportAllocs()
			for b.Loop() {
				j.score(first)
				first, c.other = c.other, first
			}
		})
	}
}

// BenchmarkExam lays out the results of a full window.
func BenchmarkExam(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	shares := randomShares(rng, paperScenarios)
	results := make([][][]float64, paperTrainers)
	for d := range results {
		results[d] = randomResult(rng, paperScenarios, objectives)
	}
	for b.Loop() {
		newExam(shares, results)
	}
}

// BenchmarkSearch runs a whole search with settings by default, on one worker.
func BenchmarkSearch(b *testing.B) {
	for _, sizes := range []struct {
		name            string
		scenarios, size int
	}{{"60", 60, 6}, {"4607", paperScenarios, paperSize}} {
		c := newContest(1, paperTrainers, sizes.scenarios, sizes.size)
		set := DefaultSettings(sizes.size)
		b.Run("genetic/"+sizes.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := set.Genetic.search(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("random/"+sizes.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := set.Random.search(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func identity(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
}
