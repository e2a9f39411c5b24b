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

// costs knows what runs of a plan took, in the store and in the committed results.
type costs struct {
	plan      *Plan
	past      map[string]mean
	committed map[string]committed
	ranks     map[result.Address]map[int]committed // of whatever subset
	store     *store.Store                         // nil for none
	known     map[string][]measured                // by solver, of any experiment of the results folder; work rises
	timed     map[string]float64                   // seconds for one of the guess, of runs that no spec describes, by method
	budget    *time.Duration                       // what is left for trials of runs that no spec describes; nil for none at all
}

// measured is what a run took whose work is known.
type measured struct{ work, seconds float64 }

// workOfRun returns how much a run has to do at most, in a measure that runs of one solver share: the entries of the model times the steps, and
// of methods that do all before the first step or in epochs what their graph takes.
func workOfRun(u store.Run, m, n int) float64 {
	entry, _ := solvers.Find(u.Solver)
	const vector = 8 // numbers that a processor multiplies at a time: a factor of fewer columns takes as long
	steps, size := float64(u.Stop.Iterations), float64(m)*float64(n)*float64((u.Rank+vector-1)/vector*vector)
	switch {
	case u.Solver == "":
		return size
	case entry.Step() == solvers.StepNone:
		return float64(m) * float64(n) * float64(n)
	case entry.Step() == solvers.StepEpoch:
		return float64(n) * steps
	case u.Consensus != nil:
		return 0 // its starts are not known here
	}
	return size * steps
}

// size returns the features and samples that the run works on.
func (j *Run) size() (m, n int) {
	m, n = j.source.Size()
	n = Kept(*j.split, n)
	if of := j.source.Entry.Classes; j.split.Classes > 0 && of > j.split.Classes {
		n = n * j.split.Classes / of
	}
	return m, n
}

// learnFolder takes what runs of any experiment of a results folder took, as far as the registry knows the size of their data.
func (c *costs) learnFolder(st *store.Store) {
	c.known = map[string][]measured{}
	experiments, _ := st.Experiments() // an estimate does without
	for _, experiment := range experiments {
		for _, of := range st.Heads(experiment) {
			for _, h := range of {
				entry, found := datasets.Find(h.Run.Source)
				m, n, every, classes := entry.Features, entry.Samples, 1, 0
				for part := range strings.SplitSeq(h.Run.Subset, ", ") {
					_, _ = fmt.Sscanf(part, "one sample of %d", &every)
					_, _ = fmt.Sscanf(part, "%d classes", &classes)
				}
				if n = (n + every - 1) / every; classes > 0 && entry.Classes > classes {
					n = n * classes / entry.Classes
				}
				seconds := cmp.Or(h.CoreSeconds, h.StartSeconds+h.Seconds)
				if work := workOfRun(h.Run, m, n); found && h.Status == result.OK && seconds > 0 && work > 0 {
					c.known[h.Run.Solver] = append(c.known[h.Run.Solver], measured{work, seconds})
				}
			}
		}
	}
	for solver, all := range c.known {
		slices.SortFunc(all, func(a, b measured) int { return cmp.Or(cmp.Compare(a.work, b.work), cmp.Compare(a.seconds, b.seconds)) })
		var each []measured // the mean of runs of equal work
		for from := 0; from < len(all); {
			to, sum := from, 0.0
			for ; to < len(all) && all[to].work == all[from].work; to++ {
				sum += all[to].seconds
			}
			each = append(each, measured{all[from].work, sum / float64(to-from)})
			from = to
		}
		c.known[solver] = each
	}
}

