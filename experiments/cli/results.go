package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// document is RESULTS.md in the making.
type document struct {
	bytes.Buffer
	paper  *published.Paper
	tables []publishedTable
	idle   []*spec.Experiment // experiments without records
}

// publishedTable is an experiment with panels as the archive has it.
type publishedTable struct {
	plan   *run.Plan
	table  reports.Table
	judged []judge.Judged
}

// resultsDocument is RESULTS.md of a paper: what the records of an archive say, beside the print, and the notes that a
// person wrote. The same archive gives the same bytes.
func resultsDocument(env *Env, lib *spec.Library, p *published.Paper, a *store.Archive, data, notes string) ([]byte, error) {
	look := &looking{profile: spec.DefaultProfile, only: a}
	d := &document{paper: p}
	st := env.results(look)
	var figures []*run.Plan
	for _, s := range specsOf(lib, p.Key) {
		if profile, _ := a.Made(s.Base); profile == "" {
			d.idle = append(d.idle, s)
			continue
		}
		req := look.request(s)
		req.Data, req.Blind = data, true
		plan, err := run.NewPlan(s, req)
		if err != nil {
			return nil, usageError("%w", err)
		}
		if len(s.Panels) > 0 {
			t := collect.Table(plan, lib, st)
			d.tables = append(d.tables, publishedTable{plan, t, judge.JudgeTable(plan, &t)})
		}
		if len(s.Plots) > 0 {
			figures = append(figures, plan)
		}
	}
	claims, err := env.claims(lib, p, look)
	if err != nil {
		return nil, err
	}
	studies, err := publishedStudies(env, lib, d.tables, a)
	if err != nil {
		return nil, err
	}
	d.head()
	d.glance(claims)
	d.gaps(notes)
	d.sensitivity(studies)
	d.claims(claims)
	d.errata()
	for _, t := range d.tables {
		d.WriteString("\n")
		if err := reports.Render(d, "md", reports.Options{}, t.table); err != nil {
			return nil, err
		}
	}
	d.origin(a)
	d.again(figures)
	return d.Bytes(), nil
}

func (d *document) head() {
	p := d.paper
	fmt.Fprintf(d, "<!-- written by nmfrepro publish %s; what is written by hand stands in notes.md -->\n# %s: paper against ours\n\n", p.Key, p.Short)
	fmt.Fprintf(d, "%s. %s.\n", p.Title, p.Cite)
	if p.Gist != "" {
		fmt.Fprintf(d, "\n%s\n", p.Gist)
	}
}

// glance sums the paper up, and counts the verdicts per table.
func (d *document) glance(claims []claimed) {
	var all []judge.Judged
	for _, t := range d.tables {
		all = append(all, t.judged...)
	}
	fmt.Fprintf(d, "\n## At a glance\n\n%s\n\n", finding(all, claims))
	header := []string{"table", "profile", "printed cells"}
	var occurs []bool
	for _, k := range judge.Kinds {
		has := slices.ContainsFunc(d.tables, func(t publishedTable) bool {
			return slices.ContainsFunc(t.judged, func(j judge.Judged) bool { return j.Verdict.Kind == k.Kind })
		})
		if occurs = append(occurs, has); has {
			header = append(header, k.Sign+" "+string(k.Kind))
		}
	}
	lines := [][]string{append(header, "orders of two methods: hold", "reversed", "undecided")}
	for _, t := range d.tables {
		if len(t.judged) == 0 {
			continue
		}
		line := []string{"`" + t.table.Address + "`", t.plan.Profile, strconv.Itoa(len(t.judged))}
		var verdicts []judge.Verdict
		orders := map[judge.Outcome]int{}
		for _, j := range t.judged {
			verdicts = append(verdicts, j.Verdict)
			for _, o := range j.Verdict.Orders {
				if o.Better {
					orders[o.Outcome]++
				}
			}
		}
		for i, n := range judge.Count(verdicts) {
			if occurs[i] {
				line = append(line, blankZero(n.Count))
			}
		}
		for _, o := range []judge.Outcome{judge.Holds, judge.Reversed, judge.Undecided} {
			line = append(line, blankZero(orders[o]))
		}
		lines = append(lines, line)
	}
	d.table(withTotal(lines))
	d.WriteString("\n")
	for i, k := range judge.Kinds {
		if occurs[i] {
			fmt.Fprintf(d, "- %s %s: %s\n", markdown(k.Sign), k.Kind, k.Doc)
		}
	}
	for _, s := range d.idle {
		fmt.Fprintf(d, "- `%s` is not among the committed results\n", s.Address)
	}
}

// withTotal adds a line of sums to a table whose columns from the third on count, if it has several lines.
func withTotal(lines [][]string) [][]string {
	if len(lines) < 3 {
		return lines
	}
	total := make([]string, len(lines[0]))
	total[0] = "all"
	for k := 2; k < len(total); k++ {
		sum := 0
		for _, line := range lines[1:] {
			n, _ := strconv.Atoi(line[k]) // blank is zero
			sum += n
		}
		total[k] = blankZero(sum)
	}
	return append(lines, total)
}

func blankZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// mostGaps bounds the list of differences.
const mostGaps = 12

