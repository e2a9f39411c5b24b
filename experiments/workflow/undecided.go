package workflow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Wish is one data set, rank and method of a plan of which more replicates could change a verdict or a contrast.
type Wish struct {
	run.Key
	Have, Want int // replicates
	Tells      int // verdicts and contrasts that wait for them
	Units      []*run.Unit
	Seconds    float64 // of one core
}

// mostLooks bounds how often replicates are judged and doubled.
const mostLooks = 8

// Undecided lists what is open in a plan that has grown to so many replicates where they were wanted, at a look: the most
// informative first, by the time that a verdict or a contrast costs. No place grows to more than twice its replicates at once, since
// means and spreads move.
func (p *Pass) Undecided(ctx context.Context, st *store.Store, plan *run.Plan, replicates, look int) ([]Wish, error) {
	at, err := p.grown(plan, replicates, look)
	if err != nil {
		return nil, err
	}
	open, sets := map[run.Key]*Wish{}, map[string]bool{}
	for _, u := range at.Units {
		if sets[u.Unit.Dataset] = true; p.Set.Usable(u) {
			if open[u.Place()] == nil {
				open[u.Place()] = &Wish{Key: u.Place()}
			}
			open[u.Place()].Have++
		}
	}
	want := func(c reports.Cell, n int) { // an average is of all data sets and ranks
		for key, o := range open {
			if c.Method == key.Method && cmp.Or(c.Rank, key.Rank) == key.Rank && (c.Dataset == key.Dataset || !sets[c.Dataset]) {
				o.Tells++
				o.Want = max(o.Want, min(n, 2*max(o.Have, judge.Fewest)))
			}
		}
	}
	for _, b := range p.judged(at).Panels {
		for _, row := range b.Rows {
			for _, c := range row.Cells {
				verdict, contrasts := judge.Wanted(c)
				if verdict > 0 {
					want(c, verdict)
				}
				for _, rival := range row.Cells {
					if n := contrasts[rival.Column]; n > 0 {
						want(c, n)
						want(rival, n)
					}
				}
			}
		}
	}
	return p.units(ctx, st, plan, open)
}

// grown is a plan with more replicates.
func (p *Pass) grown(plan *run.Plan, replicates, look int) (*run.Plan, error) {
	at, err := p.sized(plan.Spec, plan.Profile, replicates, plan.Only)
	if err == nil {
		at.Looks = look
	}
	return at, usage(err)
}

// units are those that open places lack.
func (p *Pass) units(ctx context.Context, st *store.Store, plan *run.Plan, open map[run.Key]*Wish) (all []Wish, err error) {
	most := 0
	for _, o := range open {
		most = max(most, o.Want)
	}
	if most == 0 {
		return nil, nil
	}
	at, err := p.grown(plan, most, 0)
	if err != nil {
		return nil, err
	}
	costs, err := run.Units(ctx, at, st, nil)
	if err != nil {
		return nil, &Error{Data, err}
	}
	for _, u := range at.Ready(at.Missing(p.Set)) {
		if o := open[u.Place()]; o != nil && u.Unit.Replicate < o.Want {
			o.Units = append(o.Units, u)
			o.Seconds += costs[run.TimingKey(u)]
		}
	}
	for _, o := range open {
		if len(o.Units) > 0 {
			all = append(all, *o)
		}
	}
	slices.SortFunc(all, func(a, b Wish) int {
		return cmp.Or(cmp.Compare(a.Seconds/float64(a.Tells), b.Seconds/float64(b.Tells)), cmp.Compare(fmt.Sprint(a.Key), fmt.Sprint(b.Key)))
	})
	return all, nil
}

// UntilDecided computes the plans, then adds replicates where a verdict or a contrast can still change, as far as the budget of
// elapsed time is estimated to go. The k-th look at them is at the level 5 %/2ᵏ, so that all together are at 5 %. say is told of each look.
func (p *Pass) UntilDecided(ctx context.Context, r Runner, budget time.Duration, say func(string)) error {
	began := time.Now()
	if err := p.Run(ctx, r, p.Plans); err != nil {
		return err
	}
	for _, plan := range p.Plans {
		if len(plan.Spec.Panels) == 0 {
			continue
		}
		replicates := plan.Replicates
		for look := 1; ; look++ {
			open, err := p.Undecided(ctx, r.Store, plan, replicates, look)
			if err != nil {
				return err
			}
			left, tells := (budget-time.Since(began)).Seconds()*float64(max(1, r.Workers)), 0
			var units []*run.Unit
			room := "within the budget"
			if look == mostLooks {
				room = "after the last look"
			}
			for _, o := range open {
				tells += o.Tells
				if o.Seconds <= left && look < mostLooks {
					left -= o.Seconds
					replicates = max(replicates, o.Want)
					units = append(units, o.Units...)
				}
			}
			say(fmt.Sprintf("%s, look %d: %s for more replicates, %s %s", plan.Address(), look, reports.Count(tells, "open question"), reports.Count(len(units), "run"), room))
			if len(units) == 0 {
				say(fmt.Sprintf("  nmfrepro verify '%s' --cached --profile %s --reps %d --looks %d", plan.Address(), plan.Profile, replicates, look))
				break
			}
			if _, err := p.run(ctx, r, units, 0); err != nil {
				return err
			}
		}
	}
	return nil
}
