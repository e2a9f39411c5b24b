package run

// This file says what a plan will cost before it runs: seconds from earlier runs, committed results or the size of the data, memory,
// downloads, and the course of its runs on many cores.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// costs knows how long runs took: runs of the same kind, and of each solver on any data.
type costs struct {
	plan    *Plan
	store   *store.Store    // of which other experiments are learned when they are needed; nil once they are
	past    map[string]mean // by kind, see [costKey]
	here    speeds          // of the results folder, of any experiment
	carried speeds          // of committed records, of another machine
	tried   speeds          // of trials on the data of the plan
	trials  map[string]bool
	timed   map[string]float64 // seconds for one of the guess, of runs that no spec describes, by method
	budget  *time.Duration     // for trials; nil for none at all
}

type mean struct {
	sum   float64
	count int
}

func (m mean) of() float64 { return m.sum / float64(m.count) }

// speeds are the mean seconds of runs by solver and work.
type speeds map[string]map[float64]mean

func (s speeds) add(solver string, work, seconds float64) {
	if work > 0 && seconds > 0 {
		if s[solver] == nil {
			s[solver] = map[float64]mean{}
		}
		m := s[solver][work]
		s[solver][work] = mean{m.sum + seconds, m.count + 1}
	}
}

// at returns the seconds of a run with so much work: between two known works the time is a power of the work, above the last it is in
// proportion to the work, below the first at most in proportion. It is 0 where no run of the solver is known.
func (s speeds) at(solver string, work float64) float64 {
	low, high := 0., math.Inf(1)
	for w := range s[solver] {
		if w <= work {
			low = max(low, w)
		}
		if w >= work {
			high = min(high, w)
		}
	}
	below, above := s[solver][low].of(), s[solver][high].of()
	switch {
	case work <= 0 || low == 0 && math.IsInf(high, 1):
		return 0
	case math.IsInf(high, 1):
		return below * work / low
	case low == 0 || low == high:
		return above * work / high
	}
	share := math.Log(work/low) / math.Log(high/low)
	return math.Exp((1-share)*math.Log(below) + share*math.Log(above))
}

// effortOf returns how much a run on m×n data has to do at most, in a measure that runs of one solver share: the entries times the columns of a
// factor times the iterations; of methods that do all before the first iteration, or in epochs, the work on their graph.
func effortOf(id store.Identity, m, n, entries float64) float64 {
	entry, _ := solvers.Find(id.Solver)
	const vector = 8 // numbers that a processor multiplies at a time: a factor of fewer columns takes as long
	steps, size := float64(id.Stop.Iterations), entries*float64((id.Rank*max(1, id.RankTimes)+vector-1)/vector*vector)
	switch {
	case id.Solver == "":
		return size
	case entry.Step() == solvers.StepNone:
		return m * n * n
	case entry.Step() == solvers.StepEpoch:
		return n * steps
	}
	if starts, ok := id.Consensus["starts"].(float64); ok { // as JSON has it
		steps *= starts
	}
	return size * steps * float64(max(1, id.Starts))
}

// work returns that of a run of the plan, by the entries that its data holds, if it was loaded.
func (r *Run) work() float64 {
	m, n := r.size()
	share := 1.
	if data := r.source.data; data != nil && !r.split.Redraw {
		rows, cols := data.X.Dims()
		share = float64(data.X.NNZ()) / (float64(rows) * float64(cols))
	}
	id := r.ID
	if r.consensus != nil {
		id.Stop.Iterations *= r.consensus.Starts
		id.Consensus = nil
	}
	return effortOf(id, float64(m), float64(n), share*float64(m)*float64(n))
}

// size returns the features and samples that the run works on.
func (r *Run) size() (m, n int) {
	m, n = r.source.Size()
	n = Kept(*r.split, n)
	if of := r.source.Entry.Classes; r.split.Classes > 0 && of > r.split.Classes {
		n = n * r.split.Classes / of
	}
	return m, n
}

