package solvers_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// Clustering is a method, with one set of options, that takes data of any sign and ends in labels instead of factors. Its
// objective is the sum of squared distances of the samples to the means of their clusters.
type Clustering struct {
	Name string
	New  func() solvers.Solver
}

var clusteringChecks = []struct {
	name string
	run  func(t *testing.T, c Clustering)
}{
	{"objective", checkEnergy},
	{"exact", checkSeparated},
	{"same-bits", func(t *testing.T, c Clustering) { checkBareBits(t, c.bare(), sameLabels) }},
	{"storage", checkStorage},
	{"scaling", checkLabelScaling},
	{"degenerate", func(t *testing.T, c Clustering) { checkBareDegenerate(t, c.bare(), rightLabels) }},
	{"allocations", func(t *testing.T, c Clustering) { checkBareAllocations(t, c.bare()) }},
	{"status", func(t *testing.T, c Clustering) { checkBareStatus(t, c.bare()) }},
	{"masked", func(t *testing.T, c Clustering) { checkMasked(t, c.bare()) }},
	{"bad-data", func(t *testing.T, c Clustering) { checkBadData(t, c.bare()) }},
	{"options", func(t *testing.T, c Clustering) { checkOptions(t, c.bare()) }},
}

// RunClustering tries every property of a clustering method.
func RunClustering(t *testing.T, c Clustering) {
	for _, check := range clusteringChecks {
		t.Run(check.name, func(t *testing.T) { check.run(t, c) })
	}
}

func (c Clustering) bare() Case { return bareCase(c.Name, c.New) }

// after returns the labels and the objective after some starts.
func (c Clustering) after(t *testing.T, x matrix.Matrix, r, steps int, seed uint64) ([]int, float64) {
	t.Helper()
	res, objective := c.bare().bareAfter(t, x, r, steps, seed)
	return res.Labels, objective
}

// energy returns the objective by its definition.
func energy(x *mat.Dense, labels []int, r int) float64 {
	m, n := x.Dims()
	var sum float64
	for c := range r {
		mean, size := make([]float64, m), 0.0
		for j := range n {
			if labels[j] == c {
				size++
				for i := range m {
					mean[i] += x.At(i, j)
				}
			}
		}
		for j := range n {
			if labels[j] == c {
				for i := range m {
					d := x.At(i, j) - mean[i]/size
					sum += d * d
				}
			}
		}
	}
	return sum
}

// checkEnergy compares objective and definition after every start, and demands that it never rises; X stays untouched.
func checkEnergy(t *testing.T, c Clustering) {
	for seed := range uint64(5) {
		x := c.bare().data(rows, 20, seed)
		before := mat.DenseCopyOf(x)
		run := c.bare().bare(t, matrix.FromDense(x), rank, seed)
		first := run.Objective()
		old := first
		for step := range 50 {
			labels := run.Finish().Labels
			if !rightLabels(run.Finish(), 20, rank) {
				t.Fatalf("after %d steps: labels %v", step, labels)
			}
			now := run.Objective()
			if want := energy(x, labels, rank); math.Abs(now-want) > 1e-9*want {
				t.Fatalf("after %d steps: objective %v, by definition %v", step, now, want)
			}
			if now > old {
				t.Fatalf("step %d: objective rose from %v to %v", step, old, now)
			}
			old = now
			run.Step()
		}
		if !(old < 0.95*first) {
			t.Errorf("objective %v after 50 starts, %v with one cluster", old, first)
		}
		if !mat.Equal(x, before) {
			t.Error("X was modified")
		}
	}
}

// checkSeparated demands the clusters of data that have nothing else.
func checkSeparated(t *testing.T, c Clustering) {
	x, _ := ExactPair(seeded(4))
	labels, objective := c.after(t, matrix.FromDense(x), rank, 50, 1)
	if objective > 1e-12*mat.Norm(x, 2)*mat.Norm(x, 2) {
		t.Errorf("objective %v for samples that are equal within clusters", objective)
	}
	for i := range labels {
		for j := range i {
			if (labels[i] == labels[j]) != (i%rank == j%rank) {
				t.Fatalf("labels %v, want item i in cluster i mod %d", labels, rank)
			}
		}
	}
}

// checkStorage demands the same clusters of a dense matrix, a sparse one and the kernel of the samples.
func checkStorage(t *testing.T, c Clustering) {
	x := c.bare().data(rows, 25, 13)
	want, objective := c.after(t, matrix.FromDense(x), rank, 10, 2)
	got, other := c.after(t, matrixtest.Sparse(t, x), rank, 10, 2)
	if !slices.Equal(got, want) || math.Abs(other-objective) > 1e-9*objective {
		t.Error("dense and sparse storage give different clusters")
	}
	k := mat.NewDense(25, 25, nil)
	k.Mul(x.T(), x)
	s := c.New()
	if err := solvers.SetOption(s, "input", "kernel"); err != nil {
		t.Fatal(err)
	}
	run, err := s.Start(solvers.Problem{X: matrix.FromDense(k), Rank: rank}, solvers.Factors{}, seeded(2))
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		run.Step()
	}
	if other := run.Objective(); math.Abs(other-objective) > 1e-9*objective {
		t.Errorf("objective %v from the data, %v from their kernel", objective, other)
	}
}

// checkLabelScaling multiplies X by a power of two, which changes no digit.
func checkLabelScaling(t *testing.T, c Clustering) {
	x := c.bare().data(rows, 20, 5)
	labels, objective := c.after(t, matrix.FromDense(x), rank, 5, 3)
	for _, power := range []int{-60, 20, 60} {
		got, other := c.after(t, matrix.FromDense(scaledBy(x, math.Ldexp(1, power))), rank, 5, 3)
		if want := math.Ldexp(objective, 2*power); !slices.Equal(got, labels) || math.Abs(other-want) > 1e-9*want {
			t.Errorf("X times 2^%d: objective %v, want %v", power, other, want)
		}
	}
}

func sameLabels(a, b solvers.Result) bool { return slices.Equal(a.Labels, b.Labels) }

// rightLabels tells whether each of n samples is in one of r clusters.
func rightLabels(res solvers.Result, n, r int) bool {
	return len(res.Labels) == n && slices.Min(res.Labels) >= 0 && slices.Max(res.Labels) < r
}
