package ranks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// What records keep under these names.
const (
	metricHeldOut  = "held-out-error"       // ‖x - WH‖/‖x‖ over what the fold held out
	metricError    = "reconstruction-error" // ‖X - WH‖/‖X‖ over the known entries
	metricValue    = "objective"
	outputBasis    = "basis"
	outputClusters = "clusters"
)

const (
	// mostSamples bounds those whose consensus is taken, which needs a number for each pair of them.
	mostSamples = 1000
	// mostFeatures bounds those by which components are compared, as cNMF has it, which takes the 2000 that vary most.
	mostFeatures = 2000
	basisDigits  = 5
)

// splitStream draws what is held out, the same for every method and rank.
func (s *Study) splitStream() *rand.Rand {
	return rand.New(rand.NewPCG(s.Seed, math.MaxUint64)) // far from the streams of any start
}

// fit factorises x from some starts, of which it takes the one with the least objective, and notes in the record how it went.
func (s *Study) fit(ctx context.Context, method Method, x matrix.Matrix, r, starts int, seed uint64, rec *store.Record) (solvers.Factorization, error) {
	f, err := solvers.Factorize(ctx, method.Solver(), solvers.Problem{X: x, Rank: r}, solvers.Plan{Init: s.Init, Seed: seed, Starts: starts, Settings: s.Stop})
	if err != nil {
		return f, err
	}
	rec.Iterations, rec.Stopped, rec.Seconds, rec.Warnings = f.Last.Iteration, f.Status.String(), f.Last.Elapsed.Seconds(), f.Warnings
	switch {
	case f.Status == solvers.Cancelled:
		return f, ctx.Err()
	case f.Status == solvers.Diverged:
		return f, fmt.Errorf("diverged: the objective is %v after iteration %d", f.Last.Objective, f.Last.Iteration)
	case f.Basis == nil || f.Ht == nil:
		return f, fmt.Errorf("%s leaves no model W·H of X, which has no error: %w", method.Entry.Name, solvers.ErrUnsupported)
	}
	return f, nil
}

// startOf fits the whole matrix from one start.
func (s *Study) startOf(method Method, at place) func(context.Context, *store.Record) error {
	return func(ctx context.Context, rec *store.Record) error {
		f, err := s.fit(ctx, method, s.x, at.rank, 1, s.Seed+uint64(at.index), rec)
		if err != nil {
			return err
		}
		left := math.Sqrt(matrix.NewEntrywise(s.x).Sum(f.Basis, f.Ht, matrix.Squared) / matrix.SumOfSquares(s.x))
		if math.IsNaN(left) || math.IsInf(left, 0) || math.IsNaN(f.Last.Objective) {
			return fmt.Errorf("the error of the model is %v and the objective %v", left, f.Last.Objective)
		}
		rec.Metrics = map[string]float64{metricError: left, metricValue: f.Last.Objective}
		rec.Outputs = map[string]store.Array{outputBasis: basisOf(f.Basis, s.telling()), outputClusters: clustersOf(f.Ht)}
		return nil
	}
}

// foldOf fits the matrix without a fold, and predicts the fold.
func (s *Study) foldOf(method Method, at place) func(context.Context, *store.Record) error {
	return func(ctx context.Context, rec *store.Record) error {
		train, err := s.training(at.index)
		if err != nil {
			return err
		}
		f, err := s.fit(ctx, method, train, at.rank, s.FoldStarts, s.Seed, rec)
		if err != nil {
			return err
		}
		predict := s.entries
		if s.Hold == Blocks {
			predict = s.block
		}
		e, err := predict(at.index, f)
		if err != nil {
			return err
		}
		if math.IsNaN(e) || math.IsInf(e, 0) {
			return fmt.Errorf("the held-out error is %v", e)
		}
		rec.Metrics = map[string]float64{metricHeldOut: e}
		return nil
	}
}

func (s *Study) entries(fold int, f solvers.Factorization) (float64, error) {
	speckle, err := s.speckle()
	if err != nil {
		return 0, err
	}
	return rank.HeldError(speckle.Held(fold), f.Basis, f.Ht)
}

// telling are the features by which components are compared: all, or those of the largest norm.
func (s *Study) telling() []int {
	m, n := s.x.Dims()
	all := make([]int, m)
	norms := make([]float64, m)
	buf := make([]float64, n)
	for i := range m {
		all[i] = i
		_, vals := s.x.Row(i, buf)
		for _, v := range vals {
			norms[i] += v * v
		}
	}
	if m <= mostFeatures {
		return all
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(norms[b], norms[a]) })
	return slices.Sorted(slices.Values(all[:mostFeatures]))
}

// basisOf keeps the given rows of a basis, to a few digits.
func basisOf(basis *mat.Dense, rows []int) store.Array {
	_, r := basis.Dims()
	a := store.Array{Rows: len(rows), Cols: r, Values: make([]float64, 0, len(rows)*r)}
	for _, i := range rows {
		for _, v := range basis.RawRowView(i) {
			short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', basisDigits, 64), 64) // infinite at most, which is refused where it is used
			a.Values = append(a.Values, short)
		}
	}
	return a
}

// clustersOf keeps the component with the largest coefficient of each sample, or of so many samples at equal distances.
func clustersOf(ht *mat.Dense) store.Array {
	n, _ := ht.Dims()
	count := min(n, mostSamples)
	a := store.Array{Rows: count, Cols: 1, Values: make([]float64, count)}
	for k := range count {
		row := ht.RawRowView(k * n / count)
		a.Values[k] = float64(slices.Index(row, slices.Max(row)))
	}
	return a
}
