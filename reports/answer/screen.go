package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// Screens returns a screen for each paper and table that a user names: what became of it.
func (v *Verification) Screens(baseline string, screen func() *term.Screen) (all []*term.Screen) {
	if baseline != "" {
		s := screen()
		v.changes(s, baseline)
		return []*term.Screen{s}
	}
	whole := map[string]bool{}
	for _, p := range v.Papers {
		whole[p.Key] = true
		s := screen()
		if p.Study {
			all = append(all, ClaimsScreen(s, p))
			continue
		}
		paperScreen(s, p)
		all = append(all, s)
	}
	for _, t := range v.Tables {
		if !whole[t.Paper] {
			s := screen()
			tableScreen(s, t)
			all = append(all, s)
		}
	}
	return all
}

// changes tells what has changed since a baseline.
func (v *Verification) changes(s *term.Screen, baseline string) {
	s.Say(fmt.Sprintf("since %s: %s changed, of %d", baseline, result.Count(result.Changed(v.Changes), "cell or claim", "cells or claims"),
		v.Old.Guarded()))
	for _, line := range v.Old.OtherSettings(v.Now) {
		s.Say(line)
	}
	if len(v.Changes) > 0 {
		s.Rows(5, func(left int) string { return fmt.Sprintf("%d more: -v", left) }, changeLines(v.Old, v.Now))
	}
	for _, t := range v.Tables {
		s.Say(t.Address + ": " + reports.VerdictsText(t.Judged()))
	}
}

// paperScreen answers whether a paper replicates: its finding, the counts of each table, its claims.
func paperScreen(s *term.Screen, p result.Paper) {
	FindingScreen(s, p)
	s.Blank()
	lines := [][]string{tableHead(p.Verdicts())}
	var first string
	most := -1
	for _, t := range p.Tables {
		if len(t.Judged())+p.Beside(t.Address) == 0 {
			continue
		}
		lines = append(lines, tableLine(lines[0], p, t))
		if far := result.Apart(t.Judged()); far > most && len(t.Judged()) > 0 {
			first, most = t.Address, far
		}
	}
	s.Rows(3, func(left int) string { return result.Count(left, "more table") + ": -v" }, lines)
	s.Say(list.Join(shownKinds(p.Verdicts()), ", ", func(k result.Kind) string { return k.Sign + " " + cmp.Or(verdictWords[k.Kind], k.Kind) }))
	if len(p.Claims) > 0 {
		_, ours := result.Standings(p.Claims)
		text := reports.ClaimCounts(ours)
		s.Say("Sentences of the text, counted apart from the points: " + text + ".")
	}
	if marks := reports.FigureMarks(p); marks != "" {
		s.Say("Figures, by what the paper says of them: " + marks + ".")
	}
	s.Blank()
	next := []string{"Why: " + result.Command("explain", p.Key) + s.With}
	if first != "" {
		next = append([]string{"One table: " + result.Command("verify", first) + s.With}, next...)
	}
	if best := list.Filter(p.Says.Leads, func(l result.Lead) bool { return l.Best }); len(best) > 0 {
		lead := slices.MaxFunc(best, func(a, b result.Lead) int { return cmp.Compare(len(a.Cells), len(b.Cells)) })
		next = append(next, "A lead: "+result.Command("compare lead", p.Key+"/"+lead.Table)+s.With)
	}
	s.Next(append(next, "All: -v")...)
}

// FindingScreen says what became of a paper: the headline, and the points with their numbers.
func FindingScreen(s *term.Screen, p result.Paper) {
	f := p.Finding
	if f.Answer == "" {
		s.Say(p.Short + ": " + reports.Headline(p))
		return
	}
	head := reports.FindingHead(f)
	s.Say(fmt.Sprintf("%s %s. %s", p.Short, strings.ToLower(head[:1])+head[1:], f.Headline))
	if text := NotJudged(p.Lacks(), p.Judged()); text != "" {
		s.Say(text)
	}
	Farthest(s, p.Judged())
	if len(f.Points) == 0 {
		return
	}
	s.Blank()
	s.Say(reports.PointsTitle)
	s.List(len(f.Points), func(left int) string { return result.Count(left, "more point") + ": -v" },
		list.Map(f.Points, func(p result.Point) string { return strings.Join(reports.PointLines(p), "\n") })...)
	s.List(1, func(left int) string { return fmt.Sprintf("nor %s: -v", result.Count(left, "other conclusion")) },
		list.Map(f.Otherwise(), func(r result.Rest) string { return "These runs do not bear out that " + reports.RestText(r) })...)
}

// NotJudged counts the numbers that could not be judged, by the thing that they lack, and names the data that cannot be had; "" where all
// were judged.
func NotJudged(lacks map[string]int, cells []result.Cell) string {
	if len(lacks) == 0 {
		return ""
	}
	text := "Not judged: " + reports.CountsText(lacks)
	without := list.Filter(cells, func(c result.Cell) bool {
		return c.Verdict.Lack == result.LackLost || c.Verdict.Lack == result.LackData
	})
	if rows := list.AppendUnique(nil, list.Map(without, func(c result.Cell) string { return c.At.RowTitle() })...); len(rows) > 0 {
		text += " (no data: " + list.Sentence(rows[:min(len(rows), mostRows)])
		if left := len(rows) - mostRows; left > 0 {
			text += fmt.Sprintf(" and %d more", left)
		}
		text += ")"
	}
	return text + "."
}

