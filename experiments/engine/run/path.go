package run

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
)

// pathOf returns the iterations at which a run with this limit is scored: those of the path that it reaches, and the limit. So the key
// does not depend on how the end is spelt. It is nil for an experiment without a path.
func pathOf(p spec.Path, limit int) (at []int) {
	if len(p.At) == 0 {
		return nil
	}
	return append(slices.DeleteFunc(slices.Clone(p.At), func(k int) bool { return k >= limit }), limit)
}

// walk scores a run on its way. A nil one is of a run without a path, and costs nothing.
type walk struct {
	ctx    context.Context
	run    *Run
	data   sample
	begun  eval.Outcome  // before there are factors
	rec    *store.Record // of the run
	began  time.Duration // of the processor, before the first iteration
	scored time.Duration // of the processor, in scoring
	solver solvers.Progress
	known  [2]solvers.Point // the last two places where the objective is known, for what has no residual
}

func (r *Run) newWalk(ctx context.Context, data sample, o eval.Outcome, rec *store.Record) *walk {
	if r.ID.Path == nil {
		return nil
	}
	return &walk{ctx: ctx, run: r, data: data, begun: o, rec: rec}
}

// begin makes the loop stop at the path. Of a method without a residual it also stops one iteration before, for the change of the
// objective.
func (w *walk) begin(run solvers.Progress, processor time.Duration, s *solvers.Settings) {
	if w == nil {
		return
	}
	w.solver, w.began = run, processor
	path := w.run.ID.Path
	s.Checkpoints = slices.Clone(path[:len(path)-1])
	if w.residual() == nil {
		for _, k := range path {
			s.Checkpoints = append(s.Checkpoints, k-1)
		}
		slices.Sort(s.Checkpoints)
		s.Checkpoints = slices.DeleteFunc(slices.Compact(s.Checkpoints), func(k int) bool { return k < 1 })
	}
	s.Checkpoint = w.look
	record := s.Record
	s.Record = func(p solvers.Point) {
		record(p)
		w.know(p)
	}
}

// residual returns that of the solver now, nil where it has none.
func (w *walk) residual() *float64 {
	c, can := w.solver.(solvers.Convergent)
	if !can {
		return nil
	}
	v, ok := c.Residual()
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// know keeps an objective, and the one of an earlier iteration.
func (w *walk) know(p solvers.Point) {
	if p.Iteration > w.known[1].Iteration {
		w.known[0] = w.known[1]
	}
	w.known[1] = p
}

// point returns a place of the path, still without scores.
func (w *walk) point(p solvers.Point) store.Checkpoint {
	w.know(p)
	at := store.Checkpoint{Iteration: p.Iteration, Objective: p.Objective, Residual: w.residual()}
	before := w.known[0]
	if gap := float64(p.Iteration - before.Iteration); at.Residual == nil && gap > 0 && before.Objective != 0 {
		change := math.Abs(before.Objective-p.Objective) / math.Abs(before.Objective) / gap
		at.Change = &change
	}
	return at
}

// look scores the factors as they are after an iteration, with the streams that the end has. What goes wrong leaves a score out.
func (w *walk) look(p solvers.Point) {
	if math.IsNaN(p.Objective) || math.IsInf(p.Objective, 0) {
		return // the run is about to end
	}
	processor := processorTime()
	defer func() { w.scored += processorTime() - processor }()
	path := w.run.ID.Path
	if _, wanted := slices.BinarySearch(path[:len(path)-1], p.Iteration); !wanted || w.ctx.Err() != nil {
		w.know(p)
		return
	}
	at := w.point(p)
	at.Metrics, at.Unavailable = w.score(p)
	w.rec.Path = append(w.rec.Path, at)
}

func (w *walk) score(p solvers.Point) (scores map[string]float64, unavailable map[string]string) {
	r, o := w.run, w.begun
	so := store.Record{
		Iterations: p.Iteration, Seconds: p.Elapsed.Seconds(), StartSeconds: w.rec.StartSeconds, Trace: w.rec.Trace,
		ProcessorSeconds: (processorTime() - w.began - w.scored).Seconds(),
	}
	err := r.reach(w.ctx, w.data, &o, w.solver.Finish(), &so)
	if err == nil {
		var clusters clusterings
		var unread map[string]error
		if clusters, unread, err = r.read(o, &so); err == nil {
			err = r.score(o, clusters, unread, &so)
		}
	}
	if err != nil {
		so.Metrics, so.Unavailable = nil, map[string]string{}
		for _, m := range r.metrics {
			so.Unavailable[m.name] = fmt.Sprintf("not scored there: %v", err)
		}
	}
	return so.Metrics, so.Unavailable
}

// end adds the end of the run, which endPath scores.
func (w *walk) end(last solvers.Point) {
	if w == nil || last.Iteration == 0 {
		return
	}
	at := w.point(last)
	w.rec.Path = append(slices.DeleteFunc(w.rec.Path, func(p store.Checkpoint) bool { return p.Iteration >= last.Iteration }), at)
}

// spent returns the time of the processor in scoring.
func (w *walk) spent() time.Duration {
	if w == nil {
		return 0
	}
	return w.scored
}

// endPath gives the last point of a path the scores of the run.
func endPath(rec *store.Record) {
	if n := len(rec.Path); n > 0 {
		rec.Path[n-1].Metrics, rec.Path[n-1].Unavailable = rec.Metrics, rec.Unavailable
	}
}

// lloyd is how many iterations k-means takes on most data.
const lloyd = 20

// scoring returns a guess of the seconds of one scoring on the way: k-means of every reading, and the objective and the residual.
func (planned *Run) scoring() float64 {
	m, n := planned.source.Size()
	all := planned.source.Entry.Classes
	if drawn := planned.split.Classes; drawn > 0 && all > drawn {
		n = n * drawn / all
	}
	products := 10 * float64(m) * float64(n) * float64(planned.rank())
	for _, r := range planned.readings {
		if r.Method != eval.ByKMeans {
			continue
		}
		dimensions := planned.rank()
		if r.From == eval.FromX {
			dimensions = m
		}
		k := cmp.Or(r.KMeans.K, planned.split.Classes, all, planned.ID.Rank)
		products += float64(max(1, r.Repeats)*max(1, r.KMeans.Restarts)) * lloyd * float64(n) * float64(k) * float64(dimensions)
	}
	return products / speed
}
