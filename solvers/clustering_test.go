package solvers

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// zeroBased are labels 1 to r of a row or column vector, minus 1.
func zeroBased(a *mat.Dense) []int {
	labels := make([]int, 0, len(a.RawMatrix().Data))
	for _, v := range a.RawMatrix().Data {
		labels = append(labels, int(v)-1)
	}
	return labels
}

// Mo Chen's knkmeans.m from the same labels: the same fixed point and energy, for two kernels.
func TestKernelKMeansGolden(t *testing.T) {
	read := func(file string) *mat.Dense { return matrixtest.Golden(t, "kernel_kmeans", file) }
	for suffix, want := range map[string]float64{"": read("energy.csv").At(0, 0), "_rbf": read("energy_rbf.csv").At(0, 0)} {
		k := matrix.FromDense(read("K" + suffix + ".csv"))
		for _, empty := range []Empty{EmptyDrop, EmptyReseed} {
			s := &KernelKMeans{ClusteringOptions{KernelOptions: KernelOptions{Input: InputKernel, Kernel: KernelLinear}, Keep: KeepUnit}, empty}
			run, err := s.Start(Problem{X: k, Rank: 4}, Factors{}, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			r := run.(*clusterRun)
			labels := zeroBased(read("init.csv"))
			(&kernelKMeans{partition: r.partition, diagonal: s.diagonal(k), reseed: empty == EmptyReseed, members: make([]int, 4)}).settle(labels)
			if got := zeroBased(read("labels" + suffix + ".csv")); !slices.Equal(labels, got) {
				t.Errorf("K%s, %s: labels %v, want %v", suffix, empty, labels, got)
			}
			if got := r.partition.measure(labels); math.Abs(got-want) > 1e-9*want {
				t.Errorf("K%s, %s: energy %v, want %v", suffix, empty, got, want)
			}
		}
	}
}

// Shi's discretisation.m from every seed row: the same labels, 2(n - tr S) and number of passes.
func TestPODGolden(t *testing.T) {
	read := func(file string) *mat.Dense { return matrixtest.Golden(t, "Ncut", file) }
	d := newDiscretiser(read("eigenvectors.csv"))
	want, trace := read("labels_seed.csv"), read("obj_iters_seed.csv")
	n, _ := want.Dims()
	labels := make([]int, n)
	for seed := range n {
		value, passes := d.settle(labels, seed)
		if row := zeroBased(mat.DenseCopyOf(want.Slice(seed, seed+1, 0, n))); !slices.Equal(labels, row) {
			t.Errorf("seed %d: labels %v, want %v", seed, labels, row)
		}
		if v := trace.At(seed, 0); math.Abs(value-v) > 1e-9*v || passes != int(trace.At(seed, 1)) {
			t.Errorf("seed %d: value %v after %d passes, want %v after %v", seed, value, passes, v, trace.At(seed, 1))
		}
	}
}

// Every pass of kernel k-means lowers the energy, and a fixed point has every sample at its nearest mean.
func TestKernelKMeansDescends(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(4, 40, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	for _, empty := range []Empty{EmptyDrop, EmptyReseed} {
		s := &KernelKMeans{newClustering(), empty}
		run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 12}, Factors{}, rng)
		if err != nil {
			t.Fatal(err)
		}
		r := run.(*clusterRun)
		k := &kernelKMeans{partition: r.partition, diagonal: s.diagonal(matrix.FromDense(x)), reseed: empty == EmptyReseed,
			members: make([]int, 12)}
		for range 50 {
			labels := make([]int, 40)
			for i := range labels {
				labels[i] = rng.IntN(12)
			}
			for {
				old := k.measure(labels)
				changed := k.pass(labels)
				if now := k.measure(labels); now > old*(1+1e-12) || changed && now > old {
					t.Fatalf("%s: a pass raised the energy from %v to %v", empty, old, now)
				}
				if !changed {
					break
				}
			}
			if empty == EmptyReseed && slices.Contains(k.sizes, 0) {
				t.Errorf("an empty cluster was left: sizes %v", k.sizes)
			}
		}
	}
}

