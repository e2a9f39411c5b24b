package figure

import (
	"maps"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// entry is a line of the legend. Its sample shows what the plots do: a band, a line, a marker.
type entry struct {
	label              string
	look               canvas.Look
	band, line, marker bool
	bar, frame         bool
	stem               bool // the bar is a stem somewhere: hatching would not be found again
	paper              bool // the marker is the paper's diamond, the line the paper's
	text               canvas.Placed
	at                 vg.Point // middle of the sample's left edge
}

// legend names the methods and marks of all plots of a figure, once each.
type legend struct {
	entries []entry
	box     vg.Rectangle
	looks   map[string]canvas.Look
	numbers map[string]int // of the looks that are given, by label
	// errorBars tells that bands are error bars.
	errorBars bool
}

// newLegend gives every label the look that the figure has for it, and the others the next free ones, in order of appearance. A series
// without a label has that of its place in the plot.
func newLegend(charts []*chart, given map[string]int) *legend {
	l := &legend{looks: map[string]canvas.Look{}, numbers: given}
	for _, c := range charts {
		if c.shape == empty {
			continue
		}
		for _, s := range c.plot.Series {
			l.addSeries(s)
		}
		if c.plot.Slope != nil { // whose lines are named at their ends
			for _, label := range moving(c.plot.Slope) {
				if _, known := l.looks[label]; !known {
					l.newLook(label)
				}
			}
		}
		if m := c.plot.Image; m != nil && m.Frame != "" {
			l.entries[l.entry(m.Frame)].frame = true
		}
	}
	l.addMarks(charts)
	return l
}

func (l *legend) addSeries(s result.Series) {
	if s.Label == "" {
		return
	}
	e := &l.entries[l.entry(s.Label)]
	if s.Bars {
		e.bar = true
		return
	}
	e.marker = true
	e.line = e.line || !s.Points
	e.band = e.band || !s.Points && len(s.Low) > 0
}

// entry returns the index of the entry of that label, a new one if it is not there yet.
func (l *legend) entry(label string) int {
	i := slices.IndexFunc(l.entries, func(e entry) bool { return e.label == label })
	if i < 0 {
		i = len(l.entries)
		l.newLook(label)
		l.entries = append(l.entries, entry{label: label, look: l.looks[label]})
	}
	return i
}

// newLook gives a label its look.
func (l *legend) newLook(label string) {
	at, given := l.numbers[label]
	if !given {
		taken := map[int]bool{}
		for _, k := range l.numbers {
			taken[k] = true
		}
		for taken[at] {
			at++
		}
		l.numbers = maps.Clone(l.numbers)
		if l.numbers == nil {
			l.numbers = map[string]int{}
		}
		l.numbers[label] = at
	}
	l.looks[label] = canvas.NewLook(at)
}

// addMarks explains the paper's marks: those of methods, and unnamed ones, by one entry; other diamonds, which need telling
// apart, by one each. Other lines bear their name.
func (l *legend) addMarks(charts []*chart) {
	series := l.entries
	paper := entry{label: paperLabel, look: blackLook, paper: true}
	for _, c := range charts {
		if c.shape == empty || c.shape == curve { // whose lines all bear their names
			continue
		}
		for _, m := range c.plot.Marks {
			switch kind := c.markKind(m); {
			case c.ofMethod(m):
				paper.marker = true
			case kind == verticalMark, kind == horizontalMark:
				paper.line = paper.line || !c.plot.Places
			case kind == pointMark:
				if m.Label == "" || m.Label == paperLabel || slices.ContainsFunc(series, func(e entry) bool { return e.label == m.Label }) {
					paper.marker = true
				} else if _, ok := l.looks[m.Label]; !ok {
					l.newLook(m.Label)
					l.entries = append(l.entries, entry{label: paperLabel + ": " + m.Label, look: l.looks[m.Label], marker: true, paper: true})
				}
			}
		}
	}
	if paper.line || paper.marker {
		l.entries = append(l.entries, paper)
	}
}

// paperLabel is what the legend calls the paper's numbers.
const paperLabel = "paper"

// blackLook is that of the paper's numbers which belong to no method.
var blackLook = canvas.Look{Color: canvas.Black}

// look returns that of a label; of one that the legend does not have, another.
func (l *legend) look(label string, otherwise canvas.Look) canvas.Look {
	if k, ok := l.looks[label]; ok {
		return k
	}
	return otherwise
}

// setStems notes whose bars are too narrow for hatching, once their widths are known.
func (l *legend) setStems(charts []*chart) {
	for _, c := range charts {
		for _, s := range c.plot.Series {
			if c.shape == axes && s.Bars && s.Label != "" && c.hasStems() {
				l.entries[l.entry(s.Label)].stem = true
			}
		}
	}
}

// measure lays the entries out in so many columns, their texts broken at width, and returns the size of the whole with the
// widths of the columns and the heights of the rows.
func (l *legend) measure(columns int, width vg.Length) (size vg.Point, widths, heights []vg.Length) {
	rows := (len(l.entries) + columns - 1) / columns
	widths, heights = make([]vg.Length, columns), make([]vg.Length, rows)
	for i, e := range l.entries {
		w, h := canvas.NewText(e.label, canvas.Body, width).Size()
		widths[i%columns] = max(widths[i%columns], sampleWidth+2*canvas.TextGap+w)
		heights[i/columns] = max(heights[i/columns], h+2)
	}
	return vg.Point{X: sum(widths) + vg.Length(columns-1)*legendSpace, Y: sum(heights)}, widths, heights
}

func sum(lengths []vg.Length) (s vg.Length) {
	for _, v := range lengths {
		s += v
	}
	return s
}

// place puts the legend into so many columns, its upper left corner at (x, y).
func (l *legend) place(columns int, width, x, y vg.Length) {
	size, widths, heights := l.measure(columns, width)
	l.box = vg.Rectangle{Min: vg.Point{X: x, Y: y - size.Y}, Max: vg.Point{X: x + size.X, Y: y}}
	left, top := x, y
	for i := range l.entries {
		e := &l.entries[i]
		column, row := i%columns, i/columns
		if column == 0 {
			left = x
		}
		t := canvas.NewText(e.label, canvas.Body, width)
		_, line := canvas.NewText("x", canvas.Body, 0).Size()
		e.at = vg.Point{X: left, Y: top - 1 - line/2}
		e.text = canvas.Place(t, left+sampleWidth+2*canvas.TextGap, top-1, 0, 1)
		left += widths[column] + legendSpace
		if column == columns-1 {
			top -= heights[row]
		}
	}
}

// columnsFor returns how many columns fit.
func (l *legend) columnsFor(room vg.Length) int {
	for n := len(l.entries); n > 1; n-- {
		if size, _, _ := l.measure(n, min(room, 2*legendText)); size.X <= room {
			return n
		}
	}
	return 1
}
