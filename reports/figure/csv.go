package figure

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"nmfrepro/reports"
)

// columns are those of the file; their names and order are a promise.
var columns = []string{"figure", "plot", "series", "kind", "x", "y", "low", "high", "value", "name"}

// CSV writes the points behind f, one a row, at full precision: those of the series (value is z for points in space), the
// paper's marks, the pixels of images (x is the column and y the row, from 1, or their places on the axes), the
// mean ranks of rankings (x; low and high are a critical difference away). What is not known is empty.
func CSV(w io.Writer, f reports.Figure) error {
	if err := f.Check(); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for i, p := range f.Plots {
		r := &rows{out: out, figure: f.Address, plot: plotName(f, i)}
		r.series(p.Series)
		for _, m := range p.Marks {
			r.add("mark", m.Label, point{x: m.X, y: m.Y, low: none, high: none, value: none})
		}
		r.image(p.Image)
		r.ranking(p.Ranking)
		if r.err != nil {
			return r.err
		}
	}
	out.Flush()
	return out.Error()
}

// none is a number that is not known.
var none = math.NaN()

// point is what a row tells of a point.
type point struct {
	x, y, low, high, value float64
	name                   string
}

// rows writes the rows of one plot; after an error it writes no more.
type rows struct {
	out          *csv.Writer
	figure, plot string
	err          error
}

func (r *rows) add(kind, series string, p point) {
	if r.err == nil {
		r.err = r.out.Write([]string{r.figure, r.plot, series, kind, exact(p.x), exact(p.y), exact(p.low), exact(p.high), exact(p.value), p.name})
	}
}

func (r *rows) series(all []reports.Series) {
	for _, s := range all {
		kind := "series"
		if s.Bars {
			kind = "bar"
		}
		for k, x := range s.X {
			p := point{x: x, y: s.Y[k], low: none, high: none, value: none}
			if len(s.Low) > 0 {
				p.low, p.high = s.Low[k], s.High[k]
			}
			if len(s.Z) > 0 {
				p.value = s.Z[k]
			}
			if len(s.Names) > 0 {
				p.name = s.Names[k]
			}
			r.add(kind, s.Label, p)
		}
	}
}

func (r *rows) image(m *reports.Image) {
	if m == nil {
		return
	}
	for k, v := range m.Values {
		p := point{x: float64(k%m.Cols + 1), y: float64(k/m.Cols + 1), low: none, high: none, value: v}
		if len(m.X) > 0 {
			p.x, p.y = m.X[k%m.Cols], m.Y[k/m.Cols]
		}
		r.add("image", m.Frame, p)
	}
}

func (r *rows) ranking(k *reports.Ranking) {
	if k == nil {
		return
	}
	for i, rank := range k.Ranks {
		p := point{x: rank, y: none, low: none, high: none, value: none}
		if k.Critical > 0 {
			p.low, p.high = rank-k.Critical, rank+k.Critical
		}
		r.add("rank", k.Methods[i], p)
	}
}

// plotName is the title of plot i, or its number if the title is empty or not the only one of its kind.
func plotName(f reports.Figure, i int) string {
	number := strconv.Itoa(i + 1)
	title := f.Plots[i].Title
	if title == "" {
		return number
	}
	for k, p := range f.Plots {
		if k != i && p.Title == title {
			return title + " #" + number
		}
	}
	return title
}

// exact formats v so that it is read back to the last bit; what is not a number is empty.
func exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
