package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"nmfrepro/experiments/spec/strict"
	"nmfrepro/reports/list"
)

func keysOf(methods []Method) []string {
	return list.Map(methods, func(m Method) string { return m.Key })
}

// RowSets are the data sets that a panel shows, those of one label together: they share a row, in which every method has
// its cell from the one that it runs on.
func (s *Experiment) RowSets(p Panel, only Filter) [][]Dataset {
	var rows [][]Dataset
	for _, d := range s.Datasets {
		if len(p.Datasets) > 0 && !slices.Contains(p.Datasets, d.Key) || !only.Takes("dataset", d.Key) {
			continue
		}
		i := slices.IndexFunc(rows, func(row []Dataset) bool { return row[0].Heading() == d.Heading() })
		if i < 0 {
			i, rows = len(rows), append(rows, nil)
		}
		rows[i] = append(rows[i], d)
	}
	return rows
}

// On returns the data set of a row that the method runs on, the first if there is none.
func (m Method) On(row []Dataset) Dataset {
	if d, found := list.First(row, func(d Dataset) bool { return m.RunsOn(d.Key) }); found {
		return d
	}
	return row[0]
}

// sharedRows reports data sets of one label that a panel could not show in one row.
func (c *checker) sharedRows(at string, p Panel) {
	for _, row := range c.spec.RowSets(p, nil) {
		for i, d := range row[1:] {
			before := row[:i+1]
			switch double := c.spec.onBoth(p, before, d); {
			case d.Key == before[i].Key: // which is reported where it stands
			case !slices.Equal(d.Ranks, row[0].Ranks):
				c.bad(at, "data sets %s and %s share the label %q, so want the same ranks", row[0].Key, d.Key, d.Heading())
			case double != "":
				c.bad(at, "data set %s shares the label %q, but method %s runs on more than one of that label: name its data sets, or the panel's", d.Key, d.Heading(), double)
			}
		}
	}
}

// onBoth names a method of the panel that runs on d and also on one of the sets before it; "" if there is none.
func (s *Experiment) onBoth(p Panel, before []Dataset, d Dataset) string {
	columns := s.Columns(p)
	for _, m := range s.Methods {
		shown := slices.ContainsFunc(columns, func(c Column) bool { return c.Method == m.Key })
		if shown && m.RunsOn(d.Key) && m.RunsOn(m.On(before).Key) {
			return m.Key
		}
	}
	return ""
}

// RowLabel is a data set's row label: with the rank where the data set has several.
func (d Dataset) RowLabel(rank int) string {
	if len(d.Ranks) > 1 {
		return d.Heading() + " r=" + strconv.Itoa(rank)
	}
	return d.Heading()
}

// Heading is the data set's label, or its key.
func (d Dataset) Heading() string { return cmp.Or(d.Label, d.Key) }

// FindMethod returns the method of that key; the error names the nearest one.
func (s *Experiment) FindMethod(key string) (Method, error) {
	if m, found := list.First(s.Methods, func(m Method) bool { return m.Key == key }); found {
		return m, nil
	}
	return Method{}, fmt.Errorf("%s: unknown method %q, %s", s.Address, key, list.DidYouMean(key, s.methodKeys()))
}

// Problem is a problem with a part of the experiment's file, such as methods[2].tune.
func (s *Experiment) Problem(path, format string, args ...any) error {
	return strict.Problems{s.node.At(path).Problem(format, args...)}
}

// Heading is the method's label, or its key.
func (m Method) Heading() string { return cmp.Or(m.Label, m.Key) }
