package workflow

import (
	"fmt"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// asRead is what is changed, under one name, in the tables that it concerns.
type asRead struct {
	choices []result.Instead
	kind    string
	tables  map[string]judge.Experiment
}

// readings evaluates the claims and what the cells say together again under each change that has results, and under each combination,
// everything else unchanged. A change counts for a claim only if it is a reading and touches the comparison that decides: its numbers
// differ from those of the protocol, if only by a digit.
func (p *Pass) readings(paper *reported.Paper, studies []*whatif.Study, all []result.Claim, says *result.Conclusions) {
	order := p.readingsRun(studies, says)
	chosen := p.experiments(paper)
	base := map[string]judge.Told{}
	for key, x := range chosen {
		if len(x.Table.Panels) > 0 {
			base[key] = judge.Tell(paper.Short, x.Table)
		}
	}
	joined := func(told map[string]judge.Told) []judge.Told {
		return list.Map(slices.Sorted(maps.Keys(told)), func(key string) judge.Told { return told[key] })
	}
	readings := whatif.NewCounted(says, joined(base))
	for _, r := range order {
		experiments := maps.Clone(chosen)
		maps.Copy(experiments, r.tables)
		told := maps.Clone(base)
		for key, x := range r.tables {
			told[key] = judge.Tell(paper.Short, x.Table)
		}
		changed := func(table string) bool { _, is := r.tables[table]; return is }
		readings.Add(joined(told), r.choices, r.kind, changed)
		if len(all) > 0 && r.kind == result.AsReading {
			countClaims(all, judge.Outcomes(paper, experiments, changed), r.choices)
		}
	}
	readings.Close()
}

// readingsRun judges the tables of the changes that were run, and tells the conclusions which were not. One that is a reading of some
// tables and none of others is looked at twice.
func (p *Pass) readingsRun(studies []*whatif.Study, says *result.Conclusions) (order []*asRead) {
	by := map[string]*asRead{}
	for _, s := range studies {
		table, combinations := s.Base.Spec.Table(), s.Left
		for _, b := range s.Changes {
			name, kind := result.JoinInstead(b.Choices), b.Kind()
			switch {
			case b.Why != "" || !b.Open():
				continue
			case b.Moves().Cells > 0:
			case len(b.Choices) > 1:
				combinations++
				whatif.Unrun(says, table, b.Methods)
				continue
			default:
				says.NotRun = append(says.NotRun, result.Unread{Table: table, Reading: name})
				whatif.Unrun(says, table, b.Methods)
				continue
			}
			if kind == result.AsReading && slices.ContainsFunc(b.Plan.Runs, func(r *run.Run) bool { return r.ID.Replicate == 0 && !p.Records.Usable(r) }) {
				says.NotRun = append(says.NotRun, result.Unread{Table: table, Reading: name + " (in part)"})
			}
			if by[kind+name] == nil {
				by[kind+name] = &asRead{b.Choices, kind, map[string]judge.Experiment{}}
				order = append(order, by[kind+name])
			}
			by[kind+name].tables[table] = p.under(b)
		}
		if combinations > 0 {
			says.NotRun = append(says.NotRun, result.Unread{Table: table, Reading: result.Count(combinations, "combination")})
		}
	}
	return order
}

// countClaims counts, for each claim that a reading touches, what it comes to under that reading.
func countClaims(all []result.Claim, outcomes map[int]result.Outcome, choices []result.Instead) {
	for i, ours := range outcomes {
		if ours.ClaimVerdict == result.NotTestable || all[i].Ours.ClaimVerdict == result.NotTestable || ours.Detail == all[i].Ours.Detail {
			continue
		}
		if all[i].Readings == nil { // the protocol as it is
			all[i].Readings = all[i].Readings.With(all[i].Ours.ClaimVerdict)
		}
		all[i].Readings = all[i].Readings.With(ours.ClaimVerdict)
		if ours.ClaimVerdict != all[i].Ours.ClaimVerdict {
			all[i].Readings.Otherwise = append(all[i].Readings.Otherwise, fmt.Sprintf("%s: %s", result.JoinInstead(choices), ours.ClaimVerdict))
		}
	}
}
