package errata

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/reports/result"
)

// unchecked lists the checks that were not made: for want of what the tables do not say, with the flag, or the key, that says it; and
// over numbers that were not read, or are not there.
func unchecked(p *reported.Paper, bare bool) (all []Finding) {
	t := tablesOf(p)
	for _, b := range t.blocks {
		all = append(all, b.unsaid(t, bare)...)
		all = append(all, b.hidden()...)
		all = append(all, b.withoutAverage()...)
		all = append(all, b.others()...)
	}
	return append(all, equalByDefinition(t)...)
}

// others lists the rows and columns that are neither data nor what is checked of them: medians, weighted means, p-values, wins with ties.
func (b block) others() (all []Finding) {
	for _, names := range [][]string{b.Rows.Names(), b.Columns} {
		if left := list.Filter(names, func(name string) bool { return len(name) > 1 && transcript.KindOf(name) == transcript.Other }); len(left) > 0 {
			all = append(all, withDetector("summaries", b.finding(Unchecked, "", "", named(left)+" not compared with the numbers above",
				"call it Average, Sum, Rank or Wins if it is one")))
		}
	}
	return all
}

// unsaid returns the checks that need what is not said.
func (b block) unsaid(t tables, bare bool) (all []Finding) {
	add := func(detector, what, flag, key string) {
		f := b.finding(Unchecked, "", "", what, flag)
		if f.Detector = detector; !bare {
			f.Why = key + " of the panel"
		}
		all = append(all, f)
	}
	shares := slices.Contains(counted, b.Metric) && len(b.Range) == 2
	deviates := slices.ContainsFunc(b.among(b.Data(), b.Columns), func(n number) bool { return n.SD != "" })
	beside := slices.ContainsFunc(t.blocks, func(o block) bool { return o.Ref.Table == b.Ref.Table && strings.HasPrefix(o.Metric, "nmi") })
	switch {
	case b.Metric == "":
		add("range", "which metric the numbers are of is not known", "a caption or heading that names it, as accuracy (%)", "metric")
	case shares && b.Counts == nil:
		add("granularity", "of how many samples the numbers are shares is not known", "--samples N, or ROW=N,...", "counts")
	case shares && b.Counts.Runs == 0:
		add("granularity", "how many runs are behind a number is not known: only what no number of runs gives was found", "--runs N",
			"counts.runs")
	}
	if b.Better == "" && slices.ContainsFunc(b.among(b.Data(), b.Columns), func(n number) bool { return n.Bold }) {
		add("boldface", "which numbers are the better ones is not known", "a caption or heading that names the metric, or a caption with ↑ or ↓", "better")
	}
	if shares && deviates && b.After != "" {
		all = append(all, withDetector("deviations", b.finding(Unchecked, "", "", "what stands behind ± is the "+b.After+
			", which belongs to no counts",
			"standard deviations")))
	} else if shares && deviates && (b.Counts == nil || b.Counts.Runs == 0) {
		add("deviations", "how many runs are behind a deviation is not known", "--samples N --runs N", "counts")
	}
	if shares && beside && (b.Counts == nil || len(b.Counts.Classes) == 0) {
		add("nmi", "the sizes of the classes are not known", "--classes N/N/..., or ROW=N/N/...,...", "counts.classes")
	}
	return all
}

func withDetector(name string, f Finding) Finding {
	f.Detector = name
	return f
}

// unused returns the panels whose numbers are not known to be shares, so that samples that were given are of no use there.
func unused(p *reported.Paper) (all []Finding) {
	for _, b := range tablesOf(p).blocks {
		if b.Counts == nil && b.Metric == "" && b.Ranks == "" {
			f := b.finding(Unchecked, "", "", "samples are given, and no heading says that the numbers are shares of them",
				"a caption or heading that names the metric, as accuracy (%)")
			f.Detector = "granularity"
			all = append(all, f)
		}
	}
	return all
}

// hidden returns the checks over numbers that were not read.
func (b block) hidden() (all []Finding) {
	data := b.unread(b.Data(), b.Columns)
	if len(data) == 0 {
		return nil
	}
	places := named(data)
	add := func(detector, what string) {
		f := b.finding(Unchecked, "", "", what+", because of what was not read at "+places, "a number in place of each of these")
		f.Detector = detector
		all = append(all, f)
	}
	columns := list.Filter(b.Columns, func(column string) bool { return len(b.unread(b.Data(), []string{column})) > 0 })
	for _, kind := range []struct {
		kind           transcript.Kind
		detector, what string
	}{{transcript.Average, "averages", "averages are not compared with the numbers above them"}, {transcript.Sum, "sums",
		"sums are not compared with the numbers above them"}} {
		if of := b.among(b.rowsOf(kind.kind), columns); len(of) > 0 {
			add(kind.detector, fmt.Sprintf("%s in %s", kind.what, named(columns)))
		}
	}
	if slices.ContainsFunc(b.Columns, b.averages) {
		add("averages", "averages are not compared with the numbers beside them in "+named(list.Filter(b.Data(), func(row string) bool {
			return len(b.unread([]string{row}, b.Columns)) > 0
		})))
	}
	if b.Bold == "row" {
		add("boldface", "whether the best is bold is not known of each row")
	}
	if len(b.rowsOf(transcript.Rank, transcript.Wins)) > 0 {
		add("recounts", "ranks and wins are checked only as far as the other numbers tell")
	}
	if all == nil {
		add("range", result.Count(len(data), "number")+" of "+fmt.Sprint(len(b.Data())*len(b.Columns))+" are in no check")
	}
	return all
}

// withoutAverage returns averages over rows of which one has no number, and over a single row.
func (b block) withoutAverage() (all []Finding) {
	var columns []string
	rows := map[string]bool{}
	for _, n := range b.among(b.rowsOf(transcript.Average), b.Columns) {
		empty := list.Filter(b.Data(), func(row string) bool { return b.Cell(row, n.column).Value == "" })
		if len(b.Data()) < 2 || len(empty) > 0 && len(b.unread(b.Data(), []string{n.column})) == 0 && !b.averageOfRest(n, empty) {
			columns = list.AppendUnique(columns, n.column)
			for _, row := range empty {
				rows[row] = true
			}
		}
	}
	if len(columns) == 0 {
		return nil
	}
	what := fmt.Sprintf("averages in %s are over rows without a number there: %s", named(columns),
		named(list.Filter(b.Data(), func(row string) bool {
			return rows[row]
		})))
	why := "a number in each row, or the average over those that have one"
	if len(b.Data()) < 2 {
		what = fmt.Sprintf("averages in %s stand below %s", named(columns), result.Count(len(b.Data()), "row of data", "rows of data"))
		why = "the rows that they are the averages of, in the same block"
	}
	f := b.finding(Unchecked, "", "", what, why)
	f.Detector = "averages"
	return append(all, f)
}

// averageOfRest tells whether an average is that of the rows that have a number.
func (b block) averageOfRest(n number, empty []string) bool {
	out := list.Set(empty)
	rest := b.whole(list.Filter(b.Data(), func(row string) bool { return !out[row] }), []string{n.column})
	all := n.averageOf(nil, n.column, rest)
	return len(all) == 1 && !all[0].wrong()
}

// named returns a list of names that does not grow without bound.
func named(names []string) string {
	const most = 8
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