// workOfRecord returns the work of a run by its record, 0 where the registry does not know the size of the data.
func workOfRecord(id store.Identity) float64 {
	entry, _ := datasets.Find(id.Source)
	n, every, classes := entry.Samples, 1, 0
	for part := range strings.SplitSeq(id.Subset, ", ") {
		_, _ = fmt.Sscanf(part, "one sample of %d", &every)
		_, _ = fmt.Sscanf(part, "%d classes", &classes)
	}
	if n = (n + every - 1) / every; classes > 0 && entry.Classes > classes {
		n = n * classes / entry.Classes
	}
	return effortOf(id, float64(entry.Features), float64(n), float64(entry.Features)*float64(n))
}

// secondsOf returns what a run took of the processor, where that was measured, since others on the machine do not lengthen it.
func secondsOf(h store.Head) float64 { return cmp.Or(h.CoreSeconds, h.StartSeconds+h.Seconds) }

// learnFolder takes the times of all experiments of the results folder, once.
func (c *costs) learnFolder() {
	st := c.store
	if c.store = nil; st == nil {
		return
	}
	experiments, _ := st.Experiments() // an estimate does without
	for _, experiment := range experiments {
		heads := st.Heads(experiment)
		for _, key := range slices.Sorted(maps.Keys(heads)) { // in order, for the same bits in every process
			for _, h := range heads[key] {
				if h.Status == result.OK {
					c.here.add(h.Run.Solver, workOfRecord(h.Run), secondsOf(h))
				}
			}
		}
	}
}

// newCosts learns from the runs of a results folder, nil for none, and from the committed records of the plan's paper.
func newCosts(p *Plan, st *store.Store, budget *time.Duration) *costs {
	c := &costs{plan: p, store: st, past: map[string]mean{}, here: speeds{}, carried: speeds{}, tried: speeds{}, trials: map[string]bool{},
		timed: map[string]float64{}, budget: budget}
	if st != nil {
		heads := st.Heads(p.Spec.Base)
		for _, key := range slices.Sorted(maps.Keys(heads)) {
			for _, h := range heads[key] {
				if h.Status != result.Failed {
					m := c.past[costKey(h.Run)]
					c.past[costKey(h.Run)] = mean{m.sum + secondsOf(h), m.count + 1}
				}
			}
		}
	}
	paper, _, _ := strings.Cut(p.Spec.Base, "/")
	if a, err := store.Committed(paper); err == nil { // an estimate does without
		c.learn(a)
	}
	return c
}

// Rough estimates the core seconds of runs from committed results, else from the size of the data. It gives the same on every machine.
func Rough(p *Plan, runs []*Run, a *store.Archive) (seconds float64) {
	c := &costs{plan: p, carried: speeds{}}
	c.learn(a)
	for _, r := range runs {
		s, _, _ := c.of(context.Background(), r) // no trial, hence no error
		seconds += s
	}
	return seconds
}

// learn takes the times of committed records.
func (c *costs) learn(a *store.Archive) {
	records, _ := a.Records() // an estimate does without those that cannot be read
	for _, rec := range records {
		if rec.Status == result.OK {
			c.carried.add(rec.Run.Solver, workOfRecord(rec.Run), cmp.Or(rec.CoreSeconds, rec.StartSeconds+rec.Seconds))
		}
	}
}

// costKey returns what runs of equal cost have in common.
func costKey(id store.Identity) string {
	return fmt.Sprintf("%s|%s|%d|%s|%v|%d", id.Dataset, id.Subset, id.Rank, id.Method, id.Vary, id.Stop.Iterations)
}

// of estimates the seconds of one run: from earlier runs of its kind; else from runs of its solver, here or committed; else from a trial;
// else from the size of the data. Where a run is scored on its way, that counts too.
func (c *costs) of(ctx context.Context, r *Run) (seconds float64, from string, err error) {
	if r.custom != nil {
		return c.custom(ctx, r)
	}
	if m := c.past[costKey(r.ID)]; m.count > 0 {
		return m.of(), result.Count(m.count, "earlier run"), nil
	}
	c.learnFolder()
	solver, work := r.ID.Solver, r.work()
	if seconds = c.here.at(solver, work); seconds > 0 {
		return seconds, "runs of its solver here", nil
	}
	if solver == "" {
		return 0, "clustering alone", nil
	}
	if seconds, from = c.carried.at(solver, work), "committed runs of its solver"; seconds == 0 {
		if seconds, from, err = c.trial(ctx, r, work); err != nil {
			return 0, "", err
		}
	}
	if seconds > 0 && r.ID.Path != nil {
		scoring := r.scoring() * float64(len(r.ID.Path))
		seconds += scoring
		from += fmt.Sprintf(", %.0f %% of it for %s", 100*scoring/seconds, result.Count(len(r.ID.Path), "scoring"))
	}
	return seconds, from, nil
}

