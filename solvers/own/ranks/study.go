// Package ranks asks of a matrix how many components it has: it fits solvers at several ranks and judges each rank by the
// error of entries that were held out, by what starts agree on, and by what is left of the matrix.
//
// Fits are made level by level: few folds and starts of every solver at every rank, more of those that can still win. What a level takes is
// decided by the records of the levels before alone, so that the answer is the same with any number of workers, and after a kill.
//
// A study plans its fits and judges what they left. Whoever makes the fits keeps what they left ([Records]), so that a study that was killed
// goes on where it was, and more ranks, starts or solvers compute only what is new. The mathematics is that of eval/rank.
package ranks

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/eval/rank"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Hold is the part of X that each fold holds out.
type Hold string

// The parts that a fold can hold out; see package eval/rank.
const (
	Entries Hold = "entries" // single entries, for solvers that leave unknown ones out
	Blocks  Hold = "blocks"  // the crossing of some rows and columns, for every solver
)

// usualStarts of a fold: what TestKnownAnswers found enough. A single start that ends in a poor optimum spoils a fold of
// entries, which more starts mend, while blocks gain nothing.
var usualStarts = map[Hold]int{Entries: 5, Blocks: 1}

// Method is a solver with its options.
type Method struct {
	Entry  solvers.Entry
	Solver func() solvers.Solver // a new one with the options set
}

// Options lists the ranks, methods, folds and starts of a study.
type Options struct {
	Name    string // of the data, for the reader
	Ranks   []int  // ascending, each ≥ 1
	Methods []Method
	Hold    Hold
	Starts  int // of the whole matrix, ≥ 2
	Folds   int // ≥ 2, or 0 for a consensus, which needs none
	// FoldStarts are the starts of each fold, of which the one with the smallest objective predicts; 0 is 5 where entries are
	// held out, and 1 where blocks are.
	FoldStarts int
	Thorough   bool // all folds and starts of every solver at every rank, whatever the first of them say
	Init       solvers.Init
	Stop       solvers.Settings
	Seed       uint64 // start k of every method and rank, and of each fold, has the seed Seed + k
}

// Study is a matrix and the fits by which its rank is chosen.
type Study struct {
	Options
	Sum  string // SHA-256 of what the matrix holds, whatever file it came from
	x    matrix.Matrix
	plan []*Fit
	at   map[place]*Fit

	speckle *rank.Speckle // nil where no entries are held out
	blocks  []rank.Block  // nil where no blocks are
	trained *trained
}

// Fit is one factorisation of a study: of the whole matrix, or of the matrix without a fold.
type Fit struct {
	Method    Method
	Rank      int
	Subset    string // of X
	Replicate int    // from 0, within the subset and the rank of a method
	place
	study *Study
}

// place tells the fits of a study apart.
type place struct {
	cell
	kind  string // kindStart or kindFold
	fold  int    // of kindFold
	start int
}

// Left holds the numbers and factors of a fit.
type Left struct {
	Failed     string // why there is no result
	Iterations int
	Stopped    string  // solvers.Status
	Seconds    float64 // of the iterations
	Metrics    map[string]float64
	Warnings   []string
	Outputs    map[string]*mat.Dense
}

// Records returns the numbers and factors of a fit, if it was made.
type Records func(*Fit) (*Left, bool)

// made returns what a fit left that has a result.
func (r Records) made(f *Fit) (*Left, bool) {
	left, ok := r(f)
	return left, ok && left.Failed == ""
}

const (
	kindStart = "start"
	kindFold  = "fold"
)

