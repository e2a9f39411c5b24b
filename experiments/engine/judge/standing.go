package judge

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/reports/result"
)

// matrix compares every two methods over the data sets of a comparison; none by a metric of which neither more nor less is better.
func matrix(c result.Comparison, tolerance func(result.Cell) float64) (all []result.Versus) {
	if c.Neutral || tolerance == nil {
		return nil
	}
	for _, pair := range everyTwo(len(c.Methods)) {
		if v, known := over(c, pair[0], pair[1], tolerance); known {
			all = append(all, v)
		}
	}
	return all
}

// units returns the data sets of a comparison, or the rows where all are of one set.
func units(c result.Comparison) []result.Witness {
	if len(c.Witnesses) > 1 {
		return c.Witnesses
	}
	return list.Map(list.Upto(len(c.Rows)), func(i int) result.Witness { return result.Witness{Rows: []int{i}} })
}

// over compares two methods over the data sets that have a number of both.
func over(c result.Comparison, a, b int, tolerance func(result.Cell) float64) (v result.Versus, known bool) {
	v = result.Versus{A: a, B: b, Tested: len(c.Witnesses) > 1}
	for _, w := range units(c) {
		var differences, within []float64
		for _, i := range w.Rows {
			x, y := c.Rows[i].Cells[a].Cell, c.Rows[i].Cells[b].Cell
			if len(x.Runs.Values) == 0 || len(y.Runs.Values) == 0 {
				continue
			}
			d := stat.Mean(x.Runs.Values) - stat.Mean(y.Runs.Values)
			if c.Lower {
				d = -d
			}
			differences, within = append(differences, d), append(within, max(tolerance(x), tolerance(y)))
		}
		if len(differences) == 0 {
			continue
		}
		d, within0 := stat.Mean(differences)+0, stat.Mean(within)
		v.Signed, v.Within = append(v.Signed, d), append(v.Within, within0)
		switch {
		case d > within0:
			v.Wins++
		case d < -within0:
			v.Losses++
		default:
			v.Ties++
		}
	}
	v.Mean = stat.Mean(v.Signed)
	if v.Tested = v.Tested && len(v.Signed) > 1; v.Tested {
		v.Wilcoxon = stat.Wilcoxon(v.Signed)
	}
	return v, len(v.Signed) > 0
}

// Standings returns where each method of a comparison stands, the best mean rank first; nothing where methods have no ranks.
func Standings(c result.Comparison) []result.Standing {
	if c.OursErr != nil {
		return nil
	}
	all := list.Map(c.Ours.Methods, func(m int) result.Standing {
		place := slices.Index(c.Ours.Methods, m)
		return result.Standing{Method: m, Rank: c.Ours.Friedman.Ranks[place], Holm: math.NaN()}
	})
	if !c.Ours.OneSet {
		for i, s := range stat.ResampleRanks(setScores(c), c.Lower) {
			all[i].Spread = &s
		}
	}
	var p []float64
	for i := range all {
		s := &all[i]
		if s.Method == c.Against || c.Against < 0 {
			p = append(p, math.NaN())
			continue
		}
		for _, v := range c.Matrix {
			switch {
			case v.A == s.Method && v.B == c.Against:
				s.Versus = v
			case v.B == s.Method && v.A == c.Against:
				s.Versus = turnedOver(v)
			}
		}
		s.Over = widest(c, s.Method)
		if !s.Tested {
			p = append(p, math.NaN())
			continue
		}
		p = append(p, s.Wilcoxon.TwoSided)
		posterior := posteriorOf(s.Versus)
		s.Posterior = &posterior
	}
	for i, q := range stat.Holm(p) {
		all[i].Holm = q
	}
	slices.SortStableFunc(all, func(a, b result.Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	return all
}

// posteriorOf tests a method against another. Tolerances may be shares of a number: differences are counted in them, so that one region
// serves for all data sets.
func posteriorOf(v result.Versus) stat.Posterior {
	scaled, region := slices.Clone(v.Signed), 0.0
	if slices.Min(v.Within) > 0 {
		region = 1
		for k := range scaled {
			scaled[k] /= v.Within[k]
		}
	}
	return stat.SignedRankPosterior(scaled, region)
}

// setScores returns the scores of the ranked methods on each data set, seed by seed.
func setScores(c result.Comparison) (all []stat.SetScores) {
	whole := list.Filter(list.Upto(len(c.Rows)), func(i int) bool { return slices.Contains(c.Ours.Rows, c.Rows[i].Label) })
	for _, w := range c.Witnesses {
		rows := list.Filter(w.Rows, func(i int) bool { return slices.Contains(whole, i) })
		if len(rows) == 0 {
			continue
		}
		all = append(all, stat.SetScores{Family: w.Family, Values: list.Map(c.Ours.Methods, func(m int) []float64 {
			of := list.Map(rows, func(i int) []float64 { return c.Rows[i].Cells[m].Cell.Runs.Values })
			fewest := slices.Min(list.Map(of, func(v []float64) int { return len(v) }))
			most := slices.Max(list.Map(of, func(v []float64) int { return len(v) }))
			if fewest < most { // seeds that do not correspond
				return []float64{stat.Mean(list.Map(of, stat.Mean))}
			}
			return list.Map(list.Upto(fewest), func(k int) float64 {
				return stat.Mean(list.Map(of, func(v []float64) float64 { return v[k] }))
			})
		})})
	}
	return all
}

// turnedOver returns the comparison of b with a, made from that of a with b.
func turnedOver(v result.Versus) result.Versus {
	v.A, v.B, v.Mean, v.Wins, v.Losses = v.B, v.A, -v.Mean+0, v.Losses, v.Wins
	v.Signed = list.Map(v.Signed, func(d float64) float64 { return -d + 0 })
	if v.Tested {
		v.Wilcoxon = stat.Wilcoxon(v.Signed)
	}
	return v
}

// widest returns the difference of a method from the one that is compared with it which says most: on rows like these, else on these rows;
// nil where there is neither. It is seen from the method.
func widest(c result.Comparison, method int) *result.Pair {
	for _, on := range []string{contrast.LikeThese.String(), contrast.These.String()} {
		for _, p := range c.Pairs {
			if p.Row == "" && p.B == method && p.On == on {
				p = turned(p)
				return &p
			}
		}
	}
	return nil
}
