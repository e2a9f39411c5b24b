package cli

import (
	"maps"
	"math"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// study is an experiment with the alternatives of its protocol.
type study struct {
	base     *run.Plan
	branches []*branch
}

// branch is an experiment under one alternative.
type branch struct {
	choice published.Choice
	alt    published.Alternative
	plan   *run.Plan // only units that the alternative changes; nil if it cannot be put into force here
	why    string    // why there is no plan, or no unit in it
	shared bool      // replicates share their draws with those of the experiment
	shows  bool      // the alternative computes nothing anew and only shows another metric
	cells  []moved
}

// moved is a cell under the protocol and under an alternative.
type moved struct {
	cell       reports.Cell // under the protocol
	other      reports.Cell
	difference stat.Estimate // other - cell
	interval   stat.Interval // 95 %
	paired     bool
	margin     float64 // what counts as no difference from the print, in the unit of the cell
	nearer     float64 // by how much the alternative is nearer to the print; NaN if the paper prints nothing
}

func newBranch(lib *spec.Library, base *run.Plan, c published.Choice, alt published.Alternative, req run.Request) *branch {
	b := &branch{choice: c, alt: alt, shared: true}
	spec, err := lib.Alter(base.Spec, alt.Set)
	if err != nil {
		b.why = "not possible here: " + err.Error()
		return b
	}
	if strings.HasPrefix(alt.Set, "metrics") || strings.Contains(alt.Set, ", metrics =") {
		req.Only = maps.Clone(req.Only) // another metric stands in the place of the one that was asked for
		delete(req.Only, "metric")
	}
	if b.plan, err = run.NewPlan(spec, req); err != nil {
		b.plan, b.why = nil, "not possible here: "+err.Error()
		return b
	}
	before := map[string]*run.Unit{}
	for _, j := range base.Units {
		before[groupName(j.Unit)] = j
	}
	var changed []*run.Unit
	otherwise := shownOtherwise(base.Spec, spec)
	b.shows = otherwise
	for _, j := range b.plan.Units {
		old := before[groupName(j.Unit)]
		anew := old == nil || old.Key != j.Key
		b.shows = b.shows && !anew
		if anew || otherwise {
			changed = append(changed, j)
			b.shared = b.shared && old != nil && old.Unit.Subset == j.Unit.Subset
		}
	}
	if b.plan.Units = changed; len(changed) == 0 {
		b.why = "changes nothing of these cells with the profile " + base.Profile
	}
	return b
}

// groupName is what a unit and its counterpart under an alternative have in common.
func groupName(u store.Unit) string {
	u.Subset = ""
	return run.Identity(u)
}

// shownOtherwise tells whether an alternative shows another metric.
func shownOtherwise(a, b *spec.Experiment) bool {
	for i, p := range a.Panels {
		if q := b.Panels[i]; p.Metric != q.Metric {
			return true
		}
		for k, c := range p.Columns {
			if c.Metric != b.Panels[i].Columns[k].Metric {
				return true
			}
		}
	}
	return false
}

// trim leaves those units of the experiment that some alternative changes.
func (s *study) trim() {
	needed := map[string]bool{}
	for _, b := range s.branches {
		if b.plan == nil {
			continue
		}
		for _, j := range b.plan.Units {
			needed[groupName(j.Unit)] = true
		}
	}
	var jobs []*run.Unit
	for _, j := range s.base.Units {
		if needed[groupName(j.Unit)] {
			jobs = append(jobs, j)
		}
	}
	s.base.Units = jobs
}

// measure compares the cells of every branch with those of the experiment.
func (s *study) measure(lib *spec.Library, st *store.Store) {
	if len(s.base.Units) == 0 {
		return
	}
	table := collect.Table(s.base, lib, st)
	margins := map[string]float64{}
	for _, j := range judge.JudgeTable(s.base, &table) {
		margins[j.Cell.Address] = j.Verdict.Margin
	}
	for _, b := range s.branches {
		if b.plan == nil || len(b.plan.Units) == 0 {
			continue
		}
		others := map[string]reports.Cell{}
		eachCell(collect.Table(b.plan, lib, st), func(place string, c reports.Cell) { others[place] = c })
		eachCell(table, func(place string, c reports.Cell) {
			o, there := others[place]
			applies := o.Status != reports.Skipped
			if b.shows && o.Metric == c.Metric {
				return
			}
			if there && applies && o.Want > 0 && c.Want > 0 && c.Dataset != "" && c.Dataset != published.AverageRow {
				b.cells = append(b.cells, newMoved(c, o, b.shared, margins[c.Address]))
			}
		})
	}
}

// eachCell visits the cells of a table by panel, row and column, which alternatives leave as they are.
func eachCell(t reports.Table, visit func(place string, c reports.Cell)) {
	for _, b := range t.Panels {
		for _, r := range b.Rows {
			for _, c := range r.Cells {
				visit(b.Key+"|"+r.Label+"|"+c.Column+"|"+c.Measure, c)
			}
		}
	}
}

func newMoved(c, other reports.Cell, shared bool, margin float64) moved {
	m := moved{cell: c, other: other, margin: margin, nearer: math.NaN()}
	x, y := stat.Summarise(other.Values), stat.Summarise(c.Values)
	if m.paired = shared && len(c.Values) == c.Want && len(other.Values) == c.Want && c.Want > 1; m.paired {
		m.difference = stat.Paired(other.Values, c.Values)
	} else {
		m.difference = stat.Welch(x, y)
	}
	m.interval = m.difference.Interval(0.95)
	if v := judge.JudgeOne(judge.Compared{N: 1, Mean: 0, Published: c.Published.Value}).Paper; !math.IsNaN(v) {
		m.nearer = math.Abs(y.Mean-v) - math.Abs(x.Mean-v)
	}
	return m
}