// gaps lists the largest differences in units of their margins, and what was found out about them.
func (d *document) gaps(notes string) {
	d.WriteString("\n## The largest differences, and why they exist\n\n")
	var far []judge.Judged
	for _, t := range d.tables {
		for _, j := range t.judged {
			if j.Verdict.Kind == judge.Differs {
				far = append(far, j)
			}
		}
	}
	size := func(j judge.Judged) float64 { return math.Abs(j.Verdict.Difference) / j.Verdict.Margin }
	slices.SortStableFunc(far, func(a, b judge.Judged) int { return cmp.Compare(size(b), size(a)) })
	if len(far) == 0 {
		d.WriteString("No cell differs from the print by more than its margin.\n")
	} else {
		lines := [][]string{{"cell", "ours", "paper", "difference", "margin"}}
		for _, j := range far[:min(len(far), mostGaps)] {
			lines = append(lines, []string{"`" + j.Cell.Address + "`", ours(j), printed(j), signed(j.Verdict.Difference), plain(j.Verdict.Margin)})
		}
		d.table(lines)
		if more := len(far) - mostGaps; more > 0 {
			fmt.Fprintf(d, "\n%d more cells differ; `nmfrepro verify %s --cached` lists them.\n", more, d.paper.Key)
		}
	}
	if notes = strings.TrimSpace(notes); notes != "" {
		d.WriteString("\n" + notes + "\n")
	}
}

func (d *document) claims(all []claimed) {
	if len(all) == 0 {
		return
	}
	own, mine := tallyClaims(all)
	fmt.Fprintf(d, "\n## Claims of the text\n\nOn the paper's own numbers: %s. On ours: %s.\n\n", tally(own), tally(mine))
	lines := [][]string{{"claim", "place", "paper's numbers", "ours", "decided by"}}
	for _, c := range all {
		lines = append(lines, []string{c.Says, c.Where, string(c.Own.Verdict), string(c.Ours.Verdict), c.Ours.Detail})
	}
	d.table(lines)
	d.controls(all)
}

// controls lists what came of taking away the causes that claims name.
func (d *document) controls(all []claimed) {
	lines := [][]string{{"claim", "without", "outcome", "difference and interval"}}
	for _, c := range all {
		for _, control := range c.Controls {
			lines = append(lines, []string{c.Says, control.Removes, string(control.Verdict), control.Detail})
		}
	}
	if len(lines) == 1 {
		return
	}
	d.WriteString("\n### Controls\n\nA control takes away the cause that a claim names and keeps the rest. Supported: without the cause it is worse.\n\n")
	d.table(lines)
}

func (d *document) errata() {
	found := errata.Find(d.paper)
	counts := map[errata.Severity]int{}
	for _, f := range found {
		counts[f.Severity]++
	}
	fmt.Fprintf(d, "\n## Errata of the printed tables\n\n%s, %s, %s; `nmfrepro errata %s` tells why.\n",
		count(counts[errata.Error], "error"), count(counts[errata.Doubt], "doubt"), count(counts[errata.Note], "note"), d.paper.Key)
	for i, f := range found {
		if i == 0 {
			d.WriteString("\n")
		}
		if f.Severity != errata.Note {
			fmt.Fprintf(d, "- %s, %s: %s\n", f.Severity, markdown(f.Place), markdown(f.What))
		}
	}
}

// origin tells what computed the records.
func (d *document) origin(a *store.Archive) {
	d.WriteString("\n## Where the numbers come from\n\n")
	var seconds float64
	first, last := "", ""
	for _, rec := range a.Records {
		seconds += rec.Seconds
		day := rec.Provenance.Finished.Format("2006-01-02")
		if first == "" || day < first {
			first = day
		}
		last = max(last, day)
	}
	fmt.Fprintf(d, "%s, %.1f hours inside the iterations, %s to %s.\n\n", count(len(a.Records), "unit"), seconds/3600, first, last)
	for _, o := range a.Origins() {
		fmt.Fprintf(d, "- %s, kernel %s; %s; nmfrepro %s\n", markdown(o.CPU), o.Kernel, o.Go, markdown(o.Program))
	}
}

// again are the commands that show and redo all this.
func (d *document) again(figures []*run.Plan) {
	fmt.Fprintf(d, "\n## Again\n\nFrom the committed records, without computing:\n\n```\nnmfrepro verify %s --cached\nnmfrepro claims %s --cached\n", d.paper.Key, d.paper.Key)
	for _, p := range figures {
		fmt.Fprintf(d, "nmfrepro figure %s --cached -o figures/\n", p.Spec.Address)
	}
	d.WriteString("```\n\nFrom nothing:\n\n```\n")
	for _, t := range d.tables {
		fmt.Fprintf(d, "nmfrepro verify %s --profile %s\n", t.table.Address, t.plan.Profile)
	}
	for _, p := range figures {
		fmt.Fprintf(d, "nmfrepro figure %s --profile %s -o figures/\n", p.Spec.Address, p.Profile)
	}
	d.WriteString("```\n")
}

// table writes a Markdown table; the first line is its heading.
func (d *document) table(lines [][]string) {
	for i, line := range lines {
		cells := make([]string, len(line))
		for k, s := range line {
			cells[k] = markdown(s)
		}
		fmt.Fprintf(d, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			fmt.Fprintf(d, "|%s\n", strings.Repeat(" --- |", len(line)))
		}
	}
}

// markdown keeps text from being read as marks; what stands in backquotes is left alone.
func markdown(s string) string {
	if strings.HasPrefix(s, "`") {
		return strings.ReplaceAll(s, "|", `\|`)
	}
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", "\n", " ").Replace(s)
}
