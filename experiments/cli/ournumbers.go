package cli

import (
	"cmp"
	"fmt"

	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/reports"
)

// numbers are ours by the printed cell that they stand beside, and the curves and traces of figures.
func (o *ourNumbers) numbers() claims.Numbers {
	cells, margins := map[published.Ref]reports.Cell{}, map[published.Ref]float64{}
	for address, plan := range o.plans {
		for ref, c := range judge.OnPrinted(plan, o.tables[address]) { // every printed cell is of one experiment
			cells[ref], margins[ref] = c, judge.MarginOf(plan.Spec, c)
		}
	}
	n := claims.Replicated(o.paper, func(r published.Ref) claims.Sample {
		c, there := cells[r]
		if !there {
			return claims.Sample{Missing: o.nowhere(r)}
		}
		return sample(c, margins[r])
	})
	n.Curves, n.Traces = o.curves, o.traces
	return n
}

// sample is a cell as claims take it. Stand-in data says nothing about the paper's.
func sample(c reports.Cell, margin float64) claims.Sample {
	switch {
	case c.StandIn != "":
		return claims.Sample{Missing: "computed on a stand-in for " + c.StandIn}
	case c.Status != reports.OK:
		return claims.Sample{Missing: cmp.Or(c.Note, string(c.Status))}
	}
	return claims.Sample{Values: c.Values, Replicates: c.Replicates, Margin: margin, Partial: c.Partial}
}

// nowhere says why no cell of ours stands beside a printed one.
func (o *ourNumbers) nowhere(r published.Ref) string {
	plan, there := o.plans[o.paper.Key+"/"+r.Table]
	if !there || len(plan.Spec.Panels) == 0 {
		return "no experiment computes it"
	}
	return "not part of the experiment in profile " + plan.Profile
}

// plan is the experiment of this paper that a claim names.
func (o *ourNumbers) plan(key string) (*run.Plan, error) {
	if p, there := o.plans[o.paper.Key+"/"+key]; there {
		return p, nil
	}
	var keys []string
	for _, s := range specsOf(o.lib, o.paper.Key) {
		keys = append(keys, s.Address[len(o.paper.Key)+1:])
	}
	return nil, fmt.Errorf("unknown experiment %q, %s", key, nearest.Hint(key, keys))
}

func (o *ourNumbers) curves(f published.Shown) ([]claims.Curve, error) {
	p, err := o.plan(f.Experiment)
	if err != nil {
		return nil, err
	}
	found, err := collect.Curves(p, o.lib, o.store, f)
	if err != nil {
		return nil, err
	}
	var all []claims.Curve
	for _, c := range found {
		curve := claims.Curve{Where: c.Where, X: c.X, Lower: c.Lower}
		for _, cell := range c.Cells {
			curve.Samples = append(curve.Samples, claims.Summarised(sample(cell, 0)))
		}
		all = append(all, curve)
	}
	return all, nil
}

func (o *ourNumbers) traces(t published.Traced) ([]claims.Trace, error) {
	p, err := o.plan(t.Experiment)
	if err != nil {
		return nil, err
	}
	found, err := collect.TracesOf(p, o.lib, o.store, t)
	if err != nil {
		return nil, err
	}
	var all []claims.Trace
	for _, f := range found {
		trace := claims.Trace{Where: f.Where, Missing: f.Missing}
		for _, at := range f.Points {
			trace.Iterations, trace.Objectives = append(trace.Iterations, at.Iteration), append(trace.Objectives, at.Objective)
		}
		all = append(all, trace)
	}
	return all, nil
}
