package solvers_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// SDNMF.m on pictures of 3×4 pixels, stored column by column.
func TestSDNMFGolden(t *testing.T) {
	const dir = "SDNMF_case1"
	x := matrixtest.Golden(t, dir, "X.csv")
	for _, data := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)} {
		f := solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
		s := configured(t, "sdnmf", "grid=3", "alpha=0")
		result, _, _ := traced(t, s, solvers.Problem{X: data, Rank: rankOf(f)}, f, 40)
		near(t, "W", result.W, matrixtest.Golden(t, dir, "U.csv"))
		near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "V.csv"))
	}
}

// The ratio that the updates see and the objective, by their definitions in m×m matrices, for the ground distances of a
// picture of lines×side pixels, or of features where side is 0.
func sinkhornByDefinition(x, w, ht *mat.Dense, side int, lambda, gamma, degree float64, passes int) (ratio *mat.Dense, objective float64) {
	m, n := x.Dims()
	c := mat.NewDense(m, m, nil)
	c.Apply(func(i, j int, _ float64) float64 {
		if side == 0 {
			var d mat.VecDense
			d.SubVec(x.RowView(i), x.RowView(j))
			return mat.Norm(&d, 2)
		}
		line, pixel := math.Abs(float64(i/side-j/side)), math.Abs(float64(i%side-j%side))
		return math.Pow(line, degree) + math.Pow(pixel, degree)
	}, c)
	if largest := mat.Max(c); largest > 0 {
		c.Scale(1/largest, c)
	}
	ratio = mat.NewDense(m, n, nil)
	q := gamma * lambda / (1 + gamma*lambda)
	for j := range n {
		p, mu, nu := make([]float64, m), make([]float64, m), make([]float64, m)
		for i := range m {
			p[i], mu[i] = mat.Dot(w.RowView(i), ht.RowView(j)), 1/float64(m)
		}
		times := func(v []float64, i int) (sum float64) {
			for k := range m {
				sum += math.Exp(-lambda*c.At(i, k)-1) * v[k]
			}
			return sum
		}
		for range passes {
			for i := range m {
				nu[i] = math.Pow(x.At(i, j), q) / max(math.Pow(times(mu, i), q), 1e-6)
			}
			next := make([]float64, m)
			for i := range m {
				next[i] = math.Pow(p[i], q) / max(math.Pow(times(nu, i), q), 1e-6)
			}
			mu = next
		}
		for i := range m {
			nu[i] = math.Pow(x.At(i, j), q) / math.Pow(times(mu, i), q)
		}
		rows, cols := make([]float64, m), make([]float64, m)
		for i := range m {
			for k := range m {
				if t := mu[i] * math.Exp(-lambda*c.At(i, k)-1) * nu[k]; t > 0 {
					rows[i] += t
					cols[k] += t
					objective += c.At(i, k)*t + t*math.Log(t)/lambda
				}
			}
		}
		for i := range m {
			ratio.Set(i, j, rows[i]/max(p[i], 1e-10))
			for _, pair := range [][2]float64{{rows[i], p[i]}, {cols[i], x.At(i, j)}} {
				if pair[0] > 0 {
					objective += gamma * pair[0] * math.Log(pair[0]/pair[1])
				}
				objective += gamma * (pair[1] - pair[0])
			}
		}
	}
	return ratio, objective
}

// Pictures with a degree other than 1, in both storages, and features, against the definition.
func TestSDNMFObjective(t *testing.T) {
	x := matrixtest.Golden(t, "SDNMF_case1", "X.csv")
	for side, options := range map[int][]string{
		0: {"graph=none"}, 4: {"graph=none", "grid=4", "degree=2"}, 12: {"graph=none", "grid=12", "degree=0.5"},
	} {
		degree := map[int]float64{0: 1, 4: 2, 12: 0.5}[side]
		rng := rand.New(rand.NewPCG(2, 2))
		f := solvers.Factors{W: solvers.RandomFactor(12, 3, rng), Ht: solvers.RandomFactor(20, 3, rng)}
		run, err := configured(t, "sdnmf", append(options, "histograms=false", "lambda=20",
			"passes=7")...).Start(solvers.Problem{X: matrix.FromDense(x), Rank: 3}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for step := range 3 {
			_, want := sinkhornByDefinition(x, f.W, f.Ht, side, 20, 10, degree, 7)
			if got := run.Objective(); math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("lines of %d, step %d: objective %.17g, by definition %.17g", side, step, got, want)
			}
			run.Step()
		}
	}
}

// A sharp entropy over a long line underflows K to 0; nothing becomes NaN.
func TestSDNMFUnderflow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	x := mat.NewDense(40, 6, nil)
	for j := range 6 {
		x.Set(j*7, j, 1+rng.Float64()) // one pixel each
	}
	f := solvers.Factors{W: solvers.RandomFactor(40, 2, rng), Ht: solvers.RandomFactor(6, 2, rng)}
	s := configured(t, "sdnmf", "grid=40", "lambda=100000", "neighbours=2")
	result, trace, status := traced(t, s, solvers.Problem{X: matrix.FromDense(x), Rank: 2}, f, 30)
	if status != solvers.MaxIterations || math.IsNaN(mat.Sum(result.Ht)+mat.Sum(result.W)) {
		t.Errorf("%v, objective %v", status, trace[len(trace)-1])
	}
}

func TestSDNMFRefuses(t *testing.T) {
	x := matrix.FromDense(matrixtest.Golden(t, "SDNMF_case1", "X.csv"))
	for want, options := range map[string][]string{
		"grid = 5, but X has 12 features": {"grid=5"},
	} {
		f := solvers.Factors{W: mat.NewDense(12, 2, nil), Ht: mat.NewDense(20, 2, nil)}
		if _, err := configured(t, "sdnmf", options...).Start(solvers.Problem{X: x, Rank: 2}, f, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
}
