package render

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/reports"
)

// Document writes RESULTS.md of a paper: what the runs say beside the published numbers, and the notes that a person
// wrote. The same paper gives the same bytes.
func Document(w io.Writer, p reports.Paper) error {
	d := &document{Paper: p}
	d.head()
	d.glance()
	d.gaps()
	d.moves()
	d.claims()
	d.errata()
	for _, t := range p.Tables {
		d.WriteString("\n")
		writeMarkdown(&d.Builder, newModel(t), Options{})
	}
	d.records()
	d.again()
	_, err := io.WriteString(w, d.String())
	return err
}

// document is RESULTS.md in the making.
type document struct {
	strings.Builder
	reports.Paper
}

func (d *document) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// table writes rows of text; cells in backquotes are code.
func (d *document) table(lines [][]string) {
	for _, line := range lines {
		for k, s := range line {
			if strings.HasPrefix(s, "`") {
				line[k] = strings.ReplaceAll(s, "|", `\|`)
			} else {
				line[k] = markdown(s)
			}
		}
	}
	markdownRows(&d.Builder, lines, false)
}

func code(s string) string { return "`" + s + "`" }

func inBrackets(r *reports.Readings) string {
	if r == nil {
		return ""
	}
	return " (" + r.String() + ")"
}

func (d *document) head() {
	d.printf("<!-- written by nmfrepro publish %s; what is written by hand stands in notes.md -->\n# %s: paper against ours\n\n", d.Key, d.Short)
	d.printf("%s. %s.\n", d.Title, d.Cite)
	if f := d.Finding; f.Answer != "" {
		d.printf("\n**%s.** %s\n", f.Headed(), markdown(f.String()))
		if len(f.Rests) > 0 {
			rests := list.Join(f.Rests, "; ", func(r reports.Rest) string {
				return fmt.Sprintf("%s: %s%s", strings.TrimSpace(r.What), r.Got, inBrackets(r.Readings))
			})
			d.printf("\nThat rests on these outcomes, and a test fails when one of them changes: %s.\n", markdown(rests))
		}
	}
	if d.Gist != "" {
		d.printf("\nWhat it claims: %s\n", d.Gist)
	}
}

// glance sums the paper up, and counts the verdicts per table.
func (d *document) glance() {
	d.printf("\n## At a glance\n\n%s\n\n", d.Headline())
	all := reports.KindCounts(d.Judged())
	if len(d.Unshown) > 0 {
		all[reports.KindMissing]++ // the column is wanted
	}
	kinds := reports.Occurring(all)
	signs := list.Map(kinds, func(k reports.Kind) string { return k.Sign + " " + k.Kind })
	header := slices.Concat([]string{"table", "profile", "printed numbers"}, signs)
	lines := [][]string{append(header, "contrasts of two methods: hold", "reversed", "not told apart")}
	for _, t := range d.Tables {
		if cells, unshown := t.Judged(), d.Beside(t.Address); len(cells)+unshown > 0 {
			lines = append(lines, append([]string{code(t.Address), t.Profile}, counts(cells, kinds, unshown)...))
		}
	}
	if len(lines) > 2 {
		lines = append(lines, append([]string{"all", ""}, counts(d.Judged(), kinds, d.Numbers()-len(d.Judged()))...))
	}
	d.table(lines)
	d.WriteString("\n")
	for _, k := range kinds {
		d.printf("- %s %s: %s\n", markdown(k.Sign), k.Kind, k.Doc)
	}
	for _, l := range d.Lacking() {
		d.printf("- %s\n", markdown(l.String()))
	}
	if lines := d.Says.Summary(d.Judged()); len(lines) > 0 {
		d.WriteString("\n## What the cells say together\n\n")
		for _, line := range lines {
			d.printf("- %s\n", markdown(line))
		}
	}
	if len(d.Facts) > 1 {
		d.printf("\nThe cells that differ are %s; cells of one set of runs, one draw of the data or one misprint are one:\n\n", reports.Count(len(d.Facts), "independent fact"))
		for _, f := range d.Facts {
			d.printf("- %s\n", markdown(f.String()))
		}
	}
	for _, address := range d.Idle {
		d.printf("- %s is not among the committed results\n", code(address))
	}
}

// counts is a line of the table at a glance: the cells by kind of verdict, and the contrasts.
// Zeros are left out. unshown numbers, for which we have no cell, count as missing.
func counts(cells []reports.Cell, kinds []reports.Kind, unshown int) []string {
	line := []string{unlessZero(len(cells) + unshown)}
	found := reports.KindCounts(cells)
	found[reports.KindMissing] += unshown
	line = append(line, list.Map(kinds, func(k reports.Kind) string { return unlessZero(found[k.Kind]) })...)
	contrasts := reports.ContrastCounts(cells)
	return append(line, unlessZero(contrasts.Hold), unlessZero(contrasts.Reversed), unlessZero(contrasts.Open))
}

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// mostGaps bounds the list of differences.
const mostGaps = 12

