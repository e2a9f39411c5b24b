// Package ranks asks of a matrix how many components it has: it fits solvers at several ranks and judges each rank by the
// error of entries that were held out, by what starts agree on, and by what is left of the matrix.
//
// Every fit is a unit of package run, kept in the store like those of the papers: a study that was killed goes on where it
// was, and more ranks, starts or solvers compute only what is new. Its data lies in no registry, so that a spec, whose
// units hold out nothing of a matrix that is known in full, does not describe it; hence a package of its own. The
// mathematics is that of eval/rank.
package ranks

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"slices"
	"sync"

	"nmfrepro/eval/rank"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Hold is what each fold holds out.
type Hold string

// The ways; see package eval/rank.
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

// Options say what is tried.
type Options struct {
	Name    string // of the data, for the reader
	Ranks   []int  // ascending, each ≥ 1
	Methods []Method
	Hold    Hold
	Starts  int // of the whole matrix, ≥ 2
	Folds   int // ≥ 2, or 0 for a consensus, which needs none
	// FoldStarts are the starts of each fold, of which the one with the least objective predicts; 0 is 5 where entries are
	// held out, and 1 where blocks are.
	FoldStarts int
	Init       solvers.Init
	Stop       solvers.Settings
	Seed       uint64 // start k of every method and rank has the seed Seed + k
}

// Study is a matrix and the fits by which its rank is chosen.
type Study struct {
	Options
	x     matrix.Matrix
	sum   string
	units map[place]*run.Unit
	plan  []*run.Unit // those of small ranks first

	speckle func() (*rank.Speckle, error)
	blocks  func() ([]rank.Block, error)
}

// place is a unit within a study.
type place struct {
	method string
	rank   int
	kind   string // kindStart or kindFold
	index  int
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
		return nil, fmt.Errorf("%s, want at least 2, which may agree or not", reports.Count(o.Starts, "start"))
	case o.FoldStarts < 0:
		return nil, fmt.Errorf("%d initialisations of a fold, want at least 1", o.FoldStarts)
	case o.Folds < 2 && o.Folds != 0:
		return nil, fmt.Errorf("%s, want at least 2", reports.Count(o.Folds, "fold"))
	case o.Folds > 0 && o.Hold == Blocks && (m < 2*2 || n < 2*o.Folds):
		return nil, fmt.Errorf("X is %d×%d, want at least 4 rows and %d columns to hold out blocks in %d folds", m, n, 2*o.Folds, o.Folds)
	}
	if o.FoldStarts == 0 {
		o.FoldStarts = usualStarts[o.Hold]
	}
	s := &Study{Options: o, x: x, sum: checksum(x), units: map[place]*run.Unit{}}
	s.speckle = sync.OnceValues(func() (*rank.Speckle, error) { return rank.NewSpeckle(x, o.Folds, 1, s.splitStream()) })
	s.blocks = sync.OnceValues(s.drawBlocks)
	for _, r := range o.Ranks {
		for _, method := range o.Methods {
			for k := range o.Folds {
				s.add(method, place{method.Entry.Name, r, kindFold, k})
			}
			for k := range o.Starts {
				s.add(method, place{method.Entry.Name, r, kindStart, k})
			}
		}
	}
	return s, nil
}

// add plans a unit.
func (s *Study) add(method Method, at place) {
	solver := method.Solver()
	_, elsewhere := solver.(solvers.Outside)
	u := store.Unit{
		Experiment: "rank/" + s.sum[:12], Dataset: s.Name, Source: "file", Subset: at.kind, Rank: at.rank, Method: at.method, Solver: at.method,
		Options: solvers.OptionValues(solver), Init: string(s.Init), Replicate: at.index, Seed: s.Seed, Metrics: []string{},
		Stop: store.Stop{Iterations: s.Stop.Iterations, TolObjective: s.Stop.TolObjective, TolFactor: s.Stop.TolFactor, Every: s.Stop.Every},
	}
	task := run.Task{
		Compute:   func(ctx context.Context, rec *store.Record) error { return s.compute(ctx, method, at, rec) },
		Trial:     func(ctx context.Context) (float64, string, error) { return s.trial(ctx, method, at) },
		Guess:     s.guess(at),
		Elsewhere: elsewhere,
	}
	if at.kind == kindFold {
		u.Subset = fmt.Sprintf("%s of %d: %s, best of %d", kindFold, s.Folds, s.Hold, s.FoldStarts)
	}
	s.units[at] = run.Custom(u, s.sum, method.Entry.Version, solver, task)
	s.plan = append(s.plan, s.units[at])
}

// Plan lists the units, those of small ranks first.
func (s *Study) Plan() *run.Plan {
	return run.CustomPlan("rank "+s.Name, s.plan[0].Unit.Experiment, slices.Clone(s.plan))
}

// checksum is that of what the matrix holds, whatever file it came from.
func checksum(x matrix.Matrix) string {
	h := sha256.New()
	m, n := x.Dims()
	_, masked := x.(*matrix.Masked)
	write(h, uint64(m), uint64(n))
	if masked {
		write(h, 1)
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
		write(h, uint64(len(row)))
		write(h, row...)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func write(h hash.Hash, numbers ...uint64) {
	b := make([]byte, 0, 8*len(numbers))
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	h.Write(b)
}
