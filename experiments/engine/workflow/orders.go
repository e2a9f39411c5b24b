package workflow

import (
	"reflect"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Orders holds the orders of the methods in all panels of the plans against each other.
func (p *Pass) Orders() (result.Orders, error) {
	o := p.orders(list.FlatMap(p.Plans, func(plan *run.Plan) []result.Comparison { return p.comparisons(plan, "") }))
	if len(o.Pairs) == 0 {
		return o, Errorf(Usage, "no two panels have three methods and a data set in common, so that there are no orders to compare")
	}
	return o, nil
}

// orders holds the orders of the methods in comparisons of the plans against each other.
func (p *Pass) orders(all []result.Comparison) result.Orders {
	of := list.ByKey(list.Map(p.Plans, func(plan *run.Plan) *spec.Experiment { return plan.Spec }), func(s *spec.Experiment) string { return s.Address })
	return judge.Orders(all, func(a, b result.Comparison) string { return differ(of[a.Address], of[b.Address], a, b) })
}

// differ says what differs between two comparisons: the metric, how clusters are read, what the experiments do otherwise.
func differ(s, t *spec.Experiment, a, b result.Comparison) string {
	var what []string
	if a.Metric != b.Metric || a.Measure != b.Measure {
		what = append(what, "metric")
	}
	for _, m := range a.Methods {
		x, known := readingOf(s, m.Key, a.Reading)
		y, also := readingOf(t, m.Key, b.Reading)
		if !known || !also {
			continue
		}
		length := x.UnitBasis != y.UnitBasis
		x.UnitBasis, y.UnitBasis, x.Name, y.Name = false, false, "", ""
		if !reflect.DeepEqual(x, y) {
			what = list.AppendUnique(what, "labelling")
		} else if length {
			what = list.AppendUnique(what, "scale of H")
		}
	}
	if s != t {
		for _, d := range s.Datasets {
			e, there := list.First(t.Datasets, func(e spec.Dataset) bool { return e.Key == d.Key })
			if x, _ := d.Options.Get("scale").Text(); there {
				if y, _ := e.Options.Get("scale").Text(); x != y {
					what = list.AppendUnique(what, "scale of X")
				}
			}
		}
		if s.Stop != t.Stop {
			what = append(what, "stop")
		}
		for _, m := range s.Methods {
			n, err := t.FindMethod(m.Key)
			if err == nil && ((m.Tune == nil) != (n.Tune == nil) || m.Tune != nil && m.Tune.By != n.Tune.By) {
				what = list.AppendUnique(what, "tuning")
			}
		}
		if len(what) == 0 {
			what = append(what, "experiment")
		}
	}
	if len(what) == 0 {
		return "panel"
	}
	return strings.Join(what, ", ")
}
