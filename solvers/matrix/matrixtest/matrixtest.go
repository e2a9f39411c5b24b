// Package matrixtest serves tests: it reads matrices from golden files and puts them into the storages that methods honour.
package matrixtest

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Rows reads comma-separated numbers, not as strictly as the program does, and not by its code. Rows may differ in length; lines
// from # on are comments.
func Rows(t testing.TB, path ...string) [][]float64 {
	t.Helper()
	f, err := os.Open(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord, r.Comment = -1, '#'
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]float64, len(records))
	for i, record := range records {
		for _, text := range record {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatalf("%s: %v", f.Name(), err)
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

// Read reads a matrix.
func Read(t testing.TB, path ...string) *mat.Dense {
	t.Helper()
	rows := Rows(t, path...)
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			t.Fatalf("%s: row %d has %d values, want %d", filepath.Join(path...), i+1, len(row), len(rows[0]))
		}
		a.SetRow(i, row)
	}
	return a
}

// KKT returns ‖min(F, ∇F)‖ over the factors given as pairs of a factor and its gradient: 0 exactly at a point that meets the first-order
// conditions F ≥ 0, ∇F ≥ 0, F.*∇F = 0.
func KKT(pairs ...[2]*mat.Dense) float64 {
	var sum float64
	for _, pair := range pairs {
		g := pair[1].RawMatrix().Data
		for i, v := range pair[0].RawMatrix().Data {
			sum += min(v, g[i]) * min(v, g[i])
		}
	}
	return math.Sqrt(sum)
}

// Golden reads a matrix of testdata/golden.
func Golden(t testing.TB, path ...string) *mat.Dense {
	t.Helper()
	return Read(t, append([]string{"testdata", "golden"}, path...)...)
}

// Sparse stores x without its zeros.
func Sparse(t testing.TB, x mat.Matrix) *matrix.CSR {
	t.Helper()
	m, n := x.Dims()
	c, err := matrix.NewCSR(m, n, entries(x, func(v float64) bool { return v != 0 }))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Masked stores x with the entries that are NaN unknown.
func Masked(t testing.TB, x mat.Matrix) *matrix.Masked {
	t.Helper()
	m, n := x.Dims()
	k, err := matrix.NewMasked(m, n, entries(x, func(v float64) bool { return !math.IsNaN(v) }))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func entries(x mat.Matrix, keep func(float64) bool) []matrix.Triplet {
	var list []matrix.Triplet
	m, n := x.Dims()
	for i := range m {
		for j := range n {
			if v := x.At(i, j); keep(v) {
				list = append(list, matrix.Triplet{Row: i, Col: j, Value: v})
			}
		}
	}
	return list
}
