package solvers

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

func TestNumbered(t *testing.T) {
	for _, tt := range []struct {
		labels, want []int
	}{
		{[]int{7, -1, 3, 7, -1, 3, 9}, []int{1, 3, 0, 1, 4, 0, 2}},
		{[]int{-1, -1}, []int{0, 1}},
		{[]int{5, 5}, []int{0, 0}},
	} {
		group, count := numbered(tt.labels)
		if !slices.Equal(group, tt.want) || count != slices.Max(tt.want)+1 {
			t.Errorf("%v: got %v of %d", tt.labels, group, count)
		}
	}
}

// A class starts from its row of the start, or stays where its members agree already.
func TestSpread(t *testing.T) {
	c := newClasses([]int{1, 0, 1, 0}, 2)
	a := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	c.spread(a)
	if want := mat.NewDense(4, 2, []float64{3, 4, 1, 2, 3, 4, 1, 2}); !mat.Equal(a, want) {
		t.Errorf("got %v", mat.Formatted(a))
	}
	before := mat.DenseCopyOf(a)
	if c.spread(a); !mat.Equal(a, before) {
		t.Errorf("a start that obeys the classes became %v", mat.Formatted(a))
	}
}

// By every form, from every storage: members of a class stay equal and no others are, the objective falls at every step, and
// a step leaves the heap alone.
func TestLabelConstrained(t *testing.T) {
	labels := []int{2, -1, 0, 2, 0, -1, 0, 1, 1}
	for _, form := range []SweepForm{ComponentWise, MatrixWise} {
		for _, s := range []Solver{&LCNMF{Form: form, Order: WFirst}, &LCNMFKL{Form: form, Order: WFirst}} {
			x, start := constrainedStart(9)
			var first Factors
			for k, storage := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x), matrixtest.Masked(t, x)} {
				f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
				p := Problem{X: storage, Rank: 3, Labels: labels, Constraints: constraint.Set{W: []constraint.Triplet{{Q: 4, R: 9, S: 0}}}}
				run, err := s.Start(p, f, nil)
				if err != nil {
					t.Fatal(err)
				}
				old := math.Inf(1)
				for step := range 200 {
					if now := run.Objective(); now > old*(1+1e-12) {
						t.Fatalf("%T, %s, storage %d: objective rose from %v to %v in step %d", s, form, k, old, now, step)
					} else {
						old = now
					}
					run.Step()
				}
				for i, a := range labels {
					for j, b := range labels {
						if equal := slices.Equal(f.Ht.RawRowView(i), f.Ht.RawRowView(j)); equal != (i == j || a >= 0 && a == b) {
							t.Errorf("%T, %s: samples %d and %d of classes %d and %d: equal is %v", s, form, i+1, j+1, a, b, equal)
						}
					}
				}
				if !slices.Equal(f.W.RawRowView(4), f.W.RawRowView(9)) {
					t.Errorf("%T, %s: features of one class differ", s, form)
				}
				if k == 0 {
					first = Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
				} else if !mat.EqualApprox(f.W, first.W, 1e-8) || !mat.EqualApprox(f.Ht, first.Ht, 1e-8) {
					t.Errorf("%T, %s: storage %d gives other factors", s, form, k)
				}
				if got := testing.AllocsPerRun(5, run.Step); got != 0 {
					t.Errorf("%T, %s: %v allocations a step", s, form, got)
				}
			}
		}
	}
}

