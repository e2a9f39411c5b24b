package workflow

import (
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// unshown counts the published numbers of a paper for which our tables have no cell, by table and then by the reason.
func (p *Pass) unshown(paper *published.Paper) map[string]map[string]int {
	shown := map[published.Ref]bool{}
	for _, plan := range list.Filter(p.of(paper.Key), tabular) {
		table := p.Table(plan)
		beside := judge.PublishedRefs(plan.Spec, table)
		for _, c := range table.Judged() {
			shown[beside[c.Address]] = true // the zero value is no published cell
		}
	}
	counts := map[string]map[string]int{}
	for _, ref := range paper.Printed() {
		if shown[ref] {
			continue
		}
		lack := reports.LackRuns
		if paper.CellOf(ref).Value == published.Illegible {
			lack = reports.LackPublished
		}
		table := paper.Key + "/" + ref.Table
		if counts[table] == nil {
			counts[table] = map[string]int{}
		}
		counts[table][lack]++
	}
	return counts
}

// wanting estimates what it takes to compute the numbers that were not computed, by the address of their table: the units of the
// profile paper for whose data set, rank and method nothing is recorded. Data that nobody can have does not count.
func (p *Pass) wanting(paper *published.Paper, lacking []reports.Lacking) (map[string]reports.Cost, error) {
	costs, wanted := map[string]reports.Cost{}, map[string]bool{}
	for _, l := range lacking {
		if l.Lack == reports.LackRuns || l.Lack == reports.LackPart {
			wanted[l.Address] = true
		}
	}
	a, err := p.request.archive(paper.Key)
	if err != nil {
		return costs, nil // without results of any kind there is nothing to go by
	}
	first := map[string]string{} // experiment: the first that shows its units
	for _, plan := range p.of(paper.Key) {
		if !wanted[plan.Spec.Address] {
			continue
		}
		if with := first[plan.Spec.Base]; with != "" {
			costs[plan.Spec.Address] = reports.Cost{With: with}
			continue
		}
		recorded, lost := map[run.Key]bool{}, map[string]bool{}
		for _, u := range plan.Units {
			if p.Set.Usable(u) {
				recorded[u.Place()] = true
			}
		}
		whole, err := p.sized(plan.Spec, "paper", 0, nil)
		if err != nil {
			return nil, usage(err)
		}
		for _, s := range whole.Sources {
			lost[s.Key] = s.Lost()
		}
		units := list.Filter(whole.Units, func(u *run.Unit) bool { return !recorded[u.Place()] && !lost[u.Unit.Dataset] })
		if len(units) > 0 {
			first[plan.Spec.Base] = plan.Spec.Address
			costs[plan.Spec.Address] = reports.Cost{Units: len(units), Seconds: run.Rough(whole, units, a)}
		}
	}
	return costs, nil
}

// archive are the committed results of a paper that a request goes by.
func (r Request) archive(paper string) (*store.Archive, error) {
	if r.Archive != nil {
		return r.Archive, nil
	}
	return r.shelf().Committed(paper)
}
