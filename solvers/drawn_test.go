package solvers_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/twister"
)

// W of two rows and H of three columns, at rank 2, begin with the first fractions of MATLAB: W is filled by columns, H too, which is by
// rows of Ht.
func TestDrawnFactors(t *testing.T) {
	p := solvers.Problem{X: matrix.FromDense(mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 10})), Rank: 2}
	u := make([]float64, 10)
	five := twister.Seeded{Generator: twister.MT19937, Seed: 5489, Draw: twister.MATLAB}
	for stream, i := five.New(), 0; i < len(u); i++ {
		u[i] = stream.Float64()
	}
	for _, tt := range []struct {
		name  string
		drawn solvers.Drawn
		w, ht []float64
		times float64
	}{
		{"W H", solvers.Drawn{Seeded: five}, []float64{u[0], u[2], u[1], u[3]}, u[4:], 1},
		{"W Ht", solvers.Drawn{Seeded: five, Order: "W Ht"}, []float64{u[0], u[2], u[1], u[3]}, []float64{u[4], u[7], u[5], u[8], u[6], u[9]}, 1},
		{"H W", solvers.Drawn{Seeded: five, Order: "H W"}, []float64{u[6], u[8], u[7], u[9]}, u[:6], 1},
		{"largest", solvers.Drawn{Seeded: five, UpTo: "largest"}, []float64{u[0], u[2], u[1], u[3]}, u[4:], 10},
		{"numpy", solvers.Drawn{Seeded: twister.Seeded{Generator: twister.MT19937, Seed: 5489, Draw: twister.NumPy}}, u[:4],
			[]float64{u[4], u[7], u[5], u[8], u[6], u[9]}, 1},
	} {
		f, err := tt.drawn.Factors(&solvers.NMF{}, p, tt.drawn.New())
		if err != nil {
			t.Fatal(err)
		}
		want := solvers.Factors{W: mat.NewDense(2, 2, tt.w), Ht: mat.NewDense(3, 2, tt.ht)}
		var w, ht mat.Dense
		w.Scale(tt.times, want.W)
		ht.Scale(tt.times, want.Ht)
		if !mat.Equal(f.W, &w) || !mat.Equal(f.Ht, &ht) {
			t.Errorf("%s: W %v, Ht %v, want %v and %v", tt.name, mat.Formatted(f.W), mat.Formatted(f.Ht), mat.Formatted(&w), mat.Formatted(&ht))
		}
	}
}

// A second call draws the second start, and unit lengths keep the model.
func TestDrawnUnit(t *testing.T) {
	p := solvers.Problem{X: matrix.FromDense(mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 10})), Rank: 2}
	d := solvers.Drawn{Seeded: twister.Seeded{Generator: twister.MT19937, Seed: 5489, Draw: twister.MATLAB}, Order: "W Ht"}
	stream, again := d.New(), d.New()
	for range 2 {
		plain, _ := d.Factors(&solvers.NMF{}, p, stream)
		d.Unit = "w"
		unit, err := d.Factors(&solvers.NMF{}, p, again)
		if err != nil {
			t.Fatal(err)
		}
		d.Unit = ""
		var a, b mat.Dense
		a.Mul(plain.W, plain.Ht.T())
		b.Mul(unit.W, unit.Ht.T())
		if !mat.EqualApprox(&a, &b, 1e-14) {
			t.Error("the model changes")
		}
		for k := range 2 {
			if n := mat.Norm(unit.W.ColView(k), 2); n < 1-1e-15 || n > 1+1e-15 {
				t.Errorf("column %d has length %v", k, n)
			}
		}
	}
	if first, _ := d.Factors(&solvers.NMF{}, p, d.New()); first.W.At(0, 0) == stream.Float64() {
		t.Error("the stream stands still")
	}
}
