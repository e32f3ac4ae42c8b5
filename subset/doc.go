// Package subset chooses the few scenarios that stand for all of them.
//
// The fitness of a design is its mean over all scenarios, each by its weight.
// An explorer that simulates every scenario of every design spends almost all
// of its time on scenarios that tell it nothing new, so it predicts: a design is
// judged by the weighted mean over a representative subset Q only,
//
//	prediction(x) = Σ_{s∈Q} w_s · v(x,s) / Σ_{s∈Q} w_s    per objective.
//
// Which subset represents best depends on the designs being explored. That is
// why the [Selector] works while the explorer does, on the same pool of workers:
// it takes some of the explorer's designs for training, has them simulated under
// all scenarios, and searches for the subset under which these training designs
// compare as they truly do (van Stralen and Pimentel, "Fitness prediction
// techniques for scenario-based design space exploration", IEEE TCAD 2013).
//
// # Misclassification rate
//
// Two designs stand to one another in one of three ways: the first dominates,
// the second dominates, or neither does; equal vectors count as neither. The
// misclassification rate of Q over the training designs is the fraction of
// their unordered pairs whose relation by prediction from Q differs from the
// relation by all scenarios. It is 0 for the set of all scenarios, and unknown
// (NaN) with fewer than two training designs. It is measured on the very designs
// that the subset was chosen for, so it flatters: expect more mistakes on others.
//
// Two methods search for a subset of the given size: [Random] judges a number of
// samples, [Genetic] breeds. Both let the published subset take part.
//
// # Timeline
//
// Explorer and selector meet at generation boundaries only: before a generation
// the explorer asks [Selector.At] which subset holds (A), after it it hands its
// ranking to [Selector.Offer] (O). With Period = 3:
//
//	generation    0      1      2      3      4      5      6
//	explorer    A═══O  A═══O  A═══O  A═══O  A═══O  A═══O  A════
//	version     0                    0 or 1               0 to 2
//	calls           Plan        Commit   Plan        Commit
//	selector        └simulate, search┘   └simulate, search┘
//
// What was offered at generation g is published at g + Period, never earlier
// even if it is ready, and At waits if it is not. So the number of workers and
// their speed decide how long a run takes and nothing else: the same seed, designs
// and results give the same subsets at the same generations. Everything that
// others can notice happens in the explorer's goroutine: Plan looks up what is
// known already, Commit makes results known.
//
// A new version is published only if its rate is lower than that of the subset
// that holds, both judged on the training designs of today.
//
// # What this package is not for
//
// It does not simulate, decode designs or keep a memo table: [Simulations] does.
// It owns no workers: [Pool] does. It does not evaluate the explorer's designs
// under a subset, and when a version changes it is the explorer that evaluates
// its parents again, for predictions from two subsets must never be compared.
// It does not know where scenarios come from: a scenario is an id and a weight.
package subset
