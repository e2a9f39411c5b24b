package judge

import (
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// Absent is the outcome of a claim or cell that a finding rests on and that does not exist.
const Absent = "not there"

// Finding is the finding of a paper, as paper.yaml states it, with the present outcome of every claim, cell and ablation on
// which it rests. evaluated are the claims of the paper, nil if they were not evaluated; cells are those of all its tables.
func Finding(p *published.Paper, evaluated []reports.Claim, cells []reports.Cell) reports.Finding {
	if p.Finding == nil {
		return reports.Finding{}
	}
	f := reports.Finding{Answer: p.Finding.Answer, Replicates: p.Finding.Replicates, Fails: p.Finding.Fails, Why: p.Finding.Why}
	verdicts := map[string]string{}
	for _, c := range cells {
		verdicts[c.Address] = c.Verdict.Kind
	}
	claims := map[string]reports.Claim{}
	for _, c := range evaluated {
		claims[c.Key] = c
	}
	add := func(what, want, got string, looked bool) {
		switch {
		case !looked:
			got = ""
		case got == "":
			got = Absent
		}
		f.Rests = append(f.Rests, reports.Rest{What: what, Want: want, Got: got, Readings: claims[strings.TrimPrefix(what, "claim ")].Readings})
	}
	on := p.Finding.RestsOn
	for _, e := range on.Claims {
		add("claim "+e.Name, e.Value, string(claims[e.Name].Ours.Standing), evaluated != nil)
	}
	for _, e := range on.Cells {
		address := p.Key + "/" + e.Name
		add("cell "+address, e.Value, verdicts[address], cells != nil)
	}
	for _, a := range on.Ablations {
		got := ""
		for _, found := range claims[a.Claim].Ablations {
			if strings.HasPrefix(found.Removes, a.Without) {
				got = found.Verdict
			}
		}
		add("ablation of "+a.Claim+" without "+a.Without, a.Verdict, got, evaluated != nil)
	}
	return f
}
