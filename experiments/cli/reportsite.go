package cli

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/site"
	"nmfrepro/solvers"
)

// site fills the report from the results folder.
func (e *Env) site(lib *spec.Library, papers []*published.Paper, look *looking, data string) (site.Site, error) {
	s := site.Site{
		Title: "Five papers on matrix factorisation, run again",
		Lead: "Every cell is computed from the code and data described here and set beside the number that the paper prints, with a " +
			"verdict on the difference. Profile of the runs: " + look.profiles(lib.Specs) + ".",
		Solvers: solverCards(), Datasets: datasetCards(), Machine: machine(),
	}
	for _, k := range judge.Kinds {
		s.Verdicts = append(s.Verdicts, site.Verdict{Name: string(k.Kind), Sign: k.Sign, Doc: k.Doc})
	}
	for _, p := range papers {
		page, origins, err := e.paperPage(lib, p, look, data)
		if err != nil {
			return s, err
		}
		s.Papers = append(s.Papers, page)
		if len(origins) > 0 {
			s.Origins = append(s.Origins, site.Card{Key: p.Key, Title: p.Short, Facts: originFacts(origins)})
		}
	}
	return s, nil
}

func (e *Env) paperPage(lib *spec.Library, p *published.Paper, look *looking, data string) (page site.Paper, origins []reports.Origin, err error) {
	page = site.Paper{Key: p.Key, Name: p.Short, Title: p.Title, Cite: p.Cite, Claim: p.Gist}
	st := e.results(look)
	var all []judge.Judged
	for _, spec := range specsOf(lib, p.Key) {
		req := look.request(spec)
		req.Data = data
		plan, err := run.NewPlan(spec, req)
		if err != nil {
			return page, nil, usageError("%w", err)
		}
		if len(spec.Panels) > 0 {
			t := collect.Table(plan, lib, st)
			judged := judge.JudgeTable(plan, &t)
			all = append(all, judged...)
			table := tablePage(plan, t, judged)
			if table.Contests, err = contestsPage(lib, plan, t); err != nil {
				return page, nil, err
			}
			page.Tables = append(page.Tables, table)
			for _, b := range t.Panels {
				for _, r := range b.Rows {
					for _, c := range r.Cells {
						origins = reports.JoinOrigins(origins, c.Origins...)
					}
				}
			}
		}
		if len(spec.Plots) > 0 {
			f := collect.Figure(plan, lib, st)
			var svg bytes.Buffer
			if err := figure.Render(&svg, f, "svg"); err != nil {
				return page, nil, err
			}
			shows, _ := p.Figures.Get(f.Key)
			page.Figures = append(page.Figures, site.Figure{Key: f.Key, Title: f.Title, SVG: svg.String(), Published: shows, Notes: f.Notes})
		}
	}
	found, err := e.claims(lib, p, look)
	if err != nil {
		return page, nil, err
	}
	for _, c := range found {
		page.Claims = append(page.Claims, site.Claim{
			Place: c.Where, Text: c.Says, Paper: string(c.Own.Verdict), Ours: string(c.Ours.Verdict), Margin: c.Ours.margin(),
			Why: c.Own.Detail, Detail: c.Ours.Detail, Note: c.Note, Controls: siteControls(c.Controls),
		})
	}
	for _, f := range errata.Find(p) {
		page.Errata = append(page.Errata, site.Erratum{Place: f.Place, What: f.What, Why: f.Why, Severity: string(f.Severity)})
	}
	for _, c := range p.Protocol {
		page.Protocol = append(page.Protocol, site.Choice{Subject: c.Choice, Value: c.Value, Status: c.Status, Evidence: c.Evidence, Place: c.Where})
	}
	observe(page.Figures, p, found)
	page.Finding = finding(all, found)
	return page, origins, nil
}

// observe writes beneath each figure what became of the sentences that it decides.
func observe(figures []site.Figure, p *published.Paper, all []claimed) {
	for i := range figures {
		for k, c := range p.Claims {
			decides := slices.ContainsFunc(c.Figures, func(f published.Shown) bool { return f.Experiment == figures[i].Key }) ||
				slices.ContainsFunc(c.Traces, func(t published.Traced) bool { return t.Experiment == figures[i].Key }) ||
				slices.ContainsFunc(c.Panels(), func(panel string) bool { return strings.HasPrefix(panel, figures[i].Key+"/") })
			if decides {
				figures[i].Observed = append(figures[i].Observed, fmt.Sprintf("“%s” %s; %s.", c.Says, verdictPhrases[all[k].Ours.Verdict], all[k].Ours.Detail))
			}
		}
	}
}

var verdictPhrases = map[claims.Verdict]string{
	claims.Holds: "holds", claims.Fails: "does not hold", claims.Undecided: "is undecided", claims.Undefined: "cannot be decided yet",
}

