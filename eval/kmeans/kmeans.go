// Package kmeans clusters samples by the squared Euclidean distance to the mean of their cluster: Lloyd's batch phase and, on request,
// the single-move phase that MATLAB's kmeans ran after it. The defaults of usual programs:
//
//	MATLAB's kmeans before R2014b   start: random, online: true, restarts: 1, max-iterations: 100, empty: error
//	MATLAB's kmeans since R2014b    start: ++, restarts: 1, max-iterations: 100, empty: farthest
//	litekmeans of D. Cai            start: random, restarts: 1, max-iterations: 100
//	scikit-learn                    start: greedy, restarts: 10 (1 since version 1.4), max-iterations: 300, empty: farthest
//
// scikit-learn ends earlier, too, when the centres have moved by less than a tolerance; here a run goes on until no sample
// moves.
package kmeans

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/twister"
)

// Options of a run. The zero value is not usable; see Defaults.
type Options struct {
	K             int            `yaml:"k" doc:"number of clusters; 0 lets the caller choose"`
	Start         Start          `yaml:"start" doc:"first centres: random (distinct samples), ++ (Arthur and Vassilvitskii 2007), greedy (++, the best of several candidates for each centre) or given"`
	Candidates    int            `yaml:"candidates,omitempty" doc:"start greedy: samples drawn for each centre; default 0, which draws 2 + ln k [scikit-learn]"`
	Restarts      int            `yaml:"restarts" doc:"runs from different starts; the least inertia wins, the first of equals; default 10 [scikit-learn before 1.4]"`
	MaxIterations int            `yaml:"max-iterations" doc:"passes over the samples in each phase of a run; default 300 [scikit-learn]"`
	Online        bool           `yaml:"online" doc:"single-move phase after Lloyd's, as in MATLAB before R2014b; default false"`
	Random        twister.Seeded `yaml:"random,omitempty" doc:"for start random, the generator of another program that draws the first centres; this program's if not given"`
	Least         Least          `yaml:"least,omitempty" doc:"what the run that wins has least of: inertia (default), or distance, the sum of distances that are not squared [litekmeans.m 2.0]"`
	Empty         Policy         `yaml:"empty" doc:"what becomes of a cluster that loses its last sample: farthest (takes the sample farthest from its centre), drop or error"`
}

// Start tells how the first centres are chosen.
type Start string

// The starts. Given takes centres from the caller, and a single run is made.
const (
	Random   Start = "random"
	PlusPlus Start = "++"
	Greedy   Start = "greedy"
	Given    Start = "given"
)

// Least tells which of the runs wins.
type Least string

// The sums by which the best run is chosen: it has the least. The default is LeastInertia.
const (
	LeastInertia  Least = "inertia"
	LeastDistance Least = "distance"
)

// Policy tells how an empty cluster is treated.
type Policy string

// The policies. Farthest is MATLAB's singleton; Drop leaves fewer clusters than asked for.
const (
	Farthest Policy = "farthest"
	Drop     Policy = "drop"
	Fail     Policy = "error"
)

// ErrEmpty is wrapped where the policy is Fail and a cluster lost its last sample.
var ErrEmpty = errors.New("a cluster became empty")

// Defaults returns scikit-learn's settings up to version 1.3 with K left open, except for its start, which is Greedy.
func Defaults() Options {
	return Options{Start: PlusPlus, Restarts: 10, MaxIterations: 300, Empty: Farthest}
}