// asOthers returns what a run takes by those of its solver on other data: between two of them the time is a power of the work, beyond the
// last it is in proportion. It is 0 where none has run.
func (c *costs) asOthers(j *Run) float64 {
	if c.known == nil && c.store != nil {
		c.learnFolder(c.store)
	}
	all := c.known[j.ID.Solver]
	m, n := j.size()
	work := workOfRun(j.ID, m, n)
	if len(all) == 0 || work <= 0 {
		return 0
	}
	k, _ := slices.BinarySearchFunc(all, work, func(a measured, w float64) int { return cmp.Compare(a.work, w) })
	switch {
	case k == len(all):
		return all[k-1].seconds * work / all[k-1].work
	case k == 0 || all[k].work == work:
		return all[k].seconds * min(1, work/all[k].work)
	}
	low, high := all[k-1], all[k]
	share := math.Log(work/low.work) / math.Log(high.work/low.work)
	return math.Exp((1-share)*math.Log(low.seconds) + share*math.Log(high.seconds))
}

type mean struct {
	sum   float64
	count int
}

// committed is what the committed results tell of the runs of a place: another machine's seconds and numbers of iterations.
type committed struct {
	runs, skipped, converged int
	seconds, converges       float64
	step                     float64 // least seconds of an iteration: what else the machine did only lengthened it
	scoring                  float64 // least seconds of all that is not an iteration, of runs that were scored on their way
}

// leastCommitted is the shortest committed time of iterations, in seconds, from which the time of a run is estimated. In shorter
// runs, reading and scoring, which are not timed, may take longer than the iterations.
const leastCommitted = 0.1

func newCosts(p *Plan, heads map[string][]store.Head, budget *time.Duration) *costs {
	c := &costs{plan: p, past: map[string]mean{}, committed: map[string]committed{}, ranks: map[result.Address]map[int]committed{},
		timed: map[string]float64{}, budget: budget}
	for _, key := range slices.Sorted(maps.Keys(heads)) {
		for _, h := range heads[key] {
			if h.Status != result.Failed {
				m := c.past[costKey(h.Run)]
				// processor time where it was measured, which others on the machine do not lengthen
				seconds := cmp.Or(h.CoreSeconds, h.StartSeconds+h.Seconds)
				c.past[costKey(h.Run)] = mean{m.sum + seconds, m.count + 1}
			}
		}
	}
	paper, _, _ := strings.Cut(p.Spec.Base, "/")
	if a, err := store.Committed(paper); err == nil { // an estimate does without
		c.learn(a)
	}
	return c
}

// Rough estimates the core seconds of some runs of a plan from committed results, else from the size of the data: the same
// on every machine.
func Rough(p *Plan, runs []*Run, a *store.Archive) (seconds float64) {
	c := &costs{plan: p, committed: map[string]committed{}, ranks: map[result.Address]map[int]committed{}}
	c.learn(a)
	for _, j := range runs {
		s, _, _ := c.of(context.Background(), j) // no trial, hence no error
		seconds += s
	}
	return seconds
}

// learn takes what committed results tell of the runs of the plan.
func (c *costs) learn(a *store.Archive) {
	p := c.plan
	records, _ := a.Records() // an estimate does without those that cannot be read
	for _, rec := range records {
		if rec.Run.Experiment != p.Spec.Base || rec.Status == result.Failed {
			continue
		}
		c.committed[placeOfRun(rec.Run)] = c.committed[placeOfRun(rec.Run)].and(rec)
		at := c.ranks[alike(p, rec.Run)]
		if at == nil {
			at = map[int]committed{}
			c.ranks[alike(p, rec.Run)] = at
		}
		at[rec.Run.Rank] = at[rec.Run.Rank].and(rec)
	}
}

// and adds one more run to the mean.
func (at committed) and(rec *store.Record) committed {
	at.runs++
	if rec.Status == result.Skipped {
		at.skipped++
	}
	at.seconds += rec.Seconds
	if step := rec.Seconds / float64(rec.Iterations); rec.Iterations > 0 && step > 0 && (at.step == 0 || step < at.step) {
		at.step = step
	}
	if rest := rec.CoreSeconds - rec.Seconds; rec.Path != nil && rest > 0 && (at.scoring == 0 || rest < at.scoring) {
		at.scoring = rest
	}
	if rec.Stopped == solvers.Converged.String() { // methods that stop by a tolerance rarely come to their limit
		at.converged++
		at.converges += float64(rec.Iterations)
	}
	return at
}

