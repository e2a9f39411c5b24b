package judge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge/claims"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Experiment is an experiment of a paper as claims look at it.
type Experiment struct {
	*collect.Results
	Table result.Table // judged; empty if it has no panels
}

// Claims evaluates the claims of a paper, on the reported numbers and on ours, with the ablations that they cite.
// experiments are those of the paper by their key, as table2.
func Claims(p *reported.Paper, experiments map[string]Experiment) ([]result.Claim, error) {
	o := oursOf(p, experiments)
	numbers := o.numbers()
	whole := p.Comparable(func(_, _ string) bool { return false }) // what a paper reports needs no data
	all, errs := make([]result.Claim, len(p.Claims)), make([]error, len(p.Claims))
	list.Parallel(len(all), func(i int) {
		c := p.Claims[i]
		own := whole
		if c.Open != "" { // then nothing of ours stands beside it
			own = p
		}
		all[i] = result.Claim{
			Paper: p.Key, Key: c.Key, Says: c.Says, Where: c.Where, Note: c.Note, Own: claims.Evaluate(own, c, claims.Reported(own)).Outcome,
			Ours: claims.Evaluate(o.paper, c, numbers).Outcome, Decides: c.Drawn(),
		}
		all[i].Ablations, errs[i] = o.ablations(c)
	})
	if err := cmp.Or(errs...); err != nil || len(all) == 0 {
		return nil, err
	}
	return all, nil
}

// Outcomes evaluates, on our numbers, the claims of a paper that rest on one of the experiments of these keys, and the claims whose
// experiments are unknown. The result is by the place of the claim in the paper.
func Outcomes(p *reported.Paper, experiments map[string]Experiment, on func(key string) bool) map[int]result.Outcome {
	o := oursOf(p, experiments)
	p, numbers := o.paper, o.numbers()
	outcomes := map[int]result.Outcome{}
	for i, c := range p.Claims {
		if keys := c.Experiments(); len(keys) == 0 || slices.ContainsFunc(keys, on) {
			outcomes[i] = claims.Evaluate(p, c, numbers).Outcome
		}
	}
	return outcomes
}

// ours is what a replication has of a paper.
type ours struct {
	paper       *reported.Paper // over the rows whose data can be had
	experiments map[string]Experiment
}

func oursOf(p *reported.Paper, experiments map[string]Experiment) ours {
	return ours{p.Comparable(func(table, row string) bool {
		x, there := experiments[table]
		return there && slices.Contains(x.Absent, row)
	}), experiments}
}

// numbers returns our cells by the reported one beside which they stand, and the curves and traces of figures.
func (o ours) numbers() claims.Numbers {
	cells, tolerances, sources := map[reported.Ref]result.Cell{}, map[reported.Ref]float64{}, map[reported.Ref]string{}
	for _, x := range o.experiments {
		for ref, c := range besideReported(x.Spec, x.Table) { // every reported cell is of one experiment
			cells[ref], tolerances[ref], sources[ref] = c, ToleranceOf(x.Spec, c), x.Table.Base
		}
	}
	n := claims.Replicated(o.paper, func(r reported.Ref) claims.Sample {
		c, there := cells[r]
		if !there {
			return claims.Sample{Missing: result.Missing{Lack: result.LackRuns, Why: o.nowhere(r)}}
		}
		return claims.SampleOf(sources[r], c, tolerances[r])
	})
	n.Curves, n.Traces, n.Stands, n.Tau = o.curves, o.traces, o.stands, o.tau
	return n
}

// nowhere says why we have no cell beside a reported one.
func (o ours) nowhere(r reported.Ref) string {
	x, there := o.experiments[r.Table]
	if !there || len(x.Spec.Panels) == 0 {
		return "no experiment computes it"
	}
	return "not part of the experiment in profile " + x.Profile
}

// experiment returns the one of this paper that a claim names.
func (o ours) experiment(key string) (Experiment, error) {
	if x, there := o.experiments[key]; there {
		return x, nil
	}
	return Experiment{}, fmt.Errorf("unknown experiment %q, %s", key, list.DidYouMean(key, slices.Sorted(maps.Keys(o.experiments))))
}

func (o ours) curves(f reported.Shown) ([]collect.Curve, error) {
	x, err := o.experiment(f.Experiment)
	if err != nil {
		return nil, err
	}
	return x.Curves(f)
}

func (o ours) traces(t reported.Traced) ([]collect.Trace, error) {
	x, err := o.experiment(t.Experiment)
	if err != nil {
		return nil, err
	}
	return x.Traces(t)
}

// ablations evaluates those of a claim.
func (o ours) ablations(c reported.Claim) ([]result.Ablation, error) {
	var all []result.Ablation
	for _, a := range c.Ablations {
		x, there := o.experiments[a.Experiment]
		if !there || len(x.Spec.Panels) == 0 {
			return nil, fmt.Errorf("%s: claim %s cites the ablation %s/%s, which is no experiment with panels", o.paper.Key, c.Key, o.paper.Key,
				a.Experiment)
		}
		found, err := Ablate(x.Plan, a, x.Table)
		if err != nil {
			return nil, fmt.Errorf("%s: claim %s: %w", o.paper.Key, c.Key, err)
		}
		all = append(all, found)
	}
	return all, nil
}
