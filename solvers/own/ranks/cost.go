package ranks

import (
	"context"
	"sync"
	"time"

	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Guess returns the time of all iterations of a fit by the size of the data: six products over the stored entries an iteration.
func (f *Fit) Guess() float64 {
	s := f.study
	const speed = 2e9 // multiplications and additions a second
	m, n := s.x.Dims()
	entries := float64(m) * float64(n)
	if held, sparse := s.x.(interface{ NNZ() int }); sparse {
		entries = float64(held.NNZ())
	}
	return 6 * entries * float64(f.rank) * float64(s.Stop.Iterations) / speed
}

// small is the time of all runs, as guessed by the size of the data, up to which a study makes all of them.
const small = 60

// Small tells whether all runs take little time, by the size of the data.
func (s *Study) Small() bool {
	var seconds float64
	for _, f := range s.plan {
		seconds += f.Guess()
	}
	return seconds <= small
}

// trialTime bounds a trial's iterations.
const trialTime = 300 * time.Millisecond

// Trial times some iterations of a fit on its training entries.
func (f *Fit) Trial(ctx context.Context) (seconds float64, from string, err error) {
	began, s, other := time.Now(), f.study, *f
	other.rank = s.Ranks[len(s.Ranks)/2] // neither the quickest nor the slowest
	defer func() { seconds *= f.Guess() / other.Guess() }()
	x, err := s.training(f.place)
	if err != nil {
		return 0, "", err
	}
	short := s.Stop
	short.MaxTime = trialTime
	var rec Left
	if _, err := other.fit(ctx, x, short, &rec); err != nil {
		return 0, "not possible: " + err.Error(), ctx.Err()
	}
	took := time.Since(began).Seconds()
	if rec.Stopped != solvers.TimeLimit.String() {
		return took, "one that was timed", nil
	}
	step := rec.Seconds / float64(max(1, rec.Iterations))
	return took - rec.Seconds + step*float64(s.Stop.Iterations), "at most, by " + result.Count(rec.Iterations, "timed step"), nil
}

// trained keeps what the latest folds train on, since fits of one fold come together.
type trained struct {
	mu    sync.Mutex
	folds []int // the latest last
	of    map[int]func() (matrix.Matrix, error)
}

// keptFolds is how many are kept.
const keptFolds = 2

// training returns what a fit is made of, the whole matrix or what is left of it without a fold.
func (s *Study) training(at place) (matrix.Matrix, error) {
	if at.kind == kindStart {
		return s.x, nil
	}
	t := s.trained
	t.mu.Lock()
	of, there := t.of[at.fold]
	if !there {
		of = sync.OnceValues(func() (matrix.Matrix, error) {
			if s.Hold == Blocks {
				return part(s.x, s.blocks[at.fold].OtherRows, s.blocks[at.fold].OtherCols)
			}
			return s.speckle.Train(at.fold)
		})
		t.of[at.fold], t.folds = of, append(t.folds, at.fold)
		if len(t.folds) > keptFolds {
			delete(t.of, t.folds[0])
			t.folds = t.folds[1:]
		}
	}
	t.mu.Unlock()
	return of()
}

// Memory returns what a study needs at most: X as it is and turned, twice more for what each worker trains on, and its factors.
func (s *Study) Memory(workers int) int64 {
	m, n := s.x.Dims()
	held := 2 * 8 * int64(m) * int64(n)
	if x, sparse := s.x.(interface{ NNZ() int }); sparse {
		held = 2 * (8 + 8) * int64(x.NNZ())
	}
	if _, sparse := s.x.(*matrix.CSR); sparse && s.Hold == Entries {
		held += 2 * (8 + 8) * int64(m) * int64(n) / int64(s.speckle.Parts()) // the gaps
	} else if s.Hold == Entries {
		held += 2 * 32 * int64(m) * int64(n) // triplets of the split, and those that are trained on
	}
	factors := 6 * 8 * int64(m+n) * int64(s.Ranks[len(s.Ranks)-1])
	return held + int64(workers)*(2*held+factors) + 64<<20
}
