package cli

import (
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/site"
)

// controlled is a control that a claim cites, with its outcome on our numbers.
type controlled struct {
	Removes    string                `json:"removes"`
	Experiment string                `json:"experiment"`
	Verdict    judge.AblationVerdict `json:"verdict"`
	Difference *float64              `json:"difference"`
	Low        *float64              `json:"low"`
	High       *float64              `json:"high"`
	Effect     *float64              `json:"effect"` // Cohen's d, of pairs if paired
	Paired     bool                  `json:"paired"`
	N          int                   `json:"n"`
	Detail     string                `json:"detail"`
}

// String is the verdict with the numbers that decided.
func (c controlled) String() string {
	return string(c.Verdict) + ", without " + c.Removes + ": " + c.Detail
}

// ourNumbers is what the results that are looked at have of a paper: its tables, by address.
type ourNumbers struct {
	lib    *spec.Library
	store  *store.Store
	paper  *published.Paper
	plans  map[string]*run.Plan
	tables map[string]reports.Table
}

// controls evaluates the controls of a claim.
func (o *ourNumbers) controls(c published.Claim) ([]controlled, error) {
	var all []controlled
	for _, control := range c.Controls {
		address := o.paper.Key + "/" + control.Experiment
		p, there := o.plans[address]
		if !there {
			return nil, usageError("%s: claim %s cites the control %s, which is no experiment with panels", o.paper.Key, c.Key, address)
		}
		found, err := judge.Ablate(p, control, o.tables[address])
		if err != nil {
			return nil, usageError("%s: claim %s: %w", o.paper.Key, c.Key, err)
		}
		x := controlled{Removes: control.Removes, Experiment: address, Verdict: found.Verdict, Paired: found.Paired, N: found.N, Detail: found.Detail}
		if found.N > 0 {
			x.Difference, x.Low, x.High = number(found.Difference.Value), number(found.Interval.Low), number(found.Interval.High)
			x.Effect = number(found.Effect)
		}
		all = append(all, x)
	}
	return all, nil
}

// siteControls are a claim's controls as the site shows them.
func siteControls(all []controlled) []site.Control {
	var found []site.Control
	for _, c := range all {
		found = append(found, site.Control{Without: c.Removes + " (" + c.Experiment + ")", Outcome: string(c.Verdict), Detail: c.Detail})
	}
	return found
}
