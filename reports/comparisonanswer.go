package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// mostBest is how many methods are named that may be the best.
const mostBest = 4

// mostMetrics is how many metrics are named by which one may be the best.
const mostMetrics = 3

// fewestSets is on how many data sets two methods must have numbers, so that a probability is said of further ones.
const fewestSets = 5

// decided is the probability from which on a method is said to be better than another, worse, or practically equal.
const decided = 0.9

// ComparisonAnswer answers in a few lines: which methods to use, and where the reference method stands.
func ComparisonAnswer(all []result.Comparison) (lines []string) {
	if text := toUse(all); text != "" {
		lines = append(lines, text)
	}
	for _, c := range all {
		if text := standsText(c); text != "" {
			return append(lines, text)
		}
	}
	return lines
}

// toUse names the methods of which each may be the best, by metric.
func toUse(all []result.Comparison) string {
	var groups []string
	by, scores, drawn, sets, open := map[string][]string{}, map[string]int{}, false, 0, ""
	for _, c := range all {
		best, again := mayBeBest(c)
		if len(best) == 0 {
			continue
		}
		if len(best) == len(c.Methods) || len(best) > mostBest && 2*len(best) > len(c.Methods) { // no advice
			open = cmp.Or(open, fmt.Sprintf("Which to use is undecided: by %s %d of %d methods may be the best.", c.Words(), len(best), len(c.Methods)))
			continue
		}
		_, n := ranked(c)
		drawn, sets = drawn || again, max(sets, n)
		left := ""
		if n := len(best) - mostBest; n > 0 {
			best, left = best[:mostBest], fmt.Sprintf(" or %d more", n)
		}
		names := strings.Join(best, ", ") + left
		if left == "" {
			names = strings.Join(best, " or ")
		}
		groups = list.AppendUnique(groups, names)
		by[names] = append(by[names], c.Words())
		if c.Unit == result.Points {
			scores[names] = 1
		}
	}
	if len(groups) == 0 {
		return open
	}
	slices.SortStableFunc(groups, func(a, b string) int { return cmp.Compare(scores[b], scores[a]) })
	text, told := "", 0
	for i, names := range groups {
		metrics := list.AppendUnique(nil, by[names]...)
		some := metrics[:min(len(metrics), mostMetrics)]
		next := names + " by " + list.Sentence(some)
		if i > 0 && term.Width(text+next) > screenWidth {
			break
		}
		told += len(list.Filter(by[names], func(m string) bool { return slices.Contains(some, m) }))
		text += "; " + next
	}
	text = "Use " + strings.TrimPrefix(text, "; ")
	if left := len(list.FlatMap(groups, func(names string) []string { return by[names] })) - told; left > 0 {
		text += fmt.Sprintf("; other methods by %s", result.Count(left, "more panel"))
	}
	if drawn {
		return fmt.Sprintf("%s. Any other method is first in at most 2.5 %% of redraws of these %d data sets.", text, sets)
	}
	return text + ". In some row each other one is significantly behind the best."
}

// mayBeBest returns the methods that may be first when data sets are drawn again; of one data set those that are the best of every row, or not
// significantly behind it.
func mayBeBest(c result.Comparison) (names []string, drawn bool) {
	if c.Neutral || len(c.Methods) < 2 {
		return nil, false
	}
	name := func(s result.Standing) string { return c.Methods[s.Method].Name }
	if drawn = slices.ContainsFunc(c.Standings, func(s result.Standing) bool { return s.Spread != nil }); drawn {
		return list.Map(list.Filter(c.Standings, func(s result.Standing) bool { return s.Spread != nil && s.Spread.Best == 1 }), name), true
	}
	best := list.Map(c.Methods, func(result.Method) bool { return true })
	marked := false
	for _, r := range c.Rows {
		for j, is := range (result.Row{Cells: list.Map(r.Cells, func(s result.Score) result.Cell { return s.Cell })}).Best() {
			best[j] = best[j] && is
			marked = marked || is
		}
	}
	for j, m := range c.Methods {
		if marked && best[j] {
			names = append(names, m.Name)
		}
	}
	return names, false
}

