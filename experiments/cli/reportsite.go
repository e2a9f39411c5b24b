package cli

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments"
	"nmfrepro/experiments/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/result"
	"nmfrepro/experiments/verdict"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/site"
	"nmfrepro/solvers"
)

// site fills the report from the results folder.
func (e *Env) site(lib *experiments.Library, papers []*published.Paper, look *looking, data string) (site.Site, error) {
	s := site.Site{
		Title: "Five papers on matrix factorisation, run again",
		Lead: "Every cell is computed from the code and data described here and set beside the number that the paper prints, with a " +
			"verdict on the difference. Profile of the runs: " + look.profiles(lib.Specs) + ".",
		Solvers: solverCards(), Datasets: datasetCards(), Machine: machine(),
	}
	for _, k := range verdict.Kinds {
		s.Verdicts = append(s.Verdicts, site.Verdict{Name: string(k.Kind), Sign: k.Sign, Doc: k.Doc})
	}
	for _, p := range papers {
		page, err := e.paperPage(lib, p, look, data)
		if err != nil {
			return s, err
		}
		s.Papers = append(s.Papers, page)
	}
	return s, nil
}

func (e *Env) paperPage(lib *experiments.Library, p *published.Paper, look *looking, data string) (site.Paper, error) {
	page := site.Paper{Key: p.Key, Name: p.Short, Title: p.Title, Cite: p.Cite}
	st := e.results(look)
	var all []experiments.Judged
	for _, spec := range specsOf(lib, p.Key) {
		plan, err := experiments.NewPlan(spec, experiments.Request{Profile: look.profileOf(spec), Data: data})
		if err != nil {
			return page, usageError("%w", err)
		}
		if len(spec.Panels) > 0 {
			t := plan.Collect(lib, st)
			judged := plan.Judge(&t)
			all = append(all, judged...)
			page.Tables = append(page.Tables, tablePage(plan, t, judged))
		}
		if len(spec.Plots) > 0 {
			f := plan.CollectFigure(lib, st)
			var svg bytes.Buffer
			if err := figure.Render(&svg, f, "svg"); err != nil {
				return page, err
			}
			page.Figures = append(page.Figures, site.Figure{Key: f.Key, Title: f.Title, SVG: svg.String(), Notes: f.Notes})
		}
	}
	claims, err := e.claims(lib, p, look)
	if err != nil {
		return page, err
	}
	holds, tested := 0, 0
	for _, c := range claims {
		page.Claims = append(page.Claims, site.Claim{
			Place: c.Where, Text: c.Says, Paper: string(c.Own.Verdict), Ours: string(c.Ours.Verdict), Margin: c.Ours.margin(), Controls: siteControls(c.Controls),
		})
		switch c.Ours.Verdict {
		case "holds":
			holds++
			tested++
		case "does not hold", "undecided":
			tested++
		}
	}
	for _, f := range errata.Find(p) {
		page.Errata = append(page.Errata, site.Erratum{Place: f.Place, What: f.What, Why: f.Why, Severity: string(f.Severity)})
	}
	for _, c := range p.Protocol {
		page.Protocol = append(page.Protocol, site.Choice{Subject: c.Choice, Value: c.Value, Status: c.Status, Evidence: c.Evidence, Place: c.Where})
	}
	page.Finding = finding(all, holds, tested)
	return page, nil
}

// finding sums a paper up in a sentence of counts.
func finding(all []experiments.Judged, holds, tested int) string {
	var verdicts []verdict.Verdict
	for _, j := range all {
		verdicts = append(verdicts, j.Verdict)
	}
	var parts []string
	for _, t := range verdict.Count(verdicts) {
		if t.Count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.Count, t.Kind))
		}
	}
	if len(parts) == 0 {
		return "No table has been run."
	}
	line := fmt.Sprintf("Of %d printed cells: %s.", len(all), strings.Join(parts, ", "))
	if tested > 0 {
		line += fmt.Sprintf(" Of %d claims that our numbers can decide, %d hold.", tested, holds)
	}
	return line
}

func tablePage(p *experiments.Plan, t result.Table, judged []experiments.Judged) site.Table {
	by := map[string]experiments.Judged{}
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

func cellPage(p *experiments.Plan, c result.Cell, j experiments.Judged) site.Cell {
	cell := site.Cell{
		Address: c.Address, Value: stat.Mean(c.Values), Paper: c.Published.Value, PaperBold: c.Published.Bold, StandIn: c.StandIn,
		Verdict: c.Verdict, Command: fmt.Sprintf("nmfrepro table %s --profile %s", c.Address, p.Profile),
	}
	if c.Published.SD != "" {
		cell.Paper += "±" + c.Published.SD
	}
	if len(c.Values) == 0 {
		cell.Value, cell.State = math.NaN(), string(c.Status)
		if c.Note != "" {
			cell.State += ": " + c.Note
		}
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
		{Name: "metric", Value: c.Metric}, {Name: "seed", Value: strconv.FormatUint(p.Jobs[0].Unit.Seed, 10)},
	}
	if c.Verdict != "" {
		cell.Difference, cell.Reason = signed(j.Verdict.Difference), j.Verdict.Reason
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
		card := site.Card{Key: entry.Name, Title: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
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
		card := site.Card{Key: entry.Name, Title: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
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
	here := experiments.Here()
	return []site.Fact{
		{Name: "program", Value: here.Program}, {Name: "Go", Value: here.Go}, {Name: "processor", Value: here.CPU}, {Name: "kernel", Value: here.Kernel},
	}
}
