package judge

import (
	"errors"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Comparing holds the settings of a comparison.
type Comparing struct {
	Own       string                    // short name of the paper's own method, whose columns begin with it; "" without a paper
	Rival     string                    // method that the others are compared with, by key or column; "" for the own one
	Tolerance func(result.Cell) float64 // difference that counts as none, in the unit of the cell's values
	Methods   int                       // of the whole table, where the address leaves some of them; 0 where it does not
}

// Comparisons compares the methods of a table. All are compared with the one that Rival names, or else with the paper's own. Data of
// one's own has no paper: then it is the first method.
func Comparisons(t result.Table, q Comparing) (all []result.Comparison) {
	groups := fields(t)
	for i, f := range groups {
		f.Again = slices.ContainsFunc(groups[:i], func(g result.MethodGroup) bool {
			return g.Metric == f.Metric && g.Measure == f.Measure && g.Reading == f.Reading
		})
		f.Twin = len(list.Filter(groups, func(g result.MethodGroup) bool { return g.Metric == f.Metric && g.Measure == f.Measure })) > 1
		all = append(all, Compare(result.Comparison{Address: t.Address, Profile: t.Profile, MethodGroup: f, Of: q.Methods}, q))
	}
	return all
}

// Compare compares the methods of a group and fills in the results.
func Compare(c result.Comparison, q Comparing) result.Comparison {
	f := c.MethodGroup
	c.Against, c.OursErr, c.PapersErr = -1, errNeutral, errNeutral
	switch {
	case q.Rival != "":
		c.Against = f.Find(q.Rival)
	case q.Own != "":
		c.Against = slices.IndexFunc(f.Methods, func(m result.Method) bool { return result.IsOwn(q.Own, m.Name) })
	default:
		c.Against = 0
	}
	c.Witnesses = witnesses(f.Rows)
	if c.Against >= 0 {
		c.Pairs = against(f, c.Against)
	}
	if !f.Neutral {
		c.Ours, c.OursErr = ranked(f, ourMean)
		c.Papers, c.PapersErr = ranked(f, reportedScore)
		c.Agreements = agreements(f)
	}
	c.Matrix = matrix(c, q.Tolerance)
	return c
}

// errNeutral says why methods have no ranks by a quantity such as the number of iterations.
var errNeutral = errors.New("neither more nor less of it is better")

// witnesses groups rows by where their samples come from: rows of one data set, which are ranks or draws of it, are one witness.
func witnesses(rows []result.Scores) (all []result.Witness) {
	for i, r := range rows {
		k := slices.IndexFunc(all, func(w result.Witness) bool { return r.Set != "" && w.Set == r.Set })
		if k < 0 {
			k, all = len(all), append(all, result.Witness{Set: r.Set, Family: r.Family})
		}
		all[k].Rows = append(all[k].Rows, i)
	}
	return all
}

// against compares a method with every other in each row, and then over the rows. A row without two values of either method gives nothing.
func against(f result.MethodGroup, a int) (all []result.Pair) {
	for _, r := range f.Rows {
		all = append(all, pairsOf(r.Label, versus([]result.Scores{r}, contrast.These, othersThan(f, a)))...)
	}
	all = append(all, versus(f.Rows, contrast.These, othersThan(f, a))...)
	return append(all, versus(f.Rows, contrast.LikeThese, othersThan(f, a))...)
}

// othersThan lists the pairs of a method and each other one.
func othersThan(f result.MethodGroup, a int) (pairs [][2]int) {
	for b := range f.Methods {
		if b != a {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// pairsOf says of which row comparisons are.
func pairsOf(row string, all []result.Pair) []result.Pair {
	for i := range all {
		all[i].Row = row
	}
	return all
}

// versus compares pairs of methods over some rows, with Holm's correction over these pairs. It is the one comparison of
// methods: what verify says of a reported order, or of a lead, and what compare says of the same two is one difference; verify corrects it
// over all pairs of a row. Methods whose options were tuned take part with their honest numbers. A row in which one of the two has no
// value is left out of their comparison. What is said of rows like these is said of data sets: the rows of one set are one value.
func versus(rows []result.Scores, question contrast.Rows, pairs [][2]int) []result.Pair {
	var all []result.Pair
	var p []float64
	sets := witnesses(rows)
	for _, pair := range pairs {
		var c contrast.Contrast
		var within [][][2]result.Cell // by set
		fewest := math.MaxInt
		for _, w := range sets {
			var cells [][2]result.Cell
			for _, i := range w.Rows {
				x, y := rows[i].Cells[pair[0]].Cell, rows[i].Cells[pair[1]].Cell
				if n := min(len(x.Runs.Values), len(y.Runs.Values)); n > 0 {
					x.At.Row, y.At.Row = rows[i].Label, rows[i].Label
					if question == contrast.LikeThese {
						x.At.Row, y.At.Row = rows[w.Rows[0]].Label, rows[w.Rows[0]].Label
					}
					cells, fewest = append(cells, [2]result.Cell{x, y}), min(fewest, n)
				}
			}
			if len(cells) > 0 {
				within = append(within, cells)
			}
		}
		switch {
		case len(within) == 0 || question == contrast.These && fewest < 2 || question == contrast.LikeThese && len(within) < contrast.FewestRows:
			continue
		case question == contrast.These:
			c = less("", slices.Concat(within...))
		default:
			for _, cells := range within {
				c.Terms = append(c.Terms, list.Map(less("", cells).Terms, func(t contrast.Term) contrast.Term {
					return t.Weighted(t.Ours/float64(len(within)), 0)
				})...)
			}
		}
		c.Rows = question
		contrast.Estimate(&c)
		v := result.Pair{A: pair[0], B: pair[1], Difference: difference(c), On: question.String()}
		all, p = append(all, v), append(p, v.P)
	}
	for i, q := range stat.Holm(p) {
		all[i].Holm = q
	}
	return all
}

// everyTwo lists all pairs of so many methods.
func everyTwo(methods int) (pairs [][2]int) {
	for a := range methods {
		for b := a + 1; b < methods; b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
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
	scores := []result.Scores{{Cells: list.Map(row, func(c *result.Cell) result.Score { return scoreOf(*c) })}}
	for _, v := range versus(scores, contrast.These, everyTwo(len(row))) {
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
			base, reading := result.SplitMetric(c.At.Metric)
			all = append(all, group{field: result.MethodGroup{Panel: b.Key, Title: b.Title, Metric: base, Reading: reading, Measure: measure, Lower: c.Metric.Lower,
				Neutral: c.Metric.Neutral || base == iterations, Scale: c.Metric.Scale}})
			if spec.ClassOf(base).Unit == "share" {
				all[i].field.Unit = result.Points
			}
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

// rowOf returns the scores of a row: honest numbers of tuned methods, and a score for each run that failed.
func rowOf(r result.Row, columns []int) (result.Scores, bool) {
	row := result.Scores{Label: r.Label, Set: r.Set, Family: r.Family}
	for _, k := range columns {
		c := r.Cells[k]
		if c.At.Dataset == "" || c.At.Dataset == reported.AverageRow {
			return row, false
		}
		s := scoreOf(c)
		if t := c.Runs.Tuned; t != nil {
			by, _ := eval.Find(spec.BaseOf(t.By))
			s.Tuned, s.Honest, s.Labelled = true, len(t.Honest) > 0, by.Class == eval.Clustering
			s.Cell = contrast.Honest(c)
			s.Cell.Runs.Tuned = nil
		}
		row.Cells = append(row.Cells, s)
	}
	WithFailed(row.Cells)
	return row, true
}

// WithFailed gives runs that failed the score of a random partition, or the worst of the row where a metric has none: a method that fails on
// a row is last there. Runs that collapsed to one cluster, which the table may leave out, have their own scores.
func WithFailed(row []result.Score) {
	worst := math.NaN()
	for _, s := range row {
		for _, v := range s.Cell.Runs.Values {
			if math.IsNaN(worst) || (v > worst) == s.Cell.Metric.Lower {
				worst = v
			}
		}
	}
	for i := range row {
		c := &row[i].Cell
		row[i].Collapsed = len(c.Runs.Aside)
		c.Runs.Values, c.Runs.Replicates = slices.Concat(c.Runs.Values, c.Runs.Aside), slices.Clone(c.Runs.Replicates)
		if len(c.Runs.Aside) > 0 {
			c.Runs.Replicates = append(c.Runs.Replicates, c.Runs.Collapsed...)
		}
		score := c.Runs.Chance
		if math.IsNaN(score) {
			score = worst
		}
		if c.Metric.Neutral || math.IsNaN(score) {
			continue
		}
		row[i].Failed, row[i].Alone = len(c.Runs.Failed), len(c.Runs.Failed) > 0 && len(c.Runs.Values) == 0
		for _, replicate := range c.Runs.Failed {
			c.Runs.Values, c.Runs.Replicates = append(c.Runs.Values, score), append(c.Runs.Replicates, replicate)
		}
	}
}

// The scores by which methods are ranked; NaN for none. A method that failed in all runs of a row is behind every other.
func reportedScore(s result.Score) float64 { return s.Reported }
func ourMean(s result.Score) float64 {
	if s.Alone {
		return math.Inf(map[bool]int{true: 1, false: -1}[s.Cell.Metric.Lower])
	}
	return stat.Mean(s.Cell.Runs.Values)
}

// ranked ranks the methods on each data set, by their mean over its rows; those without any number are left out. Where all rows are of one
// data set, they are ranked row by row, and nothing is tested. It is an error if fewer than two methods or rows are left.
func ranked(f result.MethodGroup, score func(result.Score) float64) (result.Ranks, error) {
	var r result.Ranks
	for i := range f.Methods {
		if slices.ContainsFunc(f.Rows, func(row result.Scores) bool { return !math.IsNaN(score(row.Cells[i])) }) {
			r.Methods = append(r.Methods, i)
		}
	}
	whole := list.Filter(f.Rows, func(row result.Scores) bool {
		return !slices.ContainsFunc(r.Methods, func(i int) bool { return math.IsNaN(score(row.Cells[i])) })
	})
	for _, row := range f.Rows {
		if !slices.ContainsFunc(whole, func(w result.Scores) bool { return w.Label == row.Label }) {
			r.Left = append(r.Left, row.Label)
		}
	}
	r.Rows = list.Map(whole, func(row result.Scores) string { return row.Label })
	sets := witnesses(whole)
	if r.OneSet = len(sets) == 1 && len(whole) > 1; r.OneSet {
		sets = list.Map(list.Upto(len(whole)), func(i int) result.Witness { return result.Witness{Rows: []int{i}} })
	}
	scores := list.Map(sets, func(w result.Witness) []float64 {
		return list.Map(r.Methods, func(i int) float64 {
			return stat.Mean(list.Map(w.Rows, func(k int) float64 { return score(whole[k].Cells[i]) }))
		})
	})
	var err error
	if r.Friedman, err = stat.FriedmanTest(scores, f.Lower); err != nil {
		return r, err
	}
	if r.OneSet {
		r.Friedman.P, r.Friedman.By = math.NaN(), ""
		return r, nil
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