// mostRows bounds the rows that are named in a sentence.
const mostRows = 4

// Farthest names the number that differs most.
func Farthest(s *term.Screen, cells []result.Cell) {
	if far := result.Farthest(cells, result.KindDiffers, result.KindFailed); len(far) > 0 {
		c := far[0]
		s.Say(fmt.Sprintf("Farthest: %s, ours %s, reported %s.", c.Address, reports.MeanText(c), reports.ReportedText(c)))
	}
}

// verdictWords are the verdicts as a legend of numbers has them.
var verdictWords = map[string]string{
	result.KindAgrees: "agree", result.KindDiffers: "differ", result.KindMissing: "not judged", result.KindSubstitute: "rest on a substitute of data or method",
}

func tableHead(counts map[string]int) []string {
	head := []string{"table", "numbers"}
	for _, k := range shownKinds(counts) {
		head = append(head, term.PadLeft(k.Sign, len("1234")))
	}
	return append(head, "lead over the best rival")
}

// shownKinds returns the four verdicts and what else occurs.
func shownKinds(counts map[string]int) []result.Kind {
	return list.Filter(result.Kinds, func(k result.Kind) bool {
		return counts[k.Kind] > 0 || result.Decided(k.Kind) && k.Kind != result.KindSameRun
	})
}

// tableLine counts the verdicts of a table, and has its lead over the best reported rival or what its numbers lack.
func tableLine(head []string, p result.Paper, t result.Table) []string {
	cells := t.Judged()
	counts := result.VerdictCounts(cells, p.Beside(t.Address))
	line := []string{t.Key, term.PadLeft(fmt.Sprint(len(cells)+p.Beside(t.Address)), len("numbers"))}
	for i, k := range shownKinds(p.Verdicts()) {
		line = append(line, term.PadLeft(fmt.Sprint(counts[k.Kind]), term.Width(head[2+i])))
	}
	return append(line, leadBrief(p, t))
}

func leadBrief(p result.Paper, t result.Table) string {
	for _, l := range p.Says.Of(t.Key).Leads {
		if l.Best {
			text := fmt.Sprintf("%s, over %s: %s, reported %s", l.In(), l.RivalName, result.Tenth(l.Ours), result.Tenth(l.Reported))
			settings := list.AppendUnique(nil, list.Map(l.Readings.Hangs(), func(h result.Hang) string { return h.Setting })...)
			if len(settings) > 0 {
				text += ", hangs on " + result.Count(len(settings), "setting")
			}
			return text
		}
	}
	lacks := map[string]int{}
	for _, l := range p.Lacking() {
		if l.Address == t.Address {
			lacks[l.Lack] += l.Numbers
		}
	}
	text := list.JoinByName(lacks, ", ", func(what string, _ int) string { return what })
	if c := result.ContrastCounts(t.Judged()); c.Claimed() > 0 {
		text += fmt.Sprintf(": %d of %s", c.Hold, result.Count(c.Claimed(), "order holds", "orders hold"))
	}
	return strings.TrimPrefix(text, ": ")
}

// mostFar bounds the cells that are listed one by one.
const mostFar = 10

// tableScreen answers which numbers of a table hold: a grid of verdicts, the cells that differ, the leads.
func tableScreen(s *term.Screen, t result.Table) {
	cells := t.Judged()
	if len(cells) == 0 {
		s.Say(t.Address + ": no reported numbers stand beside these cells")
	} else {
		s.Say(t.Address + ": " + reports.VerdictsText(cells) + ".")
	}
	if len(cells) > FewCells {
		Farthest(s, cells)
	}
	if names := t.Added(); len(names) > 0 {
		s.Say(fmt.Sprintf("Nothing is reported of %s; against the others: %s%s", strings.Join(names, " and "), result.Command("compare", t.Address), s.With))
	}
	if len(cells) <= FewCells {
		fewScreen(s, t, cells)
	} else {
		s.Blank()
		grids := reports.Grids(t)
		lines := reports.GridLines(grids, s.Wide(), term.ScreenLines-fixedLines)
		s.List(12, func(left int) string { return result.Count(left, "more line") + ": -v" }, lines...)
		s.Blank()
		s.Rows(3, func(left int) string { return fmt.Sprintf("%d more that differ: -v", left) }, farLines(t, len(grids) > 1))
	}
	for _, line := range Unjudged(cells)[:min(len(Unjudged(cells)), 2)] {
		s.Say("· " + line)
	}
	leadScreen(s, list.Filter(t.Says.Leads, func(l result.Lead) bool { return l.Best }))
	s.Blank()
	if fitted := result.KindCounts(result.Fitted(cells))[result.KindAgrees]; fitted > 0 {
		s.Say(fmt.Sprintf("%d of the numbers that agree were used to choose open settings.", fitted))
	}
	asked := t.Address
	if t.Asked != "" {
		asked += ":" + t.Asked
	}
	if len(cells) == 0 {
		s.Next("The numbers: "+result.Command("table", asked)+s.With, "Who is better: "+result.Command("compare", asked)+s.With, "All: -v")
		return
	}
	s.Next("Why: "+result.Command("explain", asked)+s.With, "All: -v")
}

