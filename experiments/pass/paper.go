package pass

import (
	"slices"
	"strings"
	"time"

	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// PapersOf finds the papers of these keys, all if there are none.
func PapersOf(lib *spec.Library, keys []string) ([]*published.Paper, error) {
	if len(keys) == 0 {
		return lib.Papers, nil
	}
	var papers []*published.Paper
	for _, key := range keys {
		p := lib.Paper(key)
		if p == nil && len(lib.Of(key)) > 0 {
			return nil, Errorf(Usage, "%s has no paper.yaml, so that nothing is published to compare with; nmfrepro table, compare and figure show its experiments", key)
		}
		if p == nil {
			return nil, Errorf(Usage, "unknown paper %q, %s", key, nearest.Hint(key, Addresses(lib.Papers)))
		}
		papers = append(papers, p)
	}
	return papers, nil
}

// Addresses are those of whole papers.
func Addresses(papers []*published.Paper) []string {
	return reports.Mapped(papers, func(p *published.Paper) string { return p.Key })
}

// of lists the plans of a paper.
func (p *Pass) of(paper string) []*run.Plan {
	return slices.DeleteFunc(slices.Clone(p.Plans), func(plan *run.Plan) bool { return plan.Spec.Paper() != paper })
}

// Profiles names the profiles of the experiments of a paper, of all papers if it is empty, for a heading.
func (p *Pass) Profiles(paper string) string {
	var names []string
	for _, plan := range p.Plans {
		if (paper == "" || plan.Spec.Paper() == paper) && !slices.Contains(names, plan.Profile) {
			names = append(names, plan.Profile)
		}
	}
	if len(names) == 0 {
		names = append(names, p.request.Profile)
	}
	return strings.Join(names, ", ")
}

// Claims evaluates the claims of a paper and the ablations that they cite.
func (p *Pass) Claims(paper *published.Paper) ([]reports.Claim, error) {
	all, err := judge.Claims(paper, p.experiments(paper))
	return all, usage(err)
}

// experiments are those of a paper, by the key of the table.
func (p *Pass) experiments(paper *published.Paper) map[string]judge.Experiment {
	plans := p.of(paper.Key)
	made := make([]judge.Experiment, len(plans))
	reports.Each(len(plans), func(i int) {
		made[i].Results = p.Results(plans[i])
		if len(plans[i].Spec.Panels) > 0 {
			made[i].Table = p.Table(plans[i])
		}
	})
	experiments := map[string]judge.Experiment{}
	for i, plan := range plans {
		experiments[plan.Spec.Table()] = made[i]
	}
	return experiments
}

// Finding is what became of a paper, with the outcomes that it rests on as they come out here. claims are those of the paper
// as [Pass.Claims] gives them, nil if only the verdicts on cells are looked at.
func (p *Pass) Finding(paper *published.Paper, claims []reports.Claim) reports.Finding {
	cells := []reports.Cell{}
	for _, plan := range p.of(paper.Key) {
		if len(plan.Spec.Panels) > 0 {
			cells = append(cells, p.Table(plan).Cells()...)
		}
	}
	return judge.Finding(paper, claims, cells)
}

// Contests compares the methods of all tables. rival names the method that is compared with the others; the papers' own if
// it is empty.
func (p *Pass) Contests(rival string) ([]reports.Contest, error) {
	var all []reports.Contest
	var names []string
	found := rival == ""
	for _, plan := range p.Plans {
		for _, c := range p.contests(plan, rival) {
			for _, m := range c.Methods {
				if !slices.Contains(names, m.Key) {
					names = append(names, m.Key)
				}
			}
			found = found || c.Against >= 0
			all = append(all, c)
		}
	}
	switch {
	case !found:
		return nil, Errorf(Usage, "--against: unknown method %q, %s", rival, nearest.Hint(rival, names))
	case len(all) == 0:
		return nil, Errorf(Usage, "no panel has two methods to compare")
	}
	return all, nil
}

func (p *Pass) contests(plan *run.Plan, rival string) []reports.Contest {
	own := ""
	if paper, _ := p.Lib.PaperOf(plan.Spec); paper != nil {
		own = paper.Short
	}
	if added := plan.Spec.Added; rival == "" && len(added) > 0 {
		rival = added[0].Key
	}
	return judge.Contests(p.Table(plan), own, rival)
}

// Studies pairs every plan with the alternatives of its protocol; choices names some of them, none all.
func (p *Pass) Studies(choices []string) ([]*judge.Study, error) {
	studies, err := judge.Studies(p.Lib, p.Plans, choices, p.altered)
	return studies, usage(err)
}

// altered cuts an altered experiment into units as its base was.
func (p *Pass) altered(s *spec.Experiment, base *run.Plan, only spec.Filter) (*run.Plan, error) {
	return p.sized(s, base.Profile, base.Replicates, only)
}

// Outcome is the outcome of a paper: its judged tables, its claims, its finding, and the published numbers for which we have
// none. Experiments without any record in the archive of the request are idle.
func (p *Pass) Outcome(paper *published.Paper) (r reports.Paper, err error) {
	r = reports.Paper{Key: paper.Key, Short: paper.Short, Title: paper.Title, Cite: paper.Cite, DOI: paper.DOI, Gist: paper.Gist}
	if r.Claims, err = p.Claims(paper); err != nil {
		return r, err
	}
	for _, plan := range p.of(paper.Key) {
		switch {
		case p.idle(plan):
			r.Idle = append(r.Idle, plan.Spec.Address)
		case len(plan.Spec.Panels) > 0:
			r.Tables = append(r.Tables, p.Table(plan))
		}
	}
	r.Finding, r.Unshown = p.Finding(paper, r.Claims), p.unshown(paper)
	r.Costs, err = p.wanting(paper, r.Lacking())
	return r, err
}

// idle tells whether the archive that the request looks at has no record of a plan.
func (p *Pass) idle(plan *run.Plan) bool {
	if p.request.Archive == nil {
		return false
	}
	profile, _ := p.request.Archive.Made(plan.Spec.Base)
	return profile == ""
}

// Paper is a paper with everything that was done to it.
func (p *Pass) Paper(paper *published.Paper, notes string) (reports.Paper, error) {
	r, err := p.Outcome(paper)
	if err != nil {
		return r, err
	}
	r.Notes, r.Errata = notes, errata.Find(paper)
	for _, c := range paper.Protocol {
		r.Protocol = append(r.Protocol, reports.Choice{Subject: c.Choice, Value: c.Value, Status: c.Status, Evidence: c.Evidence, Where: c.Where})
	}
	var shown []*run.Plan
	for _, plan := range p.of(paper.Key) {
		if p.idle(plan) {
			continue
		}
		if len(plan.Spec.Panels) > 0 {
			t := &r.Tables[len(shown)]
			t.Contests = p.contests(plan, "")
			shown = append(shown, plan)
			for _, c := range t.Cells() {
				r.Records.Origins = reports.JoinOrigins(r.Records.Origins, c.Origins...)
			}
		}
		if len(plan.Spec.Plots) > 0 {
			f := p.Figure(plan)
			f.Published, _ = paper.Figures.Get(f.Key)
			r.Figures = append(r.Figures, f)
		}
	}
	if a := p.request.Archive; a != nil {
		if r.Records, err = recordsOf(a); err != nil {
			return r, err
		}
		studies, err := p.studied(shown, a)
		if err != nil {
			return r, err
		}
		for _, s := range studies {
			for _, b := range s.Branches {
				if m := b.Move(s.Base.Spec.Address); m.Cells > 0 {
					r.Moves = append(r.Moves, m)
				}
			}
		}
		p.readings(paper, studies, r.Claims)
	}
	r.Finding = p.Finding(paper, r.Claims) // whose claims have their readings now
	return r, nil
}

// recordsOf sums up the runs of an archive.
func recordsOf(a *store.Archive) (reports.Records, error) {
	records, err := a.Records()
	r := reports.Records{Units: len(records), Origins: store.Origins(records)}
	for i, rec := range records {
		r.Hours += rec.Seconds / time.Hour.Seconds()
		finished := rec.Provenance.Finished
		if i == 0 || finished.Before(r.First) {
			r.First = finished
		}
		if finished.After(r.Last) {
			r.Last = finished
		}
	}
	return r, err
}

// studied compares the tables with those alternatives of the protocol of which an archive has results.
func (p *Pass) studied(plans []*run.Plan, a *store.Archive) ([]*judge.Study, error) {
	left := map[string]bool{} // keys that no table asks for
	for _, key := range a.Keys() {
		left[key] = true
	}
	for _, plan := range plans {
		for _, u := range plan.Units {
			delete(left, u.Key)
		}
	}
	if len(left) == 0 {
		return nil, nil
	}
	studies, err := judge.Studies(p.Lib, plans, nil, p.altered)
	for _, s := range studies {
		s.Measure(p.Results)
	}
	return studies, usage(err)
}
