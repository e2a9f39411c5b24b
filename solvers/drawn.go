package solvers

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/twister"
)

// Drawn is a start as another program draws it: fractions of a seeded generator, W and H one after the other. MATLAB and R fill a
// matrix column by column, NumPy row by row.
type Drawn struct {
	twister.Seeded `yaml:",inline"`

	Order string `yaml:"order,omitempty" words:"order" doc:"factors in the order in which they are drawn, and whether H is r×n or Ht n×r when it is filled: 'W H' (default), 'H W', 'W Ht' or 'Ht W'"`
	UpTo  string `yaml:"up-to,omitempty" words:"up-to" doc:"what the fractions are multiplied by: one (default), or largest, the largest entry of X"`
	Unit  string `yaml:"unit,omitempty" words:"unit" doc:"factor that is brought to length 1 after it was drawn: w (its columns, H in turn); none by default"`
}

// What the keys of Drawn may say, the default first.
var (
	DrawnOrders = []string{"W H", "H W", "W Ht", "Ht W"}
	DrawnUpTo   = []string{"one", "largest"}
	DrawnUnits  = []string{"w"}
)

// Validate reports what no start could have.
func (d Drawn) Validate() error {
	if err := d.Seeded.Validate(); err != nil {
		return err
	}
	for _, key := range []struct {
		name, value string
		choices     []string
	}{{"order", d.Order, DrawnOrders}, {"up-to", d.UpTo, DrawnUpTo}, {"unit", d.Unit, DrawnUnits}} {
		if key.value != "" && !slices.Contains(key.choices, key.value) {
			return fmt.Errorf("%s = %q, want %s", key.name, key.value, quotedList(key.choices))
		}
	}
	return nil
}

// Factors draws the factors of s on p from where the stream stands, so that a second call draws the second start. A factor that the
// method does not have is not drawn.
func (d Drawn) Factors(s Solver, p Problem, stream *twister.Stream) (Factors, error) {
	if err := d.Validate(); err != nil {
		return Factors{}, fmt.Errorf("solvers: init: %w", err)
	}
	rows, cols := s.Rows(p.X.Dims())
	top := 1.
	if d.UpTo == "largest" {
		top = largest(p.X)
	}
	var f Factors
	first, second := "W", "H"
	if _, err := fmt.Sscan(cmp.Or(d.Order, DrawnOrders[0]), &first, &second); err != nil {
		return f, fmt.Errorf("solvers: init: order = %q: %w", d.Order, err)
	}
	for _, name := range []string{first, second} {
		switch name {
		case "W":
			f.W = filled(rows, p.Rank, top, d.Draw == twister.NumPy, stream)
		case "Ht":
			f.Ht = filled(cols, p.Rank, top, d.Draw == twister.NumPy, stream)
		default: // column by column of H is row by row of Ht
			f.Ht = filled(cols, p.Rank, top, d.Draw != twister.NumPy, stream)
		}
	}
	if d.Unit == "w" && f.W != nil {
		unitLengths(f)
	}
	return f, nil
}

// filled returns a tall matrix of fractions times top, drawn row by row or column by column; nil for no rows.
func filled(rows, rank int, top float64, byRow bool, stream *twister.Stream) *mat.Dense {
	if rows == 0 {
		return nil
	}
	a := mat.NewDense(rows, rank, nil)
	outer, inner := rank, rows
	if byRow {
		outer, inner = rows, rank
	}
	for i := range outer {
		for j := range inner {
			if u := top * stream.Float64(); byRow {
				a.Set(i, j, u)
			} else {
				a.Set(j, i, u)
			}
		}
	}
	return a
}

// unitLengths brings the columns of W to length 1, and multiplies those of Ht in turn.
func unitLengths(f Factors) {
	_, r := f.W.Dims()
	lengths := list.Map(list.Upto(r), func(k int) float64 { return max(tinyDenominator, mat.Norm(f.W.ColView(k), 2)) })
	f.W.Apply(func(_, k int, v float64) float64 { return v / lengths[k] }, f.W)
	if f.Ht != nil {
		f.Ht.Apply(func(_, k int, v float64) float64 { return v * lengths[k] }, f.Ht)
	}
}
