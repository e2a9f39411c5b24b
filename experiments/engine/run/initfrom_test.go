package run

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// A method starts from the better of the clusterings that the other methods' own runs end with.
func TestInitFrom(t *testing.T) {
	_, p, st := startRun(t)
	ends := map[string]float64{}
	var pnmf *Run
	for _, planned := range p.Runs {
		rec, ok := st.Get(planned)
		if !ok || rec.Status != result.OK {
			t.Fatalf("%s on %s: %s", planned.ID.Method, planned.ID.Dataset, rec.Reason)
		}
		if planned.ID.Replicate == 1 && planned.ID.Dataset == "iris" {
			ends[planned.ID.Method] = rec.Trace[len(rec.Trace)-1].Objective
			if planned.ID.Method == "pnmf" {
				pnmf = planned
			}
		}
	}
	if len(pnmf.ID.InitFrom) != 2 || !strings.HasPrefix(pnmf.ID.InitFrom[0], "pod ") {
		t.Fatalf("init_from = %q", pnmf.ID.InitFrom)
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