// baselines are the keys of methods by which people know where they are.
var baselines = []string{"nmf", "k-means", "kmeans"}

// standsText says where the method stands that all are compared with: its rank, and what is shown against the baselines, or else against the best
// other one; of one data set what is significant.
func standsText(c result.Comparison) string {
	at := slices.IndexFunc(c.Standings, func(s result.Standing) bool { return s.Method == c.Against })
	if c.Against < 0 || c.Neutral {
		return ""
	}
	own := c.Methods[c.Against]
	others := list.Filter(c.Standings, func(s result.Standing) bool { return s.Posterior != nil && s.Method != c.Against })
	if at < 0 || len(others) == 0 {
		return overRowsText(c)
	}
	known := func(s result.Standing) bool {
		m := c.Methods[s.Method]
		return slices.Contains(baselines, strings.ToLower(m.Key)) || slices.Contains(baselines, strings.ToLower(m.Name))
	}
	if named := list.Filter(others, known); len(named) > 0 {
		others = named
	} else {
		others = others[:1]
	}
	var parts, open, few []string
	here := map[string][]string{} // by the rows for which it is said
	for _, s := range others {
		if s.Over != nil {
			here[s.Over.On] = append(here[s.Over.On], overText(c, s))
		}
		name, p := c.Methods[s.Method].Name, s.Posterior // of the other one
		switch {
		case len(s.Signed) < fewestSets:
			few = append(few, name)
		case p.Worse >= decided:
			parts = append(parts, fmt.Sprintf("better than %s with probability %s", name, decimal(p.Worse)))
		case p.Better >= decided:
			parts = append(parts, fmt.Sprintf("worse than %s with probability %s", name, decimal(p.Better)))
		case p.Equal >= decided:
			parts = append(parts, fmt.Sprintf("practically equal to %s with probability %s", name, decimal(p.Equal)))
		default:
			open = append(open, name)
		}
	}
	if len(open) > 0 {
		parts = append(parts, "against "+list.Sentence(open)+" undecided")
	}
	if len(few) > 0 {
		parts = append(parts, fmt.Sprintf("against %s undecided, for which %d are wanted", list.Sentence(few), fewestSets))
	}
	return fmt.Sprintf("%s: mean rank %.1f of %d by %s; %son further data sets %s.", own.Name, c.Standings[at].Rank, len(c.Standings), c.Words(),
		list.JoinByName(here, "", func(on string, said []string) string { return on + " " + strings.Join(said, ", ") + "; " }), strings.Join(parts, "; "))
}

// overText says how far the one with which all are compared is ahead of a method, or behind it.
func overText(c result.Comparison, s result.Standing) string {
	d, way := s.Over.Difference, "ahead of "
	if !c.Lower {
		d = d.Turned()
	}
	if d.Estimate.Value < 0 {
		d, way = d.Turned(), "behind "
	}
	return way + c.Methods[s.Method].Name + " by " +
		strings.TrimPrefix(differenceText(c, d.Estimate.Value, d.Interval.Low, d.Interval.High, significant(s)), "+")
}

// overRowsText says of which methods the one is significantly ahead, and behind which, over the rows at hand.
func overRowsText(c result.Comparison) string {
	by := map[string][]string{}
	for _, p := range c.Pairs {
		if p.Row == "" && p.On == result.OnTheseRows {
			by[c.Outcome(p)] = append(by[c.Outcome(p)], c.Methods[p.B].Name)
		}
	}
	var parts []string
	for _, o := range []struct{ outcome, text string }{{result.PairAhead, "significantly better than "}, {result.PairBack, "significantly worse than "},
		{result.PairOpen, "not significantly different from "}, {result.PairEqual, "equal to "}} {
		if names := by[o.outcome]; len(names) > 0 {
			parts = append(parts, o.text+list.Sentence(names))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s by %s, on these rows: %s.", c.Methods[c.Against].Name, c.Words(), strings.Join(parts, "; "))
}
