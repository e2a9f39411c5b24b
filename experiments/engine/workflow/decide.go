package workflow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports"
)

// Stage is how many replicates a method has on one data set at one rank, once its deviations are known.
type Stage struct {
	Place
	First, N int
	Tells    int     // cells that wait for it
	Seconds  float64 // of one core
}

// Place is a method of a plan on one data set at one rank.
type Place struct {
	Plan    *run.Plan
	Dataset string
	Rank    int
	Method  string
}

func (s Place) String() string { return fmt.Sprintf("%s %d %s", s.Dataset, s.Rank, s.Method) }

// question is a cell whose verdict takes so many replicates at some places.
type question struct {
	places []Place
	n      int
}

// FirstStage are the plans with the replicates of the first stage: those asked for, and as many as a verdict takes.
func (p *Pass) FirstStage() (plans []*run.Plan, err error) {
	for _, plan := range p.Plans {
		if !tabular(plan) {
			continue
		}
		if plan.Replicates < judge.Fewest {
			if plan, err = p.sized(plan.Spec, plan.Profile, judge.Fewest, plan.Only); err != nil {
				return nil, usage(err)
			}
		}
		plans = append(plans, plan)
	}
	return plans, nil
}

// Design is a second stage: where it adds replicates, how many cells wait for them, and how many more replicates could decide.
type Design struct {
	Stages         []*Stage
	Decided, Cells int
}

// Design fixes how many replicates each place has, by the deviations of the first stage, the reported runs, the tolerances and what
// units cost, and never by a mean: so do error rates stay what they are. Those are added first that decide most cells
// for their time, as far as so many seconds of one core go.
func (p *Pass) Design(ctx context.Context, st *store.Store, first []*run.Plan, seconds float64) (d Design, err error) {
	at := map[Place]*Stage{}
	var questions []question
	for _, plan := range first {
		costs, err := run.Units(ctx, plan, st, nil)
		if err != nil {
			return d, &Error{Data, err}
		}
		sets := map[string]bool{}
		var here []Place
		for _, u := range plan.Units {
			x := Place{plan, u.Unit.Dataset, u.Unit.Rank, u.Unit.Method}
			if at[x] == nil {
				at[x] = &Stage{Place: x, First: plan.Replicates, N: plan.Replicates}
				d.Stages, here = append(d.Stages, at[x]), append(here, x)
			}
			sets[u.Unit.Dataset] = true
			at[x].Seconds += costs[run.TimingKey(u)] / float64(plan.Replicates) // of a replicate, for now
		}
		for _, c := range p.Table(plan).Judged() {
			n := judge.Enough(plan, c)
			places := list.Filter(here, func(x Place) bool { // a mean is of all ranks or data sets
				return c.Method == x.Method && cmp.Or(c.Rank, x.Rank) == x.Rank && (c.Dataset == x.Dataset || !sets[c.Dataset])
			})
			if n > plan.Replicates && len(places) > 0 {
				questions = append(questions, question{places, n})
			}
		}
	}
	d.Cells = len(questions)
	for {
		best, ratio := -1, 0.0
		for i, q := range questions {
			cost, gain := 0.0, 0
			for _, x := range q.places {
				cost += float64(max(0, q.n-at[x].N)) * at[x].Seconds
			}
			for _, o := range questions {
				if !slices.ContainsFunc(o.places, func(x Place) bool { return at[x].N < o.n && (q.n < o.n || !slices.Contains(q.places, x)) }) {
					gain++
				}
			}
			if r := cost / float64(gain); cost <= seconds && (best < 0 || r < ratio) {
				best, ratio = i, r
			}
		}
		if best < 0 {
			break
		}
		q := questions[best]
		for _, x := range q.places {
			s := at[x]
			seconds -= float64(max(0, q.n-s.N)) * s.Seconds
			s.N = max(s.N, q.n)
			s.Tells++
		}
		questions, d.Decided = slices.Delete(questions, best, best+1), d.Decided+1
	}
	d.Stages = list.Filter(d.Stages, func(s *Stage) bool { return s.N > s.First })
	for _, s := range d.Stages {
		s.Seconds *= float64(s.N - s.First)
	}
	return d, nil
}

// units are those of the second stage that are not there.
func (p *Pass) units(s *Stage) (all []*run.Unit, err error) {
	here, _ := spec.ParseFilter("dataset="+s.Dataset, "rank="+strconv.Itoa(s.Rank), "method="+s.Method)
	at, err := p.sized(s.Plan.Spec, s.Plan.Profile, s.N, s.Plan.Only.And(here))
	if err != nil {
		return nil, usage(err)
	}
	for _, u := range at.Ready(at.Missing(p.Set)) {
		if u.FirstStage = s.First; u.Unit.Replicate >= s.First {
			all = append(all, u)
		}
	}
	return all, nil
}

// Decide computes a first stage, and then a second one whose size the deviations of the first fix, as far as the budget of elapsed time
// is estimated to go. The second is run whole (Stein's two stages). say is told of each experiment.
func (p *Pass) Decide(ctx context.Context, r Runner, budget time.Duration, say func(string)) error {
	began := time.Now()
	first, err := p.FirstStage()
	if err != nil {
		return err
	}
	if err := p.Run(ctx, r, first); err != nil {
		return err
	}
	d, err := p.Design(ctx, r.Store, first, (budget-time.Since(began)).Seconds()*float64(max(1, r.Workers)))
	if err != nil {
		return err
	}
	var units []*run.Unit
	most := map[*run.Plan]int{}
	for _, s := range d.Stages {
		more, err := p.units(s)
		if err != nil {
			return err
		}
		units, most[s.Plan] = append(units, more...), max(most[s.Plan], s.N)
	}
	say(fmt.Sprintf("second stage: %s for %d of %s that more replicates decide", reports.Count(len(units), "unit"), d.Decided, reports.Count(d.Cells, "cell")))
	if _, err := p.run(ctx, r, units, 0); err != nil {
		return err
	}
	for _, plan := range first {
		say(fmt.Sprintf("  nmfrepro verify '%s' --cached --profile %s --reps %d", plan.Address(), plan.Profile, max(plan.Replicates, most[plan])))
	}
	return nil
}
