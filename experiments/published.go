package experiments

import (
	"fmt"
	"regexp"
	"strings"

	"nmfrepro/experiments/result"
)

// nothing is the value of published that asks for no comparison.
const nothing = "none"

// illegible marks a cell that cannot be read in our copy of a paper.
const illegible = "illegible"

var publishedNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?%?$`)

// parsePublished reads a cell as printed: "0.97±0.01", "**0.97±0.01**", "12.3", "illegible" or "". Digits stay strings,
// because trailing zeros carry meaning.
func parsePublished(text string) (result.Published, error) {
	if text == "" || text == illegible {
		return result.Published{Value: text}, nil
	}
	p := result.Published{Value: text}
	if inner, ok := strings.CutPrefix(text, "**"); ok {
		p.Bold = true
		if p.Value, ok = strings.CutSuffix(inner, "**"); !ok {
			return p, fmt.Errorf("%q, want ** on both sides of a bold number", text)
		}
	}
	var deviates bool
	p.Value, p.SD, deviates = strings.Cut(p.Value, "±")
	if !publishedNumber.MatchString(p.Value) || deviates && !publishedNumber.MatchString(p.SD) {
		return p, fmt.Errorf("%q, want a number, mean±deviation, %s or an empty string", text, illegible)
	}
	return p, nil
}

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
func (t *PublishedTable) lookup(s *Spec, p PanelSpec, c ColumnSpec, row string) result.Published {
	if t == nil || p.Published == nothing || c.Published == nothing {
		return result.Published{}
	}
	panel := t.Panels[p.publishedKey()]
	for i, name := range panel.Columns {
		if cells := panel.Rows[row]; name == s.publishedColumn(c) && i < len(cells) {
			published, _ := parsePublished(cells[i]) // checked when the library was loaded
			return published
		}
	}
	return result.Published{}
}
