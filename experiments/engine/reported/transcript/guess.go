package transcript

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

var notKey = regexp.MustCompile(`[^a-z0-9]+`)

// finish names the panels and infers what a reader sees at a glance: the metric, its direction, the range, boldface.
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
	if strings.Contains(title+caption, "↓") && !strings.Contains(title+caption, "↑") {
		p.Better = "lower"
	}
	p.direction()
	if m.Share {
		p.Range = []float64{0, 1}
		if p.percent() {
			p.Range[1] = 100
		}
		p.assume("%s lies between 0 and %v", m.Name, p.Range[1])
	}
	p.decimals()
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

// extremes returns the greatest and the least of the n numbers of a row in some columns, and the first bold one, if one is.
func (p *Panel) extremes(r Row, columns []string) (high, low, strong float64, n int, bold bool) {
	for k, c := range r.Cells {
		x, b, ok := value(c)
		if !ok || !slices.Contains(columns, p.Columns[k]) {
			continue
		}
		if n == 0 {
			high, low = x, x
		}
		high, low, n = max(high, x), min(low, x), n+1
		if b && !bold {
			strong, bold = x, true
		}
	}
	return high, low, strong, n, bold
}

// direction infers from the boldface which numbers are the better ones, and whether every row has some.
func (p *Panel) direction() {
	groups := p.Groups
	if len(groups) == 0 {
		groups = [][]string{p.Columns}
	}
	var lines, marked, greatest, least int
	for _, r := range p.Rows {
		if k := KindOf(r.Name); k != Data && k != Average {
			continue
		}
		for _, g := range groups {
			high, low, strong, n, bold := p.extremes(r, g)
			if n < 2 {
				continue
			}
			lines++
			if !bold {
				continue
			}
			marked++
			if strong == high {
				greatest++
			}
			if strong == low {
				least++
			}
		}
	}
	if marked == 0 {
		return
	}
	p.Bold = "partial"
	if marked == lines {
		p.Bold = "row"
	}
	if p.Better != "" {
		return
	}
	const most, few = 0.75, 3
	for _, d := range []struct {
		word string
		n    int
	}{{"higher", greatest}, {"lower", least}} {
		if marked >= few && float64(d.n) >= most*float64(marked) && greatest != least {
			p.Better = d.word
			p.assume("bold numbers are the best, and %s is better: so it is in %d of %d rows", d.word, d.n, marked)
		}
	}
}

// decimals finds out whether trailing zeros were dropped: there are shorter numbers, and none of the long ones ends in 0.
func (p *Panel) decimals() {
	longest := 0
	var fractions []string
	for _, r := range p.Rows {
		if KindOf(r.Name) != Data {
			continue
		}
		for _, c := range r.Cells {
			c, _, _ = strings.Cut(strings.Trim(c, "*"), "±")
			if c != "" {
				_, fraction, _ := strings.Cut(strings.TrimSuffix(c, "%"), ".")
				fractions, longest = append(fractions, fraction), max(longest, len(fraction))
			}
		}
	}
	full := list.Filter(fractions, func(f string) bool { return len(f) == longest })
	zeros := slices.ContainsFunc(full, func(f string) bool { return strings.HasSuffix(f, "0") })
	const few = 10
	if shorter := len(fractions) - len(full); !zeros && shorter > 0 && len(full) >= few && shorter <= len(full)/2 {
		p.Decimals = longest
		p.assume("trailing zeros were dropped: of %d numbers with %d decimals none ends in 0, %d are shorter", len(full), longest, shorter)
	}
}
