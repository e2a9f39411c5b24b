package workflow

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// PapersOf finds the papers of these keys, all if there are none.
func PapersOf(lib *spec.Library, keys []string) ([]*reported.Paper, error) {
	if len(keys) == 0 {
		return lib.Papers, nil
	}
	var papers []*reported.Paper
	for _, key := range keys {
		p := lib.Paper(key)
		if p == nil && len(lib.Of(key)) > 0 {
			return nil, Errorf(Usage,
				"%s has no paper.yaml, so that nothing is reported to compare with; nmfrepro table, compare and figure show its experiments", key)
		}
		if p == nil {
			return nil, Errorf(Usage, "unknown paper %q, %s", key, list.DidYouMean(key, Addresses(lib.Papers)))
		}
		papers = append(papers, p)
	}
	return papers, nil
}

// Addresses returns the addresses of whole papers.
func Addresses(papers []*reported.Paper) []string {
	return list.Map(papers, func(p *reported.Paper) string { return p.Key })
}

// of lists the plans of a paper.
func (p *Pass) of(paper string) []*run.Plan {
	return slices.DeleteFunc(slices.Clone(p.Plans), func(plan *run.Plan) bool { return plan.Spec.Paper() != paper })
}

// Profiles names the profiles of the experiments of a paper, of all papers if it is empty, for a heading.
func (p *Pass) Profiles(paper string) string {
	var names []string
	for _, plan := range p.Plans {
		if paper == "" || plan.Spec.Paper() == paper {
			names = list.AppendUnique(names, plan.Profile)
		}
	}
	return cmp.Or(strings.Join(names, ", "), p.request.Profile)
}

// Claims evaluates the claims of a paper and the ablations that they cite.
func (p *Pass) Claims(paper *reported.Paper) ([]result.Claim, error) {
	all, err := judge.Claims(paper, p.experiments(paper))
	return all, usage(err)
}

// experiments returns those of a paper, by the key of the table.
func (p *Pass) experiments(paper *reported.Paper) map[string]judge.Experiment {
	plans := p.of(paper.Key)
	made := make([]judge.Experiment, len(plans))
	list.Parallel(len(plans), func(i int) {
		made[i].Results = p.Results(plans[i])
		if tabular(plans[i]) {
			made[i].Table = p.Table(plans[i])
		}
	})
	experiments := map[string]judge.Experiment{}
	for i, plan := range plans {
		experiments[plan.Spec.Table()] = made[i]
	}
	return experiments
}

// Finding returns the finding of a paper, with the conclusions that it rests on as they come out here. claims are those of the paper
// as [Pass.Claims] gives them, nil if only the verdicts on cells are looked at.
func (p *Pass) Finding(paper *reported.Paper, claims []result.Claim) (result.Finding, error) {
	plans := list.Filter(p.of(paper.Key), tabular)
	tables := list.Map(plans, p.Table)
	says, _, err := p.says(paper, plans, tables, claims)
	return judge.Finding(paper, claims, tables, says), err
}

// tabular tells whether a plan fills a table.
func tabular(plan *run.Plan) bool { return len(plan.Spec.Panels) > 0 }

// Comparisons compares the methods of all tables. rival names the method that is compared with the others; the papers' own if
// it is empty.
func (p *Pass) Comparisons(rival string) ([]result.Comparison, error) {
	var names []string
	all := list.FlatMap(p.Plans, func(plan *run.Plan) []result.Comparison { return p.comparisons(plan, rival) })
	list.Parallel(len(all), func(i int) { all[i].Standings = judge.Standings(all[i]) })
	for _, c := range all {
		names = list.AppendUnique(names, list.Map(c.Methods, func(m result.Method) string { return m.Key })...)
	}
	switch {
	case rival != "" && !slices.ContainsFunc(all, func(c result.Comparison) bool { return c.Against >= 0 }):
		return nil, Errorf(Usage, "--against: unknown method %q, %s", rival, list.DidYouMean(rival, names))
	case len(all) == 0:
		return nil, Errorf(Usage, "no panel has two methods to compare")
	}
	return all, nil
}

