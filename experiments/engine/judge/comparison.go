package judge

import (
	"errors"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
)

// Comparisons compares the methods of a table. The method that is set against the others is the one that rival names, by key or
// column, or else the paper's own, whose column begins with own. Data of one's own has no paper: its first method is set
// against the others.
func Comparisons(t result.Table, own, rival string) (all []result.Comparison) {
	for _, f := range fields(t) {
		c := result.Comparison{Address: t.Address, Profile: t.Profile, MethodGroup: f, Against: -1, OursErr: errNeutral, PapersErr: errNeutral}
		switch {
		case rival != "":
			c.Against = f.Find(rival)
		case own != "":
			c.Against = slices.IndexFunc(f.Methods, func(m result.Method) bool { return result.IsOwn(own, m.Name) })
		default:
			c.Against = 0
		}
		if c.Against >= 0 {
			c.Pairs = against(f, c.Against)
		}
		if !f.Neutral {
			c.Ours, c.OursErr = ranked(f, ourMean)
			c.Papers, c.PapersErr = ranked(f, reportedScore)
			c.Agreements = agreements(f)
		}
		all = append(all, c)
	}
	return all
}

// errNeutral says why methods have no ranks by a quantity such as the number of iterations.
var errNeutral = errors.New("neither more nor less of it is better")

// against compares a method with every other in each row, and then over the rows. A row without two values of either method gives nothing.
func against(f result.MethodGroup, a int) (all []result.Pair) {
	for _, r := range f.Rows {
		all = append(all, pairsOf(r.Label, versusAll([]result.Scores{r}, contrast.These), a)...)
	}
	all = append(all, pairsOf("", versusAll(f.Rows, contrast.These), a)...)
	return append(all, pairsOf("", versusAll(f.Rows, contrast.LikeThese), a)...)
}

// pairsOf returns the comparisons of one method, seen from its side.
func pairsOf(row string, all []result.Pair, a int) (pairs []result.Pair) {
	for _, v := range all {
		if v.B == a {
			v = turned(v)
		}
		if v.Row = row; v.A == a {
			pairs = append(pairs, v)
		}
	}
	return pairs
}

// versusAll compares every two of the methods over some rows, with Holm's correction over all of them. It is the one comparison of
// methods: what verify says of a reported order, or of a lead, and what compare says of the same two is one number. Methods whose options
// were tuned take part with their honest numbers. A row in which one of the two has no value is left out of their comparison.
func versusAll(rows []result.Scores, question contrast.Rows) []result.Pair {
	var all []result.Pair
	var p []float64
	if len(rows) == 0 {
		return nil
	}
	for a := range rows[0].Cells {
		for b := a + 1; b < len(rows[0].Cells); b++ {
			var cells [][2]result.Cell
			fewest := math.MaxInt
			for _, r := range rows {
				x, y := r.Cells[a].Cell, r.Cells[b].Cell
				if n := min(len(x.Runs.Values), len(y.Runs.Values)); n > 0 {
					x.At.Row, y.At.Row = r.Label, r.Label
					cells, fewest = append(cells, [2]result.Cell{x, y}), min(fewest, n)
				}
			}
			if len(cells) == 0 || question == contrast.These && fewest < 2 || question == contrast.LikeThese && len(cells) < contrast.FewestRows {
				continue
			}
			c := less("", cells)
			c.Rows = question
			contrast.Estimate(&c)
			v := result.Pair{A: a, B: b, Difference: difference(c), On: question.String()}
			all, p = append(all, v), append(p, v.P)
		}
	}
	for i, q := range stat.Holm(p) {
		all[i].Holm = q
	}
	return all
}

// turned returns the comparison of b with a, made from that of a with b.
func turned(v result.Pair) result.Pair {
	return result.Pair{Row: v.Row, A: v.B, B: v.A, Difference: v.Difference.Turned(), Holm: v.Holm, On: v.On}
}

// reportedOrder is a pair of rivals of which the paper reports that the first is better.
type reportedOrder struct {
	result.Pair
	gap           float64 // of the reported numbers
	better, worse *result.Cell
}

// reportedContrasts returns those of a row whose gap exceeds the reported numbers' own noise.
func reportedContrasts(row []*result.Cell, runs int) (all []reportedOrder) {
	for _, v := range versusAll([]result.Scores{{Cells: list.Map(row, func(c *result.Cell) result.Score {
		return scoreOf(*c)
	})}}, contrast.These) {
		gap, claimed := reportedGap(*row[v.A], *row[v.B], v, runs)
		if !claimed {
			continue
		}
		if (gap < 0) != row[v.A].Metric.Lower { // the second one is the better
			v, gap = turned(v), -gap
		}
		all = append(all, reportedOrder{v, gap, row[v.A], row[v.B]})
	}
	return all
}

