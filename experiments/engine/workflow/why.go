package workflow

import (
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// Why holds the reasons for the numbers of some cells.
type Why struct {
	Cells   []result.Cell    // with their verdicts, as the whole table gives them
	Claims  []result.Claim   // of which one of the cells is a number
	Errata  []result.Erratum // of the reported numbers of the cells; what the text says is among the claims
	Other   []Alternative    // that were computed
	Changes []*whatif.Change // whose cells these are
	Notes   []reported.Note  // on the cells, or on the figure
	Reasons []result.Reason  // why cells differ, that of the largest differences first
}

// Alternative is a cell under another value of a setting that the paper leaves open.
type Alternative struct {
	Key, Subject, Value, Ours string // of the setting: value in place of ours
	whatif.Moved
}

// wholePaper is what explanations of several tables have of their paper.
type wholePaper struct {
	*Pass
	claims []result.Claim
	errata []result.Erratum
}

// wholePaper looks at a whole paper, because a verdict depends on its whole table and a claim on several; each record is still read once.
func (p *Pass) wholePaper(paper *reported.Paper) (w wholePaper, err error) {
	if w.Pass, err = p.Whole(paper.Key); err != nil {
		return w, err
	}
	w.claims, err = w.Claims(paper)
	w.errata = errata.Find(paper)
	return w, err
}

// why gathers the reasons for the reported cells of a plan. whole returns what is known of its paper.
func (p *Pass) why(plan *run.Plan, whole func(*reported.Paper) (wholePaper, error)) (why Why, err error) {
	paper, _ := p.Lib.PaperOf(plan.Spec)
	if paper == nil {
		return why, nil
	}
	if len(plan.Spec.Panels) == 0 {
		why.Notes = list.Filter(paper.Notes, func(n reported.Note) bool { return slices.Contains(n.Places(), plan.Spec.Table()) })
		return why, nil
	}
	all, err := whole(paper)
	if err != nil {
		return why, err
	}
	var refs []reported.Ref
	if why.Cells, refs = p.judgedIn(all.Pass, plan); len(refs) == 0 {
		return why, nil
	}
	for i, c := range paper.Claims {
		if slices.ContainsFunc(refs, c.Touches) {
			why.Claims = append(why.Claims, all.claims[i])
		}
	}
	for _, e := range all.errata {
		if at, err := reported.ParseRef(e.Place); err == nil && e.Detector != "text" && slices.ContainsFunc(refs, at.Covers) {
			why.Errata = append(why.Errata, e)
		}
	}
	why.Notes = list.Filter(paper.Notes, func(n reported.Note) bool {
		return len(n.Places()) > 0 && slices.ContainsFunc(why.Cells, func(c result.Cell) bool { return fits(n, plan.Spec.Table(), c) })
	})
	studies, err := p.measured(plan)
	if err != nil {
		return why, err
	}
	for _, s := range studies {
		why.Changes = append(why.Changes, s.Changes...)
		why.Other = append(why.Other, p.alternatives(s, p.Results(plan).Table())...)
	}
	judged := result.Table{Key: plan.Spec.Table(),
		Panels: []result.Panel{{Rows: []result.Row{{Cells: why.Cells}}}}}
	why.Reasons = reasons(paper, judged, why.Other)
	return why, nil
}

// judgedIn returns the cells of a plan as the whole paper judges them, each with the reported cell beside it.
func (p *Pass) judgedIn(whole *Pass, plan *run.Plan) (cells []result.Cell, refs []reported.Ref) {
	named := map[string]bool{}
	for _, c := range p.Results(plan).Table().Cells() {
		named[c.Address] = true
	}
	for _, full := range whole.Plans {
		if full.Spec.Address != plan.Spec.Address {
			continue
		}
		table := whole.Table(full)
		beside := judge.ReportedRefs(full.Spec, table)
		for _, c := range table.Judged() {
			if named[c.Address] {
				cells, refs = append(cells, c), append(refs, beside[c.Address])
			}
		}
	}
	return cells, refs
}

// Whole returns a pass on all of a paper over the same records.
func (p *Pass) Whole(paper string) (*Pass, error) {
	r := p.request
	r.Addresses, r.Only, r.Kind, r.known = []string{paper}, nil, Either, map[*spec.Experiment]*run.Plan{}
	for _, plan := range p.Plans {
		if len(p.request.Only) == 0 && !filtered(plan) {
			r.known[plan.Spec] = plan
		}
	}
	plans, err := r.plans(p.Lib)
	if err != nil {
		return nil, err
	}
	whole := newPass(p.Lib, plans, p.Records, r)
	whole.answers = p.answers
	return whole, nil
}

// alternatives returns the cells of a measured study that have numbers under an alternative, averages among them.
func (p *Pass) alternatives(s *whatif.Study, base result.Table) (all []Alternative) {
	averaged := slices.ContainsFunc(base.Cells(), func(c result.Cell) bool { return c.At.Dataset == reported.AverageRow })
	for _, b := range s.Changes {
		cells := b.Cells
		if averaged && b.Plan != nil && len(b.Plan.Runs) > 0 {
			cells = append(slices.Clone(cells), b.Averages(base, p.Results(b.Whole).Table())...)
		}
		for _, m := range cells {
			if m.Cell.Reported.Value != "" && len(m.Other.Runs.Values) > 0 && len(m.Cell.Runs.Values) > 0 {
				all = append(all, Alternative{b.Choice.Key, b.Choice.Choice, b.Alt.Value, b.Choice.Value, m})
			}
		}
	}
	return all
}