func (p *Pass) comparisons(plan *run.Plan, rival string) []result.Comparison {
	own := ""
	if paper, _ := p.Lib.PaperOf(plan.Spec); paper != nil {
		own = paper.Short
	}
	if added := plan.Spec.Added; rival == "" && len(added) > 0 {
		rival = added[0].Key
	}
	q := judge.Comparing{Own: own, Rival: rival, Tolerance: func(c result.Cell) float64 {
		if p.request.Tolerance > 0 {
			return c.Metric.Scale.Natural(p.request.Tolerance)
		}
		return judge.ToleranceOf(plan.Spec, c)
	}}
	if shown := list.Filter(plan.Spec.Methods, func(m spec.Method) bool { return plan.Only.Takes("method", m.Key) }); filtered(plan) &&
		len(shown) < len(plan.Spec.Methods) {
		q.Methods = len(plan.Spec.Methods)
	}
	all := judge.Comparisons(p.Table(plan), q)
	gauge(plan.Spec, all, own != "")
	return all
}

// Outcome returns the outcome of a paper: its judged tables, its claims, its finding, and the reported numbers for which we have
// none. Experiments without any record in the archive of the request are idle.
func (p *Pass) Outcome(paper *reported.Paper) (result.Paper, error) {
	r := result.Paper{PaperAbout: result.PaperAbout{Key: paper.Key, Short: paper.Short, Title: paper.Title, Cite: paper.Cite, DOI: paper.DOI,
		Gist: paper.Gist, Depicted: paper.Figures.Names(), Study: paper.Study()}}
	var err error
	if r.Claims, err = p.Claims(paper); err != nil {
		return r, err
	}
	var shown []*run.Plan
	for _, plan := range p.of(paper.Key) {
		switch {
		case p.idle(plan):
			r.Idle = append(r.Idle, plan.Spec.Address)
		case tabular(plan):
			shown, r.Tables = append(shown, plan), append(r.Tables, p.Table(plan))
		}
	}
	var why map[string][]result.Reason
	if r.Says, why, err = p.says(paper, shown, r.Tables, r.Claims); err != nil {
		return r, err
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		t.Says, t.Reasons = r.Says.Of(t.Key), why[t.Key]
	}
	r.Errata = Errata(paper)
	r.Facts = p.facts(paper, r.Tables, r.Errata)
	r.Finding, r.Unshown = judge.Finding(paper, r.Claims, r.Tables, r.Says), p.unshown(paper)
	r.Costs, err = p.wanting(paper, r.Lacking())
	slices.SortStableFunc(r.Tables, func(a, b result.Table) int { return result.InOrder(a.Key, b.Key) })
	return r, err
}

// Errata lists the errors of arithmetic in what a paper reports.
func Errata(paper *reported.Paper) []result.Erratum { return errata.Find(paper) }

// facts returns the independent facts among the cells that differ; those that one erratum covers are one.
func (p *Pass) facts(paper *reported.Paper, tables []result.Table, found []result.Erratum) []result.Fact {
	refs := map[string]reported.Ref{}
	for _, plan := range list.Filter(p.of(paper.Key), tabular) {
		maps.Copy(refs, judge.ReportedRefs(plan.Spec, p.Table(plan)))
	}
	var misprints []reported.Ref
	for _, e := range found {
		if at, err := reported.ParseRef(e.Place); err == nil && e.Severity == errata.Error && at.Row+at.Column != "" {
			misprints = append(misprints, at)
		}
	}
	return judge.Facts(tables, func(address string) []string {
		return list.Map(list.Filter(misprints, func(at reported.Ref) bool { return at.Covers(refs[address]) }), reported.Ref.String)
	})
}

// Concluded returns the judged tables of all plans, each with what it says together where the whole of it is shown. Conclusions are
// corrected over the whole paper, so that they do not hang on which tables are asked for.
func (p *Pass) Concluded() ([]result.Table, error) {
	tables := p.Tables()
	papers := map[*reported.Paper]result.Conclusions{}
	for i, plan := range p.Plans {
		paper, _ := p.Lib.PaperOf(plan.Spec)
		if paper == nil || filtered(plan) {
			continue
		}
		if _, done := papers[paper]; !done {
			whole, err := p.Whole(paper.Key)
			if err != nil {
				return nil, err
			}
			whole.Plans = list.Filter(whole.Plans, tabular)
			if papers[paper], _, err = whole.says(paper, whole.Plans, whole.Tables(), nil); err != nil {
				return nil, err
			}
		}
		tables[i].Says = papers[paper].Of(tables[i].Key)
	}
	return tables, nil
}

