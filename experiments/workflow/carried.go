package workflow

import (
	"slices"
	"strings"

	"nmfrepro/experiments/run"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Carried says on which days and machines, and with which versions, those records were made that a plan shows from among the
// committed results. It is "" if there are none.
func (p *Pass) Carried(plan *run.Plan) string {
	if !p.request.Cached {
		return ""
	}
	var days, cpus, programs []string
	own, carried := 0, 0
	for _, u := range plan.Units {
		rec, ok := p.Set.Get(u)
		if !ok {
			continue
		}
		paper, _ := reports.SplitAddress(u.Unit.Experiment)
		a, err := p.request.shelf().Committed(paper)
		if err != nil {
			return ""
		}
		if same, ok := a.Get(u); !ok || !same.Provenance.Finished.Equal(rec.Provenance.Finished) {
			own++
			continue
		}
		carried++
		days = list.AppendUnique(days, rec.Provenance.Finished.Format("2006-01-02"))
		cpus = list.AppendUnique(cpus, rec.Provenance.CPU)
		programs = list.AppendUnique(programs, rec.Provenance.Program)
	}
	if carried == 0 {
		return ""
	}
	slices.Sort(days)
	when := days[0]
	if last := days[len(days)-1]; last != when {
		when += " to " + last
	}
	text := "from the results that this program carries: run " + when + " on " + strings.Join(cpus, " and ") + ", program " + strings.Join(programs, " and ")
	if own > 0 {
		text += ", and " + reports.Count(own, "run") + " of the results folder"
	}
	return text
}

// Some tells whether the pass has a record of any unit.
func (p *Pass) Some() bool {
	return slices.ContainsFunc(p.Plans, func(plan *run.Plan) bool {
		return slices.ContainsFunc(plan.Units, func(u *run.Unit) bool { _, ok := p.Set.Get(u); return ok })
	})
}

// Anew tells whether a command that computes has something to compute in spite of the committed results: a method of the user's own,
// or one of which this build computes other numbers.
func (p *Pass) Anew() bool {
	return slices.ContainsFunc(p.Plans, func(plan *run.Plan) bool {
		return len(plan.Spec.Added) > 0 || slices.ContainsFunc(plan.Units, func(u *run.Unit) bool {
			_, ok := p.Set.Get(u)
			return !ok && p.Set.Stale(u) != ""
		})
	})
}

// Carries tells whether --cached, which was not given, would show results of a plan.
func (p *Pass) Carries(plan *run.Plan) bool {
	if p.request.Cached {
		return false
	}
	a, err := p.request.shelf().Committed(plan.Spec.Paper())
	return err == nil && a.Has(plan.Spec.Base)
}

// OnlyCarried lists the plans that --cached would show more of: the results folder lacks a usable record of some unit, and the
// program carries results. With run set, units whose data is there do not count, since the command computes them.
func (p *Pass) OnlyCarried(plans []*run.Plan, run bool) (addresses []string) {
	if p.request.Cached {
		return nil
	}
	for _, plan := range plans {
		missing := plan.Missing(p.Set)
		if len(missing) > 0 && !(run && len(missing) == len(plan.Ready(missing))) && p.Carries(plan) {
			addresses = list.AppendUnique(addresses, plan.Spec.Address)
		}
	}
	return addresses
}
