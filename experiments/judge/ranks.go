package judge

import (
	"math"
	"slices"

	"nmfrepro/reports/list"

	"nmfrepro/eval/stat"
	"nmfrepro/reports"
)

// The scores by which methods are ranked; NaN for none.
func ourMean(s reports.Score) float64 { return stat.Mean(s.Values) }
func printed(s reports.Score) float64 { return s.Published }

// ranked ranks the methods; those without any number are left out. It is an error if fewer than two methods or rows are left.
func ranked(f reports.MethodGroup, score func(reports.Score) float64) (reports.Ranks, error) {
	var r reports.Ranks
	for i := range f.Methods {
		if slices.ContainsFunc(f.Rows, func(row reports.Scores) bool { return !math.IsNaN(score(row.Cells[i])) }) {
			r.Methods = append(r.Methods, i)
		}
	}
	var scores [][]float64
	for _, row := range f.Rows {
		var all []float64
		for _, i := range r.Methods {
			if v := score(row.Cells[i]); !math.IsNaN(v) {
				all = append(all, v)
			}
		}
		if len(all) < len(r.Methods) {
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
	r.Critical = r.Friedman.CriticalDifference(reports.Alpha)
	r.Groups = r.Friedman.Cliques(r.Critical)
	return r, nil
}

// agreements compares the orders row by row, and those of the mean ranks over the rows that have both. Stand-in data is
// left out: the paper says nothing about it.
func agreements(f reports.MethodGroup) []reports.Agreement {
	var all []reports.Agreement
	common := f
	common.Rows = nil
	for _, row := range f.Rows {
		var ours, paper []float64
		whole := true
		for _, s := range row.Cells {
			if s.StandIn || len(s.Values) == 0 || math.IsNaN(s.Published) {
				whole = whole && math.IsNaN(s.Published)
				continue
			}
			ours, paper = append(ours, stat.Mean(s.Values)), append(paper, s.Published)
		}
		if len(ours) > 1 {
			all = append(all, reports.Agreement{Row: row.Label, Kendall: stat.KendallTau(ours, paper)})
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

// overall compares the mean ranks of those methods that the paper prints.
func overall(f reports.MethodGroup) (reports.Agreement, bool) {
	paper, err := ranked(f, printed)
	if err != nil {
		return reports.Agreement{}, false
	}
	common := f
	common.Rows = nil
	common.Methods = list.Map(paper.Methods, func(i int) reports.Method { return f.Methods[i] })
	for _, row := range f.Rows {
		r := reports.Scores{Label: row.Label}
		r.Cells = list.Map(paper.Methods, func(i int) reports.Score { return row.Cells[i] })
		common.Rows = append(common.Rows, r)
	}
	ours, err := ranked(common, ourMean)
	if err != nil || len(ours.Methods) != len(paper.Methods) {
		return reports.Agreement{}, false
	}
	return reports.Agreement{Kendall: stat.KendallTau(ours.Friedman.Ranks, paper.Friedman.Ranks)}, true
}