// alike returns what runs have in common that differ in rank and subset alone. A generated set has a size of its own under each key.
func alike(p *Plan, u store.Run) result.Address {
	data := u.Dataset
	for _, s := range p.Sources {
		if s.Key == u.Dataset && s.Entry.Files != nil {
			data = s.Entry.Name
		}
	}
	return result.Address{Dataset: data, Method: u.Method, Variant: Address(u).Variant}
}

// betweenRanks returns the seconds of an iteration of a run at whose rank nothing is committed, from the ranks of its kin that are,
// and 0 where there is none. The time goes with a power of the rank: that of the kin if its ranks lie far apart, else that of
// the method on all data, as between close ranks a busy machine makes more of a difference than the rank. most is how many
// iterations were needed where runs ended by a tolerance.
func (c *costs) betweenRanks(j *Run) (seconds, most float64) {
	of := alike(c.plan, j.ID)
	known := c.ranks[of]
	power, far := growth(known)
	if !far {
		var all []map[int]committed
		for _, s := range c.plan.Sources { // in order, for the same bits in every process
			if at := c.ranks[alike(c.plan, store.Run{Dataset: s.Key, Method: j.ID.Method, Vary: j.ID.Vary})]; at != nil {
				all = append(all, at)
			}
		}
		power, _ = growth(all...)
	}
	level, n, most := 0.0, 0, math.Inf(1)
	for _, r := range slices.Sorted(maps.Keys(known)) {
		at := known[r]
		if at.step > 0 {
			level += math.Log(at.step) + power*math.Log(float64(j.ID.Rank)/float64(r))
			n++
		}
		if at.converged > 0 && at.converged == at.runs {
			most = min(most, at.converges/float64(at.converged))
		}
	}
	if n == 0 {
		return 0, most
	}
	return math.Exp(level / float64(n)), most
}

// growth returns the power of the rank with which the time of an iteration goes, by the smallest and the greatest rank of each of some
// sets: by least squares of the logarithms, at least 0 and at most 2, and 1 where no set has two ranks. far tells whether one
// set has ranks of which one is four times another.
func growth(sets ...map[int]committed) (power float64, far bool) {
	var xy, xx float64
	for _, at := range sets {
		low, high := 0, 0
		for r := range at {
			if at[r].step > 0 {
				low, high = min(cmp.Or(low, r), r), max(high, r)
			}
		}
		if low == high {
			continue
		}
		x := math.Log(float64(high) / float64(low))
		xy, xx, far = xy+x*math.Log(at[high].step/at[low].step), xx+x*x, far || high >= 4*low
	}
	if xx == 0 {
		return 1, false
	}
	return min(2, max(0, xy/xx)), far
}

// costKey returns what runs of equal cost have in common.
func costKey(u store.Run) string {
	return fmt.Sprintf("%s|%d", placeOfRun(u), u.Stop.Iterations)
}

// placeOfRun says where a run stands in its experiment, whatever its replicate and stopping rules.
func placeOfRun(u store.Run) string {
	return fmt.Sprintf("%s|%s|%d|%s|%v", u.Dataset, u.Subset, u.Rank, u.Method, u.Vary)
}

// of estimates the seconds of one run: from earlier runs of its kind, else from the committed results, also of other ranks,
// else from the size of the data. Where a run is scored on its way, that counts too.
func (c *costs) of(ctx context.Context, j *Run) (seconds float64, from string, err error) {
	if j.custom != nil {
		return c.custom(ctx, j)
	}
	if m := c.past[costKey(j.ID)]; m.count > 0 {
		return m.sum / float64(m.count), result.Count(m.count, "earlier run"), nil
	}
	if seconds = c.asOthers(j); seconds > 0 {
		return seconds, "runs of its solver here", nil
	}
	if seconds, from = c.steps(j); seconds > 0 && j.ID.Path != nil {
		scoring := cmp.Or(c.committed[placeOfRun(j.ID)].scoring, j.scoring()*float64(len(j.ID.Path)))
		seconds += scoring
		from += fmt.Sprintf(", %.0f %% of it for %s", 100*scoring/seconds, result.Count(len(j.ID.Path), "scoring"))
	}
	return seconds, from, nil
}

