package workflow

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/steps"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// Leads says of each table what the leads of the paper's own method are made of; rival names one rival by its key or column, all if empty,
// and by the metrics, all if none is named. Of a paper those tables count that have such leads.
func (p *Pass) Leads(judged *steps.Count, rival string, by ...string) (all []result.LeadTable, err error) {
	var none error
	for _, plan := range p.Plans {
		paper, _ := p.Lib.PaperOf(plan.Spec)
		t, err := p.leads(plan)
		judged.Step()
		if err == nil {
			t.Sources, err = selected(plan, t, rival, by)
		}
		switch {
		case err == nil:
			all = append(all, t)
		case paper != nil && slices.Contains(p.request.Addresses, paper.Key):
			none = cmp.Or(none, err)
		default:
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, none
	}
	return all, nil
}

// selected returns the leads of a table over a rival and in some metrics; a name that none has is an error.
func selected(plan *run.Plan, t result.LeadTable, rival string, by []string) (found []result.LeadSource, err error) {
	all := t.Sources
	if rival != "" {
		over := func(l result.LeadSource) []string { return []string{l.Rival, l.RivalName} }
		if slices.ContainsFunc(all, func(l result.LeadSource) bool { return rival == l.Method || rival == l.Name }) {
			return nil, Errorf(Usage, "--against: %q is the method of the paper, want a rival of it", rival)
		}
		if !slices.ContainsFunc(all, func(l result.LeadSource) bool { return slices.Contains(over(l), rival) }) &&
			slices.ContainsFunc(t.Cells(), func(c result.Cell) bool { return c.At.Method == rival || c.At.Column == rival }) {
			return nil, Errorf(Usage, "--against: %s has too few runs of %q for a lead over it, or nothing is reported of it, or its data or method is a substitute; to run: %s",
				t.Address, rival, plan.Command())
		}
		if all, err = named(all, over, rival, "--against", t.Address+" has no lead over"); err != nil {
			return nil, err
		}
	}
	if len(by) == 0 {
		return all, nil
	}
	in := func(l result.LeadSource) []string { return []string{l.Metric} }
	for _, metric := range list.AppendUnique(nil, by...) {
		some, err := named(all, in, metric, "--metric", t.Address+" has no lead in")
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// named returns the leads that have a name; none is an error of a flag.
func named(all []result.LeadSource, names func(result.LeadSource) []string, want, flag, none string) ([]result.LeadSource, error) {
	found := list.Filter(all, func(l result.LeadSource) bool { return slices.Contains(names(l), want) })
	if len(found) == 0 {
		return nil, Errorf(Usage, "%s: %s %q, %s", flag, none, want, list.DidYouMean(want, list.AppendUnique(nil, list.FlatMap(all, names)...)))
	}
	return found, nil
}

// sources returns the leads of all tables of a paper that have any.
func (p *Pass) sources(paper *reported.Paper) (all []result.LeadSource) {
	for _, plan := range list.Filter(p.of(paper.Key), tabular) {
		if t, err := p.leads(plan); err == nil {
			all = append(all, t.Sources...)
		}
	}
	return all
}

// leads returns the leads of a table; what it lacks is an error.
func (p *Pass) leads(plan *run.Plan) (t result.LeadTable, err error) {
	paper, _ := p.Lib.PaperOf(plan.Spec)
	profile, _ := plan.Spec.Profiles.Find(plan.Profile)
	asked, sets := plan.Only, plan.Only["dataset"]
	if filtered(plan) {
		rest := maps.Clone(asked)
		delete(rest, "dataset")
		only := profile.Only.Filter()
		delete(only, "dataset")
		if rest.String() != only.String() {
			return t, Errorf(Usage, "%s: leads are of whole tables, or of some of their data sets; ask for %s, or add :dataset=NAME", plan.Asked(),
				plan.Spec.Address)
		}
		if plan, err = p.planOf(plan.Spec, plan.Profile, plan.Replicates, nil); err != nil {
			return t, usage(err)
		}
		defer func() {
			t.Sources = list.Filter(t.Sources, func(l result.LeadSource) bool { return slices.Contains(sets, l.Dataset) })
			if err == nil && len(t.Sources) == 0 {
				err = Errorf(Usage, "%s: it has no lead on this data set alone; ask for %s", plan.Spec.Address, plan.Spec.Address)
			}
		}()
	}
	if paper == nil {
		return t, Errorf(Usage,
			"%s: its paper has no paper.yaml, so that nothing says which method is its own and how far it is reported to lead", plan.Spec.Address)
	}
	if paper.Study() {
		return t, Errorf(Usage, "%s is of a study, for which nothing is reported, so that there is no reported lead; who is better: nmfrepro compare %[1]s",
			plan.Spec.Address)
	}
	if !slices.ContainsFunc(plan.Runs, func(r *run.Run) bool { return p.Records.Usable(r) }) {
		return t, Errorf(Data, "%s: there is no record of any of its runs; to run: %s, or look at those that the program carries with --cached",
			plan.Spec.Address, plan.Command())
	}
	t.Table = p.Table(plan)
	changes, walks, err := p.changes(paper, plan, t.Table)
	if err != nil {
		return t, err
	}
	t.Sources = whatif.Leads(paper.Short, t.Table, changes, walks)
	begins := func(c result.Column) bool {
		return result.IsOwn(paper.Short, c.Group) || result.IsOwn(paper.Short, c.Label)
	}
	if !slices.ContainsFunc(t.Panels, func(b result.Panel) bool { return slices.ContainsFunc(b.Columns, begins) }) {
		return t, Errorf(Usage, "%s: no column begins with %s, the method of the paper (short in paper.yaml), so that no lead is its own",
			plan.Spec.Address, paper.Short)
	}
	if len(t.Sources) == 0 {
		want := ""
		if plan.Replicates < judge.Fewest {
			want = fmt.Sprintf("; want --reps %d or more", judge.Fewest)
		}
		return t, Errorf(Usage, "%s: no row has five replicates and a reported number of %s and of a rival, so that there is "+
			"no lead to look at%s",
			plan.Spec.Address, paper.Short, want)
	}
	return t, nil
}

// changes returns what may be different for the leads of a table: each alternative of a setting that has a factor, several of these at once
// where they were run, the ends of paths, options that are chosen on the runs that are scored, and the ablations of claims about it.
func (p *Pass) changes(paper *reported.Paper, plan *run.Plan, t result.Table) (all []*whatif.Change, walks []whatif.Walk, err error) {
	studies, err := p.measured(plan)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range studies {
		for _, b := range s.Changes {
			if b.Why != "" || b.Factor == "" && (len(b.Factors) < 2 || b.NotRun) {
				continue
			}
			c := *b
			if !b.NotRun {
				c.Table = p.under(b).Table
			}
			all = append(all, &c)
		}
	}
	all = append(all, whatif.OnTheLabels(t))
	whole, err := p.Whole(paper.Key)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range list.Filter(paper.Claims, func(c reported.Claim) bool { return slices.Contains(c.Experiments(), plan.Spec.Table()) }) {
		for _, a := range c.Ablations {
			other, there := list.First(whole.Plans, func(plan *run.Plan) bool { return plan.Spec.Table() == a.Experiment })
			if a.Factor != "" && there {
				all = append(all, &whatif.Change{Factor: a.Factor, Command: other.Command(), Control: &whatif.Control{Ablation: a,
					Experiment: judge.Experiment{Results: whole.Results(other), Table: whole.Table(other)}}})
			}
		}
	}
	metrics := list.AppendUnique(nil, list.Map(t.Cells(), func(c result.Cell) string { return c.At.Metric })...)
	stops := map[whatif.Leg]int{}
	for _, r := range plan.Runs {
		stops[whatif.Leg{Method: r.ID.Method, Dataset: r.ID.Dataset}] = r.ID.Stop.Iterations
	}
	for _, other := range list.Filter(whole.Plans, func(plan *run.Plan) bool { return len(plan.Spec.Path.At) > 0 }) {
		w := whatif.Walk{Address: other.Spec.Address, Base: other.Spec.Base, Stops: stops}
		if slices.ContainsFunc(other.Runs, func(r *run.Run) bool { return p.Records.Usable(r) }) {
			w.Paths = list.FlatMap(metrics, whole.Results(other).Paths)
		}
		if b := w.Ends(t, other.Command()); b != nil {
			all = append(all, b)
		}
		walks = append(walks, w)
	}
	return all, walks, nil
}

// under returns the experiment of a plan under a change: the one function that makes its results and its judged table.
func (p *Pass) under(b *whatif.Change) judge.Experiment {
	x := judge.Experiment{Results: p.Results(b.Whole), Table: p.answer(b.Whole).bare()}
	if !b.Shared { // other draws than those of the table as it is
		x.Table.Base += ", " + result.JoinInstead(b.Choices)
	}
	return x
}
