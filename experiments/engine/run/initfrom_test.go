package run

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// A method starts from the better of the clusterings that the other methods' own units end with.
func TestInitFrom(t *testing.T) {
	_, p, st := startRun(t)
	ends := map[string]float64{}
	var pnmf *Unit
	for _, j := range p.Units {
		rec, ok := st.Get(j)
		if !ok || rec.Status != result.OK {
			t.Fatalf("%s on %s: %s", j.Unit.Method, j.Unit.Dataset, rec.Reason)
		}
		if j.Unit.Replicate == 1 && j.Unit.Dataset == "iris" {
			ends[j.Unit.Method] = rec.Trace[len(rec.Trace)-1].Objective
			if j.Unit.Method == "pnmf" {
				pnmf = j
			}
		}
	}
	if len(pnmf.Unit.InitFrom) != 2 || !strings.HasPrefix(pnmf.Unit.InitFrom[0], "pod ") {
		t.Fatalf("init_from = %q", pnmf.Unit.InitFrom)
	}
	data, err := pnmf.sample()
	if err != nil {
		t.Fatal(err)
	}
	f, err := pnmf.start(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	n, r := f.Ht.Dims()
	labels := make([]int, n)
	for i, row := range f.Ht.RawMatrix().Data {
		if v := row; v == 1.2 {
			labels[i/r] = i % r
		} else if v != 0.2 {
			t.Fatalf("entry %d of the start is %v, want 0.2 or 1.2", i, v)
		}
	}
	if !mat.Equal(f.Ht, solvers.Indicators(labels, r, 0.2)) {
		t.Fatal("the start is no indicator matrix plus 0.2")
	}
	if got, want := energy(data.X, labels, r), min(ends["pod"], ends["kk"]); math.Abs(got-want) > 1e-9*want {
		t.Errorf("starts from clusters of energy %v, want %v (%v)", got, want, ends)
	}
}

// energy is the sum of squared distances to the cluster means.
func energy(x matrix.Matrix, labels []int, r int) float64 {
	m, n := x.Dims()
	means, sizes := mat.NewDense(m, r, nil), make([]float64, r)
	for j := range n {
		sizes[labels[j]]++
		for i := range m {
			means.Set(i, labels[j], means.At(i, labels[j])+x.At(i, j))
		}
	}
	var sum float64
	for j := range n {
		for i := range m {
			d := x.At(i, j) - means.At(i, labels[j])/sizes[labels[j]]
			sum += d * d
		}
	}
	return sum
}
