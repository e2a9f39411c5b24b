package judge

import (
	"errors"
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/reports"
)

// Comparisons compares the methods of a table. The method that is set against the others is the one that rival names, by key or
// column, or else the paper's own, whose column begins with own. Data of one's own has no paper: its first method is set
// against the others.
func Comparisons(t reports.Table, own, rival string) (all []reports.Comparison) {
	for _, f := range fields(t) {
		c := reports.Comparison{Address: t.Address, Profile: t.Profile, MethodGroup: f, Against: -1, OursErr: errNeutral, PapersErr: errNeutral}
		switch {
		case rival != "":
			c.Against = f.Find(rival)
		case own != "":
			c.Against = slices.IndexFunc(f.Methods, func(m reports.Method) bool { return strings.HasPrefix(m.Name, own) })
		default:
			c.Against = 0
		}
		if c.Against >= 0 {
			c.Pairs = against(f, c.Against)
		}
		if !f.Neutral {
			c.Ours, c.OursErr = ranked(f, ourMean)
			c.Papers, c.PapersErr = ranked(f, printed)
			c.Agreements = agreements(f)
		}
		all = append(all, c)
	}
	return all
}

// errNeutral says why methods have no ranks by a quantity such as the number of iterations.
var errNeutral = errors.New("neither more nor less of it is better")

// against compares a method with every other in each row, and then over the rows by their means. A row without two values of
// either method gives nothing.
func against(f reports.MethodGroup, a int) []reports.Pair {
	var all []reports.Pair
	for _, r := range f.Rows {
		all = append(all, pairsOf(r.Label, versusAll(r.Cells), a)...)
	}
	return append(all, pairsOf("", versusAll(overRows(f)), a)...)
}

// overRows are the means of the methods in every row, which pair up by rows.
func overRows(f reports.MethodGroup) []reports.Score {
	scores := make([]reports.Score, len(f.Methods))
	for i := range scores {
		mean := &scores[i]
		for k, r := range f.Rows {
			if s := r.Cells[i]; len(s.Values) > 0 {
				mean.Values, mean.Replicates = append(mean.Values, stat.Mean(s.Values)), append(mean.Replicates, k)
			}
		}
	}
	return scores
}

// pairsOf are the comparisons of one method, seen from its side.
func pairsOf(row string, all []reports.Pair, a int) (pairs []reports.Pair) {
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