// fixedLines are those of a screen of a table beside its grid: the answer, some cells, a lead, where more is.
const fixedLines = 16

// fewScreen lists a few cells with their verdicts.
func fewScreen(s *term.Screen, t result.Table, cells []result.Cell) {
	lines := [][]string{{"", "ours", "reported", "difference (90 %)"}}
	names := cellNames(t, true)
	for _, c := range cells {
		lines = append(lines, cellLine(c, names))
	}
	if len(cells) > 0 {
		s.Blank()
		s.Columns(lines)
	}
}

// farLines lists the cells that differ or failed, the largest difference in tolerances first, below their headings.
func farLines(t result.Table, metric bool) [][]string {
	lines, names := [][]string{{"", "ours", "reported", "difference (90 %)"}}, cellNames(t, metric)
	far := result.Farthest(t.Judged(), result.KindDiffers, result.KindFailed)
	for _, c := range far[:min(len(far), mostFar)] {
		lines = append(lines, cellLine(c, names))
	}
	return lines
}

func cellLine(c result.Cell, names map[string]string) []string {
	d, of := c.Verdict, c.Metric.Scale.Of
	line := []string{d.Sign + " " + names[c.Address], cmp.Or(c.Ours().Text("±"), reports.StateText(c.State.Status)), reports.ReportedText(c), ""}
	if result.Decided(d.Kind) {
		line[3] = fmt.Sprintf("%s (%s)", result.Signed(of(d.Difference)), result.IntervalText(of(d.Low), of(d.High)))
	}
	return line
}

// cellNames names the cells of a table by row, method and, where that is wanted, metric.
func cellNames(t result.Table, metric bool) map[string]string {
	names := map[string]string{}
	for _, p := range t.Panels {
		for _, r := range p.Rows {
			for j, c := range r.Cells {
				name := r.Title() + ", " + cmp.Or(p.Columns[j].Group, p.Columns[j].Label)
				if metric {
					name += ", " + result.Conclusion{Subject: result.Subject{Metric: c.At.Metric, Measure: c.At.Measure}}.MetricText()
				}
				names[c.Address] = name
			}
		}
	}
	return names
}

// leadScreen says by how much the own method is ahead of its best reported rivals.
func leadScreen(s *term.Screen, leads []result.Lead) {
	if len(leads) == 0 {
		return
	}
	s.Blank()
	if len(leads) == 1 {
		s.Say(leadSentence(leads[0]))
		return
	}
	lines := [][]string{{fmt.Sprintf("%s's lead over the best reported rival", ownName(leads)), "reported", "ours (95 %)"}}
	for _, l := range leads {
		lines = append(lines, []string{" " + l.RivalName + ", " + l.In(), term.PadLeft(result.Tenth(l.Reported), len("reported")),
			fmt.Sprintf("%s (%s)", result.Tenth(l.Ours), result.Tenths(l.OursLow, l.OursHigh))})
	}
	lines[0][0] += ", in points"
	s.Rows(1, func(left int) string { return " " + result.Count(left, "more lead") + ": -v" }, lines)
}

// ownName returns the name that the leads are of, without what is the metric's in it.
func ownName(leads []result.Lead) string {
	name := leads[0].Name
	for _, l := range leads {
		for !strings.HasPrefix(l.Name, name) {
			name = strings.TrimSpace(name[:max(strings.LastIndex(name, " "), 0)])
		}
	}
	return cmp.Or(name, leads[0].Name)
}

// leadSentence says by how much the own method is ahead of its best reported rival.
func leadSentence(l result.Lead) string {
	if l.Unit == result.Percent {
		return fmt.Sprintf("%s of %s against %s, the best reported rival: %s (%s); reported %s.", l.In(), l.Name, l.RivalName, result.Tenth(l.Ours),
			result.Tenths(l.OursLow, l.OursHigh), result.Tenth(l.Reported))
	}
	says := fmt.Sprintf("%s leads %s, the best reported rival, in %s by", l.Name, l.RivalName, l.MetricText())
	if l.Ours < 0 {
		says = fmt.Sprintf("%s is behind %s, the best reported rival, in %s: lead", l.Name, l.RivalName, l.MetricText())
	}
	return fmt.Sprintf("%s %s points (%s); reported %s.", says, strings.TrimPrefix(result.Tenth(l.Ours), "+"),
		result.Tenths(l.OursLow, l.OursHigh), strings.TrimPrefix(result.Tenth(l.Reported), "+"))
}
