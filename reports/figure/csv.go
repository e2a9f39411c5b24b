package figure

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"nmfrepro/experiments/result"
)

// CSV writes the points behind f, one a row, at full precision: those of the series, the paper's marks, and the pixels of
// images (x is the column and y the row, from 1). What is not known is empty. Names and order of the columns are a promise.
func CSV(w io.Writer, f result.Figure) error {
	if err := check(f); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	row := func(plot, series, kind string, numbers ...float64) error {
		line := []string{f.Address, plot, series, kind, "", "", "", "", ""}
		for i, v := range numbers {
			line[4+i] = exact(v)
		}
		return out.Write(line)
	}
	if err := out.Write([]string{"figure", "plot", "series", "kind", "x", "y", "low", "high", "value"}); err != nil {
		return err
	}
	nan := math.NaN()
	for i, p := range f.Plots {
		name := plotName(f, i)
		for _, s := range p.Series {
			for k, x := range s.X {
				low, high := nan, nan
				if len(s.Low) > 0 {
					low, high = s.Low[k], s.High[k]
				}
				if err := row(name, s.Label, "series", x, s.Y[k], low, high); err != nil {
					return err
				}
			}
		}
		for _, m := range p.Marks {
			if err := row(name, m.Label, "mark", m.X, m.Y); err != nil {
				return err
			}
		}
		if m := p.Image; m != nil {
			for k, v := range m.Values {
				if err := row(name, "", "image", float64(k%m.Cols+1), float64(k/m.Cols+1), nan, nan, v); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// plotName is the title of plot i, or its number if the title is empty or not the only one of its kind.
func plotName(f result.Figure, i int) string {
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
