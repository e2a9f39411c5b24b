package errata

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/reports/result"
)

// beyondArithmetic returns findings about what numbers mean: errors that a constant would not make, and a best that chance may have chosen.
// A table of a file is looked at so; those of a paper have verdicts, rows and leads for it.
func beyondArithmetic(p *reported.Paper, known Known) (all []Finding) {
	for _, b := range tablesOf(p).blocks {
		k := known
		if t, _ := p.Tables.Get(b.Ref.Table); t.Runs != nil {
			k.Runs = t.Runs.Value
		}
		if k.Values == nil && k.Spread == 0 { // a paper.yaml says it of the panel
			k.Values, k.Spread = b.Values, b.Spread
		}
		for _, f := range b.worseThanConstant(k) {
			f.Detector = "constant"
			all = append(all, f)
		}
		for _, f := range b.withinNoise(k.Runs) {
			f.Detector = "noise"
			all = append(all, f)
		}
	}
	return all
}

// worseThanConstant finds errors that are greater than those of a constant. Values between a and b lie no farther than (b-a)/2 from the
// middle; values of a known spread lie that far from their mean.
func (b block) worseThanConstant(k Known) (found []Finding) {
	if !slices.Contains([]string{"mse", "rmse", "mae"}, b.Metric) {
		return nil
	}
	most, what, severity := 0.0, "", Error
	switch {
	case len(k.Values) == 2:
		most = (k.Values[1] - k.Values[0]) / 2
		what = fmt.Sprintf("values from %v to %v lie at most %v from %v", k.Values[0], k.Values[1], most, (k.Values[0]+k.Values[1])/2)
	case k.Spread > 0:
		most, severity = k.Spread, Doubt
		what = fmt.Sprintf("values with a standard deviation of %v lie on average that far from their mean", k.Spread)
	default:
		return nil
	}
	if b.Metric == "mse" {
		most *= most
	}
	for _, row := range b.rowsOf(transcript.Data, transcript.Average) {
		numbers := b.numbers(row, b.Columns...)
		worse := list.Filter(numbers, func(n number) bool { return n.x*b.Factor(row)-n.unit/2 > most+slack })
		if len(worse) > 0 {
			found = append(found, b.finding(severity, row, "",
				fmt.Sprintf("%d of %d errors are worse than that of a constant: %s", len(worse), len(numbers),
					named(list.Map(worse, func(n number) string {
						return n.column + " " + n.Value
					}))), fmt.Sprintf("%s: %s of at most %.4g", what, strings.ToUpper(b.Metric), most)))
		}
	}
	return found
}

var parameter = regexp.MustCompile(`^([a-zA-Zα-ω]{1,6}\s*=\s*)?[-+]?[0-9.]+$`)

// standardError returns that of the difference of two means over so many runs, whose spreads stand behind ±.
func standardError(s, t float64, runs int, after transcript.Spread) float64 {
	switch after {
	case transcript.StandardError:
		return math.Hypot(s, t)
	case transcript.Interval:
		return math.Hypot(s, t) / 1.96
	}
	return math.Sqrt((s*s + t*t) / float64(runs))
}

// withinNoise notes where the best number leads the second by less than the standard error of their difference, of means over so many
// runs, which only standard deviations need. Where rows are values of a parameter, as ranks, the best of a column is meant.
func (b block) withinNoise(runs int) []Finding {
	after := transcript.Spread(b.After)
	if runs < 2 && after == transcript.Deviation || b.Better == "" || b.Ranks != "" {
		return nil
	}
	var lines [][]number
	if !slices.ContainsFunc(b.Data(), func(row string) bool { return !parameter.MatchString(row) }) {
		for _, column := range b.Columns {
			lines = append(lines, b.among(b.Data(), []string{column}))
		}
	} else {
		for _, row := range b.Data() {
			for _, group := range b.GroupsOrAll() {
				lines = append(lines, b.numbers(row, group...))
			}
		}
	}
	var close []string
	of := 0
	for _, line := range lines {
		line = list.Filter(line, func(n number) bool { _, ok := n.Deviation(); return ok })
		if len(line) < 2 {
			continue
		}
		slices.SortStableFunc(line, func(p, q number) int {
			if (p.x < q.x) == b.Lower() && p.x != q.x {
				return -1
			} else if p.x != q.x {
				return 1
			}
			return 0
		})
		of++
		first, second := line[0], line[1]
		s, _ := first.Deviation()
		t, _ := second.Deviation()
		if se := standardError(s, t, runs, after); math.Abs(first.x-second.x) < se {
			close = append(close, fmt.Sprintf("%s/%s %s±%s before %s/%s %s±%s (standard error %.2g)", first.row, first.column, first.Value,
				first.SD, second.row, second.column, second.Value, second.SD, se))
		}
	}
	if len(close) == 0 {
		return nil
	}
	over := ""
	if runs > 1 {
		over = fmt.Sprintf(" over %d runs", runs)
	}
	if after != transcript.Deviation {
		over += ", where ± is the " + b.After
	}
	return []Finding{b.finding(Note, "", "",
		fmt.Sprintf("best within noise in %d of %s: %s", len(close), result.Count(of, "comparison"), named(close)),
		"the best leads the second by less than the standard error of their difference"+over+": another seed can turn them")}
}
