package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/spec/strict"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Nothing is the value of published that asks for no comparison.
const Nothing = "none"

// PublishedKey is the panel of paper.yaml that p is compared with.
func (p Panel) PublishedKey() string { return cmp.Or(p.Published, p.Key) }

// ColumnName is a column's name in addresses and in paper.yaml: "group label" under a shared heading.
func (s *Experiment) ColumnName(c Column) string {
	return strings.TrimSpace(c.Group + " " + s.ColumnLabel(c))
}

// ColumnLabel is the heading of a column, without its group: its own label, else that of its method.
func (s *Experiment) ColumnLabel(c Column) string {
	m, _ := s.FindMethod(c.Method)
	return cmp.Or(c.Label, m.Label, c.Method)
}

// PublishedColumn is the name of a column in paper.yaml.
func (s *Experiment) PublishedColumn(c Column) string { return cmp.Or(c.Published, s.ColumnName(c)) }

// MetricOf is the metric of a column, which may have another than its panel.
func (s *Experiment) MetricOf(p Panel, c Column) string {
	if c.Metric != "" || len(p.MetricBy) == 0 {
		return cmp.Or(c.Metric, p.Metric)
	}
	m, _ := s.FindMethod(c.Method)
	by, _ := p.MetricBy.Get(m.Measure)
	return cmp.Or(by, p.Metric)
}

func (s *Experiment) datasetKeys() []string {
	return list.Map(s.Datasets, func(d Dataset) string { return d.Key })
}

func (s *Experiment) methodKeys() []string { return keysOf(s.Methods) }

// Columns are the panel's columns, or every variant of every method.
func (s *Experiment) Columns(p Panel) []Column {
	if len(p.Columns) > 0 {
		return p.Columns
	}
	methods := list.Filter(s.Methods, func(m Method) bool { return len(p.Methods) == 0 || slices.Contains(p.Methods, m.Key) })
	return list.Map(methods, func(m Method) Column {
		if m.Measure == "" {
			return Column{Method: m.Key}
		}
		return Column{Method: m.Key, Group: m.Heading(), Label: strings.ToUpper(m.Measure[:1]) + m.Measure[1:]}
	})
}

// PanelNames are the labels of the rows and the names of the columns of a panel, whatever a plan leaves out.
func (s *Experiment) PanelNames(key string) (rows, columns []string) {
	if p, found := list.First(s.Panels, func(p Panel) bool { return p.Key == key }); found {
		return s.RowLabels(p), list.Map(s.Columns(p), s.ColumnName)
	}
	return nil, nil
}

// ShownElsewhere tells whether another panel has a column of the same method and metric.
func (s *Experiment) ShownElsewhere(p Panel, c Column) bool {
	metric := s.MetricOf(p, c)
	return slices.ContainsFunc(s.Panels, func(q Panel) bool {
		same := func(d Column) bool { return d.Method == c.Method && s.MetricOf(q, d) == metric }
		return q.Key != p.Key && slices.ContainsFunc(s.Columns(q), same)
	})
}

// Digits is how many stand behind the point.
func (p Panel) Digits() int { return cmp.Or(p.Decimals, 2) }

// ScaleOf is how a column prints natural units.
func (p Panel) ScaleOf(c Column) reports.Scale {
	if c.Whole {
		return reports.Scale{Times: p.Times}
	}
	return reports.Scale{Times: p.Times, Decimals: p.Digits()}
}

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