// steps estimates the seconds of the iterations of one run of a kind that has not run here.
func (c *costs) steps(j *Run) (seconds float64, from string) {
	if j.ID.Solver == "" {
		return 0, "clustering alone"
	}
	if all := slices.Collect(maps.Values(c.ranks[alike(c.plan, j.ID)])); len(all) > 0 && !slices.ContainsFunc(all, func(at committed) bool {
		return at.skipped < at.runs
	}) {
		return 0, "skipped as the committed runs were"
	}
	at, steps, expected := c.committed[placeOfRun(j.ID)], float64(j.ID.Stop.Iterations), ""
	if n := at.converges / float64(max(1, at.converged)); n > 0 && n < steps {
		steps, expected = n, fmt.Sprintf(", %.0f iterations as committed", n)
	}
	if at.runs > 0 && j.consensus != nil { // its seconds are those of all initialisations
		return at.seconds / float64(at.runs), result.Count(at.runs, "committed run")
	}
	if at.runs > 0 && at.seconds/float64(at.runs) >= leastCommitted && at.step > 0 {
		return at.step * steps, result.Count(at.runs, "committed run") + expected
	}
	if step, most := c.betweenRanks(j); step > 0 {
		return step * min(steps, most), "committed runs of other ranks"
	}
	if _, ours := solvers.Find(j.ID.Solver); !ours {
		return 0, notPriced
	}
	return guess(j, steps), "a guess from the size" + expected
}

// Seconds estimates the seconds of a plan's runs, by [Key]. Trials are timed within the budget; without a budget there
// are none, and every process that looks at the same store gets the same estimates.
func Seconds(ctx context.Context, p *Plan, st *store.Store, budget *time.Duration) (map[string]float64, error) {
	c, all := newCosts(p, st.Heads(p.Spec.Base), budget), map[string]float64{}
	c.store = st
	var err error
	for _, j := range p.Runs {
		key := TimingKey(j)
		if _, known := all[key]; known {
			continue
		}
		if all[key], _, err = c.of(ctx, j); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Key is what runs of equal cost have in common, in any experiment.
func TimingKey(j *Run) string { return j.ID.Experiment + "|" + costKey(j.ID) }

// custom returns the seconds of a run that no spec describes: Guess, in proportion to what was timed of the same method before, or is now,
// once, while there is time for it. A program is not run for a plan.
func (c *costs) custom(ctx context.Context, j *Run) (seconds float64, from string, err error) {
	t, kin := j.custom, j.ID.Method+"|"+j.ID.Subset
	if m := c.past[costKey(j.ID)]; m.count > 0 {
		c.timed[kin] = m.sum / float64(m.count) / t.guess
		return m.sum / float64(m.count), result.Count(m.count, "earlier run"), nil
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

// guess returns the time of so many iterations whose cost is that of the products of multiplicative updates: six of m×n×r at a
// speed that any machine of these years has. It is right within a factor of ten or so, enough to tell long from short.
func guess(j *Run, steps float64) float64 {
	m, n := j.size()
	if entry, _ := solvers.Find(j.ID.Solver); entry.Step() == solvers.StepNone {
		return float64(m) * float64(n) * float64(n) / speed
	}
	starts := 1
	if j.consensus != nil {
		starts = j.consensus.Starts
	}
	return 6 * float64(m) * float64(n) * float64(j.ID.Rank) * steps / speed * float64(starts)
}