// New plans a study of x, features × samples, whose unknown entries are left out if it is a *matrix.Masked. Nothing is
// computed yet.
func New(x matrix.Matrix, o Options) (*Study, error) {
	m, n := x.Dims()
	_, masked := x.(*matrix.Masked)
	switch {
	case masked && o.Hold == Blocks && o.Folds > 0:
		return nil, errors.New("X has unknown entries, of which no blocks are held out; hold out entries")
	case len(o.Ranks) == 0 || len(o.Methods) == 0:
		return nil, errors.New("want at least one rank and one solver")
	case o.Ranks[0] < 1 || !slices.IsSorted(o.Ranks):
		return nil, fmt.Errorf("found ranks %v, want them ≥ 1 and ascending", o.Ranks)
	case o.Ranks[len(o.Ranks)-1] > min(m, n):
		return nil, fmt.Errorf("rank %d, but X is %d×%d: want at most %d", o.Ranks[len(o.Ranks)-1], m, n, min(m, n))
	case o.Starts < 2:
		return nil, fmt.Errorf("--starts = %d, want at least 2: similarity compares initialisations", o.Starts)
	case o.FoldStarts < 0:
		return nil, fmt.Errorf("%d initialisations of a fold, want at least 1", o.FoldStarts)
	case o.Folds < 2 && o.Folds != 0:
		return nil, fmt.Errorf("--folds = %d, want at least 2", o.Folds)
	case o.Folds > 0 && o.Hold == Blocks && (m < 2*2 || n < 2*o.Folds):
		return nil, fmt.Errorf("X is %d×%d, want at least 4 rows and %d columns to hold out blocks in %d folds", m, n, 2*o.Folds, o.Folds)
	}
	if o.FoldStarts == 0 {
		o.FoldStarts = usualStarts[o.Hold]
	}
	s := &Study{Options: o, x: x, Sum: checksum(x), at: map[place]*Fit{}, trained: &trained{of: map[int]func() (matrix.Matrix, error){}}}
	if err := s.split(); err != nil {
		return nil, err
	}
	for k := range o.Folds {
		for start := range o.FoldStarts {
			s.each(func(c cell, method Method) { s.add(method, place{c, kindFold, k, start}) })
		}
	}
	for start := range o.Starts {
		s.each(func(c cell, method Method) { s.add(method, place{c, kindStart, 0, start}) })
	}
	return s, nil
}

// each goes through all solvers and ranks, small ranks first.
func (s *Study) each(do func(c cell, method Method)) {
	for _, r := range s.Ranks {
		for _, method := range s.Methods {
			do(cell{method.Entry.Name, r}, method)
		}
	}
}

// split draws what each fold holds out, and refuses folds of which nothing can be said before anything is computed.
func (s *Study) split() (err error) {
	if s.Folds == 0 {
		return nil
	}
	if s.Hold == Blocks {
		s.blocks, err = s.drawBlocks()
		return err
	}
	deal := func(folds int) (*rank.Speckle, error) {
		speckle, err := rank.NewSpeckle(s.dealt(), folds, 1, s.splitStream())
		if err != nil {
			return nil, err
		}
		for k := range folds {
			if !slices.ContainsFunc(speckle.Held(k), func(e matrix.Triplet) bool { return e.Value != 0 }) {
				return nil, fmt.Errorf("rank: all that fold %d of %d holds out is zero", k+1, folds)
			}
		}
		return speckle, nil
	}
	if s.speckle, err = deal(s.Folds); err == nil {
		return nil
	}
	for folds := s.Folds - 1; folds >= 2; folds-- {
		if _, few := deal(folds); few == nil {
			m, n := s.x.Dims()
			return fmt.Errorf("X, %d×%d, is too small for %d folds; --folds %d works", m, n, s.Folds, folds)
		}
	}
	return fmt.Errorf("no entries can be held out of X: %w", err)
}

// dealt returns the matrix whose entries are held out. A sparse one stays sparse where every solver can leave some of its zeros out.
func (s *Study) dealt() matrix.Matrix {
	sparse, ok := s.x.(*matrix.CSR)
	if ok && slices.ContainsFunc(s.Methods, func(m Method) bool { return !solvers.TakesGaps(m.Solver()) }) {
		return matrix.FromDense(mat.DenseCopyOf(sparse))
	}
	return s.x
}

// InitKey names the initialisation in a key. A random one follows the scale of X, which it did not when it was named by its word alone.
func (s *Study) InitKey() string {
	if s.Init == solvers.InitRandom {
		return "random, by the scale of X"
	}
	return string(s.Init)
}

// add plans a fit.
func (s *Study) add(method Method, at place) {
	f := &Fit{Method: method, Rank: at.rank, Subset: at.kind, Replicate: at.start, place: at, study: s}
	if at.kind == kindFold {
		f.Subset = fmt.Sprintf("%s of %d: %s", kindFold, s.Folds, s.Hold)
		if s.Hold == Entries {
			f.Subset += fmt.Sprintf(", 1 in %d", s.speckle.Parts())
		}
		f.Replicate = at.start*s.Folds + at.fold
	}
	s.plan, s.at[at] = append(s.plan, f), f
}