// trialTime bounds the iterations of a trial.
const trialTime = 50 * time.Millisecond

// trial estimates a run of a solver that has not run: once for each method and data set, its first iterations are timed while there is time
// for that; other ranks follow from those. A program is not run for a plan.
func (c *costs) trial(ctx context.Context, r *Run, work float64) (seconds float64, from string, err error) {
	_, ours := solvers.Find(r.ID.Solver)
	at := fmt.Sprint(r.ID.Dataset, r.ID.Method, r.ID.Vary)
	switch {
	case !ours:
		return 0, notPriced, nil
	case c.budget == nil || *c.budget <= 0 || c.trials[at]:
		if seconds = c.tried.at(r.ID.Solver, work); seconds > 0 {
			return seconds, "timed on other ranks or data", nil
		}
		return guess(r), "a guess from the size", nil
	}
	c.trials[at] = true
	began := time.Now()
	defer func() { *c.budget -= time.Since(began) }()
	short, rec := *r, r.Blank()
	short.most, short.ID.Starts = trialTime, 0
	if err := short.guarded(ctx, rec); err != nil {
		return guess(r), "a guess from the size", ctx.Err()
	}
	seconds = rec.CoreSeconds
	if rec.Stopped == solvers.TimeLimit.String() {
		steps := float64(r.ID.Stop.Iterations) / float64(max(1, rec.Iterations))
		seconds += (steps - 1) * cmp.Or(rec.ProcessorSeconds, rec.Seconds)
	}
	seconds *= float64(max(1, r.ID.Starts))
	c.tried.add(r.ID.Solver, work, seconds)
	return seconds, "its first iterations, timed", nil
}

// Seconds estimates the seconds of a plan's runs, by [Key]. Trials are timed within the budget; without a budget there
// are none, and every process that looks at the same store gets the same estimates.
func Seconds(ctx context.Context, p *Plan, st *store.Store, budget *time.Duration) (map[string]float64, error) {
	c, all := newCosts(p, st, budget), map[string]float64{}
	var err error
	for _, r := range p.Runs {
		key := TimingKey(r)
		if _, known := all[key]; known {
			continue
		}
		if all[key], _, err = c.of(ctx, r); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Key is what runs of equal cost have in common, in any experiment.
func TimingKey(r *Run) string { return r.ID.Experiment + "|" + costKey(r.ID) }

// custom returns the seconds of a run that no spec describes: Guess, in proportion to what was timed of the same method before, or is now,
// once, while there is time for it. A program is not run for a plan.
func (c *costs) custom(ctx context.Context, r *Run) (seconds float64, from string, err error) {
	t, kin := r.custom, r.ID.Method+"|"+r.ID.Subset
	if m := c.past[costKey(r.ID)]; m.count > 0 {
		c.timed[kin] = m.of() / t.guess
		return m.of(), result.Count(m.count, "earlier run"), nil
	}
	if ratio := c.timed[kin]; ratio > 0 {
		return t.guess * ratio, "what other ranks took", nil
	}
	if c.budget == nil || *c.budget <= 0 || t.elsewhere {
		return t.guess, "a guess from the size", nil
	}
	began := time.Now()
	defer func() { *c.budget -= time.Since(began) }()
	seconds, from, err = t.time(ctx)
	c.timed[kin] = seconds / t.guess
	return seconds, from, err
}

// speed is how many multiplications and additions a machine does in a second.
const speed = 4e9

// guess returns the time of a run whose iterations cost as much as the products of multiplicative updates: six of m×n×r at a
// speed that any machine of these years has. It is right within a factor of ten or so, enough to tell long from short.
func guess(r *Run) float64 { return 6 * r.work() / speed }