// ConclusionFigures draw the conclusions over the tables of the plans.
func (p *Pass) ConclusionFigures() ([]result.Figure, error) {
	tables, err := p.Concluded()
	if err != nil {
		return nil, err
	}
	var all []result.Figure
	for i, t := range tables {
		paper, _ := p.Lib.PaperOf(p.Plans[i].Spec)
		if len(t.Says.Rows)+len(t.Says.Leads) == 0 {
			return nil, Errorf(Usage, "%s: its cells say nothing together: conclusions are of whole tables of a paper with reported numbers",
				t.Address)
		}
		f := reports.ForestOf(t.Says)
		curves := reports.CurvesOf(t.Says, paper.Short)
		f.Address, f.Paper, f.Key, f.Cite, f.Profile = t.Address, t.Paper, t.Key, paper.Cite, t.Profile
		f.Title, f.Plots, f.Notes = t.Title, append(f.Plots, curves.Plots...), append(f.Notes, curves.Notes...)
		all = append(all, f)
	}
	return all, nil
}

// idle tells whether the archive that the request looks at has no record of a plan.
func (p *Pass) idle(plan *run.Plan) bool {
	return p.request.Archive != nil && !p.request.Archive.Has(plan.Spec.Base)
}

// Paper returns a paper with its tables, figures, claims, finding and errata.
func (p *Pass) Paper(paper *reported.Paper) (result.Paper, error) {
	r, err := p.Outcome(paper)
	if err != nil {
		return r, err
	}
	if r.Says.Sources == nil {
		r.Says.Sources = p.sources(paper)
	}
	r.Notes = list.Map(paper.Notes, func(n reported.Note) result.Note { return result.Note{About: n.About, Open: n.Open, Says: n.Says} })
	for _, c := range paper.Protocol {
		r.Protocol = append(r.Protocol, result.Choice{Subject: c.Choice, Value: c.Value, Place: c.Place, Status: c.Status, Evidence: c.Evidence,
			Effect: c.Effect, Where: c.Where})
	}
	for _, plan := range p.of(paper.Key) {
		if p.idle(plan) {
			continue
		}
		if tabular(plan) {
			t := &r.Tables[slices.IndexFunc(r.Tables, func(t result.Table) bool { return t.Address == plan.Spec.Address })]
			t.Comparisons, t.Says.Sources = p.comparisons(plan, ""), r.Says.Of(t.Key).Sources
			if r.Study {
				list.Parallel(len(t.Comparisons), func(i int) { t.Comparisons[i].Standings = judge.Standings(t.Comparisons[i]) })
			}
			for _, c := range t.Cells() {
				r.Records.Origins = result.JoinOrigins(r.Records.Origins, c.Runs.Origins...)
			}
		}
		if len(plan.Spec.Plots) > 0 {
			f := p.Figure(plan)
			f.Reported, _ = paper.Figures.Get(f.Key)
			r.Figures = append(r.Figures, f)
		}
	}
	if r.Study {
		r.Orders = p.orders(list.FlatMap(r.Tables, func(t result.Table) []result.Comparison { return t.Comparisons }))
	}
	slices.SortStableFunc(r.Figures, func(a, b result.Figure) int { return result.InOrder(a.Key, b.Key) })
	if a := p.request.Archive; a != nil {
		if r.Records, err = recordsOf(a); err != nil {
			return r, err
		}
	}
	return r, nil
}

// recordsOf sums up the runs of an archive.
func recordsOf(a *store.Archive) (result.Records, error) {
	records, err := a.Records()
	r := result.Records{Runs: len(records), Origins: store.Origins(records)}
	for _, rec := range records {
		r.Hours += rec.Seconds / time.Hour.Seconds()
	}
	if len(records) > 0 {
		times := list.Map(records, func(rec *store.Record) time.Time { return rec.Provenance.Finished })
		r.First, r.Last = slices.MinFunc(times, time.Time.Compare), slices.MaxFunc(times, time.Time.Compare)
	}
	return r, err
}

