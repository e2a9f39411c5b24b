package workflow

import (
	"context"
	"errors"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/steps"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Reproduction is the answer to a request: the pass over its experiments, and the answers that were wanted of it.
type Reproduction struct {
	Pass        *Pass
	Figures     []result.Figure     // of each plan
	Tables      []result.Table      // of each plan, with verdicts and, where they are wanted, conclusions
	Comparisons []result.Comparison // of the methods of each panel
	Orders      result.Orders       // of the methods in all panels
	Leads       []result.LeadTable  // of the paper's own method, by what they are made of
	Reasons     []Why               // of each plan
	Papers      []result.Paper      // those that are named as a whole
	Later       error               // of runs that failed, for the end of the command: what there is can be shown
}

// Beside returns the tables with a reported number to compare with; one that was asked for alone is among them in any case.
func (r *Reproduction) Beside() []result.Table {
	return list.Filter(r.Tables, func(t result.Table) bool { return len(t.Judged()) > 0 || len(r.Pass.Plans) == 1 })
}

// Want is the answer that a command shows.
type Want int

// The answers.
const (
	Records     Want = iota // which runs have one
	Drawings                // figures
	Comparisons             // methods against each other
	Orders                  // of the methods in all panels
	Leads                   // what the lead of the paper's own method is made of
	Conclusions             // tables, with what their cells say together
	Reasons                 // why cells differ
	Claims                  // of papers
	Findings                // of papers, and the claims that they rest on
	Outcomes                // tables, and what became of the papers that are named as a whole
	Papers                  // everything about them
)

// Reproduce leads from addresses to conclusions. Every command that shows results is this function and a writer.
func Reproduce(ctx context.Context, req Request) (*Reproduction, error) {
	// 1. Specs and papers are read: each name in them becomes a solver, a data set, a metric.
	lib, err := req.readLibrary()
	if err != nil {
		return nil, err
	}
	// 2. Each experiment is cut into runs, and each run looks for its record: in the results folder, or among the carried ones.
	p, err := OpenShown(lib, req)
	if err != nil {
		return nil, err
	}
	// 3. Runs without a record are computed.
	r := &Reproduction{Pass: p}
	if r.Later, err = p.Compute(ctx, req, p.Plans); err != nil || req.Want == Records {
		return r, err
	}
	done := make(chan error, 1)
	go func() { done <- r.conclude(ctx, req) }()
	select {
	case err = <-done:
		return r, err
	case <-ctx.Done(): // what is left writes nothing: nobody has to wait for it
		return nil, Errorf(Interrupted, "interrupted before the answer; what was computed is saved")
	}
}

// conclude answers what a request wants from the records.
func (r *Reproduction) conclude(ctx context.Context, req Request) (err error) {
	p := r.Pass
	// 4. Records become cells and curves.
	gathered := steps.Begin(ctx, "tables gathered", len(p.Plans))
	list.Parallel(len(p.Plans), func(i int) {
		p.Results(p.Plans[i])
		gathered.Step()
	})
	gathered.End()
	whole := p.Named(req.Addresses)
	judged := steps.Begin(ctx, "tables judged", len(p.Plans))
	if req.Want == Papers {
		judged.End()
		judged = steps.Begin(ctx, "papers judged", len(whole))
	}
	defer judged.End()
	switch req.Want {
	case Drawings:
		if req.Kind.Part == Figures.Part {
			r.Figures = list.Map(p.Plans, p.Figure)
		} else {
			r.Figures, err = p.ConclusionFigures()
		}
	// 5. Each cell gets a verdict beside the reported number.
	case Comparisons:
		r.Comparisons, err = p.Comparisons(req.Rival)
	case Orders:
		r.Orders, err = p.Orders()
	case Leads:
		r.Leads, err = p.Leads(judged, req.Rival, req.By...)
	// 6. Several cells give conclusions, over their whole paper.
	case Conclusions:
		r.Tables, err = p.Concluded()
	case Reasons:
		r.Papers, r.Reasons, err = p.explained(judged, whole)
	case Claims, Findings:
		r.Papers, err = p.findings(whole, req.Want == Findings)
	case Outcomes:
		r.Tables, r.Papers, err = p.outcomes(whole)
	case Papers:
		r.Papers, err = p.Reports(judged, whole)
	}
	return err
}

// readLibrary reads the experiments that a request names, unless it brings them.
func (r Request) readLibrary() (*spec.Library, error) {
	if r.Lib != nil {
		return r.Lib, nil
	}
	return r.Home.ReadLibrary(r.Addresses...)
}

// Named lists the papers that addresses name without a table.
func (p *Pass) Named(addresses []string) (papers []*reported.Paper) {
	for _, text := range addresses {
		a, err := p.Lib.ParseAddress(text)
		if err != nil || a.Table != "" || len(a.Only) > 0 {
			continue
		}
		if paper := p.Lib.Paper(a.Paper); paper != nil {
			papers = append(papers, paper)
		}
	}
	return papers
}

// findings evaluates claims of papers and, where they are wanted, the findings that rest on them, without their tables.
func (p *Pass) findings(papers []*reported.Paper, concluded bool) (all []result.Paper, err error) {
	for _, paper := range papers {
		r := result.Paper{PaperAbout: result.PaperAbout{Key: paper.Key, Short: paper.Short, Title: paper.Title}}
		if r.Claims, err = p.Claims(paper); err != nil {
			return all, err
		}
		if concluded {
			if r.Finding, err = p.Finding(paper, r.Claims); err != nil {
				return all, err
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// explained evaluates findings of papers, and says of each plan why its cells came out as they did.
func (p *Pass) explained(judged *steps.Count, papers []*reported.Paper) (all []result.Paper, reasons []Why, err error) {
	if all, err = p.findings(papers, true); err != nil {
		return all, nil, err
	}
	known := map[string]wholePaper{}
	whole := func(paper *reported.Paper) (w wholePaper, err error) {
		w, there := known[paper.Key]
		if !there {
			w, err = p.wholePaper(paper)
			known[paper.Key] = w
		}
		return w, err
	}
	for _, plan := range p.Plans {
		why, err := p.why(plan, whole)
		if err != nil {
			return all, reasons, err
		}
		reasons = append(reasons, why)
		judged.Step()
	}
	return all, reasons, nil
}

// outcomes judges all tables, and evaluates claims and findings of papers that are named as a whole.
func (p *Pass) outcomes(papers []*reported.Paper) (tables []result.Table, all []result.Paper, err error) {
	if len(papers) == 0 {
		tables, err = p.Concluded()
		return tables, nil, err
	}
	tables = p.Tables()
	for _, paper := range papers {
		whole, err := p.Whole(paper.Key)
		if err != nil {
			return nil, nil, err
		}
		outcome, err := whole.Outcome(paper)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, outcome)
		for i := range tables {
			if t, there := list.First(outcome.Tables, func(t result.Table) bool { return t.Address == tables[i].Address }); there {
				tables[i].Says = t.Says
			}
		}
	}
	return tables, all, nil
}

// Reports returns papers with their tables, figures, claims, findings and errata.
func (p *Pass) Reports(judged *steps.Count, papers []*reported.Paper) ([]result.Paper, error) {
	all, errs := make([]result.Paper, len(papers)), make([]error, len(papers))
	list.Parallel(len(papers), func(i int) {
		all[i], errs[i] = p.Paper(papers[i])
		judged.Step()
	})
	return all, errors.Join(errs...)
}
