package ranks

import (
	"context"
	"time"

	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// guess returns the time of all iterations of a run by the size of the data: those of six products over the entries that are held.
func (s *Study) guess(at runKey) float64 {
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

// trial times some iterations of a run's first start on what the run trains on.
func (s *Study) trial(ctx context.Context, method Method, at runKey) (seconds float64, from string, err error) {
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
	return float64(starts) * (start + step*float64(s.Stop.Iterations)), "at most, by " + result.Count(rec.Iterations, "timed step"), nil
}

// training returns what a run is fitted to, the whole matrix or what is left of it without a fold, and from how many starts.
func (s *Study) training(at runKey) (x matrix.Matrix, starts int, err error) {
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

// Memory returns what a study needs at most: X as it is and turned, twice more for what each worker trains on, and its factors.
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
