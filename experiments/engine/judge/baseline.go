package judge

import (
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/reports/result"
)

// Baseline returns the results of a verification of addresses, with which a later verification is compared.
func Baseline(addresses []string, plans []*run.Plan, tables []result.Table, papers []result.Paper) result.Baseline {
	b := result.Baseline{Schema: result.BaselineSchema, Program: run.Here().Program, Addresses: addresses, Settings: settingsOf(plans),
		Cells: map[string]result.BaselineCell{}, Claims: map[string]string{}}
	for _, t := range tables {
		for _, c := range t.Cells() {
			cell := result.BaselineCell{Verdict: c.Verdict.Kind}
			if !clocked(c) {
				cell.N = len(c.Runs.Values)
				cell.Mean = result.Finite(stat.Mean(c.Shown()))
				if cell.N > 1 {
					cell.SD = result.Finite(stat.SD(c.Shown()))
				}
			}
			if cell.Verdict != "" || cell.Mean != nil {
				b.Cells[c.Address] = cell
			}
		}
	}
	for _, p := range papers {
		for _, c := range p.Claims {
			b.Claims[p.Key+"/"+c.Key] = string(c.Ours.ClaimVerdict)
		}
	}
	return b
}

// clocked tells whether a number is the machine's: a time.
func clocked(c result.Cell) bool {
	name, _ := result.SplitMetric(c.At.Metric)
	m, known := eval.Find(name)
	return c.Verdict.Lack == result.LackClock || known && m.Class.Machine
}

// settingsOf returns those of each experiment.
func settingsOf(plans []*run.Plan) map[string]result.BaselineSetting {
	all := map[string]result.BaselineSetting{}
	for _, p := range plans {
		s := result.BaselineSetting{Profile: p.Profile, Replicates: p.Replicates, Seed: p.Spec.Seed}
		if len(p.Runs) > 0 {
			s.Seed = p.Runs[0].ID.Seed
		}
		all[p.Spec.Paper()+"/"+p.Spec.Table()] = s
	}
	return all
}
