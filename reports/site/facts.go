package site

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// tableFacts say where the numbers of a table come from, and what their verdicts were held against; what only some cells have
// stands in these.
func tableFacts(t *result.Table) facts {
	f := facts{{"seed", strconv.FormatUint(t.Seed, 10)}}
	for _, c := range t.Judged() {
		for _, o := range c.Runs.Origins {
			f.origin(o)
			f.add("computed", days(o.First, o.Last))
		}
	}
	f = append(f, tolerances(t.Judged())...)
	slices.SortStableFunc(f, func(a, b Fact) int { return strings.Compare(a.Name, b.Name) })
	return f
}

// tolerances says for each metric and reason how far two numbers may differ; where that depends on the reported number, from what to what.
func tolerances(cells []result.Cell) facts {
	return list.Map(result.TolerancesUsed(cells), func(t result.ToleranceUsed) Fact {
		width := result.Plain(t.Low)
		if high := result.Plain(t.High); high != width {
			width += " to " + high
		}
		return Fact{"tolerance of " + t.Metric, width + ": " + t.Reason}
	})
}

// facts are a list in which each stands once.
type facts []Fact

func (f *facts) add(name, value string) {
	if n := (Fact{name, value}); value != "" && !slices.Contains(*f, n) {
		*f = append(*f, n)
	}
}

// origin adds what computed a number.
func (f *facts) origin(o result.Origin) {
	f.add("machine", o.CPU+", kernel "+o.Kernel)
	f.add("program", "nmfrepro "+o.Program+", "+o.Go)
}

// cellFacts say what runs are behind a cell.
func cellFacts(c result.Cell) string {
	var facts []string
	for _, o := range c.Runs.Origins {
		steps := strconv.Itoa(o.MostSteps)
		if o.FewestSteps != o.MostSteps {
			steps = fmt.Sprintf("%d to %d", o.FewestSteps, o.MostSteps)
		}
		facts = append(facts, fmt.Sprintf("%s iterations, solver version %d, data %s", steps, o.SolverVersion, short(o.DataSHA256)))
	}
	if c.Runs.Tuned != nil && len(c.Runs.Tuned.Points) > 0 {
		facts = append(facts, "tuned by "+c.Runs.Tuned.By+": "+c.Runs.Tuned.Sentence())
	}
	if text := reports.SelectionText(c); text != "" {
		facts = append(facts, "chosen on one half of the replicates and scored on the other: "+text)
	}
	return strings.Join(facts, "; ")
}

// runs says when and where the runs behind a paper were made.
func runs(p result.Paper) string {
	when := days(result.Span(p.Records.Origins))
	if when == "" {
		return ""
	}
	machines := distinct(list.Map(p.Records.Origins, func(o result.Origin) string { return o.CPU }))
	return fmt.Sprintf("Computed %s on %s.", when, strings.Join(machines, " and "))
}

var address = regexp.MustCompile(`https?://[^\s,;)]+`)

// links returns text with the addresses in it as links.
func links(text string) template.HTML {
	var out strings.Builder
	last := 0
	for _, at := range address.FindAllStringIndex(text, -1) {
		url := template.HTMLEscapeString(text[at[0]:at[1]])
		fmt.Fprintf(&out, `%s<a href="%s">%s</a>`, template.HTMLEscapeString(text[last:at[0]]), url, url)
		last = at[1]
	}
	return template.HTML(out.String() + template.HTMLEscapeString(text[last:]))
}

// origins returns cards that say what computed the numbers of each paper: machines and programs, each once, with the sums of
// the data.
func (s Site) origins() (cards []Card) {
	for _, p := range s.Papers {
		r := p.Records
		if len(r.Origins) == 0 {
			continue
		}
		var f facts
		for _, o := range r.Origins {
			f.origin(o)
		}
		slices.SortFunc(f, func(a, b Fact) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Value, b.Value)) })
		f.add("computed", days(r.First, r.Last))
		f.add("data sums", strings.Join(distinct(list.Map(r.Origins, func(o result.Origin) string { return short(o.DataSHA256) })), ", "))
		cards = append(cards, Card{Key: p.Key, Title: p.Name(), Facts: f})
	}
	return cards
}

// distinct returns the values in order, each once.
func distinct(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}

// short returns the beginning of a checksum, enough to tell it from others.
func short(sum string) string { return sum[:min(len(sum), 12)] }

func days(first, last time.Time) string {
	const day = "2006-01-02"
	switch a, b := first.Format(day), last.Format(day); {
	case last.IsZero():
		return ""
	case a == b:
		return a
	default:
		return a + " to " + b
	}
}

// note renders the Markdown of a note: paragraphs and tables with blank lines between, **bold** and `code`. Anything else stays as it is
// written; nothing of it is taken for HTML.
func note(text string) template.HTML {
	var b strings.Builder
	for _, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(block, "|") {
			b.WriteString(tableHTML(strings.Split(block, "\n")))
		} else if block != "" {
			b.WriteString("<p>" + inline(strings.Join(strings.Fields(block), " ")) + "</p>")
		}
	}
	return template.HTML(b.String())
}

