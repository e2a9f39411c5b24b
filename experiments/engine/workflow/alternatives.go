package workflow

import (
	"context"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/whatif"
)

// Alternatives computes the cells of a request under other values of the settings that the paper leaves open, and compares them with those
// as chosen. choices names some of the settings, none all; cross joins settings instead. later is of runs that failed.
func Alternatives(ctx context.Context, req Request, choices []string, cross *reported.Cross) (studies []*whatif.Study, later, err error) {
	lib, err := req.readLibrary()
	if err != nil {
		return nil, nil, err
	}
	p, err := OpenShown(lib, req)
	if err != nil {
		return nil, nil, err
	}
	if studies, err = p.studies(choices, cross); err != nil {
		return nil, nil, err
	}
	if later, err = p.Compute(ctx, req, list.FlatMap(studies, (*whatif.Study).Plans)); err != nil {
		return nil, nil, err
	}
	for _, s := range studies {
		if s.Measure(p.Results); filtered(s.Base) || cross != nil {
			p.kinds(s)
		}
	}
	return studies, later, nil
}

// studies pairs every plan with the alternatives of its protocol.
func (p *Pass) studies(choices []string, cross *reported.Cross) ([]*whatif.Study, error) {
	all, err := whatif.Studies(p.Lib, p.Plans, choices, cross, p.altered, nil)
	return all, usage(err)
}

// altered cuts an altered experiment into runs as its base was.
func (p *Pass) altered(s *spec.Experiment, base *run.Plan, only spec.Filter) (*run.Plan, error) {
	return p.planOf(s, base.Profile, base.Replicates, only)
}
