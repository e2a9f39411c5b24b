package cli

import (
	"strconv"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
)

// publishedStudies are the alternatives of the protocol of which an archive has results.
func publishedStudies(env *Env, lib *spec.Library, tables []publishedTable, a *store.Archive) ([]*study, error) {
	left := map[string]bool{} // keys that no table asks for
	for _, rec := range a.Records {
		left[rec.Key] = true
	}
	for _, t := range tables {
		for _, j := range t.plan.Units {
			delete(left, j.Key)
		}
	}
	sel := selection{looking: looking{only: a}, seedGiven: func() bool { return false }}
	var all []*study
	for _, t := range tables {
		if len(left) == 0 {
			break
		}
		plan := *t.plan // a study leaves out what no alternative changes
		studies, err := sel.studies(env, lib, []*run.Plan{&plan}, nil)
		if err != nil {
			return nil, err
		}
		for _, s := range studies {
			s.measure(lib, store.Only(a))
			all = append(all, s)
		}
	}
	return all, nil
}

// sensitivity lists how far cells move under alternatives of the protocol, as far as that was run.
func (d *document) sensitivity(studies []*study) {
	lines := [][]string{{"table", "choice", "instead of", "alternative", "cells", "move", "by up to", "nearer to the print", "further from it"}}
	for _, s := range studies {
		for _, b := range s.branches {
			if m := b.movement(); m.cells > 0 {
				lines = append(lines, []string{"`" + s.base.Spec.Address + "`", b.choice.Choice, b.choice.Value, b.alt.Value, strconv.Itoa(m.cells),
					strconv.Itoa(m.apart), plain(m.most), strconv.Itoa(m.nearer), strconv.Itoa(m.further)})
			}
		}
	}
	if len(lines) == 1 {
		return
	}
	d.WriteString("\n## Had the protocol been another\n\nCells run again under alternatives of the ledger; one moves if the 95 % interval of its difference does not hold zero.\n\n")
	d.table(lines)
}
