package experiments

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/archive"
	"nmfrepro/experiments/result"
)

// Gather collects what a store has for some plans of one paper into an archive, with its bytes. Plans that share units
// give them once. Units without a record are left out; their number is returned.
func Gather(paper string, plans []*Plan, st *Store) (data []byte, absent int, err error) {
	var records []result.Record
	var made []archive.Experiment
	seen := map[string]bool{}
	for _, p := range plans {
		address := p.Spec.base
		n := 0
		for _, j := range p.Jobs {
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
		known := slices.ContainsFunc(made, func(e archive.Experiment) bool { return e.Address == address })
		if n > 0 && !known {
			made = append(made, archive.Experiment{Address: address, Profile: p.Profile, Replicates: p.Replicates})
		}
	}
	if len(records) == 0 {
		return nil, absent, fmt.Errorf("experiments: no results of %s are in the folder; run it first", paper)
	}
	_, data, err = archive.New(paper, made, records)
	return data, absent, err
}

// Stale counts the records of a paper's archive that no experiment asks for any more, because options, versions, data or
// seeds have changed since, and those in all.
func Stale(lib *Library, a *archive.Archive) (stale, all int, err error) {
	wanted := map[string]bool{}
	for _, s := range lib.Specs {
		profile := a.Profile(s.base)
		if !strings.HasPrefix(s.Address, a.Paper+"/") || profile == "" {
			continue
		}
		p, err := NewPlan(s, Request{Profile: profile})
		if err != nil {
			return 0, 0, err
		}
		for _, j := range p.Jobs {
			wanted[j.Key] = true
		}
	}
	for _, rec := range a.Records {
		if !wanted[rec.Key] {
			stale++
		}
	}
	return stale, len(a.Records), nil
}
