package csvmat

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"
)

// ReadInts reads a matrix of whole numbers (labels, constraint triples) with the given number of columns.
func ReadInts(r io.Reader, name string, cols int) ([][]int, error) {
	a, err := Read(r, name)
	if err != nil {
		return nil, err
	}
	m, n := a.Dims()
	if n != cols {
		return nil, &SyntaxError{Name: name, Line: 1, Col: 1, Msg: fmt.Sprintf("found %d values a line, want %d", n, cols)}
	}
	out := make([][]int, m)
	for i := range out {
		if out[i], err = wholeRow(a, name, i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// maxInt is the first magnitude at which float64 no longer tells neighbours apart.
const maxInt = 1 << 53

func wholeRow(a *mat.Dense, name string, i int) ([]int, error) {
	row := a.RawRowView(i)
	out := make([]int, len(row))
	for j, v := range row {
		if v <= -maxInt || v >= maxInt || v != float64(int(v)) {
			return nil, &SyntaxError{Name: name, Line: i + 1, Col: 1, Msg: fmt.Sprintf("found %v as value %d, want a whole number between -2^53 and 2^53", v, j+1)}
		}
		out[j] = int(v)
	}
	return out, nil
}
