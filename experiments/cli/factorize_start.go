package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/kmeans"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// initKMeans starts from a clustering of the samples, which package solvers does not know.
const initKMeans = "k-means"

const initDocs = "scaled, U(0,1] times what gives W·H the mean of X; random, U(0,1] as it is; nndsvd, non-negative parts of singular vectors, whose zeros multiplicative updates keep; nndsvda, with the mean of X in their place; k-means, centres and, plus 0.2, indicators of clusters"

// inits are the values of --init.
func inits() []string { return append(solvers.InitScaled.Choices(), initKMeans) }

// The streams of one seed; each factor has its own, so that solvers with a factor of one shape share its start. A start after
// the first has the streams that follow.
const (
	wStream = iota
	hStream
	solverStream
	clusterStream
	initStream
	streams
)

// attempt is a run from one start, to its end.
type attempt struct {
	run        solvers.Run
	trace      []solvers.Point
	last       solvers.Point
	status     solvers.Status
	warnings   []string
	objectives []float64 // of all attempts
}

// bestOf returns the run with the least objective, the first of equal ones. An interrupted one ends the search.
func (f *factorization) bestOf(ctx context.Context, s solvers.Solver, p solvers.Problem, given solvers.Factors) (attempt, error) {
	var best attempt
	doubt, err := f.checkRank(s, p.X)
	if err != nil {
		return best, err
	}
	var objectives []float64
	for k := range f.starts {
		a, err := f.attempt(ctx, s, p, given, uint64(k)*streams)
		if err != nil {
			return best, err
		}
		if v := a.last.Objective; !math.IsNaN(v) && !math.IsInf(v, 0) {
			objectives = append(objectives, v)
		}
		if k == 0 || best.status == solvers.Diverged || a.last.Objective < best.last.Objective {
			best = a
		}
		if a.status == solvers.Cancelled {
			best.status = a.status
			break
		}
	}
	if f.starts > 1 {
		best.objectives = objectives
		if len(objectives) < f.starts && best.status != solvers.Cancelled {
			best.warnings = append(best.warnings, fmt.Sprintf("%s: %d of %d starts diverged", f.solver, f.starts-len(objectives), f.starts))
		}
		if len(objectives) > 1 && slices.Min(objectives) == slices.Max(objectives) {
			best.warnings = append(best.warnings, fmt.Sprintf("%s: all %d starts ended at the same objective: this start or method may leave nothing to chance", f.solver, len(objectives)))
		}
	}
	if doubt != "" {
		best.warnings = append(best.warnings, f.solver+": "+doubt)
	}
	return best, nil
}

// checkRank doubts a rank that factors can have to no purpose, and refuses one that clusters or dimensions cannot.
func (f *factorization) checkRank(s solvers.Solver, x matrix.Matrix) (doubt string, err error) {
	m, n := x.Dims()
	limit := solvers.RankLimit(s, m, n)
	if f.rank <= limit {
		return "", nil
	}
	if w, ht := s.Rows(m, n); w == 0 && ht == 0 {
		return "", fmt.Errorf("--rank = %d, want 1 to %d for solver %s and X %d×%d", f.rank, limit, f.solver, m, n)
	}
	return fmt.Sprintf("rank %d is above %d, from where on a higher one has no purpose for X %d×%d but with penalties", f.rank, limit, m, n), nil
}

// attempt runs the solver from the start of the streams from first on.
func (f *factorization) attempt(ctx context.Context, s solvers.Solver, p solvers.Problem, given solvers.Factors, first uint64) (attempt, error) {
	var a attempt
	stream := func(k uint64) *rand.Rand { return rand.New(rand.NewPCG(f.seed, first+k)) }
	start, err := f.start(s, p, given, stream)
	if err != nil {
		return a, fmt.Errorf("--init %s: %w", f.init, err)
	}
	if a.run, err = s.Start(p, start, stream(solverStream)); err != nil {
		return a, fmt.Errorf("%w%s", err, f.maskAdvice(p.X))
	}
	a.last, a.status, err = solvers.Solve(ctx, a.run, start, solvers.Settings{
		Iterations: f.iterations, TolObjective: f.tol, TolFactor: f.tolFactor, Every: f.every, MaxTime: f.maxTime,
		Record: func(p solvers.Point) { a.trace = append(a.trace, p) },
		Warn:   func(doubt string) { a.warnings = append(a.warnings, f.solver+": "+doubt) },
	})
	if w, ok := a.run.(solvers.Warner); ok {
		a.warnings = append(w.Warnings(), a.warnings...)
	}
	return a, err
}

// start returns the factors to begin with: copies of those that are given, which a run would change, and the others by --init.
func (f *factorization) start(s solvers.Solver, p solvers.Problem, given solvers.Factors, stream func(uint64) *rand.Rand) (solvers.Factors, error) {
	if given.W != nil {
		given.W = mat.DenseCopyOf(given.W)
	}
	if given.Ht != nil {
		given.Ht = mat.DenseCopyOf(given.Ht)
	}
	if f.init != initKMeans {
		return solvers.Init(f.init).Factors(s, p, given, stream(wStream), stream(hStream))
	}
	return f.clustered(s, p, given, stream(initStream))
}

// clustered is the start from a k-means clustering of the samples (Ding, Li, Peng and Park 2006).
func (f *factorization) clustered(s solvers.Solver, p solvers.Problem, start solvers.Factors, rng *rand.Rand) (solvers.Factors, error) {
	m, n := p.X.Dims()
	if _, masked := p.X.(*matrix.Masked); masked {
		return start, errors.New("the clustering needs every entry of X, and some are unknown")
	}
	if m > maxDense/n {
		return start, fmt.Errorf("X is %d×%d, want at most %d entries, which the clustering holds one and all", m, n, maxDense)
	}
	samples := mat.DenseCopyOf(p.X.Trans())
	options := kmeans.Defaults()
	options.K, options.Restarts = f.rank, 1
	res, err := kmeans.Run(samples, options, nil, rng)
	if err != nil {
		return start, err
	}
	w, ht := s.Rows(m, n)
	weighs, _ := s.Rows(2, 3) // 3 where W has a row per sample
	switch {
	case start.W != nil || w == 0:
	case weighs == 3:
		start.W = solvers.WeightedIndicators(res.Labels, f.rank, 0.2)
	default:
		start.W = mat.DenseCopyOf(res.Centres.T())
	}
	if start.Ht == nil && ht > 0 {
		start.Ht = solvers.Indicators(res.Labels, f.rank, 0.2)
	}
	return start, nil
}
