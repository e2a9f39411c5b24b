package spec

import (
	"cmp"
	"slices"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/reports"
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
	var all []Column
	for _, m := range s.Methods {
		if len(p.Methods) > 0 && !slices.Contains(p.Methods, m.Key) {
			continue
		}
		c := Column{Method: m.Key}
		if m.Measure != "" {
			c.Group, c.Label = m.Heading(), strings.ToUpper(m.Measure[:1])+m.Measure[1:]
		}
		all = append(all, c)
	}
	return all
}

// PanelNames are the labels of the rows and the names of the columns of a panel, whatever a plan leaves out.
func (s *Experiment) PanelNames(key string) (rows, columns []string) {
	for _, spec := range s.Panels {
		if spec.Key != key {
			continue
		}
		rows = s.RowLabels(spec)
		columns = list.Map(s.Columns(spec), s.ColumnName)
	}
	return rows, columns
}

// ShownElsewhere tells whether another panel has a column of the same method and metric.
func (s *Experiment) ShownElsewhere(p Panel, c Column) bool {
	metric := s.MetricOf(p, c)
	for i := range s.Panels {
		if q := &s.Panels[i]; q.Key != p.Key && s.hasColumn(q, c.Method, metric) {
			return true
		}
	}
	return false
}

// hasColumn tells whether a panel has a column of a method and a metric.
func (s *Experiment) hasColumn(p *Panel, method, metric string) bool {
	if len(p.Columns) == 0 {
		listed := len(p.Methods) == 0 || slices.Contains(p.Methods, method)
		known := slices.ContainsFunc(s.Methods, func(m Method) bool { return m.Key == method })
		return listed && known && s.MetricOf(*p, Column{Method: method}) == metric
	}
	return slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Method == method && s.MetricOf(*p, c) == metric })
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
