package experiments

import (
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/result"
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

// lookup returns what the paper prints in a row and column of a panel; zero where it prints nothing to compare with.
func lookup(t *published.Table, s *Spec, p PanelSpec, c ColumnSpec, row string) result.Published {
	if t == nil || p.Published == nothing || c.Published == nothing {
		return result.Published{}
	}
	panel, _ := t.Panels.Get(p.publishedKey())
	cell := panel.Cell(row, s.publishedColumn(c))
	printed := result.Published{Value: cell.Value, SD: cell.SD, Bold: cell.Bold}
	if t.Runs != nil {
		printed.Runs = t.Runs.Value
	}
	return printed
}
