package judge

import (
	"math"

	"nmfrepro/eval/stat"
)

// Ranks is the methods of a field by their mean rank over its rows.
type Ranks struct {
	Methods  []int // places in the field
	Rows     []string
	Left     []string // rows that lack a number of one of the methods
	Friedman stat.Friedman
	Critical float64 // difference of mean ranks that Nemenyi's test tells apart, at 5 %
	Groups   [][]int // methods that it does not tell apart, as places in Methods
}

// Alpha is the level of the test between mean ranks.
const Alpha = 0.05

// Ours ranks the methods by our means; methods without any number are left out. It is an error if fewer than two methods
// or rows are left.
func (f Field) Ours() (Ranks, error) {
	return f.rank(func(s Score) float64 { return stat.Mean(s.Values) })
}

// Papers ranks the methods by the printed numbers.
func (f Field) Papers() (Ranks, error) {
	return f.rank(func(s Score) float64 { return s.Published })
}

func (f Field) rank(score func(Score) float64) (Ranks, error) {
	var r Ranks
	for i := range f.Methods {
		for _, row := range f.Rows {
			if !math.IsNaN(score(row.Cells[i])) {
				r.Methods = append(r.Methods, i)
				break
			}
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
	r.Critical = r.Friedman.CriticalDifference(Alpha)
	r.Groups = r.Friedman.Cliques(r.Critical)
	return r, nil
}

// Agreement is how well the order of the methods in a row agrees with the printed one.
type Agreement struct {
	Row     string // "" over the rows: of the mean ranks
	Kendall stat.Kendall
}

// Agreements compares the orders row by row, and those of the mean ranks over the rows that have both. Stand-in data is
// left out: the paper says nothing about it.
func (f Field) Agreements() []Agreement {
	var all []Agreement
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
			all = append(all, Agreement{row.Label, stat.KendallTau(ours, paper)})
		}
		if whole && len(ours) > 1 {
			common.Rows = append(common.Rows, row)
		}
	}
	if a, ok := common.overall(); ok {
		all = append(all, a)
	}
	return all
}

// overall compares the mean ranks of those methods that the paper prints.
func (f Field) overall() (Agreement, bool) {
	paper, err := f.Papers()
	if err != nil {
		return Agreement{}, false
	}
	printed := f
	printed.Methods, printed.Rows = nil, nil
	for _, i := range paper.Methods {
		printed.Methods = append(printed.Methods, f.Methods[i])
	}
	for _, row := range f.Rows {
		r := Row{Label: row.Label}
		for _, i := range paper.Methods {
			r.Cells = append(r.Cells, row.Cells[i])
		}
		printed.Rows = append(printed.Rows, r)
	}
	ours, err := printed.Ours()
	if err != nil || len(ours.Methods) != len(paper.Methods) {
		return Agreement{}, false
	}
	return Agreement{"", stat.KendallTau(ours.Friedman.Ranks, paper.Friedman.Ranks)}, true
}
