// Package pareto compares objective vectors when there is more than one
// objective: dominance, fronts, crowding, hypervolume, and an archive of what is
// not dominated.
//
// Every objective is minimised; whoever maximises something negates it first. A
// vector is a []float64 with one value per objective, and all vectors handed to
// one call have the same length. Values are finite numbers: NaN compares with
// nothing and infinities have no distances, so callers turn both away at their
// own door. No function changes or keeps the vectors it is given, except the
// Archive, which keeps them and says so.
//
// The package is a leaf. It knows nothing of designs, genes, populations or
// simulators, holds no random numbers and no state, and the same input always
// gives the same output, bit for bit. It is not a search: that is package
// explorer.
package pareto
