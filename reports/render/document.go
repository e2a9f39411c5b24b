package render

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"

	"nmfrepro/reports"
)

// mostWords is how many words RESULTS.md may have before its lists are cut shorter: it is read, and the site has the rest.
const mostWords = 3200

// Document writes RESULTS.md of a paper: the verdict, the leads and rows, the largest differences and why they exist, and where the
// rest is. Lists are cut shorter, all alike, until there are few words enough. The same paper gives the same bytes.
func Document(w io.Writer, p result.Paper) error {
	d := &document{Paper: p, share: 1}
	for d.fill(); len(strings.Fields(d.String())) > mostWords && d.share > 0.3; d.fill() {
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
	d.head()
	d.glance()
	d.leads()
	d.sources()
	d.rows()
	d.hangs()
	d.gaps()
	d.rest()
}

// most returns how many of n lines are shown where so many may be.
func (d *document) most(n, may int) int { return min(n, int(math.Round(d.share*float64(may)))) }

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
	if f := d.Finding; f.Answer != "" {
		d.printf("\n**%s.** %s\n\n", reports.FindingHead(f), markdown(f.Headline))
		d.table(reports.FindingLines(f))
		if other := f.Otherwise(); len(other) > 0 {
			d.printf("\nThe committed runs do not bear this out: %s.\n", markdown(list.Join(other, "; ", reports.RestText)))
		}
	}
	if d.Gist != "" {
		d.printf("\nWhat it claims: %s\n", d.Gist)
	}
	d.printf("\nAll tables, figures, claims, errata and settings are pages of the site: `nmfrepro report %s --cached -o site`.\n", d.Key)
}