// gaps lists the largest differences in units of their margins, and what was found out about them.
func (d *document) gaps() {
	d.WriteString("\n## The largest differences, and why they exist\n\n")
	far := slices.DeleteFunc(d.Judged(), func(c reports.Cell) bool { return c.Verdict.Kind != reports.KindDiffers })
	size := func(c reports.Cell) float64 { return math.Abs(c.Verdict.Difference) / c.Verdict.Margin }
	slices.SortStableFunc(far, func(a, b reports.Cell) int { return cmp.Compare(size(b), size(a)) })
	if len(far) == 0 {
		d.WriteString("No cell differs.\n")
	} else {
		lines := [][]string{{"cell", "ours", "paper", "difference", "margin"}}
		for _, c := range far[:min(len(far), mostGaps)] {
			v := c.Verdict
			lines = append(lines, []string{code(c.Address), reports.MeanText(c), reports.PublishedText(c), reports.Signed(c.Scale.Of(v.Difference)), reports.Plain(c.Scale.Of(v.Margin))})
		}
		d.table(lines)
		if more := len(far) - mostGaps; more > 0 {
			d.printf("\n%d more cells differ; `nmfrepro verify %s --cached` lists them.\n", more, d.Key)
		}
	}
	if notes := strings.TrimSpace(d.Notes); notes != "" {
		d.printf("\n%s\n", notes)
	}
}

// moves lists how far cells move under those alternatives of the protocol that were run.
func (d *document) moves() {
	lines := [][]string{{"table", "choice", "instead of", "alternative", "cells", "move", "by up to", "nearer to the print", "further from it"}}
	for _, m := range d.Moves {
		lines = append(lines, []string{
			code(m.Address), m.Subject, m.Value, m.Alternative, strconv.Itoa(m.Cells), strconv.Itoa(m.Apart), reports.Plain(m.Most),
			strconv.Itoa(m.Nearer), strconv.Itoa(m.Further),
		})
	}
	if len(lines) > 1 {
		d.WriteString("\n## Had the protocol been another\n\nCells run again under alternatives of the ledger; one moves if the 95 % interval of its difference does not hold zero.\n\n")
		d.table(lines)
	}
}

func (d *document) claims() {
	if len(d.Claims) == 0 {
		return
	}
	own, ours := reports.Standings(d.Claims)
	d.printf("\n## Claims of the text\n\nOn the paper's own numbers: %s. On ours: %s.\n\n", own, ours)
	lines := [][]string{{"claim", "place", "paper's numbers", "ours", "decided by"}}
	ablations := [][]string{{"claim", "without", "outcome", "difference and interval"}}
	for _, c := range d.Claims {
		lines = append(lines, []string{c.Says, c.Where, string(c.Own.ClaimVerdict), string(c.Ours.ClaimVerdict) + inBrackets(c.Readings), c.Ours.Detail})
		for _, a := range c.Ablations {
			ablations = append(ablations, []string{c.Says, a.Removes, a.Verdict, a.Detail})
		}
	}
	d.table(lines)
	if len(ablations) > 1 {
		d.WriteString("\n### Ablations\n\nAn ablation takes away the cause that a claim names and keeps the rest. Supported: without the cause it is worse.\n\n")
		d.table(ablations)
	}
}

func (d *document) errata() {
	found := list.Count(d.Errata, func(e reports.Erratum) string { return e.Severity })
	d.printf("\n## Errata of the printed tables\n\n%s, %s, %s; `nmfrepro verify errata %s` tells why.\n",
		reports.Count(found["error"], "error"), reports.Count(found["doubt"], "doubt"), reports.Count(found["note"], "note"), d.Key)
	for i, e := range d.Errata {
		if i == 0 {
			d.WriteString("\n")
		}
		if e.Severity != "note" {
			d.printf("- %s, %s: %s\n", e.Severity, markdown(e.Place), markdown(e.What))
		}
	}
}

// records tells what computed the numbers.
func (d *document) records() {
	r := d.Records
	const day = "2006-01-02"
	d.printf("\n## Where the numbers come from\n\n%s, %.1f hours inside the iterations, %s to %s.\n\n", reports.Count(r.Units, "unit"), r.Hours, r.First.Format(day), r.Last.Format(day))
	lines := list.Map(r.Origins, func(o reports.Origin) string {
		return fmt.Sprintf("- %s, kernel %s; %s; nmfrepro %s\n", markdown(o.CPU), o.Kernel, o.Go, markdown(o.Program))
	})
	d.WriteString(strings.Join(list.AppendUnique(nil, lines...), ""))
}

// again are the commands that show and redo all this.
func (d *document) again() {
	d.printf("\n## Again\n\nFrom the committed records, without computing:\n\n```\nnmfrepro verify %s --cached\nnmfrepro verify claims %s --cached\n", d.Key, d.Key)
	for _, f := range d.Figures {
		d.printf("nmfrepro figure %s --cached -o figures/\n", f.Address)
	}
	d.WriteString("```\n\nFrom nothing:\n\n```\n")
	for _, t := range d.Tables {
		d.printf("nmfrepro verify %s --profile %s\n", t.Address, t.Profile)
	}
	for _, f := range d.Figures {
		d.printf("nmfrepro figure %s --profile %s -o figures/\n", f.Address, f.Profile)
	}
	d.WriteString("```\n")
}
