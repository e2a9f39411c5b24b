package pass

import (
	"maps"

	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// readings evaluates the claims again under each alternative of the ledger that has results, everything else unchanged, and
// counts the alternatives under which a claim holds. An alternative counts for a claim only if it touches the comparison that
// decides: its numbers differ from those of the protocol, if only by a digit.
func (p *Pass) readings(paper *published.Paper, studies []*judge.Study, all []reports.Claim) error {
	type alternative struct{ choice, value string }
	var order []alternative
	altered := map[alternative]map[string]judge.Experiment{}
	for _, s := range studies {
		for _, b := range s.Branches {
			if b.Move("").Cells == 0 {
				continue
			}
			at := alternative{b.Choice.Key, b.Alt.Value}
			if altered[at] == nil {
				altered[at] = map[string]judge.Experiment{}
				order = append(order, at)
			}
			x := judge.Experiment{Results: p.Results(b.Whole)}
			x.Table = judge.Table(x.Results.Table())
			altered[at][s.Base.Spec.Table()] = x
		}
	}
	base := p.experiments(paper)
	for _, at := range order {
		experiments := maps.Clone(base)
		maps.Copy(experiments, altered[at])
		claims, err := judge.Claims(paper, experiments)
		if err != nil {
			return usage(err)
		}
		for i, c := range claims {
			if c.Ours.Standing == reports.Undefined || all[i].Ours.Standing == reports.Undefined || c.Ours.Detail == all[i].Ours.Detail {
				continue
			}
			if all[i].Readings == nil { // the protocol as it is
				all[i].Readings = all[i].Readings.With(all[i].Ours.Standing)
			}
			all[i].Readings = all[i].Readings.With(c.Ours.Standing)
		}
	}
	return nil
}
