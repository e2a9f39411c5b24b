package workflow

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Why is all that is known of why some cells came out as they did.
type Why struct {
	Cells   []reports.Cell    // with their verdicts, as the whole table gives them
	Claims  []reports.Claim   // of which one of the cells is a number
	Errata  []reports.Erratum // of the published numbers of the cells; what the text says is among the claims
	Other   []Alternative     // that were computed
	Notes   []published.Note  // on the cells, or on the figure
	Reasons []reports.Reason  // why cells differ, that of the largest differences first
}

// Alternative is a cell under another value of a setting that the paper leaves open.
type Alternative struct {
	Key, Subject, Value, Ours string // of the setting: value in place of ours
	judge.Moved
}

// Why gathers what touches the published cells of a plan. It looks at the whole paper, because a verdict depends on its whole
// table and a claim on several; each record is still read once.
func (p *Pass) Why(plan *run.Plan) (why Why, err error) {
	paper, _ := p.Lib.PaperOf(plan.Spec)
	if paper == nil {
		return why, nil
	}
	if len(plan.Spec.Panels) == 0 {
		why.Notes = list.Filter(paper.Notes, func(n published.Note) bool { return slices.Contains(n.Places(), plan.Spec.Table()) })
		return why, nil
	}
	whole, err := p.Whole(paper.Key)
	if err != nil {
		return why, err
	}
	named := map[string]bool{}
	for _, c := range p.Results(plan).Table().Cells() {
		named[c.Address] = true
	}
	var refs []published.Ref
	for _, full := range whole.Plans {
		if full.Spec.Address != plan.Spec.Address {
			continue
		}
		table := whole.Table(full)
		beside := judge.PublishedRefs(full.Spec, table)
		for _, c := range table.Judged() {
			if named[c.Address] {
				why.Cells, refs = append(why.Cells, c), append(refs, beside[c.Address])
			}
		}
	}
	if len(refs) == 0 {
		return why, nil
	}
	all, err := whole.Claims(paper)
	if err != nil {
		return why, err
	}
	for i, c := range paper.Claims {
		if slices.ContainsFunc(refs, c.Touches) {
			why.Claims = append(why.Claims, all[i])
		}
	}
	for _, e := range errata.Find(paper) {
		if at, err := published.ParseRef(e.Place); err == nil && e.Detector != "text" && slices.ContainsFunc(refs, at.Covers) {
			why.Errata = append(why.Errata, e)
		}
	}
	why.Notes = list.Filter(paper.Notes, func(n published.Note) bool {
		return len(n.Places()) > 0 && slices.ContainsFunc(why.Cells, func(c reports.Cell) bool { return fits(n, plan.Spec.Table(), c) })
	})
	if why.Other, err = p.alternatives(plan); err != nil {
		return why, err
	}
	judged := reports.Table{Key: plan.Spec.Table(), Panels: []reports.Panel{{Rows: []reports.Row{{Cells: why.Cells}}}}}
	why.Reasons = reasons(paper, judged, why.Other)
	return why, nil
}

// Whole is a pass on all of a paper over the same records.
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
	whole := newPass(p.Lib, plans, p.Set, r)
	whole.made = p.made
	return whole, nil
}

// alternatives are the cells of a plan under other values of settings, as far as there are runs.
func (p *Pass) alternatives(plan *run.Plan) ([]Alternative, error) {
	studies, err := judge.Studies(p.Lib, []*run.Plan{plan}, nil, nil, p.altered, nil)
	if err != nil {
		return nil, usage(err)
	}
	var all []Alternative
	for _, s := range studies {
		s.Measure(p.Results)
		all = append(all, alternativesOf(s, p.Results(plan).Table(), p.under)...)
	}
	return all, nil
}

