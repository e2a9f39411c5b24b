package workflow

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
)

// Why is all that is known of why some cells came out as they did.
type Why struct {
	Cells   []result.Cell    // with their verdicts, as the whole table gives them
	Claims  []result.Claim   // of which one of the cells is a number
	Errata  []result.Erratum // of the published numbers of the cells; what the text says is among the claims
	Other   []Alternative    // that were computed
	Notes   []published.Note // on the cells, or on the figure
	Reasons []result.Reason  // why cells differ, that of the largest differences first
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
		return len(n.Places()) > 0 && slices.ContainsFunc(why.Cells, func(c result.Cell) bool { return fits(n, plan.Spec.Table(), c) })
	})
	studies, err := judge.Studies(p.Lib, []*run.Plan{plan}, nil, nil, p.altered, nil)
	if err != nil {
		return why, usage(err)
	}
	for _, s := range studies {
		s.Measure(p.Results)
		why.Other = append(why.Other, p.alternatives(s, p.Results(plan).Table())...)
	}
	judged := result.Table{Key: plan.Spec.Table(), Panels: []result.Panel{{Rows: []result.Row{{Cells: why.Cells}}}}}
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
	whole.answers = p.answers
	return whole, nil
}

// alternatives are the cells of a measured study that have numbers under an alternative, averages among them.
func (p *Pass) alternatives(s *judge.Study, base result.Table) (all []Alternative) {
	averaged := slices.ContainsFunc(base.Cells(), func(c result.Cell) bool { return c.At.Dataset == published.AverageRow })
	for _, b := range s.Branches {
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

// readings evaluates the claims and what the cells say together again under each alternative of the protocol that the text allows and that
// has results, and under each combination, everything else unchanged. An alternative counts for a claim only if it touches the comparison
// that decides: its numbers differ from those of the protocol, if only by a digit.
func (p *Pass) readings(paper *published.Paper, studies []*judge.Study, all []result.Claim, says *result.Conclusions) {
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
			case b.Moves().Cells > 0:
			case len(b.Choices) > 1:
				combinations++
				judge.Unrun(says, table, b.Methods)
				continue
			default:
				says.NotRun = append(says.NotRun, result.Unread{Table: table, Reading: name})
				judge.Unrun(says, table, b.Methods)
				continue
			}
			if slices.ContainsFunc(b.Plan.Runs, func(u *run.Run) bool { return u.ID.Replicate == 0 && !p.Set.Usable(u) }) {
				says.NotRun = append(says.NotRun, result.Unread{Table: table, Reading: name + " (in part)"})
			}
			if by[name] == nil {
				by[name] = &reading{b.Choices, map[string]judge.Experiment{}}
				order = append(order, by[name])
			}
			x := judge.Experiment{Results: p.Results(b.Whole)}
			x.Table = judge.Table(x.Results)
			if !b.Shared { // other draws than those of the reading that was chosen
				x.Table.Base += ", " + name
			}
			by[name].tables[table] = x
		}
		if combinations > 0 {
			says.NotRun = append(says.NotRun, result.Unread{Table: table, Reading: result.Count(combinations, "combination")})
		}
	}
	chosen := p.experiments(paper)
	base := map[string]judge.Told{}
	for key, x := range chosen {
		if len(x.Table.Panels) > 0 {
			base[key] = judge.Tell(paper.Short, x.Table)
		}
	}
	joined := func(told map[string]judge.Told) []judge.Told {
		return list.Map(slices.Sorted(maps.Keys(told)), func(key string) judge.Told { return told[key] })
	}
	readings := judge.NewCounted(says, joined(base))
	for _, r := range order {
		experiments := maps.Clone(chosen)
		maps.Copy(experiments, r.tables)
		told := maps.Clone(base)
		for key, x := range r.tables {
			told[key] = judge.Tell(paper.Short, x.Table)
		}
		changed := func(table string) bool { _, is := r.tables[table]; return is }
		readings.Add(joined(told), r.choices, changed)
		if len(all) == 0 {
			continue
		}
		for i, ours := range judge.Outcomes(paper, experiments, changed) {
			if ours.ClaimVerdict == result.Undefined || all[i].Ours.ClaimVerdict == result.Undefined || ours.Detail == all[i].Ours.Detail {
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
	readings.Close()
}

// heading matches the words in bold that a note begins with, and what follows.
var heading = regexp.MustCompile(`(?s)^\*\*(.+?)\*\*\s*(.*)`)

// sentence matches the first sentence of a text: its end is a full stop before a capital letter, a table or the end.
var sentence = regexp.MustCompile(`(?s)^.*?[.:](?:\s+\p{Lu}|\s*\n\n|\s*$)`)

// least is the part of the difference that a setting has to explain to be a reason.
const least = 0.1

// reasons are what is known of why cells of a table differ, that of the largest differences first: notes of the paper, and settings
// that the paper leaves open under which cells come nearer to the reported numbers. A setting that a note names goes with the note.
func reasons(paper *published.Paper, t result.Table, other []Alternative) (all []result.Reason) {
	differ := list.Filter(t.Cells(), func(c result.Cell) bool {
		return c.Verdict.Kind == result.KindDiffers || c.Verdict.Kind == result.KindFailed
	})
	moves := settings(differ, other)
	told := map[string]bool{}
	for _, n := range paper.Notes {
		r := result.Reason{Key: n.Says, Says: inShort(n.Says), Open: n.Open}
		for _, c := range differ {
			if len(n.Places()) > 0 && fits(n, t.Key, c) {
				r.Cells, r.Size = append(r.Cells, c.Address), r.Size+inTolerances(c.Verdict.Difference, c.Verdict.Margin)
			}
		}
		for _, m := range moves {
			if len(r.Cells) > 0 && regexp.MustCompile(`--choice `+regexp.QuoteMeta(m.key)+`\b`).MatchString(n.Says) {
				r.Says, told[m.key] = r.Says+" "+m.Says, true
			}
		}
		if len(r.Cells) > 0 {
			all = append(all, r)
		}
	}
	for _, m := range moves {
		if !told[m.key] {
			all = append(all, m.Reason)
		}
	}
	return result.Joined(all)
}

// inTolerances is a difference in tolerances. From ten on one is as bad as another, so that a number that diverged hides no others.
func inTolerances(difference, tolerance float64) float64 {
	if s := math.Abs(difference) / tolerance; !math.IsNaN(s) {
		return min(s, 10)
	}
	return 1 // of a failed cell
}

// inShort is the heading of a note with its first sentence.
func inShort(note string) string {
	parts := heading.FindStringSubmatch(strings.TrimSpace(note))
	if parts == nil {
		return note
	}
	first := cmp.Or(sentence.FindString(parts[2]), parts[2])
	if k := strings.LastIndexAny(first, ".:"); k >= 0 {
		first = first[:k] + "."
	}
	return strings.Join(strings.Fields(parts[1]+" "+first), " ")
}

// move is what an alternative does to the cells that differ.
type move struct {
	key string // of the setting
	result.Reason
}

// settings are the settings of which an alternative brings cells that differ nearer to the reported numbers, the alternative of each
// that brings them nearest.
func settings(differ []result.Cell, other []Alternative) (all []move) {
	differs := list.ByKey(differ, func(c result.Cell) string { return c.Address })
	var order []Alternative
	by := map[[2]string][]Alternative{}
	for _, a := range other {
		if _, is := differs[a.Cell.Address]; !is || math.IsNaN(a.Nearer) {
			continue
		}
		id := [2]string{a.Key, a.Value}
		if by[id] == nil {
			order = append(order, a)
		}
		by[id] = append(by[id], a)
	}
	for _, first := range order {
		cells := by[[2]string{first.Key, first.Value}]
		m := move{key: first.Key}
		nearer, gap := 0.0, 0.0
		for _, a := range cells {
			d := differs[a.Cell.Address].Verdict
			before := inTolerances(d.Difference, d.Margin)
			gap, nearer = gap+before, nearer+before-inTolerances(math.Abs(d.Difference)-a.Nearer, d.Margin)
			if a.Nearer > 0 && !a.Interval.Contains(0) {
				m.Cells = append(m.Cells, a.Cell.Address)
			}
		}
		if len(m.Cells) == 0 || !(nearer > least*gap) {
			continue
		}
		m.Key, m.Size = first.Key+" "+first.Value, nearer
		which := "it comes"
		if len(cells) > 1 {
			which = fmt.Sprintf("%d of the %d cells that were run come", len(m.Cells), len(cells))
		}
		m.Says = fmt.Sprintf("With “%s” for “%s” %s significantly nearer, by %.0f %% of the difference.", first.Value, first.Subject, which, 100*nearer/gap)
		switch k := slices.IndexFunc(all, func(x move) bool { return x.key == m.key }); {
		case k < 0:
			all = append(all, m)
		case all[k].Size < m.Size:
			all[k] = m
		}
	}
	return all
}

// fits tells whether a note is about a cell of a table: about the whole paper, the table, or what one of its addresses selects. An
// average is of all data sets and ranks.
func fits(n published.Note, table string, c result.Cell) bool {
	return len(n.Places()) == 0 || slices.ContainsFunc(n.Places(), func(place string) bool {
		at, cells, _ := strings.Cut(place, ":")
		only, err := spec.ParseFilter(cells)
		if err != nil || at != table {
			return false
		}
		average := c.At.Dataset == "" || c.At.Dataset == published.AverageRow
		return only.Takes("method", c.At.Method) && only.Takes("metric", c.At.Metric) && (average || only.Takes("dataset", c.At.Dataset) && (c.At.Rank == 0 || only.Takes("rank", fmt.Sprint(c.At.Rank))))
	})
}
