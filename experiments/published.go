package experiments

import (
	"slices"
	"strings"
)

// nothing is the value of published that asks for no comparison.
const nothing = "none"

// publishedKey is the panel of paper.yaml that p is compared with.
func (p PanelSpec) publishedKey() string {
	if p.Published != "" {
		return p.Published
	}
	return p.Key
}

// columnName is a column's name in addresses and in paper.yaml: "group label" under a shared heading.
func (s *Spec) columnName(c ColumnSpec) string {
	return strings.TrimSpace(c.Group + " " + s.columnLabel(c))
}

func (s *Spec) columnLabel(c ColumnSpec) string {
	if c.Label != "" {
		return c.Label
	}
	for _, m := range s.Methods {
		if m.Key == c.Method && m.Label != "" {
			return m.Label
		}
	}
	return c.Method
}

func (s *Spec) publishedColumn(c ColumnSpec) string {
	if c.Published != "" {
		return c.Published
	}
	return s.columnName(c)
}

func (s *Spec) metricOf(p PanelSpec, c ColumnSpec) string {
	if c.Metric != "" {
		return c.Metric
	}
	for _, m := range s.Methods {
		if by, ok := p.MetricBy.Get(m.Measure); ok && m.Key == c.Method {
			return by
		}
	}
	return p.Metric
}

func (s *Spec) datasetKeys() (keys []string) {
	for _, d := range s.Datasets {
		keys = append(keys, d.Key)
	}
	return keys
}

func (s *Spec) methodKeys() (keys []string) {
	for _, m := range s.Methods {
		keys = append(keys, m.Key)
	}
	return keys
}

// columns are the panel's columns, or every variant of every method.
func (s *Spec) columns(p PanelSpec) []ColumnSpec {
	if len(p.Columns) > 0 {
		return p.Columns
	}
	var all []ColumnSpec
	for _, m := range s.Methods {
		if len(p.Methods) > 0 && !slices.Contains(p.Methods, m.Key) {
			continue
		}
		c := ColumnSpec{Method: m.Key}
		if m.Measure != "" {
			c.Group, c.Label = m.Heading(), strings.ToUpper(m.Measure[:1])+m.Measure[1:]
		}
		all = append(all, c)
	}
	return all
}

// panelNames are the labels of the rows and the names of the columns of a panel, whatever a plan leaves out.
func (s *Spec) panelNames(key string) (rows, columns []string) {
	for _, spec := range s.Panels {
		if spec.Key != key {
			continue
		}
		rows = s.rowLabels(spec)
		for _, c := range s.columns(spec) {
			columns = append(columns, s.columnName(c))
		}
	}
	return rows, columns
}

func (s *Spec) shownElsewhere(p PanelSpec, c ColumnSpec) bool {
	return slices.ContainsFunc(s.Panels, func(q PanelSpec) bool {
		return q.Key != p.Key && slices.ContainsFunc(s.columns(q), func(d ColumnSpec) bool {
			return d.Method == c.Method && s.metricOf(q, d) == s.metricOf(p, c)
		})
	})
}

// Digits is how many stand behind the point.
func (p PanelSpec) Digits() int {
	if p.Decimals == 0 {
		return 2
	}
	return p.Decimals
}

// DigitsOf is the number of digits after the point in a column.
func (p PanelSpec) DigitsOf(c ColumnSpec) int {
	if c.Whole {
		return 0
	}
	return p.Digits()
}