// checksum returns that of what the matrix holds, whatever file it came from.
func checksum(x matrix.Matrix) string {
	h := sha256.New()
	write := func(numbers ...uint64) { _ = binary.Write(h, binary.LittleEndian, numbers) } // a hash takes all
	m, n := x.Dims()
	_, masked := x.(*matrix.Masked)
	write(uint64(m), uint64(n))
	if masked {
		write(1)
	}
	buf := make([]float64, n)
	row := make([]uint64, 0, 2*n)
	for i := range m {
		cols, vals := x.Row(i, buf)
		row = row[:0]
		for k, v := range vals {
			if v == 0 && !masked {
				continue // as sparse files leave it out
			}
			j := matrix.Column(cols, k)
			row = append(row, uint64(j), math.Float64bits(v))
		}
		write(uint64(len(row)))
		write(row...)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// The names of the numbers in a record.
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

// fit factorises x within the settings, and notes how it went.
func (f *Fit) fit(ctx context.Context, x matrix.Matrix, stop solvers.Settings, left *Left) (solvers.Factorization, error) {
	got, err := solvers.Factorize(ctx, f.Method.Solver(), solvers.Problem{X: x, Rank: f.rank},
		solvers.Plan{Init: f.study.Init, Seed: f.study.Seed + uint64(f.start), Settings: stop})
	if err != nil {
		return got, err
	}
	left.Iterations, left.Stopped, left.Seconds, left.Warnings = got.Last.Iteration, got.Status.String(), got.Last.Elapsed.Seconds(),
		note.Texts(got.Warnings)
	switch {
	case got.Status == solvers.Cancelled:
		return got, ctx.Err()
	case got.Status == solvers.Diverged:
		return got, fmt.Errorf("diverged: the objective is %v after iteration %d", got.Last.Objective, got.Last.Iteration)
	case got.Basis == nil || got.Ht == nil:
		return got, fmt.Errorf("%s leaves no model W·H of X, which has no error: %w", f.method, solvers.ErrUnsupported)
	}
	return got, nil
}

// Compute fits the whole matrix, or the matrix without a fold, which it then predicts. With an error, it returns how far the fit came.
func (f *Fit) Compute(ctx context.Context) (*Left, error) {
	s, left := f.study, &Left{}
	x, err := s.training(f.place)
	if err != nil {
		return left, err
	}
	got, err := f.fit(ctx, x, s.Stop, left)
	if err != nil {
		return left, err
	}
	if f.kind == kindStart {
		rest := math.Sqrt(matrix.NewEntrywise(x).Sum(got.Basis, got.Ht, matrix.Squared) / matrix.SumOfSquares(x))
		if math.IsNaN(rest) || math.IsInf(rest, 0) || math.IsNaN(got.Last.Objective) {
			return left, fmt.Errorf("the error of the model is %v and the objective %v", rest, got.Last.Objective)
		}
		left.Metrics = map[string]float64{metricError: rest, metricValue: got.Last.Objective}
		left.Outputs = map[string]*mat.Dense{outputBasis: basisOf(got.Basis, s.telling()), outputClusters: clustersOf(got.Ht)}
		return left, nil
	}
	var e float64
	if s.Hold == Blocks {
		e, err = s.block(f.fold, got)
	} else {
		e, err = rank.HeldError(s.speckle.Held(f.fold), got.Basis, got.Ht)
	}
	if err == nil && (math.IsNaN(e) || math.IsInf(e, 0)) {
		err = fmt.Errorf("the held-out error is %v", e)
	}
	if err == nil {
		left.Metrics = map[string]float64{metricHeldOut: e, metricValue: got.Last.Objective}
	}
	return left, err
}

// telling returns the features by which components are compared: all, or those of the largest norm.
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
func basisOf(basis *mat.Dense, rows []int) *mat.Dense {
	_, r := basis.Dims()
	kept := mat.NewDense(len(rows), r, nil)
	kept.Apply(func(i, k int, _ float64) float64 {
		short, _ := strconv.ParseFloat(strconv.FormatFloat(basis.At(rows[i], k), 'g', basisDigits, 64), 64) // infinite at most, which is refused where it is used
		return short
	}, kept)
	return kept
}

// clustersOf keeps the component with the largest coefficient of each sample, or of so many samples at equal distances.
func clustersOf(ht *mat.Dense) *mat.Dense {
	n, _ := ht.Dims()
	kept := mat.NewDense(min(n, mostSamples), 1, nil)
	kept.Apply(func(k, _ int, _ float64) float64 {
		row := ht.RawRowView(k * n / min(n, mostSamples))
		return float64(slices.Index(row, slices.Max(row)))
	}, kept)
	return kept
}

// AtLimit says how many runs ended at the limit of iterations before their tolerance.
func (s *Study) AtLimit(records Records) []note.Note {
	if s.Stop.TolObjective == 0 {
		return nil
	}
	ended, all := 0, 0
	found := s.found(records)
	for _, f := range s.plan {
		if left, ok := records.made(f); ok && (s.Folds == 0 || found.level(f.cell).has(f.place)) {
			all++
			if left.Stopped == solvers.MaxIterations.String() {
				ended++
			}
		}
	}
	if ended == 0 {
		return nil
	}
	return []note.Note{note.Of(note.Limit,
		"%d of %d runs ended at the limit of %d iterations before their tolerance; --iterations allows more.", ended, all,
		s.Stop.Iterations)}
}