// All samples start in one cluster: dropped clusters stay empty, reseeding fills them as far as samples differ.
func TestKernelKMeansEmpty(t *testing.T) {
	x := matrix.NewDense(1, 6, []float64{0, 0, 0, 5, 5, 9})
	for empty, clusters := range map[Empty]int{EmptyDrop: 1, EmptyReseed: 3} {
		s := &KernelKMeans{newClustering(), empty}
		run, err := s.Start(Problem{X: x, Rank: 4}, Factors{}, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		labels := make([]int, 6)
		k := &kernelKMeans{partition: run.(*clusterRun).partition, diagonal: s.diagonal(x), reseed: empty == EmptyReseed, members: make([]int, 4)}
		k.settle(labels)
		used := map[int]bool{}
		for _, c := range labels {
			used[c] = true
		}
		if len(used) != clusters || clusters == 3 && k.measure(labels) > 1e-12 {
			t.Errorf("%s: labels %v", empty, labels)
		}
	}
}

// The eigenvectors through features and through samples span the same space; too many clusters are refused.
func TestPODEigenvectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := RandomFactor(5, 30, rng)
	s := newPOD().(*POD)
	short, err := s.eigenvectors(Problem{X: matrix.FromDense(x), Rank: 3})
	if err != nil {
		t.Fatal(err)
	}
	k := mat.NewDense(30, 30, nil)
	k.Mul(x.T(), x)
	long, values, err := leading(matrix.FromDense(k), 3)
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		var kv mat.VecDense
		kv.MulVec(k, long.ColView(c))
		kv.AddScaledVec(&kv, -values[c], long.ColView(c))
		if mat.Norm(&kv, 2) > 1e-10*values[0] || c > 0 && values[c] > values[c-1] {
			t.Errorf("eigenvector %d: residual %v at %v", c, mat.Norm(&kv, 2), values)
		}
		if cos := math.Abs(mat.Dot(short.ColView(c), long.ColView(c))); math.Abs(cos-1) > 1e-10 {
			t.Errorf("eigenvector %d: cosine %v between the two ways", c, cos)
		}
	}
	if _, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 31}, Factors{}, rng); err == nil ||
		!strings.Contains(err.Error(), "rank = 31, want at most 30") {
		t.Errorf("rank 31: got error %v", err)
	}
}

// The starts are the same ones; of them the other is kept: the one with the largest Σ of K within clusters.
func TestKeepIndicators(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	x := mat.NewDense(3, 25, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, x)
	within := func(labels []int) (sum float64) {
		for s, a := range labels {
			for u, b := range labels {
				if a == b {
					sum += mat.Dot(x.ColView(s), x.ColView(u))
				}
			}
		}
		return sum
	}
	s := newKernelKMeans().(*KernelKMeans)
	s.Keep = KeepIndicators
	run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 3}, Factors{}, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	total, most, last, chosen := within(make([]int, 25)), 0.0, run.Objective(), 0
	if math.Abs(last-total) > 1e-9*total {
		t.Errorf("objective %v before the first start, want %v", last, total)
	}
	for range 20 {
		run.Step()
		if sum := within(run.(*clusterRun).labels); sum > most+1e-9 {
			most = sum
			chosen++
		}
		if got := run.Objective(); math.Abs(got-(total-most)) > 1e-9*total || got > last+1e-9 {
			t.Fatalf("objective %v after %v, want %v", got, last, total-most)
		}
		last = run.Objective()
	}
	if got := within(run.Finish().Labels); math.Abs(got-most) > 1e-9*most || chosen < 2 {
		t.Errorf("%v within the clusters, want %v, the best of %d", got, most, chosen)
	}
}

// Above the order where the whole spectrum is found, the leading eigenvectors span the same space.
func TestLeadingOfLargeKernel(t *testing.T) {
	const n, r = wholeSpectrum + 1, 4
	rng := rand.New(rand.NewPCG(9, 9))
	x := mat.NewDense(6, n, nil)
	x.Apply(func(i, j int, _ float64) float64 { return rng.NormFloat64() * float64(int(1)<<i) }, x)
	k := mat.NewDense(n, n, nil)
	k.Mul(x.T(), x)
	e, values, err := leading(matrix.FromDense(k), r)
	if err != nil {
		t.Fatal(err)
	}
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var v mat.Dense
	svd.VTo(&v)
	for c, s := range svd.Values(nil)[:r] {
		if dot := math.Abs(mat.Dot(e.ColView(c), v.ColView(c))); math.Abs(values[c]-s*s) > 1e-9*s*s || math.Abs(dot-1) > 1e-9 {
			t.Errorf("vector %d: eigenvalue %v, want %v; cosine %v", c, values[c], s*s, dot)
		}
	}
}
