package ranks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
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

// compute fits the whole matrix from one start, or the matrix without a fold, which it then predicts.
func (s *Study) compute(ctx context.Context, method Method, at place, rec *store.Record) error {
	x, starts, err := s.training(at)
	if err != nil {
		return err
	}
	seed := s.Seed
	if at.kind == kindStart {
		seed += uint64(at.index)
	}
	f, err := s.fit(ctx, method, x, at.rank, starts, seed, rec)
	if err != nil {
		return err
	}
	if at.kind == kindStart {
		left := math.Sqrt(matrix.NewEntrywise(x).Sum(f.Basis, f.Ht, matrix.Squared) / matrix.SumOfSquares(x))
		if math.IsNaN(left) || math.IsInf(left, 0) || math.IsNaN(f.Last.Objective) {
			return fmt.Errorf("the error of the model is %v and the objective %v", left, f.Last.Objective)
		}
		rec.Metrics = map[string]float64{metricError: left, metricValue: f.Last.Objective}
		rec.Outputs = map[string]store.Array{outputBasis: basisOf(f.Basis, s.telling()), outputClusters: clustersOf(f.Ht)}
		return nil
	}
	predict := s.entries
	if s.Hold == Blocks {
		predict = s.block
	}
	e, err := predict(at.index, f)
	if err == nil && (math.IsNaN(e) || math.IsInf(e, 0)) {
		err = fmt.Errorf("the held-out error is %v", e)
	}
	if err == nil {
		rec.Metrics = map[string]float64{metricHeldOut: e}
	}
	return err
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

// drawBlocks returns a block for each fold: every column is held out once, with each group of rows in turn.
func (s *Study) drawBlocks() ([]rank.Block, error) {
	m, n := s.x.Dims()
	groups := min(s.Folds, m/2)
	pairs, err := rank.Blocks(m, n, groups, s.Folds, s.splitStream())
	if err != nil {
		return nil, err
	}
	blocks := make([]rank.Block, s.Folds)
	for f := range blocks {
		blocks[f] = pairs[f%groups*s.Folds+f]
	}
	return blocks, nil
}

// block predicts the crossing of rows and columns that were held out from the rest of both, with W·H of the rest fixed: the
// coefficients of the columns and the rows of the basis are least squares without a bound at zero (Owen and Perry 2009, section
// 5). With the bound a basis with too many components predicts as well as the right one, since what is superfluous goes to zero;
// without it, superfluous components fit the noise of the columns and fail on the crossing.
func (s *Study) block(fold int, f solvers.Factorization) (float64, error) {
	blocks, err := s.blocks()
	if err != nil {
		return 0, err
	}
	b := blocks[fold]
	columns, err1 := part(s.x, b.OtherRows, b.Cols)
	rows, err2 := part(s.x, b.Rows, b.OtherCols)
	held, err3 := part(s.x, b.Rows, b.Cols)
	if err := errors.Join(err1, err2, err3); err != nil {
		return 0, err
	}
	size := matrix.SumOfSquares(held)
	if size == 0 {
		return 0, errors.New("every entry held out is zero: no error relative to them")
	}
	left := matrix.NewEntrywise(held).Sum(leastSquares(rows.Trans(), f.Ht), leastSquares(columns, f.Basis), matrix.Squared)
	return math.Sqrt(max(0, left) / size), nil
}

// leastSquares returns the Ht, n×r, with the least ‖X - W·Htᵀ‖, and of those the shortest, for X m×n.
func leastSquares(x matrix.Matrix, w *mat.Dense) *mat.Dense {
	_, n := x.Dims()
	_, r := w.Dims()
	right, gram := mat.NewDense(n, r, nil), mat.NewDense(r, r, nil)
	x.Trans().MulTo(right, w)
	matrix.Gram(gram, w)
	return rank.LeastSquares(gram, right) // compute refuses NaN
}

// part is a matrix of the same kind with some rows and columns, both ascending.
func part(x matrix.Matrix, rows, cols []int) (matrix.Matrix, error) {
	_, n := x.Dims()
	buf := make([]float64, n)
	if _, dense := x.(*matrix.Dense); dense {
		out := mat.NewDense(len(rows), len(cols), nil)
		for k, i := range rows {
			_, vals := x.Row(i, buf)
			for l, j := range cols {
				out.Set(k, l, vals[j])
			}
		}
		return matrix.FromDense(out), nil
	}
	to := make([]int, n)
	for l, j := range cols {
		to[j] = l + 1
	}
	return matrix.CSRFrom(len(rows), len(cols), func(yield func(matrix.Triplet) bool) {
		for k, i := range rows {
			at, vals := x.Row(i, buf)
			for e, j := range at {
				if to[j] > 0 && !yield(matrix.Triplet{Row: k, Col: to[j] - 1, Value: vals[e]}) {
					return
				}
			}
		}
	})
}

// guess is the time of all iterations of a unit by the size of the data: those of six products over the entries that are held.
func (s *Study) guess(at place) float64 {
	const speed = 2e9 // multiplications and additions a second
	m, n := s.x.Dims()
	entries := float64(m) * float64(n)
	if held, sparse := s.x.(interface{ NNZ() int }); sparse {
		entries = float64(held.NNZ())
	}
	starts := 1
	if at.kind == kindFold {
		starts = s.FoldStarts
	}
	return 6 * entries * float64(at.rank) * float64(s.Stop.Iterations*starts) / speed
}

// trialTime bounds a trial's iterations.
const trialTime = 300 * time.Millisecond

// trial times some iterations of a unit's first start on what the unit trains on.
func (s *Study) trial(ctx context.Context, method Method, at place) (seconds float64, from string, err error) {
	began := time.Now()
	x, starts, err := s.training(at)
	if err != nil {
		return 0, "", err
	}
	short := *s
	short.Stop = solvers.Settings{Iterations: min(s.Stop.Iterations, 200), MaxTime: trialTime}
	var rec store.Record
	if _, err := short.fit(ctx, method, x, at.rank, 1, s.Seed, &rec); err != nil {
		return 0, "not possible: " + err.Error(), ctx.Err()
	}
	start := time.Since(began).Seconds() - rec.Seconds
	step := rec.Seconds / float64(max(1, rec.Iterations))
	return float64(starts) * (start + step*float64(s.Stop.Iterations)), "at most, by " + reports.Count(rec.Iterations, "timed step"), nil
}

// training is what a unit is fitted to, the whole matrix or what is left of it without a fold, and from how many starts.
func (s *Study) training(at place) (x matrix.Matrix, starts int, err error) {
	if at.kind == kindStart {
		return s.x, 1, nil
	}
	if s.Hold == Blocks {
		blocks, err := s.blocks()
		if err != nil {
			return nil, 0, err
		}
		x, err = part(s.x, blocks[at.index].OtherRows, blocks[at.index].OtherCols)
		return x, s.FoldStarts, err
	}
	speckle, err := s.speckle()
	if err != nil {
		return nil, 0, err
	}
	x, err = speckle.Train(at.index)
	return x, s.FoldStarts, err
}

// Memory is what a study needs at most: X as it is and turned, twice more for what each worker trains on, and its factors.
func (s *Study) Memory(workers int) int64 {
	m, n := s.x.Dims()
	held := 2 * 8 * int64(m) * int64(n)
	if x, sparse := s.x.(interface{ NNZ() int }); sparse {
		held = 2 * (8 + 8) * int64(x.NNZ())
	}
	if s.Hold == Entries {
		held += 2 * 32 * int64(m) * int64(n) // triplets of the split, and those that are trained on
	}
	factors := 6 * 8 * int64(m+n) * int64(s.Ranks[len(s.Ranks)-1])
	return held + int64(workers)*(2*held+factors) + 64<<20
}
