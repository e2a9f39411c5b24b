package transcript

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var notKey = regexp.MustCompile(`[^a-z0-9]+`)

// finish names the panels, and says which metric they are of by heading or caption, its direction, the range, boldface.
func (b *builder) finish(caption string) {
	taken := map[string]bool{}
	var above *Panel
	for i := range b.table.Panels {
		p := &b.table.Panels[i]
		if p.Ranks != "" {
			p.Key, p.Ranks = above.Key+"-ranks", above.Key
			taken[p.Key] = true
			continue
		}
		p.describe(caption)
		key := strings.Trim(notKey.ReplaceAllString(strings.ToLower(p.Key), "-"), "-")
		key = cmp.Or(key, p.Metric, "numbers")
		base := key
		for n := 2; taken[key]; n++ {
			key = base + "-" + strconv.Itoa(n)
		}
		p.Key, taken[key] = key, true
		above = p
	}
	slices.SortStableFunc(b.table.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

func (p *Panel) assume(format string, args ...any) {
	p.Assumed = append(p.Assumed, fmt.Sprintf(format, args...))
}

func (p *Panel) describe(caption string) {
	m, known := Metric{}, false
	title := p.Key
	for _, heading := range append([]string{title}, strings.Fields(title)...) {
		if m, known = metricOf(heading); known {
			break
		}
	}
	if !known {
		if m, known = metricWithin(caption); known {
			p.assume("the caption names one metric: %s", m.Name)
		}
	}
	if known {
		p.Metric, p.Better = m.Name, m.Better
	}
	switch up, down := strings.Contains(title+caption, "↑"), strings.Contains(title+caption, "↓"); {
	case up && !down:
		p.Better = "higher"
	case down && !up:
		p.Better = "lower"
	}
	p.boldness()
	if m.Share {
		p.Range = []float64{0, 1}
		if p.percent() {
			p.Range[1] = 100
		}
		p.assume("%s lies between 0 and %v", m.Name, p.Range[1])
	}
}

// value reads a cell of a panel.
func value(text string) (x float64, bold, ok bool) {
	inner, bold := strings.CutPrefix(text, "**")
	inner, _, _ = strings.Cut(strings.TrimSuffix(inner, "**"), "±")
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(inner, "%"), ",", ""), 64)
	return x, bold, err == nil
}

// percent tells whether shares are reported as percentages: most of the numbers are above one.
func (p *Panel) percent() bool {
	above := 0 // one, less those that are not
	for _, r := range p.Rows {
		if KindOf(r.Name) != Data && KindOf(r.Name) != Average {
			continue
		}
		for _, c := range r.Cells {
			switch x, _, ok := value(c); {
			case ok && x > 1:
				above++
			case ok:
				above--
			}
		}
	}
	return above > 0
}

// boldness finds out whether every row, of each group of columns that compete, has a bold number.
func (p *Panel) boldness() {
	groups := p.Groups
	if len(groups) == 0 {
		groups = [][]string{p.Columns}
	}
	lines, marked := 0, 0
	for _, r := range p.Rows {
		if k := KindOf(r.Name); k != Data && k != Average {
			continue
		}
		for _, g := range groups {
			numbers, strong := 0, 0
			for k, c := range r.Cells {
				if _, bold, ok := value(c); ok && slices.Contains(g, p.Columns[k]) {
					if numbers++; bold {
						strong = 1
					}
				}
			}
			if numbers > 1 {
				lines, marked = lines+1, marked+strong
			}
		}
	}
	switch {
	case marked == 0:
	case marked == lines:
		p.Bold = "row"
	default:
		p.Bold = "partial"
	}
}
