// Package ea is the evolutionary algorithm of the explorer: NSGA-II (Deb,
// Pratap, Agarwal and Meyarivan, A fast and elitist multiobjective genetic
// algorithm: NSGA-II, 2002) over vectors of integer genes, run by the eaopt
// shell. It is the only package that imports eaopt, and no type of eaopt crosses
// its border.
//
// A whole generation is evaluated as one batch through the [Host], never one
// individual at a time, and the host decides what an evaluation is, under which
// conditions values hold, and when to stop. The package starts no goroutine and
// reads no clock; all random numbers come from one generator with an explicit
// seed, so a run is a function of its input.
//
// # How eaopt is used
//
// eaopt knows one float of fitness and evaluates genomes one by one. Therefore
//
//   - the first population is made and evaluated here and handed over in order
//     (newGenome); Genome.Evaluate only returns what is known and fails otherwise;
//   - generations are bred, evaluated and selected by an eaopt Model; an
//     individual's fitness is its place in the order of selection, all distinct, so
//     that the shell's unstable sort changes nothing;
//   - individuals are written as literals: eaopt's own Crossover, Clone and
//     tournament are not used, they leave stale fitness behind or draw from the
//     generator.
//
// # Where it departs from the paper
//
// Designs are distinct (after Canonical) within a population. Different designs
// of equal objectives are common when mapping processes and would crowd out the
// rest of the front; a copy of a vector that is already present is therefore put
// one level further back for each copy before it, see [Member]. Parents mate with
// their like, and crossover and mutation are made for integer genes.
//
// It is not for judging results: archive, stop rules, reference points and the
// final front belong to package explorer.
package ea