// contrasts tells the judged cells whether our runs bear out their reported contrasts.
func contrasts(all []reportedOrder) {
	for _, v := range all {
		better, worse := v.better, v.worse
		if !contrasted(*better) || !contrasted(*worse) {
			continue
		}
		c := result.Contrast{With: worse.At.Column, Gap: v.gap, On: v.On, Difference: v.Difference, Holm: v.Holm, Ratio: math.NaN(),
			Outcome: result.ContrastOpen}
		if spec.ClassOf(better.At.Metric).Name == "loss" {
			c.Ratio = stat.Mean(better.Runs.Values) / stat.Mean(worse.Runs.Values)
		}
		count := &better.Verdict.Contrasts
		switch {
		case !(v.Holm < Level):
			count.Open++
		case (v.Estimate.Value < 0) == better.Metric.Lower:
			c.Outcome = result.ContrastHolds
			count.Hold++
		default:
			c.Outcome = result.ContrastReversed
			count.Reversed++
		}
		better.Verdict.Against = append(better.Verdict.Against, c)
	}
}

// scoreOf returns our number in a cell and the reported one.
func scoreOf(c result.Cell) result.Score {
	s := result.Score{Cell: c, Reported: math.NaN()}
	if v, ok := reported.NumberOf(c.Reported); ok {
		s.Reported = v
	}
	return s
}

// contrasted tells whether a cell takes part in contrasts: the paper's method on the paper's data, not substitute data.
func contrasted(c result.Cell) bool {
	return !c.Metric.Neutral && c.State.Substitute == "" && c.State.Proxy == "" && c.State.Partial == "" && c.Verdict.Kind != Failed &&
		(len(c.Runs.Collapsed) == 0 || slices.Contains(c.Runs.Replicates, c.Runs.Collapsed[0])) && len(c.Runs.Values) >= Fewest
}

// reportedGap returns the difference of two reported numbers, in natural units. It is claimed if it exceeds what rounding and the
// reported runs explain: the reported deviations where both have one, else ours, of the pairs if there are any.
func reportedGap(a, b result.Cell, v result.Pair, runs int) (gap float64, claimed bool) {
	x, okX := reported.NumberOf(a.Reported)
	y, okY := reported.NumberOf(b.Reported)
	if !okX || !okY || a.Metric.Counts {
		return 0, false
	}
	gap = a.Metric.Scale.Natural(x) - b.Metric.Scale.Natural(y)
	beyond := math.Abs(gap) - (a.Metric.Scale.Natural(a.Reported.Unit)+b.Metric.Scale.Natural(b.Reported.Unit))/2
	sx, okX := (reported.Cell{SD: a.Reported.SD}).Deviation()
	sy, okY := (reported.Cell{SD: b.Reported.SD}).Deviation()
	r := float64(max(runs, 1))
	noise := stat.Estimate{SE: math.Hypot(a.Metric.Scale.Natural(sx), b.Metric.Scale.Natural(sy)) / math.Sqrt(r), DF: 2 * (r - 1)}
	if !okX || !okY || runs < 2 {
		noise = v.Estimate
		noise.SE *= math.Sqrt(float64(v.N) / r)
	}
	return gap, beyond > noise.HalfWidth(stat.Confidence)
}

// group is the columns of a panel that compete with each other, and the field of rivals that they form.
type group struct {
	columns []int
	field   result.MethodGroup
}

// competing splits the columns of a panel: by metric and measure and, where a method has several columns of these, by the
// label that tells them apart.
func competing(b result.Panel) []group {
	if len(b.Rows) == 0 {
		return nil
	}
	first := b.Rows[0].Cells
	twice, seen := map[string]bool{}, map[string]bool{}
	headed := map[string]int{} // columns of a group among those that compete
	for k, c := range first {
		id := shared(c) + "|" + c.At.Method
		twice[shared(c)] = twice[shared(c)] || seen[id]
		seen[id] = true
		headed[shared(c)+"|"+b.Columns[k].Group]++
	}
	var all []group
	index := map[string]int{}
	for k, c := range first {
		key, name, measure := shared(c), strings.TrimSpace(b.Columns[k].Group+" "+b.Columns[k].Label), c.At.Measure
		switch {
		case twice[key] && b.Columns[k].Group != "":
			key, name, measure = key+"|"+b.Columns[k].Label, b.Columns[k].Group, b.Columns[k].Label
		case b.Columns[k].Group != "" && headed[key+"|"+b.Columns[k].Group] > 1: // the group names the metric
			name = b.Columns[k].Label
		case measure != "" && b.Columns[k].Group != "":
			name = b.Columns[k].Group
		}
		i, known := index[key]
		if !known {
			i = len(all)
			index[key] = i
			base, _ := result.SplitMetric(c.At.Metric)
			all = append(all, group{field: result.MethodGroup{Panel: b.Key, Title: b.Title, Metric: base, Measure: measure, Lower: c.Metric.Lower,
				Neutral: c.Metric.Neutral || base == iterations, Scale: c.Metric.Scale}})
		}
		all[i].columns = append(all[i].columns, k)
		all[i].field.Methods = append(all[i].field.Methods, result.Method{Key: c.At.Method, Name: name})
	}
	return all
}