// finding sums a paper up in two sentences of counts.
func finding(all []judge.Judged, of []claimed) string {
	var verdicts []judge.Verdict
	for _, j := range all {
		verdicts = append(verdicts, j.Verdict)
	}
	n, computed := map[judge.Kind]int{}, false
	for _, t := range judge.Count(verdicts) {
		n[t.Kind] = t.Count
		computed = computed || t.Count > 0 && t.Kind != judge.Missing
	}
	if !computed {
		return "No table has been run."
	}
	line := fmt.Sprintf("Of %s %d match, %d differ and %d are open.", count(len(all), "printed cell"), n[judge.Match], n[judge.Differs],
		len(all)-n[judge.Match]-n[judge.Differs])
	_, ours := tallyClaims(of)
	if len(of) > 0 {
		line += fmt.Sprintf(" Of %d claims of its text %d hold, %d do not and %d are open.", len(of), ours[claims.Holds], ours[claims.Fails],
			len(of)-ours[claims.Holds]-ours[claims.Fails])
	}
	return line
}

func tablePage(p *run.Plan, t reports.Table, judged []judge.Judged) site.Table {
	by := map[string]judge.Judged{}
	for _, j := range judged {
		by[j.Cell.Address] = j
	}
	page := site.Table{Key: t.Key, Address: t.Address, Title: t.Title, Notes: t.Notes}
	for _, b := range t.Panels {
		panel := site.Panel{Title: b.Title, Corner: b.Corner}
		for _, c := range b.Columns {
			panel.Columns = append(panel.Columns, site.Column(c))
		}
		for _, r := range b.Rows {
			row := site.Row{Label: r.Label}
			for _, c := range r.Cells {
				row.Cells = append(row.Cells, cellPage(p, c, by[c.Address]))
			}
			panel.Rows = append(panel.Rows, row)
		}
		page.Panels = append(page.Panels, panel)
	}
	return page
}

func cellPage(p *run.Plan, c reports.Cell, j judge.Judged) site.Cell {
	cell := site.Cell{
		Address: c.Address, Value: stat.Mean(c.Values), Paper: c.Published.Value, PaperBold: c.Published.Bold, StandIn: c.StandIn,
		Verdict: c.Verdict, Command: fmt.Sprintf("nmfrepro table %s --profile %s", c.Address, p.Profile),
	}
	if c.Published.SD != "" {
		cell.Paper += "±" + c.Published.SD
	}
	if len(c.Values) == 0 {
		cell.Value, cell.State, cell.Reason = math.NaN(), reports.StateText(c.Status), c.Note
	} else {
		cell.Ours = strconv.FormatFloat(stat.Mean(c.Values), 'f', c.Decimals, 64)
		if len(c.Values) > 1 {
			cell.Ours += "±" + strconv.FormatFloat(stat.SD(c.Values), 'f', c.Decimals, 64)
		}
		cell.Count = strconv.Itoa(len(c.Values))
		if len(c.Values) < c.Want {
			cell.Count += fmt.Sprintf(" of %d", c.Want)
		}
	}
	cell.Provenance = []site.Fact{
		{Name: "data set", Value: c.Dataset}, {Name: "rank", Value: strconv.Itoa(c.Rank)}, {Name: "method", Value: c.Method},
		{Name: "metric", Value: c.Metric}, {Name: "seed", Value: strconv.FormatUint(p.Units[0].Unit.Seed, 10)},
	}
	for _, o := range c.Origins {
		cell.Provenance = append(cell.Provenance, cellFacts(o)...)
	}
	if c.Verdict != "" {
		if cell.Reason = j.Verdict.Reason; !math.IsNaN(j.Verdict.Difference) {
			cell.Difference = signed(j.Verdict.Difference)
		}
		cell.Provenance = append(cell.Provenance, site.Fact{Name: "margin", Value: plain(j.Verdict.Margin) + ": " + j.Margin.Reason})
	}
	return cell
}

func (o outcome) margin() string {
	if o.Margin == nil {
		return ""
	}
	return strconv.FormatFloat(*o.Margin, 'g', 3, 64)
}

func solverCards() (cards []site.Card) {
	for _, entry := range solvers.Catalog {
		card := site.Card{Key: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
		for _, o := range solvers.Options(entry.New()) {
			card.Facts = append(card.Facts, site.Fact{Name: o.Name, Value: fmt.Sprintf("%v: %s", o.Value, o.Doc)})
		}
		card.Facts = append(card.Facts, site.Fact{Name: "version", Value: strconv.Itoa(entry.Version)})
		cards = append(cards, card)
	}
	return cards
}

func datasetCards() (cards []site.Card) {
	for _, entry := range datasets.Registry {
		card := site.Card{Key: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
		add := func(name, value string) {
			if value != "" {
				card.Facts = append(card.Facts, site.Fact{Name: name, Value: value})
			}
		}
		add("shape", fmt.Sprintf("%d×%d", entry.Features, entry.Samples))
		if entry.Classes > 0 {
			add("classes", strconv.Itoa(entry.Classes))
		}
		add("licence", entry.Licence)
		add("source", entry.Source)
		add("preparation", entry.Prepare)
		add("stands in for", entry.StandIn)
		for _, d := range entry.Defects {
			add("known defect", d)
		}
		for _, use := range entry.Papers {
			add(use.Paper, strings.TrimSuffix(string(use.Fidelity)+": "+use.Note, ": "))
		}
		cards = append(cards, card)
	}
	return cards
}

func machine() []site.Fact {
	here := run.Here()
	return []site.Fact{
		{Name: "program", Value: here.Program}, {Name: "Go", Value: here.Go}, {Name: "processor", Value: here.CPU}, {Name: "kernel", Value: here.Kernel},
	}
}
