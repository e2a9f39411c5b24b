package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// penaltyCases are nmf, hals and nmf-kl with penalties. A step must lower the penalised objective, and a long run must end
// where its first-order conditions hold. Where X falls into blocks without a row or column in common, the best factors are
// known: of each block, the factors of rank one by its own size, at which a step has nothing to do.
func penaltyCases(pair, kl Case) []Case {
	const own = "a penalty has the scale that it was given"
	var list []Case
	add := func(c Case, name string, least func(size float64) (product, value float64), size func(block *mat.Dense) float64, w,
		h [2]float64) {
		data := c.Objective
		c.Unscaled = own
		c.Objective = func(x *mat.Dense, f solvers.Factors) float64 {
			return data(x, f) + penaltyOf(w, f.W) + penaltyOf(h, f.Ht)
		}
		c.Exact = func(rng *rand.Rand) (*mat.Dense, solvers.Factors) { return exactBlocks(rng, least, size) }
		c.Least = func(x *mat.Dense) (sum float64) {
			for k := range blocks {
				_, value := least(size(block(x, k)))
				sum += value
			}
			return sum
		}
		list = append(list, of(c, name, fmt.Sprint("l1-w=", w[0]), fmt.Sprint("l2-w=", w[1]), fmt.Sprint("l1-h=", h[0]),
			fmt.Sprint("l2-h=", h[1])))
	}
	norm := func(b *mat.Dense) float64 { return mat.Norm(b, 2) }
	const l = 0.3
	both := [2]float64{0, l}
	for _, name := range []string{"nmf", "hals"} {
		add(pair, name, softened(l), norm, both, both)
	}
	one := [2]float64{l, 0}
	add(kl, "nmf-kl", shrunk(l), func(b *mat.Dense) float64 { return mat.Sum(b) }, one, one)
	return list
}

// softened is the best σ' of a rank one block σ for (σ-σ')² + λ‖w‖² + λ‖h‖², of which the last two are 2λσ' at least.
func softened(l float64) func(size float64) (product, value float64) {
	return func(size float64) (float64, float64) {
		p := max(0, size-l)
		return p, (size-p)*(size-p) + 2*l*p
	}
}

// shrunk is the best sum c of the model of a rank one block with sum s for s·log(s/c) - s + c + λΣw + λΣh, of which the last two
// are 2λ√c at least.
func shrunk(l float64) func(size float64) (product, value float64) {
	return func(s float64) (float64, float64) {
		root := (math.Sqrt(l*l+4*s) - l) / 2
		return root * root, s*math.Log(s/(root*root)) - s + root*root + 2*l*root
	}
}

// blocks is how many blocks X has: rows and columns with one remainder belong together.
const blocks = 3

func block(x *mat.Dense, k int) *mat.Dense {
	m, n := x.Dims()
	b := mat.NewDense(m, n, nil)
	b.Apply(func(i, j int, _ float64) float64 {
		if i%blocks == k && j%blocks == k {
			return x.At(i, j)
		}
		return 0
	}, b)
	return b
}

func exactBlocks(rng *rand.Rand, least func(float64) (float64, float64), size func(*mat.Dense) float64) (*mat.Dense, solvers.Factors) {
	const m, n = 12, 9
	w, ht := mat.NewDense(m, blocks, nil), mat.NewDense(n, blocks, nil)
	for _, a := range []*mat.Dense{w, ht} {
		p, _ := a.Dims()
		for i := range p {
			a.Set(i, i%blocks, 0.5+rng.Float64())
		}
	}
	var x mat.Dense
	x.Mul(w, ht.T())
	for k := range blocks {
		b := block(&x, k)
		product, _ := least(size(b))
		unit := func(a *mat.Dense) float64 { // its part of the size of the block
			column := mat.DenseCopyOf(a.ColView(k))
			return size(column)
		}
		for _, a := range []*mat.Dense{w, ht} {
			by := math.Sqrt(product) / unit(a)
			p, _ := a.Dims()
			for i := range p {
				a.Set(i, k, a.At(i, k)*by)
			}
		}
	}
	return &x, solvers.Factors{W: w, Ht: ht}
}

func penaltyOf(weight [2]float64, a *mat.Dense) float64 {
	return weight[0]*mat.Sum(a) + weight[1]*math.Pow(mat.Norm(a, 2), 2)
}

// All four penalties at once lower what they should, dense, sparse and masked, and L1 makes zeros.
func TestPenaltiesDescend(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	x := solvers.RandomFactor(20, 15, rng)
	x.Apply(func(i, j int, v float64) float64 {
		if (i*7+j*3)%4 == 0 {
			return 0
		}
		return v
	}, x)
	var entries []matrix.Triplet
	for i := range 20 {
		for j := range 15 {
			entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
		}
	}
	sparse, err := matrix.NewCSR(20, 15, entries)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := matrix.NewMasked(20, 15, entries[:250])
	if err != nil {
		t.Fatal(err)
	}
	weights := map[string]float64{"l1-w": 0.05, "l1-h": 0.2, "l2-w": 0.4, "l2-h": 0.1}
	for _, name := range []string{"nmf", "nmf-kl", "hals"} {
		for _, data := range []matrix.Matrix{matrix.FromDense(x), sparse, masked} {
			s := of(Case{}, name).New()
			for option, v := range weights {
				if err := solvers.SetOption(s, option, fmt.Sprint(v)); err != nil {
					t.Fatal(err)
				}
			}
			f := solvers.Factors{W: solvers.RandomFactor(20, 4, rng), Ht: solvers.RandomFactor(15, 4, rng)}
			run, err := s.Start(solvers.Problem{X: data, Rank: 4}, f, rng)
			if err != nil {
				t.Fatal(err)
			}
			old := run.Objective()
			for step := range 500 {
				run.Step()
				now := run.Objective()
				if now > old*(1+1e-12) {
					t.Fatalf("%s on %T, step %d: objective rose from %.17g to %.17g", name, data, step+1, old, now)
				}
				old = now
			}
			fit := squaredError
			if name == "nmf-kl" {
				fit = divergence
			}
			known := mat.DenseCopyOf(x)
			if data == masked {
				for _, e := range entries[250:] {
					known.Set(e.Row, e.Col, math.NaN())
				}
			}
			want := fit(known, f) + penaltyOf([2]float64{0.05, 0.4}, f.W) + penaltyOf([2]float64{0.2, 0.1}, f.Ht)
			if !(math.Abs(old-want) <= 1e-9*want) {
				t.Errorf("%s on %T: objective %v, by definition %v", name, data, old, want)
			}
		}
	}
	plain, thin := iterate(t, matrix.FromDense(x), 300, "hals"), iterate(t, matrix.FromDense(x), 300, "hals", "l1-h=1", "l2-w=1")
	if a, b := zerosOf(plain.Ht), zerosOf(thin.Ht); b <= a {
		t.Errorf("%d zeros in H with an L1 penalty, %d without", b, a)
	}
}

func zerosOf(a *mat.Dense) (count int) {
	for _, v := range a.RawMatrix().Data {
		if v == 0 {
			count++
		}
	}
	return count
}
