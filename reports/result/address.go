package result

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Address says where a run, a number or several of them stand. Parts that are empty do not narrow it down. It is comparable: maps are keyed
// by it, and it is written in one way, by [Address.String].
type Address struct {
	Experiment string // paper/table
	Panel      string // key
	Row        string // label
	Shown      string // label as people are shown it, as Yale, k = 2; Row without
	Average    bool   // the row of means over the rows above it
	First      string // the row that counts in how many data sets a method is the best, by its label
	Column     string // name
	Dataset    string // key
	Rank       int
	Method     string // key
	Variant    string // values of the options that the method varies over: lambda=1,neighbours=5
	Metric     string
	Measure    string // objective measure where a table has two (euclidean, divergence)
	Replicate  int    // counted from 1; 0 for all
	Iteration  int    // of a run that is scored on its way; 0 for its end
}

// RowTitle returns the row's label as people are shown it.
func (a Address) RowTitle() string { return cmp.Or(a.Shown, a.Row) }

// String writes the address as users write it: paper/table:key=value,... Labels of rows and measures are no part of the text, since data
// set, rank and metric say the same.
func (a Address) String() string {
	var parts []string
	add := func(key, value string) {
		if value != "" {
			parts = append(parts, key+"="+value)
		}
	}
	summary := a.Average || a.First != ""
	if summary {
		add("panel", a.Panel)
	}
	if a.Average {
		parts = append(parts, "average")
	}
	add("first", strings.ReplaceAll(a.First, " ", "-"))
	if !summary {
		add("dataset", a.Dataset)
	}
	if a.Rank > 0 && !summary {
		add("rank", strconv.Itoa(a.Rank))
	}
	add("method", a.Method)
	if a.Variant != "" {
		parts = append(parts, a.Variant)
	}
	if !summary {
		add("metric", a.Metric)
		add("panel", a.Panel)
	}
	add("column", a.Column)
	if a.Replicate > 0 {
		add("replicate", fmt.Sprint(a.Replicate-1))
	}
	if a.Iteration > 0 {
		parts = append(parts, "iteration="+strconv.Itoa(a.Iteration))
	}
	return strings.TrimSuffix(a.Experiment+":"+strings.Join(parts, ","), ":")
}
