package pass

import (
	"fmt"
	"slices"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
)

// Gather collects what a store has for some plans of one paper into an archive, with its bytes. Plans that share units
// give them once. Units without a record are left out; their number is returned. Of the extra plans, those of alternative
// protocols, nothing is expected.
func Gather(paper string, plans, extra []*run.Plan, st *store.Store) (data []byte, absent int, err error) {
	var records []store.Record
	var made []store.Experiment
	seen := map[string]bool{}
	for _, p := range plans {
		address := p.Spec.Base
		n := 0
		for _, j := range p.Units {
			if seen[j.Key] {
				n++
				continue
			}
			rec, ok := st.Get(j.Unit.Experiment, j.Key)
			if !ok {
				absent++
				continue
			}
			seen[j.Key] = true
			records = append(records, rec)
			n++
		}
		switch k := slices.IndexFunc(made, func(e store.Experiment) bool { return e.Address == address }); {
		case n == 0:
		case k < 0:
			made = append(made, store.Experiment{Address: address, Profile: p.Profile, Replicates: p.Replicates})
		case p.Replicates > made[k].Replicates: // of the plans that share units, the one that has most tells of them
			made[k].Profile, made[k].Replicates = p.Profile, p.Replicates
		}
	}
	for _, p := range extra {
		for _, j := range p.Units {
			if rec, ok := st.Get(j.Unit.Experiment, j.Key); ok && !seen[j.Key] {
				seen[j.Key] = true
				records = append(records, rec)
			}
		}
	}
	if len(records) == 0 {
		return nil, absent, fmt.Errorf("experiments: no results of %s are in the folder; run it first", paper)
	}
	_, data, err = store.NewArchive(paper, made, records)
	return data, absent, err
}
