package solvers_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// nastyInputs are matrices that people do have, or that nobody should, each with a rank.
func nastyInputs() (names []string, inputs map[string]*mat.Dense) {
	inputs = map[string]*mat.Dense{}
	add := func(name string, m, n int, entry func(i, j int, v float64) float64) {
		x := solvers.RandomFactor(m, n, rand.New(rand.NewPCG(9, 9)))
		x.Apply(entry, x)
		names, inputs[name] = append(names, name), x
	}
	times := func(c float64) func(i, j int, v float64) float64 {
		return func(_, _ int, v float64) float64 { return v * c }
	}
	where := func(at func(i, j int) bool, entry float64) func(i, j int, v float64) float64 {
		return func(i, j int, v float64) float64 {
			if at(i, j) {
				return entry
			}
			return v
		}
	}
	first := func(i, j int) bool { return i+j == 0 }
	add("plain", 20, 24, times(1))
	add("zeros", 20, 24, times(0))
	add("zero row and column", 20, 24, where(func(i, j int) bool { return i == 3 || j == 4 }, 0))
	for _, k := range []int{-300, -160, 100, 149, 300} {
		add(fmt.Sprintf("times 1e%d", k), 20, 24, times(math.Pow(10, float64(k))))
	}
	add("constant", 20, 24, func(_, _ int, _ float64) float64 { return 2 })
	add("one sample", 20, 1, times(1))
	add("one feature", 1, 24, times(1))
	add("one entry", 1, 1, times(1))
	add("rank above both sides", 2, 2, times(1))
	add("scales 1e-140 and 1e140", 20, 24, func(i, _ int, v float64) float64 { return v * math.Pow(10, float64(140-280*(i%2))) })
	add("denormals", 20, 24, where(func(i, j int) bool { return (i+j)%5 == 0 }, math.SmallestNonzeroFloat64))
	add("equal samples", 20, 24, func(i, _ int, _ float64) float64 { return float64(1 + i%7) })
	add("all but one entry 0", 20, 24, where(func(i, j int) bool { return i+j > 0 }, 0))
	add("NaN", 20, 24, where(first, math.NaN()))
	add("negative entry", 20, 24, where(first, -1))
	return names, inputs
}

// Every method on every nasty input refuses it by name, or ends with factors that are finite, of the right sign and of the
// right shape. No objective is perfect but of a matrix that a model of rank 3 can be equal to.
func TestNasty(t *testing.T) {
	names, inputs := nastyInputs()
	exact := []string{"zeros", "constant", "one sample", "one feature", "one entry", "rank above both sides", "equal samples",
		"all but one entry 0"}
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-24s %6s %8s %8s\n", "input", "ok", "warned", "refused")
	for _, name := range names {
		count := map[string]int{}
		for _, e := range solvers.Catalog {
			outcome, end := nasty(t, e, name, inputs[name])
			count[outcome]++
			if outcome == "diverged" {
				t.Errorf("%s on %s: the objective became %v", e.Name, name, end)
			}
			if w, ht := e.New().Rows(20, 24); outcome == "ok" && end == 0 && w == 20 && ht == 24 && !slices.Contains(exact, name) {
				t.Errorf("%s on %s: a perfect fit", e.Name, name)
			}
		}
		fmt.Fprintf(&table, "%-24s %6d %8d %8d\n", name, count["ok"], count["warned"], count["refused"])
	}
	t.Log(table.String())
}

func nasty(t *testing.T, e solvers.Entry, name string, x *mat.Dense) (outcome string, objective float64) {
	t.Helper()
	m, n := x.Dims()
	p := solvers.Problem{X: matrix.FromDense(x), Rank: 3}
	for _, side := range []int{m, n} {
		if side == 1 {
			p.Rank = 1
		}
	}
	res, err := solvers.Factorize(context.Background(), e.New(), p, solvers.Plan{Settings: solvers.Settings{Iterations: 30}})
	if err != nil {
		if text := err.Error(); !strings.Contains(text, e.Name) && !strings.Contains(text, "rank = ") ||
			strings.Contains(text, "singular or near") {
			t.Errorf("%s on %s: %v, which does not say whose mistake it is", e.Name, name, err)
		}
		return "refused", 0
	}
	if res.Status == solvers.Diverged {
		return "diverged", res.Last.Objective
	}
	for part, a := range map[string]*mat.Dense{"W": res.W, "H": res.Ht, "basis": res.Basis, "embedding": res.Embedding} {
		if a == nil {
			continue
		}
		for i := range a.RawMatrix().Rows {
			for k, v := range a.RawRowView(i) {
				if math.IsNaN(v) || math.IsInf(v, 0) || part == "H" && v < 0 {
					t.Errorf("%s on %s: %s has %v at row %d, column %d", e.Name, name, part, v, i+1, k+1)
					return "ok", res.Last.Objective
				}
			}
		}
	}
	if len(res.Warnings) > 0 {
		return "warned", res.Last.Objective
	}
	return "ok", res.Last.Objective
}