var rule = regexp.MustCompile(`^\|[ :|-]+\|$`)

func tableHTML(lines []string) string {
	var b strings.Builder
	b.WriteString(`<div class="scroll" tabindex="0" role="region" aria-label="Table of the notes"><table class="plain">`)
	for i, line := range lines {
		if rule.MatchString(line) {
			continue
		}
		tag := "td"
		if i == 0 && len(lines) > 1 && rule.MatchString(lines[1]) {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			b.WriteString("<" + tag + ">" + inline(strings.TrimSpace(cell)) + "</" + tag + ">")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table></div>")
	return b.String()
}

var (
	strong   = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	codeText = regexp.MustCompile("`([^`]+)`")
)

func inline(s string) string {
	s = template.HTMLEscapeString(s)
	s = codeText.ReplaceAllString(s, "<code>$1</code>")
	return strong.ReplaceAllString(s, "<b>$1</b>")
}

// share is how many cells have a verdict, or claims a standing, and which part of all that is.
type share struct {
	Name, Sign, Doc string
	N               int
	Percent         float64
	Cells           []result.Cell // those with a reason
}

// reported lists the verdicts on all numbers that a paper reports; those beside which no cell of ours stands are missing.
func reported(paper result.Paper) []share {
	cells := paper.Judged()
	if len(cells) == 0 {
		return nil
	}
	return shares(cells, paper.Numbers()-len(cells))
}

// shares lists the verdicts that occur, in the order of legends; numbers that are not shown are missing.
func shares(cells []result.Cell, unshown int) (found []share) {
	n := result.VerdictCounts(cells, unshown)
	for _, k := range result.Occurring(n) {
		found = append(found, share{
			Name: k.Kind, Sign: k.Sign, Doc: k.Doc, N: n[k.Kind], Percent: 100 * float64(n[k.Kind]) / float64(len(cells)+unshown),
			Cells: list.Filter(cells, func(c result.Cell) bool { return c.Verdict.Kind == k.Kind && c.Verdict.Reason != "" }),
		})
	}
	return found
}

// reasons returns the verdicts that tell of a difference or a failure, whose cells say why.
func reasons(found []share) []share {
	return list.Filter(found, func(v share) bool {
		return (v.Name == result.KindDiffers || v.Name == result.KindFailed) && len(v.Cells) > 0
	})
}

// tally counts the verdicts on the reported numbers of a table in a sentence.
func tally(t *result.Table) string {
	cells := t.Judged()
	counts := result.KindCounts(cells)
	line := fmt.Sprintf("Of %s %s.", result.Count(len(cells), "reported number"), list.Join(result.Occurring(counts), ", ",
		func(k result.Kind) string {
			return fmt.Sprintf("%d %s %s", counts[k.Kind], k.Sign, k.Kind)
		}))
	if o := result.ContrastCounts(cells); o.Claimed() > 0 {
		line += fmt.Sprintf(" Of %s of two methods in a row %d hold, %d are reversed and %d are without a significant difference.", result.Count(
			o.Claimed(), "reported order"), o.Hold, o.Reversed, o.Open)
	}
	return line
}

// causes returns the largest reasons of which a cause is known, moreCauses the others.
func causes(all []result.Reason, most int) []result.Reason {
	known, _ := result.ByCause(all)
	return known[:min(len(known), most)]
}

func moreCauses(all []result.Reason, from int) []result.Reason {
	known := causes(all, len(all))
	return known[min(len(known), from):]
}

// unexplained returns the reasons that were looked into without finding a cause.
func unexplained(all []result.Reason) []result.Reason {
	_, open := result.ByCause(all)
	return open
}

// openCells says how many cells differ for no known cause.
func openCells(t *result.Table) string {
	if n := result.Unexplained(t.Cells(), t.Reasons); n > 0 {
		return fmt.Sprintf("No cause is known for %s.", result.Count(n, "cell that differs or failed", "cells that differ or failed"))
	}
	return ""
}

// insignificant returns the comparisons in which no difference of ranks is significant.
func insignificant(all []result.Comparison) []result.Comparison {
	return list.Filter(all, func(c result.Comparison) bool { return !c.Significant() })
}

// sentence returns a text with a full stop at its end, unless it ends in a mark; "" stays.
func sentence(text string) string {
	if text = strings.TrimSpace(text); text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:;") {
		return text
	}
	return text + "."
}

// slug returns s as an identifier: lower case, other characters than letters and digits as hyphens.
func slug(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(s)), "-")
}

// bounded tells whether options were chosen without labels in a table of a study, and by labels in another: its picture has the bound.
func bounded(p *result.Paper, t result.Table) bool {
	tuned := func(t result.Table, labels bool) bool {
		return slices.ContainsFunc(t.Comparisons, func(c result.Comparison) bool {
			return slices.ContainsFunc(c.Rows, func(r result.Scores) bool {
				return slices.ContainsFunc(r.Cells, func(s result.Score) bool { return s.Tuned && s.Labelled == labels })
			})
		})
	}
	return tuned(t, false) && slices.ContainsFunc(p.Tables, func(u result.Table) bool { return tuned(u, true) })
}
