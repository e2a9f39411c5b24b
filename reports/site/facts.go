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

	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// tableFacts say where the numbers of a table come from, and what their verdicts were held against; what only some cells have
// stands in these.
func tableFacts(t *reports.Table) facts {
	f := facts{{"seed", strconv.FormatUint(t.Seed, 10)}}
	for _, c := range t.Judged() {
		for _, o := range c.Origins {
			f.origin(o)
			f.add("computed", days(o.First, o.Last))
		}
		f.add("tolerance of "+c.Metric, reports.Plain(c.Scale.Of(c.Verdict.Margin))+": "+c.Verdict.MarginReason)
	}
	slices.SortStableFunc(f, func(a, b Fact) int { return strings.Compare(a.Name, b.Name) })
	return f
}

// facts are a list in which each stands once.
type facts []Fact

func (f *facts) add(name, value string) {
	if n := (Fact{name, value}); value != "" && !slices.Contains(*f, n) {
		*f = append(*f, n)
	}
}

// origin adds what computed a number.
func (f *facts) origin(o reports.Origin) {
	f.add("machine", o.CPU+", kernel "+o.Kernel)
	f.add("program", "nmfrepro "+o.Program+", "+o.Go)
}

// cellFacts say what runs are behind a cell.
func cellFacts(c reports.Cell) string {
	var facts []string
	for _, o := range c.Origins {
		steps := strconv.Itoa(o.MostSteps)
		if o.FewestSteps != o.MostSteps {
			steps = fmt.Sprintf("%d to %d", o.FewestSteps, o.MostSteps)
		}
		facts = append(facts, fmt.Sprintf("%s iterations, solver version %d, data %s", steps, o.SolverVersion, short(o.DataSHA256)))
	}
	if c.Tuned != nil && len(c.Tuned.Points) > 0 {
		facts = append(facts, "tuned by "+c.Tuned.By+": "+c.Tuned.Sentence())
	}
	if text := c.SelectionText(); text != "" {
		facts = append(facts, "chosen on one half of the replicates and scored on the other: "+text)
	}
	return strings.Join(facts, "; ")
}

// runs says when and where the runs behind a paper were made.
func runs(p reports.Paper) string {
	when := days(span(p.Records.Origins))
	if when == "" {
		return ""
	}
	machines := distinct(list.Map(p.Records.Origins, func(o reports.Origin) string { return o.CPU }))
	return fmt.Sprintf("Computed %s on %s.", when, strings.Join(machines, " and "))
}

// span is when the first and the last of some numbers was computed.
func span(origins []reports.Origin) (first, last time.Time) {
	for _, o := range origins {
		if first.IsZero() || o.First.Before(first) {
			first = o.First
		}
		if o.Last.After(last) {
			last = o.Last
		}
	}
	return first, last
}

var address = regexp.MustCompile(`https?://[^\s,;)]+`)

// links is text with the addresses in it as links.
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

// origins are cards that say what computed the numbers of each paper: machines and programs, each once, with the sums of
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
		f.add("data sums", strings.Join(distinct(list.Map(r.Origins, func(o reports.Origin) string { return short(o.DataSHA256) })), ", "))
		cards = append(cards, Card{Key: p.Key, Title: p.Short, Facts: f})
	}
	return cards
}

// distinct are the values in order, each once.
func distinct(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}

// short is the beginning of a checksum, enough to tell it from others.
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
