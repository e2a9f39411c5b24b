package solvertest

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
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
	{"same-bits", checkSameLabels},
	{"storage", checkStorage},
	{"scaling", checkLabelScaling},
	{"degenerate", checkDegenerateLabels},
	{"allocations", checkClusteringAllocations},
	{"status", checkClusteringStatus},
	{"masked", func(t *testing.T, c Clustering) { checkMasked(t, c.asCase()) }},
	{"bad-data", func(t *testing.T, c Clustering) { checkBadData(t, c.asCase()) }},
	{"options", func(t *testing.T, c Clustering) { checkOptions(t, c.asCase()) }},
}

// RunClustering tries every property of a clustering method.
func RunClustering(t *testing.T, c Clustering) {
	for _, check := range clusteringChecks {
		t.Run(check.name, func(t *testing.T) { check.run(t, c) })
	}
}

// asCase serves the checks that look at no factors.
func (c Clustering) asCase() Case { return Case{Name: c.Name, New: c.New, Signed: true, Mixed: true} }

func (c Clustering) data(m, n int, seed uint64) *mat.Dense {
	return c.asCase().problem(m, n, seeded(seed))
}

func (c Clustering) begin(t *testing.T, x matrix.Matrix, r int, seed uint64) solvers.Run {
	t.Helper()
	s := c.New()
	m, n := x.Dims()
	if w, ht := s.Rows(m, n); w != 0 || ht != 0 {
		t.Fatalf("factors of %d and %d rows, want none", w, ht)
	}
	run, err := s.Start(solvers.Problem{X: x, Rank: r}, solvers.Factors{}, seeded(seed))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// after returns the labels and the objective after some starts.
func (c Clustering) after(t *testing.T, x matrix.Matrix, r, steps int, seed uint64) ([]int, float64) {
	t.Helper()
	run := c.begin(t, x, r, seed)
	for range steps {
		run.Step()
	}
	return run.Finish().Labels, run.Objective()
}

// energy is the objective by its definition.
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
		x := c.data(rows, 20, seed)
		before := mat.DenseCopyOf(x)
		run := c.begin(t, matrix.FromDense(x), rank, seed)
		first := run.Objective()
		old := first
		for step := range 50 {
			labels := run.Finish().Labels
			if len(labels) != 20 || slices.Min(labels) < 0 || slices.Max(labels) >= rank {
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

// checkSameLabels repeats a run, also concurrently, and with another seed.
func checkSameLabels(t *testing.T, c Clustering) {
	x := matrix.FromDense(c.data(rows, 30, 10))
	s := c.New()
	type outcome struct {
		labels    []int
		objective float64
	}
	results := make([]outcome, 4)
	var wait sync.WaitGroup
	for k := range results {
		wait.Go(func() {
			run, err := s.Start(solvers.Problem{X: x, Rank: rank}, solvers.Factors{}, seeded(7))
			if err != nil {
				t.Error(err)
				return
			}
			run.Step()
			run.Step()
			results[k] = outcome{run.Finish().Labels, run.Objective()}
		})
	}
	wait.Wait()
	for _, r := range results[1:] {
		if !slices.Equal(r.labels, results[0].labels) || r.objective != results[0].objective {
			t.Fatal("runs of one seed differ")
		}
	}
}

// checkStorage demands the same clusters of a dense matrix, a sparse one and the kernel of the samples.
func checkStorage(t *testing.T, c Clustering) {
	x := c.data(rows, 25, 13)
	want, objective := c.after(t, matrix.FromDense(x), rank, 10, 2)
	got, other := c.after(t, sparse(t, x), rank, 10, 2)
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
	x := c.data(rows, 20, 5)
	labels, objective := c.after(t, matrix.FromDense(x), rank, 5, 3)
	for _, power := range []int{-60, 20, 60} {
		got, other := c.after(t, matrix.FromDense(scaled(x, math.Ldexp(1, power))), rank, 5, 3)
		if want := math.Ldexp(objective, 2*power); !slices.Equal(got, labels) || math.Abs(other-want) > 1e-9*want {
			t.Errorf("X times 2^%d: objective %v, want %v", power, other, want)
		}
	}
}

func checkDegenerateLabels(t *testing.T, c Clustering) {
	holed := c.data(rows, cols, 7)
	for i := range rows {
		holed.Set(i, 4, 0)
	}
	for _, tt := range []struct {
		name string
		x    *mat.Dense
		r    int
	}{
		{"zero sample", holed, rank},
		{"zero", mat.NewDense(rows, cols, nil), rank},
		{"one cluster", holed, 1},
		{"a cluster per sample", holed, cols},
		{"one feature", c.data(1, cols, 8), 2},
		{"one sample", c.data(rows, 1, 8), 1},
	} {
		for _, x := range []matrix.Matrix{matrix.FromDense(tt.x), sparse(t, tt.x)} {
			labels, objective := c.after(t, x, tt.r, 20, 9)
			if len(labels) != tt.x.RawMatrix().Cols || slices.Min(labels) < 0 || slices.Max(labels) >= tt.r || !finite(objective) {
				t.Errorf("%s: labels %v, objective %v", tt.name, labels, objective)
			}
		}
	}
	x := matrix.FromDense(holed)
	if _, err := c.New().Start(solvers.Problem{X: x, Rank: 0}, solvers.Factors{}, seeded(1)); err == nil || !strings.Contains(err.Error(), "rank = 0") {
		t.Errorf("rank 0: got error %v", err)
	}
	if got := solvers.RankLimit(c.New(), rows, cols); got != cols {
		t.Errorf("rank limit %d for %d samples", got, cols)
	}
}

func checkClusteringAllocations(t *testing.T, c Clustering) {
	run := c.begin(t, matrix.FromDense(c.data(rows, cols, 16)), rank, 4)
	if got := testing.AllocsPerRun(20, run.Step); got != 0 {
		t.Errorf("%v allocations a step", got)
	}
	if got := testing.AllocsPerRun(20, func() { run.Objective() }); got != 0 {
		t.Errorf("%v allocations an objective", got)
	}
}

// checkClusteringStatus runs the shared loop, whose rule for factors has nothing to look at.
func checkClusteringStatus(t *testing.T, c Clustering) {
	run := c.begin(t, matrix.FromDense(c.data(rows, cols, 17)), rank, 5)
	last, status, err := solvers.Solve(context.Background(), run, solvers.Factors{}, solvers.Settings{Iterations: 7, TolFactor: 1})
	if err != nil || status != solvers.MaxIterations || last.Iteration != 7 {
		t.Errorf("limit of 7: stopped after %d with %v, %v", last.Iteration, status, err)
	}
}