// iterations is the metric of that name: an iteration of one method may cost as much as ten of another, so fewer are not better.
const iterations = "iterations"

// shared returns what makes columns rivals: one metric under one objective.
func shared(c result.Cell) string {
	base, _ := result.SplitMetric(c.At.Metric)
	return base + "|" + c.At.Measure
}

// fields splits a table into fields. Rows of averages and of counts are no rows of their own and are left out, as are
// fields of a single method.
func fields(t result.Table) []result.MethodGroup {
	var all []result.MethodGroup
	for _, b := range t.Panels {
		for _, g := range competing(b) {
			f := g.field
			for _, r := range b.Rows {
				if row, ok := rowOf(r, g.columns); ok {
					f.Rows = append(f.Rows, row)
				}
			}
			if len(f.Methods) > 1 && len(f.Rows) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

func rowOf(r result.Row, columns []int) (result.Scores, bool) {
	row := result.Scores{Label: r.Label}
	for _, k := range columns {
		c := r.Cells[k]
		if c.At.Dataset == "" || c.At.Dataset == reported.AverageRow {
			return row, false
		}
		row.Cells = append(row.Cells, scoreOf(c))
	}
	return row, true
}

// The scores by which methods are ranked; NaN for none.
func ourMean(s result.Score) float64       { return stat.Mean(s.Cell.Runs.Values) }
func reportedScore(s result.Score) float64 { return s.Reported }

// ranked ranks the methods; those without any number are left out. It is an error if fewer than two methods or rows are left.
func ranked(f result.MethodGroup, score func(result.Score) float64) (result.Ranks, error) {
	var r result.Ranks
	for i := range f.Methods {
		if slices.ContainsFunc(f.Rows, func(row result.Scores) bool { return !math.IsNaN(score(row.Cells[i])) }) {
			r.Methods = append(r.Methods, i)
		}
	}
	var scores [][]float64
	for _, row := range f.Rows {
		all := list.Map(r.Methods, func(i int) float64 { return score(row.Cells[i]) })
		if slices.ContainsFunc(all, math.IsNaN) {
			r.Left = append(r.Left, row.Label)
			continue
		}
		r.Rows = append(r.Rows, row.Label)
		scores = append(scores, all)
	}
	var err error
	if r.Friedman, err = stat.FriedmanTest(scores, f.Lower); err != nil {
		return r, err
	}
	r.Critical = r.Friedman.CriticalDifference(result.Alpha)
	r.Groups = r.Friedman.Cliques(r.Critical)
	return r, nil
}

// agreements compares the orders row by row, and those of the mean ranks over the rows that have both. Substitute data is
// left out: the paper says nothing about it.
func agreements(f result.MethodGroup) []result.Agreement {
	var all []result.Agreement
	common := f
	common.Rows = nil
	for _, row := range f.Rows {
		var ours, paper []float64
		whole := true
		for _, s := range row.Cells {
			if s.Cell.State.Substitute != "" || len(s.Cell.Runs.Values) == 0 || math.IsNaN(s.Reported) {
				whole = whole && math.IsNaN(s.Reported)
				continue
			}
			ours, paper = append(ours, stat.Mean(s.Cell.Runs.Values)), append(paper, s.Reported)
		}
		if len(ours) > 1 {
			all = append(all, result.Agreement{Row: row.Label, Kendall: stat.KendallTau(ours, paper)})
		}
		if whole && len(ours) > 1 {
			common.Rows = append(common.Rows, row)
		}
	}
	if a, ok := overall(common); ok {
		all = append(all, a)
	}
	return all
}

// overall compares the mean ranks of those methods that the paper reports.
func overall(f result.MethodGroup) (result.Agreement, bool) {
	paper, err := ranked(f, reportedScore)
	if err != nil {
		return result.Agreement{}, false
	}
	common := f
	common.Methods = list.Map(paper.Methods, func(i int) result.Method { return f.Methods[i] })
	common.Rows = list.Map(f.Rows, func(row result.Scores) result.Scores {
		return result.Scores{Label: row.Label, Cells: list.Map(paper.Methods, func(i int) result.Score { return row.Cells[i] })}
	})
	ours, err := ranked(common, ourMean)
	if err != nil || len(ours.Methods) != len(paper.Methods) {
		return result.Agreement{}, false
	}
	return result.Agreement{Kendall: stat.KendallTau(ours.Friedman.Ranks, paper.Friedman.Ranks)}, true
}