// says returns what the judged tables of the plans say together, under the reading of the protocol that was chosen and those others of
// which there are results, which evaluate the claims again, too. It is followed by the reasons why cells of each table differ.
func (p *Pass) says(paper *reported.Paper, plans []*run.Plan, tables []result.Table, claims []result.Claim) (says result.Conclusions,
	why map[string][]result.Reason, err error) {
	says = judge.Conclude(paper.Short, tables)
	if why, ok := p.recall(paper, claims, &says); ok {
		whatif.Settle(&says)
		return says, why, nil
	}
	studies, err := p.measured(plans...)
	if err != nil {
		return says, nil, err
	}
	p.readings(paper, studies, claims, &says)
	why = map[string][]result.Reason{}
	for i, plan := range plans {
		own := list.Filter(studies, func(s *whatif.Study) bool { return s.Base.Spec == plan.Spec })
		other := list.FlatMap(own, func(s *whatif.Study) []Alternative { return p.alternatives(s, tables[i]) })
		why[tables[i].Key] = reasons(paper, tables[i], other)
	}
	return says, why, nil
}

// unshown counts the reported numbers of a paper for which our tables have no cell, by table and then by the reason.
func (p *Pass) unshown(paper *reported.Paper) map[string]map[string]int {
	shown := map[reported.Ref]bool{}
	for _, plan := range list.Filter(p.of(paper.Key), tabular) {
		table := p.Table(plan)
		beside := judge.ReportedRefs(plan.Spec, table)
		for _, c := range table.Judged() {
			shown[beside[c.Address]] = true // the zero value is no reported cell
		}
	}
	counts := map[string]map[string]int{}
	for _, ref := range paper.Reported() {
		if shown[ref] {
			continue
		}
		lack := result.LackRuns
		if paper.CellOf(ref).Value == reported.Illegible {
			lack = result.LackReported
		}
		table := paper.Key + "/" + ref.Table
		if counts[table] == nil {
			counts[table] = map[string]int{}
		}
		counts[table][lack]++
	}
	return counts
}

// wanting estimates what it takes to compute the numbers that were not computed, by the address of their table: the runs of the
// profile paper for whose data set, rank and method nothing is recorded. Data that nobody can have does not count.
func (p *Pass) wanting(paper *reported.Paper, lacking []result.Lacking) (map[string]result.Cost, error) {
	costs, wanted := map[string]result.Cost{}, map[string]bool{}
	for _, l := range lacking {
		if l.Lack == result.LackRuns || l.Lack == result.LackPart {
			wanted[l.Address] = true
		}
	}
	a, err := p.request.archive(paper.Key)
	if err != nil {
		return costs, nil // without results of any kind there is nothing to go by
	}
	first := map[string]string{} // experiment: the first that shows its runs
	for _, plan := range p.of(paper.Key) {
		if !wanted[plan.Spec.Address] {
			continue
		}
		if with := first[plan.Spec.Base]; with != "" {
			costs[plan.Spec.Address] = result.Cost{With: with}
			continue
		}
		recorded, lost := map[result.Address]bool{}, map[string]bool{}
		for _, r := range plan.Runs {
			if p.Records.Usable(r) {
				recorded[r.Place()] = true
			}
		}
		whole, err := p.planOf(plan.Spec, "paper", 0, nil)
		if err != nil {
			return nil, usage(err)
		}
		for _, s := range whole.Sources {
			lost[s.Key] = s.Lost()
		}
		runs := list.Filter(whole.Runs, func(r *run.Run) bool { return !recorded[r.Place()] && !lost[r.ID.Dataset] })
		if len(runs) > 0 {
			first[plan.Spec.Base] = plan.Spec.Address
			costs[plan.Spec.Address] = result.Cost{Runs: len(runs), Seconds: run.Rough(whole, runs, a)}
		}
	}
	return costs, nil
}

// archive returns the committed results of a paper that a request goes by.
func (r Request) archive(paper string) (*store.Archive, error) {
	if r.Archive != nil {
		return r.Archive, nil
	}
	return r.shelf().Committed(paper)
}
