package figure

import (
	"gonum.org/v1/plot/vg"

	"nmfrepro/experiments/result"
)

// entryKind is what the sample of a legend's entry shows.
type entryKind int

const (
	curveEntry entryKind = iota
	pointsEntry
	diamondEntry
	paperLineEntry
)

// entry is a line of the legend.
type entry struct {
	label string
	kind  entryKind
	look  look
	band  bool
	text  placed
	at    vg.Point // middle of the sample's left edge
}

// legend names the methods and marks of all plots of a figure, once each.
type legend struct {
	entries []entry
	box     vg.Rectangle
	looks   map[string]look
}

// newLegend gives every label its look, in order of appearance. A series without a label has that of its place in the plot.
func newLegend(charts []*chart) *legend {
	l := &legend{looks: map[string]look{}}
	for _, c := range charts {
		if c.reason != "" {
			continue
		}
		for _, s := range c.plot.Series {
			l.addSeries(s)
		}
	}
	l.addMarks(charts)
	return l
}

func (l *legend) addSeries(s result.Series) {
	if s.Label == "" {
		return
	}
	kind := curveEntry
	if s.Points {
		kind = pointsEntry
	}
	if _, ok := l.looks[s.Label]; !ok {
		l.looks[s.Label] = newLook(len(l.looks))
		l.entries = append(l.entries, entry{label: s.Label, kind: kind, look: l.looks[s.Label], band: len(s.Low) > 0})
		return
	}
	for i := range l.entries {
		if e := &l.entries[i]; e.label == s.Label {
			e.band = e.band || len(s.Low) > 0
			e.kind = min(e.kind, kind) // a line somewhere is a line in the legend
		}
	}
}

// addMarks explains the paper's marks: those of methods, and unnamed ones, by one entry for diamonds and one for lines;
// other diamonds, which need telling apart, by one each. Other lines bear their name.
func (l *legend) addMarks(charts []*chart) {
	known := len(l.looks)
	var diamonds, lines bool
	for _, c := range charts {
		if c.reason != "" {
			continue
		}
		for _, m := range c.plot.Marks {
			kind := c.markKind(m)
			lines = lines || kind == verticalMark || kind == horizontalMark
			if kind != pointMark {
				continue
			}
			if _, ok := l.looks[m.Label]; !ok && m.Label != "" && m.Label != paperLabel {
				l.looks[m.Label] = newLook(len(l.looks))
				l.entries = append(l.entries, entry{label: paperLabel + ": " + m.Label, kind: diamondEntry, look: l.looks[m.Label]})
			} else if m.Label == "" || m.Label == paperLabel || l.isSeries(m.Label, known) {
				diamonds = true
			}
		}
	}
	plain := look{color: black}
	if diamonds {
		l.entries = append(l.entries, entry{label: paperLabel, kind: diamondEntry, look: plain})
	}
	if lines {
		l.entries = append(l.entries, entry{label: paperLabel, kind: paperLineEntry, look: plain})
	}
}

// paperLabel is what the legend calls the paper's numbers.
const paperLabel = "paper"

// isSeries tells whether label is one of the first so many entries, which are those of series.
func (l *legend) isSeries(label string, series int) bool {
	for i, e := range l.entries {
		if i < series && e.label == label {
			return true
		}
	}
	return false
}

// look of series i of a plot.
func (l *legend) series(s result.Series, i int) look {
	if k, ok := l.looks[s.Label]; ok {
		return k
	}
	return newLook(i)
}

// mark is the look of one of the paper's marks: that of its method, or black.
func (l *legend) mark(m result.Mark) look {
	if k, ok := l.looks[m.Label]; ok {
		return k
	}
	return look{color: black}
}

// size lays the entries out in so many columns, their texts broken at width, and returns the size of the whole.
func (l *legend) size(columns int, width vg.Length) (w, h vg.Length) {
	widths, heights := l.measure(columns, width)
	for _, v := range widths {
		w += v
	}
	for _, v := range heights {
		h += v
	}
	return w + vg.Length(columns-1)*legendSpace, h
}

func (l *legend) measure(columns int, width vg.Length) (widths, heights []vg.Length) {
	rows := (len(l.entries) + columns - 1) / columns
	widths, heights = make([]vg.Length, columns), make([]vg.Length, rows)
	for i, e := range l.entries {
		w, h := newText(e.label, bodyInk, width).size()
		widths[i%columns] = max(widths[i%columns], sampleWidth+2*textGap+w)
		heights[i/columns] = max(heights[i/columns], h+2)
	}
	return widths, heights
}

// place puts the legend into so many columns, its upper left corner at (x, y).
func (l *legend) place(columns int, width, x, y vg.Length) {
	w, h := l.size(columns, width)
	l.box = vg.Rectangle{Min: vg.Point{X: x, Y: y - h}, Max: vg.Point{X: x + w, Y: y}}
	widths, heights := l.measure(columns, width)
	left, top := x, y
	for i := range l.entries {
		e := &l.entries[i]
		column, row := i%columns, i/columns
		if column == 0 {
			left = x
		}
		t := newText(e.label, bodyInk, width)
		_, line := newText("x", bodyInk, 0).size()
		e.at = vg.Point{X: left, Y: top - 1 - line/2}
		e.text = place(t, left+sampleWidth+2*textGap, top-1, 0, 1)
		left += widths[column] + legendSpace
		if column == columns-1 {
			top -= heights[row]
		}
	}
}

// columnsFor returns how many columns fit.
func (l *legend) columnsFor(room vg.Length) int {
	for n := len(l.entries); n > 1; n-- {
		if w, _ := l.size(n, min(room, 2*legendText)); w <= room {
			return n
		}
	}
	return 1
}
