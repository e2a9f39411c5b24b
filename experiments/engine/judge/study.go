package judge

import (
	"cmp"
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge/claims"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// panel returns the methods of a panel of this paper with their scores, not yet compared.
func (o ours) panel(experiment, panel string) (c result.Comparison, err error) {
	x, err := o.experiment(experiment)
	if err != nil {
		return c, err
	}
	all := fields(x.Table)
	f, there := list.First(all, func(f result.MethodGroup) bool { return f.Panel == panel })
	if !there {
		return c, fmt.Errorf("%s has no panel %q with methods to compare, %s", experiment, panel,
			list.DidYouMean(panel, list.Map(all, func(f result.MethodGroup) string { return f.Panel })))
	}
	return result.Comparison{Address: x.Table.Address, MethodGroup: f, Witnesses: witnesses(f.Rows)}, nil
}

// stands compares a method with another over the data sets of a panel and, if that is asked for, over those without each family.
func (o ours) stands(s reported.Stand) (all []claims.Standing, err error) {
	c, err := o.panel(s.Experiment, s.Panel)
	if err != nil {
		return nil, err
	}
	a, b := byKey(c, s.Method), byKey(c, s.Against)
	for _, missing := range [][2]any{{a, s.Method}, {b, s.Against}} {
		if missing[0] == -1 {
			return nil, fmt.Errorf("%s/%s has no method %v", s.Experiment, s.Panel, missing[1])
		}
	}
	left := []string{""}
	if s.Without != "" {
		left = list.AppendUnique(left, list.Map(c.Witnesses, func(w result.Witness) string { return cmp.Or(w.Family, w.Set) })...)
	}
	tolerance := func(cell result.Cell) float64 { x, _ := o.experiment(s.Experiment); return ToleranceOf(x.Spec, cell) }
	for _, family := range left {
		rest := c
		rest.Witnesses = list.Filter(c.Witnesses, func(w result.Witness) bool { return family == "" || cmp.Or(w.Family, w.Set) != family })
		v, known := over(rest, a, b, tolerance)
		if !known {
			return nil, fmt.Errorf("%s and %s have no data set in common", s.Method, s.Against)
		}
		both := rest
		both.Rows = list.Map(list.FlatMap(rest.Witnesses, func(w result.Witness) []int { return w.Rows }), func(i int) result.Scores {
			row := c.Rows[i]
			row.Cells = []result.Score{row.Cells[a], row.Cells[b]}
			return row
		})
		all = append(all, claims.Standing{Without: family, Of: len(rest.Witnesses), Seeds: both.Seeds(true), Versus: v, Posterior: posteriorOf(v)})
	}
	return all, nil
}

// tau returns how far the orders of two panels agree.
func (o ours) tau(a, b string) (p result.OrderPair, err error) {
	var both [2]result.Comparison
	for i, name := range []string{a, b} {
		experiment, panel, _ := strings.Cut(name, "/")
		if both[i], err = o.panel(experiment, panel); err != nil {
			return p, err
		}
	}
	p, ok := orderPair(both[0], both[1])
	if !ok {
		return p, fmt.Errorf("%s and %s have too few methods and data sets in common", a, b)
	}
	return p, nil
}
