package audit

import (
	"errors"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/experiments/engine/workflow"
)

// Recorded are records and the plans that ask for them.
type Recorded struct {
	Plans []*run.Plan
	From  store.Layer
	Held  []store.Ref // keys of all that From holds of the plans' experiments; none if it is not known
}

// RecordsOf returns the records of the experiments that addresses name, of all experiments if there are no addresses. Records come from a
// shelf and from a results folder, which may be nil. data is the folder of the data sets.
func RecordsOf(lib *spec.Library, addresses []string, shelf *store.Shelf, st *store.Store, data string) ([]Recorded, error) {
	if len(addresses) == 0 {
		addresses = list.AppendUnique(nil, list.Map(lib.Specs, (*spec.Experiment).Paper)...)
	}
	var all []Recorded
	var errs []error
	for _, text := range addresses {
		a, err := lib.ParseAddress(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		committed, err := shelf.Committed(a.Paper)
		if err != nil {
			return nil, workflow.With(workflow.Data, err)
		}
		inArchive, err := committedOf(lib, a, committed, data)
		errs = append(errs, err)
		if all = append(all, inArchive); st != nil {
			inFolder, err := storedOf(lib, a, st, data)
			errs, all = append(errs, err), append(all, inFolder)
		}
	}
	run.Share(list.FlatMap(all, func(r Recorded) []*run.Plan { return r.Plans }))
	return all, workflow.With(workflow.Usage, errors.Join(errs...))
}

// committedOf returns the records of an archive that an address names.
func committedOf(lib *spec.Library, address spec.Selection, a *store.Archive, data string) (all Recorded, err error) {
	all.From = a
	for _, s := range lib.Select(address) {
		profile, replicates := a.ProfileOf(s.Base)
		if profile == "" {
			continue
		}
		plans, err := plansWith(lib, s, run.Request{Profile: profile, Replicates: replicates, Only: address.Only}, data)
		if err != nil {
			return all, err
		}
		all.Plans = append(all.Plans, plans...)
	}
	if address.Table == "" && len(address.Only) == 0 {
		all.Held = list.Map(a.Keys(), func(key string) store.Ref { return store.Ref{Key: key} })
	}
	return all, nil
}

// storedOf returns the records of a results folder that an address names, of all profiles and master seeds.
func storedOf(lib *spec.Library, address spec.Selection, st *store.Store, data string) (all Recorded, err error) {
	all.From = st
	looked := map[string]bool{}
	for _, s := range lib.Select(address) {
		replicates := map[uint64]int{} // by master seed
		for key, of := range st.Heads(s.Base) {
			id := of[len(of)-1].Run
			replicates[id.Seed] = max(replicates[id.Seed], id.Replicate+1)
			if address.Table == "" && len(address.Only) == 0 && !looked[s.Base] {
				all.Held = append(all.Held, store.Ref{Experiment: s.Base, Key: key})
			}
		}
		looked[s.Base] = true
		for _, seed := range slices.Sorted(maps.Keys(replicates)) {
			for _, profile := range spec.ProfileNames {
				plans, err := plansWith(lib, s, run.Request{Profile: profile, Replicates: replicates[seed], Seed: &seed, Only: address.Only}, data)
				if err != nil {
					return all, err
				}
				all.Plans = append(all.Plans, plans...)
			}
		}
	}
	return all, nil
}

// plansWith returns the plans of an experiment under its protocol and each reading of it, with the data of a folder and with what takes its
// place where there is none.
func plansWith(lib *spec.Library, s *spec.Experiment, req run.Request, data string) (plans []*run.Plan, err error) {
	for _, folder := range []string{data, ""} {
		req.Data = folder
		for _, altered := range append([]*spec.Experiment{s}, whatif.Readings(lib, s)...) {
			plan, err := run.NewPlan(altered, req)
			if err != nil {
				return nil, err
			}
			plans = append(plans, plan)
		}
	}
	return plans, nil
}