// Validate reports an option that no run could have. K may be 0 for the caller to choose.
func (o Options) Validate() error {
	switch {
	case o.K < 0:
		return fmt.Errorf("kmeans: k = %d, want at least 1", o.K)
	case !slices.Contains([]Start{Random, PlusPlus, Greedy, Given}, o.Start):
		return fmt.Errorf("kmeans: start = %q, want %q, %q, %q or %q", string(o.Start), Random, PlusPlus, Greedy, Given)
	case o.Candidates < 0:
		return fmt.Errorf("kmeans: candidates = %d, want at least 0", o.Candidates)
	case o.Candidates > 0 && o.Start != Greedy:
		return fmt.Errorf("kmeans: candidates = %d with start = %q, want start = %q, which alone draws several", o.Candidates, string(o.Start),
			Greedy)
	case o.Restarts < 1:
		return fmt.Errorf("kmeans: restarts = %d, want at least 1", o.Restarts)
	case o.MaxIterations < 1:
		return fmt.Errorf("kmeans: max-iterations = %d, want at least 1", o.MaxIterations)
	case !slices.Contains([]Least{"", LeastInertia, LeastDistance}, o.Least):
		return fmt.Errorf("kmeans: least = %q, want %q or %q", string(o.Least), LeastInertia, LeastDistance)
	case o.Random.Given() && o.Start != Random:
		return fmt.Errorf("kmeans: random is given with start = %q, want start = %q, whose distinct samples it draws", string(o.Start), Random)
	case !slices.Contains([]Policy{Farthest, Drop, Fail}, o.Empty):
		return fmt.Errorf("kmeans: empty = %q, want %q, %q or %q", string(o.Empty), Farthest, Drop, Fail)
	}
	if o.Random.Given() {
		if err := o.Random.Validate(); err != nil {
			return fmt.Errorf("kmeans: random: %w", err)
		}
	}
	return nil
}

// Result is the best of the runs.
type Result struct {
	Labels  []int      // cluster of each sample, from 0
	Centres *mat.Dense // k×d, the means of the clusters
	Sizes   []int      // samples of each cluster, at least 1
	Inertia float64    // Σ ‖x - centre‖², by differences
	Away    float64    // Σ ‖x - centre‖

	// Iterations counts the passes begun: those of the batch phase, as in scikit-learn with the last one that changes
	// nothing, and the rounds of the single-move phase.
	Iterations int
	Converged  bool // false if MaxIterations cut a phase short
	Emptied    int  // how often a cluster lost its last sample
}

// Run clusters the rows of x (n×d), which is not modified. centres (K×d) is read only for the start Given and must be nil
// otherwise; rng is not used then. Labels do not depend on the order in which products are summed: where rounding could
// decide between two clusters, their distances are computed anew from differences.
func Run(x *mat.Dense, o Options, centres *mat.Dense, rng *rand.Rand) (Result, error) {
	if err := check(x, o, centres); err != nil {
		return Result{}, err
	}
	return newRun(x, o, newSpace(x, o.K, o.restarts())).best(centres, rng)
}

// restarts returns how many runs there are: from given centres all would be alike.
func (o Options) restarts() int {
	if o.Start == Given {
		return 1
	}
	return o.Restarts
}

func check(x *mat.Dense, o Options, centres *mat.Dense) error {
	if err := o.Validate(); err != nil {
		return err
	}
	n, d := x.Dims()
	if o.K < 1 || o.K > n {
		return fmt.Errorf("kmeans: k = %d for %d samples, want 1 to %d", o.K, n, n)
	}
	if err := checkFinite("sample", x); err != nil {
		return err
	}
	if (o.Start == Given) != (centres != nil) {
		return fmt.Errorf("kmeans: start = %q and centres given: %v", o.Start, centres != nil)
	}
	if centres == nil {
		return nil
	}
	if p, q := centres.Dims(); p != o.K || q != d {
		return fmt.Errorf("kmeans: centres are %d×%d, want %d×%d", p, q, o.K, d)
	}
	return checkFinite("centre", centres)
}

func checkFinite(what string, a *mat.Dense) error {
	n, _ := a.Dims()
	for i := range n {
		for j, v := range a.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("kmeans: %s %d holds %g in feature %d, want finite values", what, i+1, v, j+1)
			}
		}
	}
	return nil
}
