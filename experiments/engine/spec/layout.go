package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/reports/result"
)

// Nothing is the value of the key reported by which a panel is compared with no reported numbers.
const Nothing = "none"

// ReportedKey returns the panel of paper.yaml that p is compared with.
func (p Panel) ReportedKey() string { return cmp.Or(p.Reported, p.Key) }

// ColumnName returns a column's name in addresses and in paper.yaml: "group label" under a shared heading.
func (s *Experiment) ColumnName(c Column) string {
	return strings.TrimSpace(c.Group + " " + s.ColumnLabel(c))
}

// ColumnLabel returns the heading of a column, without its group: its own label, else that of its method.
func (s *Experiment) ColumnLabel(c Column) string {
	m, _ := s.FindMethod(c.Method)
	return cmp.Or(c.Label, m.Label, c.Method)
}

// ReportedColumn returns the name of a column in paper.yaml.
func (s *Experiment) ReportedColumn(c Column) string { return cmp.Or(c.Reported, s.ColumnName(c)) }

// MetricOf returns the metric of a column, which may have another than its panel.
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

// Columns returns the panel's columns, or every variant of every method.
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

// PanelNames returns the labels of the rows and the names of the columns of a panel, whatever a plan leaves out.
func (s *Experiment) PanelNames(key string) (rows, columns []string) {
	if p, found := list.First(s.Panels, func(p Panel) bool { return p.Key == key }); found {
		return s.RowLabels(p), list.Map(s.Columns(p), s.ColumnName)
	}
	return nil, nil
}

// ShownElsewhere tells whether another panel has a column of the same method and metric.
func (s *Experiment) ShownElsewhere(p Panel, c Column) bool {
	metric := s.MetricOf(p, c)
	return slices.ContainsFunc(s.Panels, func(q Panel) bool { return q.Key != p.Key && s.panelShows(q, c.Method, metric) })
}

// panelShows tells whether a panel has a column of a method and metric. It is asked for every cell, so that no column is made for it.
func (s *Experiment) panelShows(q Panel, method, metric string) bool {
	if len(q.Columns) > 0 {
		return slices.ContainsFunc(q.Columns, func(d Column) bool { return d.Method == method && s.MetricOf(q, d) == metric })
	}
	return (len(q.Methods) == 0 || slices.Contains(q.Methods, method)) && s.MetricOf(q, Column{Method: method}) == metric
}

// Digits returns the number of decimals.
func (p Panel) Digits() int { return cmp.Or(p.Decimals, 2) }

// ScaleOf says how a column shows natural units.
func (p Panel) ScaleOf(c Column) result.Scale {
	if c.Whole {
		return result.Scale{Times: p.Times}
	}
	return result.Scale{Times: p.Times, Decimals: p.Digits()}
}

func keysOf(methods []Method) []string {
	return list.Map(methods, func(m Method) string { return m.Key })
}

// RowSets returns the data sets of a panel, data sets of one label together: they share a row, in which every method has
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

// RowLabel returns a data set's row label: with the rank where the data set has several.
func (d Dataset) RowLabel(rank int) string {
	if len(d.Ranks) > 1 {
		return d.Heading() + " r=" + strconv.Itoa(rank)
	}
	return d.Heading()
}

// Heading returns the data set's label, or its key.
func (d Dataset) Heading() string { return cmp.Or(d.Label, d.Key) }

// FindMethod returns the method of that key; the error names the nearest one.
func (s *Experiment) FindMethod(key string) (Method, error) {
	if m, found := list.First(s.Methods, func(m Method) bool { return m.Key == key }); found {
		return m, nil
	}
	return Method{}, fmt.Errorf("%s: unknown method %q, %s", s.Address, key, list.DidYouMean(key, s.methodKeys()))
}

// Problem returns a problem with a part of the experiment's file, such as methods[2].tune.
func (s *Experiment) Problem(path, format string, args ...any) error {
	return strict.Problems{s.node.At(path).Problem(format, args...)}
}

// Heading returns the method's label, or its key.
func (m Method) Heading() string { return cmp.Or(m.Label, m.Key) }

// The values of each: of a plot spec, which makes one plot for each of these.
const (
	EachDataset = "dataset"
	EachMethod  = "method"
)

// OverRank is the x axis of ranks; every other name is a coordinate of the data sets or an option of the methods.
const OverRank = "rank"
