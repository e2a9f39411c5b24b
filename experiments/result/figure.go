package result

// Figure is a figure of a paper before drawing: plots with the points that were computed and the paper's own numbers as
// reference marks.
type Figure struct {
	Address string // paper/figure
	Paper   string
	Key     string
	Title   string
	Cite    string
	Columns int // plots side by side; 0 lets the renderer choose
	Plots   []Plot
	Notes   []string // profile, replicates, data used, deviations, what is missing
}

// Plot is one pair of axes, or one image.
type Plot struct {
	Title  string
	X, Y   Axis
	Series []Series
	Marks  []Mark
	Image  *Image // instead of series
	Status Status // ok, or why there is nothing to draw
	Note   string // reason of a status other than ok
}

// Axis is one axis of a plot.
type Axis struct {
	Label string
	Log   bool
}

// Series is one curve: Y over X, with a band from Low to High where both are given (mean ± deviation).
type Series struct {
	Label     string
	X, Y      []float64
	Low, High []float64
	Points    bool // markers without a line
}

// Mark is a number that the paper prints: a point, or a line across the plot where one coordinate is NaN.
type Mark struct {
	Label string
	X, Y  float64
}

// Image is a matrix of grey levels, row by row, drawn from the least value (white) to the greatest (black), or the other
// way round where Light is true, as photographs are.
type Image struct {
	Rows, Cols int
	Values     []float64
	Light      bool
}
