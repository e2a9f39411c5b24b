package audit

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// gather collects the records of some plans of one paper into an archive and encodes it. A run that several plans share is
// packed once. Runs without a record are left out and counted; those of the extra plans, which belong to alternative
// protocols, are left out silently. A record that no run can have left is an error.
func gather(paper string, plans, extra []*run.Plan, from *store.Records) (data []byte, absent int, err error) {
	var records []*store.Record
	var made []store.Experiment
	seen := map[string]bool{}
	take := func(r *run.Run) (there bool) {
		rec, there := from.Get(r)
		if there && !seen[r.Key] {
			seen[r.Key] = true
			records = append(records, rec)
		}
		return there
	}
	for _, p := range plans {
		address := p.Spec.Base
		n := 0
		for _, r := range p.Runs {
			if take(r) {
				n++
			} else {
				absent++
			}
		}
		switch k := slices.IndexFunc(made, func(e store.Experiment) bool { return e.Address == address }); {
		case n == 0:
		case k < 0:
			made = append(made, store.Experiment{Address: address, Profile: p.Profile, Replicates: p.Replicates})
		case p.Replicates > made[k].Replicates: // plans may share runs: the one with most replicates stands for them
			made[k].Profile, made[k].Replicates = p.Profile, p.Replicates
		}
	}
	for _, p := range extra {
		for _, r := range p.Runs {
			take(r)
		}
	}
	if len(records) == 0 {
		return nil, absent, fmt.Errorf("no results of %s are in the folder; run it first", paper)
	}
	if wrong := impossible(records); len(wrong) > 0 {
		return nil, absent, fmt.Errorf("%s that no run can have left, the first %s; run these again", result.Count(len(wrong), "record"),
			wrong[0])
	}
	_, data, err = store.NewArchive(paper, made, records)
	return data, absent, err
}

// Pack packs the records of a paper into an archive, and says how many runs have no record. amounts has, by address, the profile and the
// replicates of each experiment. Runs under alternatives of the protocol are packed, too.
func Pack(lib *spec.Library, p *reported.Paper, amounts map[string]run.Request, from *store.Records) (data []byte, absent int, err error) {
	plans, extra, err := plansOf(lib, p, amounts)
	if err != nil {
		return nil, 0, err
	}
	data, absent, err = gather(p.Key, plans, extra, from)
	return data, absent, workflow.With(workflow.Usage, err)
}

// plansOf plans the experiments of a paper, and those under alternative protocols.
func plansOf(lib *spec.Library, p *reported.Paper, amounts map[string]run.Request) (plans, extra []*run.Plan, err error) {
	for _, s := range lib.Of(p.Key) {
		plan, err := run.NewPlan(s, amounts[s.Address])
		if err != nil {
			return nil, nil, workflow.With(workflow.Usage, err)
		}
		plans = append(plans, plan)
		for _, altered := range whatif.Readings(lib, s) {
			if plan, err = run.NewPlan(altered, amounts[s.Address]); err != nil {
				return nil, nil, workflow.With(workflow.Usage, err)
			}
			extra = append(extra, plan)
		}
	}
	return plans, extra, nil
}

// PlansBehind returns the plans whose records a paper's archive holds.
func PlansBehind(lib *spec.Library, p *reported.Paper, a *store.Archive, data string) ([]*run.Plan, error) {
	amounts := map[string]run.Request{}
	for _, s := range lib.Of(p.Key) {
		profile, replicates := a.ProfileOf(s.Base)
		amounts[s.Address] = run.Request{Profile: cmp.Or(profile, spec.DefaultProfile), Replicates: replicates, Data: data}
	}
	plans, extra, err := plansOf(lib, p, amounts)
	return append(plans, extra...), err
}

// Refreshed returns an archive whose records have the fingerprints of this build, except records of wrong strata. left counts the records
// that get no fingerprint: records of wrong strata and records that no plan asks for. The caller has shown by [Recompute] that this build
// gives the same numbers.
func Refreshed(lib *spec.Library, p *reported.Paper, a *store.Archive, data string, wrong map[Stratum]bool) (file []byte, left int,
	err error) {
	runs := map[string]*run.Run{}
	for _, folder := range []string{"", data} { // without any data, substitutes take the place of files
		plans, err := PlansBehind(lib, p, a, folder)
		if err != nil {
			return nil, 0, err
		}
		for _, plan := range plans {
			for _, r := range plan.Runs {
				runs[r.Key] = r
			}
		}
	}
	records, err := a.Records()
	if err != nil {
		return nil, 0, err
	}
	for i, rec := range records {
		r := runs[rec.Key]
		now := *rec
		if r == nil || wrong[StratumOf(r, rec)] {
			left++
			now.Provenance.Fingerprint = nil
		} else {
			now.Provenance.Fingerprint = r.Fingerprint()
		}
		records[i] = &now
	}
	_, file, err = store.NewArchive(p.Key, a.Experiments, records)
	return file, left, err
}
