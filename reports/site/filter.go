package site

import (
	"cmp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// option is one of those that a table is filtered by.
type option struct{ Value, Name string }

// methodOptions returns the methods of a table in the order of its columns, by the names that stand above them. Fewer than two are none.
func methodOptions(t *result.Table) (all []option) {
	for _, p := range t.Panels {
		for _, run := range result.Runs(p.Columns) {
			for _, j := range run {
				if len(p.Rows) == 0 {
					continue
				}
				of := func(k int) string { return p.Rows[0].Cells[k].At.Method }
				name := cmp.Or(p.Columns[j].Group, p.Columns[j].Label)
				if slices.ContainsFunc(run, func(k int) bool { return of(k) != of(j) }) { // the heading is not the method's
					name = strings.TrimSpace(p.Columns[j].Group + " " + p.Columns[j].Label)
				}
				add(&all, option{of(j), name})
			}
		}
	}
	return atLeastTwo(all)
}

// datasetOptions returns the data sets of a table in the order of its rows, by their titles. Fewer than two are none.
func datasetOptions(t *result.Table, known []Card) (all []option) {
	titles := list.ByKey(known, func(c Card) string { return c.Key })
	for _, c := range t.Cells() {
		add(&all, option{c.At.Dataset, cmp.Or(titles[c.At.Dataset].Title, c.At.Dataset)})
	}
	return atLeastTwo(all)
}

// add appends an option whose value is new.
func add(all *[]option, o option) {
	if o.Value != "" && !slices.ContainsFunc(*all, func(k option) bool { return k.Value == o.Value }) {
		*all = append(*all, o)
	}
}

func atLeastTwo(all []option) []option {
	if len(all) < 2 {
		return nil
	}
	return all
}