// alternativesOf are the cells of a measured study that have numbers under an alternative, averages among them.
func alternativesOf(s *judge.Study, base reports.Table, under func(*judge.Branch) reports.Table) (all []Alternative) {
	averaged := slices.ContainsFunc(base.Cells(), func(c reports.Cell) bool { return c.Dataset == published.AverageRow })
	for _, b := range s.Branches {
		cells := b.Cells
		if averaged && b.Plan != nil && len(b.Plan.Units) > 0 {
			cells = append(slices.Clone(cells), b.Averages(base, under(b))...)
		}
		for _, m := range cells {
			if m.Cell.Published.Value != "" && len(m.Other.Values) > 0 && len(m.Cell.Values) > 0 {
				all = append(all, Alternative{b.Choice.Key, b.Choice.Choice, b.Alt.Value, b.Choice.Value, m})
			}
		}
	}
	return all
}

// readings evaluates the claims and what the cells say together again under each alternative of the protocol that the text allows and that
// has results, and under each combination, everything else unchanged. An alternative counts for a claim only if it touches the comparison
// that decides: its numbers differ from those of the protocol, if only by a digit.
func (p *Pass) readings(paper *published.Paper, studies []*judge.Study, all []reports.Claim, says *reports.Conclusions) {
	type reading struct {
		choices []string
		tables  map[string]judge.Experiment
	}
	var order []*reading
	by := map[string]*reading{}
	for _, s := range studies {
		table, combinations := s.Base.Spec.Table(), s.Left
		for _, b := range s.Branches {
			name := strings.Join(b.Choices, "; ")
			switch {
			case !judge.Admissible(b.Choice, b.Alt) || b.Why != "":
				continue
			case b.Move("").Cells > 0:
			case len(b.Choices) > 1:
				combinations++
				continue
			default:
				says.NotRun = append(says.NotRun, reports.Unread{Table: table, Reading: name})
				continue
			}
			if slices.ContainsFunc(b.Plan.Units, func(u *run.Unit) bool { return u.Unit.Replicate == 0 && !p.Set.Usable(u) }) {
				says.NotRun = append(says.NotRun, reports.Unread{Table: table, Reading: name + " (in part)"})
			}
			if by[name] == nil {
				by[name] = &reading{b.Choices, map[string]judge.Experiment{}}
				order = append(order, by[name])
			}
			x := judge.Experiment{Results: p.Results(b.Whole)}
			x.Table = judge.Table(x.Results)
			by[name].tables[table] = x
		}
		if combinations > 0 {
			says.NotRun = append(says.NotRun, reports.Unread{Table: table, Reading: reports.Count(combinations, "combination")})
		}
	}
	chosen := p.experiments(paper)
	base := map[string]judge.Told{}
	for key, x := range chosen {
		if len(x.Table.Panels) > 0 {
			base[key] = judge.Tell(paper.Short, x.Table)
		}
	}
	for _, r := range order {
		experiments := maps.Clone(chosen)
		maps.Copy(experiments, r.tables)
		told := maps.Clone(base)
		for key, x := range r.tables {
			told[key] = judge.Tell(paper.Short, x.Table)
		}
		joined := list.Map(slices.Sorted(maps.Keys(told)), func(key string) judge.Told { return told[key] })
		changed := func(table string) bool { _, is := r.tables[table]; return is }
		says.Under(judge.Join(joined), r.choices, changed)
		if len(all) == 0 {
			continue
		}
		for i, ours := range judge.Outcomes(paper, experiments, changed) {
			if ours.ClaimVerdict == reports.Undefined || all[i].Ours.ClaimVerdict == reports.Undefined || ours.Detail == all[i].Ours.Detail {
				continue
			}
			if all[i].Readings == nil { // the protocol as it is
				all[i].Readings = all[i].Readings.With(all[i].Ours.ClaimVerdict)
			}
			all[i].Readings = all[i].Readings.With(ours.ClaimVerdict)
			if ours.ClaimVerdict != all[i].Ours.ClaimVerdict {
				all[i].Readings.Otherwise = append(all[i].Readings.Otherwise, fmt.Sprintf("%s: %s", strings.Join(r.choices, "; "), ours.ClaimVerdict))
			}
		}
	}
	says.Settle()
}
