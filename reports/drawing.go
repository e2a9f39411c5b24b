package reports

import (
	"slices"

	"nmfrepro/reports/list"
)

// Figure is a figure of a paper before drawing: plots with the points that were computed and the paper's own numbers as
// reference marks.
type Figure struct {
	Address   string // paper/figure
	Paper     string
	Key       string
	Title     string
	Cite      string
	Columns   int // plots side by side; 0 lets the renderer choose
	Plots     []Plot
	Profile   string   // of the runs behind it
	Published string   // what the paper's figure shows, in words
	Notes     []string // profile, replicates, data used, deviations, what is missing
}

// Plot is one pair of axes, or one image, one ranking, one forest or one curve. Series with Z make it a picture of space.
type Plot struct {
	Title   string
	X, Y, Z Axis
	Equal   bool // one unit is as long on all axes, for pictures of distances; not for logarithmic axes
	Series  []Series
	Links   []Link
	Marks   []Mark
	Image   *Image   // instead of series, with or without axes
	Ranking *Ranking // instead of series
	Forest  *Forest  // instead of series
	Curve   *Curve   // instead of series
	Bands   string   // what bands and bars are; mean ± deviation if empty
	Status  Status   // ok, or why there is nothing to draw
	Note    string   // reason of a status other than ok
}

// Axis is one axis of a plot.
type Axis struct {
	Label     string
	Log       bool
	Names     []string // of the places 1, 2, … of an axis that has names in place of numbers
	Low, High *float64 // the least and the greatest possible value, where bands end; nil where there is none
}

// Series is one curve: Y over X, with a band from Low to High where both are given (see Plot.Bands).
type Series struct {
	Label     string
	X, Y      []float64
	Z         []float64 // for points in space; nil in the plane
	Low, High []float64
	Names     []string // of the points, written beside them; nil for none
	Points    bool     // markers without a line
	Bars      bool     // bars from zero; those of several series stand side by side
}

// Link is a dotted line between two points of a series, with a label such as their distance.
type Link struct {
	Series   int // by index
	From, To int // points of the series, by index
	Label    string
}

// Mark is a number that the paper prints: a point, or a line across the plot where one coordinate is NaN. One with the label
// of a series of bars belongs to that series' bar.
type Mark struct {
	Label string
	X, Y  float64
}

// Image is a matrix, row by row from the top. Without a scale it is drawn in grey from the least value (white) to the
// greatest (black), or the other way round where Light is true, as photographs are.
type Image struct {
	Rows, Cols int
	Values     []float64
	Light      bool
	Frame      string       // group that the image belongs to: a frame of its colour, named in the legend
	Scale      *ColourScale // a heat map with a scale bar
	X, Y       []float64    // places of the columns and rows on axes, both rising or falling, or neither given
}

// ColourScale makes an image a heat map, from light (low) to dark.
type ColourScale struct {
	Label     string
	Low, High float64 // ends of the bar; equal: those of the values
}

// Ranking is a critical-difference diagram: methods by their mean rank over data sets, 1 the best.
type Ranking struct {
	Methods  []string
	Ranks    []float64
	Critical float64 // ranks that differ by less are not told apart; 0 if not known
	Groups   [][]int // methods, by index, that a bar joins
}

// Forest is rows as intervals around zero, and the tolerance within which a difference counts as none.
type Forest struct {
	Rows      []ForestRow
	Tolerance float64
}

// ForestRow is a difference with its interval, for instance of a method by a metric, ours less the reported number. Neighbours of
// one group share a heading.
type ForestRow struct {
	Group, Label   string
	Low, Mid, High float64
	Verdict        string // one of Kinds
}

// Curve is a specification curve: what a conclusion is under each reading of a protocol, from the least effect to the greatest, and which
// choices each reading has in place of those that were chosen.
type Curve struct {
	Readings  []Reading
	Tolerance float64 // shaded around zero; 0 for none
}

// Choices are those of all readings, each once: the lines below the curve.
func (c Curve) Choices() (all []string) {
	for _, r := range c.Readings {
		all = list.AppendUnique(all, r.Choices...)
	}
	slices.Sort(all)
	return all
}

// Sign is that of the row's verdict.
func (r ForestRow) Sign() string { return signOf(r.Verdict) }