// glance sums the paper up, and counts the verdicts per table.
func (d *document) glance() {
	d.printf("\n## Verdicts\n\n%s\n\n", reports.Headline(d.Paper))
	all := result.KindCounts(d.Judged())
	if len(d.Unshown) > 0 {
		all[result.KindMissing]++ // the column is wanted
	}
	kinds := result.Occurring(all)
	header := slices.Concat([]string{"table", "profile", "numbers"},
		list.Map(kinds, func(k result.Kind) string { return k.Sign + " " + k.Kind }))
	lines := [][]string{header}
	for _, t := range d.Tables {
		if cells, unshown := t.Judged(), d.Beside(t.Address); len(cells)+unshown > 0 {
			lines = append(lines, append([]string{code(t.Address), t.Profile}, counts(cells, kinds, unshown)...))
		}
	}
	d.table(lines)
	for i, l := range d.Lacking() {
		d.printf("%s- %s\n", map[bool]string{true: "\n"}[i == 0], markdown(l.String()))
	}
	for _, address := range d.Idle {
		d.printf("- %s is not among the committed results\n", code(address))
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

// leads writes those over the best reported rivals.
func (d *document) leads() {
	lines := [][]string{{"table", "metric", "rival", "reported", "ours, 95 % on these rows", "difference", "lead", "not run"}}
	for _, l := range d.Says.Leads {
		if l.Best {
			lines = append(lines, append(append([]string{l.Table}, reports.ShortLead(l)...), unlessZero(l.Readings.Missing())))
		}
	}
	if len(lines) > 1 {
		d.printf("\n## Leads of %s over its best reported rivals\n\n", d.Short)
		d.table(lines)
	}
}

// sources writes what the leads over the best reported rivals are made of, a matrix for each table.
func (d *document) sources() {
	if len(d.Says.Sources) == 0 {
		return
	}
	d.printf("\n## %s\n", reports.LeadsTitle)
	var keys []string
	for _, t := range d.Tables {
		all := d.Says.Of(t.Key).Sources
		m := reports.NewLeadMatrix(list.Filter(all, func(l result.LeadSource) bool { return l.Best && l.Dataset == "" }))
		if len(all) == 0 {
			continue
		}
		d.printf("\n%s: %s.\n", code(t.Address), markdown(reports.LeadsSummary(all)))
		if len(m.Rows) > 0 {
			d.WriteString("\n")
			d.table(m.Lines())
			keys = m.Keys()
		}
	}
	if len(keys) > 0 {
		d.printf("\n%s.\n", markdown(keys[len(keys)-1]))
	}
	d.printf("\n%s %s `nmfrepro compare lead %s/TABLE --cached` has all rivals and what each column changes.\n",
		markdown(reports.LeadsNote(d.Says.Sources)), markdown(reports.LeadsCount(d.Says.Sources)), d.Key)
}

// mostRows bounds the rows that are shown: those of the paper's own method first, then those that differ most.
const mostRows = 24

// rows writes what the cells of a method say together.
func (d *document) rows() {
	rows := d.Says.Gravest(d.Short)
	if len(d.Says.Rows) == 0 {
		return
	}
	d.printf("\n## Rows: means of ours less reported, with intervals of 95 %% on these rows\n\n")
	for _, line := range reports.ConclusionsSummary(d.Says, d.Judged()) {
		d.printf("- %s\n", markdown(line))
	}
	lines := [][]string{{"table", "metric", "method", "ours - reported", "verdict", "not run"}}
	for _, c := range rows[:d.most(len(rows), mostRows)] {
		lines = append(lines, []string{c.Table, c.MetricText(), c.Name, c.Text(), reports.ShortVerdict(c), unlessZero(c.Readings.Missing())})
	}
	d.WriteString("\n")
	d.table(lines)
	if more := len(d.Says.Rows) - len(lines) + 1; more > 0 {
		d.printf("\n`nmfrepro verify %s --cached` has %s.\n", d.Key, result.Count(more, "other row"))
	}
}

// mostHangs bounds the lines of what conclusions hang on.
const mostHangs = 30

// hangs writes the settings under which conclusions about the paper's own method are others.
func (d *document) hangs() {
	lines := reports.HangLines(d.Says, d.Short)
	if len(lines) == 0 {
		return
	}
	d.printf("\n## What these hang on, the setting that decides most first\n\n")
	d.table(lines[:1+d.most(len(lines)-1, mostHangs)])
	if more := len(lines) - 1 - d.most(len(lines)-1, mostHangs); more > 0 {
		d.printf("\n`nmfrepro verify %s --cached` has %s.\n", d.Key, result.Count(more, "other line"))
	}
}

// mostGaps and mostReasons bound the lists of differences and reasons.
const (
	mostGaps    = 10
	mostReasons = 8
)

// gaps lists the largest differences in units of their tolerances, and why they exist.
func (d *document) gaps() {
	d.WriteString("\n## The largest differences\n\n")
	far := result.Farthest(d.Judged(), result.KindDiffers)
	if len(far) == 0 {
		d.WriteString("No cell differs.\n")
		return
	}
	lines := [][]string{{"cell", "ours", "reported", "tolerance"}}
	for _, c := range far[:d.most(len(far), mostGaps)] {
		lines = append(lines, []string{code(c.Address), reports.MeanText(c), reports.ReportedText(c),
			result.Plain(c.Metric.Scale.Of(c.Verdict.Tolerance))})
	}
	d.table(lines)
	if more := len(far) - d.most(len(far), mostGaps); more > 0 {
		d.printf("\n%s; `nmfrepro verify %s --cached` lists them. Those that share a draw, runs or a misprint make %s.\n",
			result.Count(more, "more cell differs", "more cells differ"), d.Key, result.Count(len(d.Facts), "independent fact"))
	}
	reasons := d.Reasons()
	if len(reasons) == 0 {
		return
	}
	d.WriteString("\n## Why, the largest reasons first\n\n")
	known, open := result.ByCause(reasons)
	for _, r := range known[:d.most(len(known), mostReasons)] {
		d.printf("- %s\n", r)
	}
	if len(open) > 0 {
		d.WriteString("\nLooked into without finding a cause:\n\n")
		for _, r := range open[:d.most(len(open), mostReasons)] {
			d.printf("- %s\n", r)
		}
	}
	d.printf("\nNo cause is known for %d of the cells that differ or failed. `nmfrepro explain ADDRESS --cached` tells all that is known of "+
		"a cell or a table.\n",
		result.Unexplained(d.Judged(), reasons))
}

// rest says where everything else is, and where the numbers come from.
func (d *document) rest() {
	d.WriteString("\n## Everything else\n\n")
	if len(d.Claims) > 0 {
		own, ours := result.Standings(d.Claims)
		d.printf("- Claims of the text, on the reported numbers: %s. On ours: %s. `nmfrepro verify claims %s --cached` says which.\n", own, ours,
			d.Key)
	}
	found := result.Grades(d.Errata)
	d.printf("- Errata of the reported tables: %s, %s, %s; `nmfrepro verify errata %s`.\n", result.Count(found["error"], "error"),
		result.Count(found["doubt"], "doubt"), result.Count(found["note"], "note"), d.Key)
	r := d.Records
	const day = "2006-01-02"
	d.printf("- Runs: %d, %.1f hours inside the iterations, %s to %s, on %s.\n", r.Runs, r.Hours, r.First.Format(day), r.Last.Format(day),
		strings.Join(list.AppendUnique(nil, list.Map(r.Origins, func(o result.Origin) string { return markdown(o.CPU) })...), " and "))
	d.printf("- The same again, computed: `nmfrepro verify %s --profile paper`. What the reported numbers, claims and settings are: "+
		"[paper.yaml](paper.yaml).\n", d.Key)
}
