package render

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"

	"nmfrepro/reports"
)

// mostWords is how many words RESULTS.md may have before its lists are cut shorter: it is read, and the site has the rest.
const mostWords = 900

// Document writes RESULTS.md of a paper: the finding with its points, how many numbers hold, grids of verdicts, leads over the best
// reported rivals, the causes, what is missing, and how to run it again. Lists are cut shorter, all alike, until there are few words
// enough. The same paper gives the same bytes.
func Document(w io.Writer, p result.Paper) error {
	d := &document{Paper: p, share: 1}
	for d.fill(); len(strings.Fields(d.String())) > mostWords && d.share > 0.1; d.fill() {
		d.share -= 0.1
	}
	_, err := io.WriteString(w, d.String())
	return err
}

// document is RESULTS.md in the making.
type document struct {
	strings.Builder
	result.Paper
	share float64 // of the lines that lists may have
}

// fill writes the document anew.
func (d *document) fill() {
	d.Reset()
	if d.Study {
		d.study()
		return
	}
	d.head()
	d.glance()
	d.grids()
	d.leads()
	d.gaps()
	d.missing()
	d.rest()
}

// most returns how many of n lines are shown where so many may be, at least one.
func (d *document) most(n, may int) int { return min(n, max(1, int(math.Round(d.share*float64(may))))) }

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

func (d *document) head() {
	d.printf("<!-- written by nmfrepro publish %s; what is written by hand stands in paper.yaml -->\n# %s: reported and ours\n\n", d.Key,
		d.Short)
	d.printf("%s. %s.\n", d.Title, d.Cite)
	f := d.Finding
	if f.Answer == "" {
		return
	}
	d.printf("\n**%s.** %s\n\n", reports.FindingHead(f), markdown(f.Headline))
	for _, p := range f.Points {
		d.printf("- %s %s", reports.SignMark(p), markdown(cmp.Or(p.Claim, p.Says)))
		if p.Claim != "" {
			d.printf(" *%s*", markdown(p.Says))
		}
		if text := reports.PointNumbers(p); text != "" {
			d.printf(" (%s)", markdown(text))
		}
		d.WriteString("\n")
	}
	d.WriteString("\nThe claim of the paper comes first (✓ comes out, ✗ does not, ? open, · no data, → why), then what we found, with intervals of 95 %.\n")
	if other := f.Otherwise(); len(other) > 0 {
		d.printf("The committed runs do not bear this out: %s.\n", markdown(list.Join(other, "; ", reports.RestText)))
	}
}

// glance counts the verdicts per table.
func (d *document) glance() {
	d.printf("\n## Which numbers hold\n\n%s\n", markdown(reports.Headline(d.Paper)))
	all := result.KindCounts(d.Judged())
	if len(d.Unshown) > 0 {
		all[result.KindMissing]++ // the column is wanted
	}
	kinds := result.Occurring(all)
	lines := [][]string{slices.Concat([]string{"table", "numbers"}, list.Map(kinds, func(k result.Kind) string { return k.Sign + " " + k.Kind }))}
	for _, t := range d.Tables {
		if cells, unshown := t.Judged(), d.Beside(t.Address); len(cells)+unshown > 0 {
			lines = append(lines, append([]string{code(t.Address)}, counts(cells, kinds, unshown)...))
		}
	}
	if len(lines) > 1 {
		d.WriteString("\n")
		d.table(lines)
	}
}

// counts returns a line of the table of verdicts. Zeros are left out. unshown numbers, for which we have no cell, count as missing.
func counts(cells []result.Cell, kinds []result.Kind, unshown int) []string {
	found := result.VerdictCounts(cells, unshown)
	return append([]string{unlessZero(len(cells) + unshown)},
		list.Map(kinds, func(k result.Kind) string { return unlessZero(found[k.Kind]) })...)
}

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// mostGrids bounds the tables whose verdicts are shown.
const mostGrids = 4

// grids writes the verdicts of tables: a line for each metric, in which the signs of a method stand in the order of the rows.
func (d *document) grids() {
	shown := list.Filter(d.Tables, func(t result.Table) bool { return len(t.Judged()) >= fewest })
	for _, t := range shown[:d.most(len(shown), mostGrids)] {
		d.printf("\n%s:\n\n```\n%s\n```\n", code(t.Address), strings.Join(reports.GridLines(reports.Grids(t), 110, 0), "\n"))
	}
}