// Triplets stand for the classes that they make, and come before labels.
func TestLabelsFromTriplets(t *testing.T) {
	x, start := constrainedStart(10)
	after := func(p Problem) *mat.Dense {
		f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		p.X, p.Rank = matrix.FromDense(x), 3
		run, err := newLCNMF().Start(p, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			run.Step()
		}
		return f.Ht
	}
	labels, _ := constraint.Labels(someTriplets, 9)
	set := constraint.Set{H: someTriplets}
	want := after(Problem{Labels: labels})
	if !mat.Equal(after(Problem{Constraints: set}), want) || !mat.Equal(after(Problem{Constraints: set, Labels: make([]int, 9)}), want) {
		t.Error("triplets and the classes that they make give different factors")
	}
	both := constraint.Set{W: someTriplets[:1], H: someTriplets}
	for _, alone := range []bool{false, true} {
		f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		run, err := (&LCNMF{Form: ComponentWise, Order: WFirst, Samples: alone}).Start(Problem{X: matrix.FromDense(x), Rank: 3, Constraints: both}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			run.Step()
		}
		if mat.Equal(f.Ht, want) != alone {
			t.Errorf("samples alone %v: W constrained %v", alone, !mat.Equal(f.Ht, want))
		}
	}
	f := Factors{W: start.W, Ht: start.Ht}
	_, err := newLCNMF().Start(Problem{X: matrix.FromDense(x), Rank: 3, Labels: []int{1}}, f, nil)
	if err == nil || !strings.Contains(err.Error(), "1 labels, want one for each of 9 samples") {
		t.Errorf("too few labels: %v", err)
	}
}

// By Algorithm 4 as printed: a row is the sum of those of its labels, as the least squares over Y in V = WYB have it, the
// objective falls at every step from every storage, and where no point is erased or shared nothing differs from unions.
func TestPrintedLabels(t *testing.T) {
	triplets := []constraint.Triplet{{Q: 0, R: 1, S: 4}, {Q: 2, R: 3, S: 4}, {Q: 2, R: 1, S: 4}, {Q: 5, R: 6, S: 0}, {Q: 6, R: 5, S: 0}}
	for _, solver := range []func() Solver{
		func() Solver { return &LCNMF{Form: ComponentWise, Order: WFirst, Printed: true} },
		func() Solver { return &LCNMFKL{Form: ComponentWise, Order: WFirst, Printed: true} },
	} {
		x, start := constrainedStart(9)
		for k, storage := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x), matrixtest.Masked(t, x)} {
			f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
			run, err := solver().Start(Problem{X: storage, Rank: 3, Constraints: constraint.Set{H: triplets, W: triplets[:1]}}, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			old := math.Inf(1)
			for step := range 200 {
				if now := run.Objective(); now > old*(1+1e-12) {
					t.Fatalf("%T, storage %d: objective rose from %v to %v in step %d", solver(), k, old, now, step)
				} else {
					old = now
				}
				run.Step()
			}
			for c := range 3 {
				if math.Abs(f.Ht.At(2, c)-f.Ht.At(0, c)-f.Ht.At(3, c)) > 1e-12 || f.W.At(0, c) != f.W.At(1, c) {
					t.Errorf("%T, storage %d, component %d: sample 3 is not the sum of samples 1 and 4, or features 1 and 2 differ", solver(), k, c+1)
				}
			}
			if slices.Equal(f.Ht.RawRowView(5), f.Ht.RawRowView(6)) {
				t.Errorf("%T, storage %d: a pair in both directions was not parted", solver(), k)
			}
		}
	}
	chain := constraint.Set{H: []constraint.Triplet{{Q: 1, R: 0, S: 2}, {Q: 2, R: 1, S: 3}}}
	var got [2]Factors
	for i, s := range []Solver{&LCNMF{Form: ComponentWise, Order: WFirst}, &LCNMF{Form: ComponentWise, Order: WFirst, Printed: true}} {
		x, start := constrainedStart(9)
		got[i] = Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 3, Constraints: chain}, got[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			run.Step()
		}
	}
	if !mat.EqualApprox(got[0].W, got[1].W, 1e-12) || !mat.EqualApprox(got[0].Ht, got[1].Ht, 1e-12) {
		t.Error("a chain gives other factors by unions and by the printed algorithm")
	}
	if _, err := (&LCNMF{Form: MatrixWise, Order: WFirst, Printed: true}).Start(Problem{X: matrix.NewDense(2, 2, []float64{1, 2, 3, 4}), Rank: 1}, Factors{W: mat.NewDense(2, 1, []float64{1, 1}), Ht: mat.NewDense(2, 1, []float64{1, 1})}, nil); err == nil || !strings.Contains(err.Error(), `want form = "component-wise"`) {
		t.Errorf("the matrix form: %v", err)
	}
}