// fewest is the number of cells from which a table has a grid.
const fewest = 7

// mostLeads bounds the leads that are shown.
const mostLeads = 12

// leads writes the matrix of leads over the best reported rivals, or over all where there are few: what is left of each when one thing is
// changed.
func (d *document) leads() {
	m := reports.BestMatrix(d.Says.Sources)
	if len(m.Rows) == 0 {
		return
	}
	shown := m.First(d.most(len(m.Rows), mostLeads))
	d.printf("\n## What the leads are made of\n\n%s.\n\n```\n%s```\n", markdown(m.Title(d.Says.Sources)), shown.Block())
	if len(shown.Columns) > 0 {
		d.printf("\n%s. %s.\n", markdown(reports.LeadMarks), markdown(strings.Join(shown.ColumnKeys(), "; ")))
	}
	more := "All rivals, and why"
	if left := len(m.Rows) - len(shown.Rows); left > 0 {
		more = result.Count(left, "more lead") + ", all rivals, and why"
	}
	d.printf("\n%s: `nmfrepro compare lead %s --cached`.\n", more, d.Key)
}

// mostReasons bounds the list of reasons.
const mostReasons = 8

// gaps names the largest difference, and why cells differ.
func (d *document) gaps() {
	d.WriteString("\n## Why numbers differ\n\n")
	far := result.Farthest(d.Judged(), result.KindDiffers)
	if len(far) == 0 {
		d.WriteString("No number differs.\n")
		return
	}
	c := far[0]
	d.printf("Farthest is %s: ours %s, reported %s. %s%s.\n", code(c.Address), reports.MeanText(c),
		reports.ReportedText(c), result.Count(len(far), "number differs", "numbers differ"), reports.UnexplainedText(d.Judged(), d.Reasons()))
	known, _ := result.ByCause(d.Reasons())
	for i, r := range known[:d.most(len(known), mostReasons)] {
		d.printf("%s- %s\n", map[bool]string{true: "\n"}[i == 0], r)
	}
	d.printf("\nAll that is known of a table or a cell: `nmfrepro explain ADDRESS --cached`.\n")
}

// mostMissing bounds what is missing.
const mostMissing = 8

// missing says which numbers have none of ours, why, and which command computes those that can be computed.
func (d *document) missing() {
	lacking := d.Lacking()
	if len(lacking)+len(d.Idle) == 0 {
		return
	}
	d.WriteString("\n## What is missing\n\n")
	for _, l := range lacking[:d.most(len(lacking), mostMissing)] {
		d.printf("- %s\n", markdown(l.String()))
	}
	if len(d.Idle) > 0 {
		d.printf("- Not among the committed results: %s\n", list.Join(d.Idle, ", ", code))
	}
}

// rest says how to run it again, and where everything else is.
func (d *document) rest() {
	d.WriteString("\n## Again, and everything else\n\n")
	d.printf("- From the committed runs: `nmfrepro verify %s --cached`; computed: `nmfrepro verify %[1]s --profile paper`.\n", d.Key)
	d.printf("- All tables, figures and claims as a site: `nmfrepro report %s --cached -o site`.\n", d.Key)
	if marks := reports.FigureMarks(d.Paper); marks != "" {
		d.printf("- Figures, by what the paper says of them: %s; each with its reason: `nmfrepro figure %s/KEY --cached -o FILE`.\n", marks, d.Key)
	}
	found := result.Grades(d.Errata)
	d.printf("- In the reported tables: %s, %s, %s; `nmfrepro verify errata %s`.\n", result.Count(found["error"], "error"),
		result.Count(found["doubt"], "doubt"), result.Count(found["note"], "note"), d.Key)
	d.records()
}

// records says how much was computed, and when.
func (d *document) records() {
	r := d.Records
	const day = "2006-01-02"
	d.printf("- Runs: %d, %.1f hours inside the iterations, %s to %s. Reported numbers, claims and settings: [paper.yaml](paper.yaml).\n", r.Runs,
		r.Hours, r.First.Format(day), r.Last.Format(day))
}
