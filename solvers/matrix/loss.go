package matrix

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// Loss measures how far entries of the model are from those of X.
type Loss struct {
	Of    func(x, model float64) float64 // of an entry
	Row   func(x, model, buf []float64)  // sets each entry of the model to Of, to the last bit where that is finite; nil: one by one
	Zeros *Zeros                         // the sum over the zeros of a sparse X; nil: one by one
}

// Zeros spare a sum over a sparse X the entries that X does not hold:
//
//	Σ Of(x, y) = Σ_held (Of(x, y) - Of(0, y)) + Σ_all Of(0, y)
//
// where the last sum, over all entries of the model, has a closed form in its factors.
type Zeros struct {
	Excess func(x, model, buf []float64) // sets each entry of the model to Of(x, model) - Of(0, model)
	All    WholeSum                      // Σ_all Of(0, ·)
}

// WholeSum is a sum over all entries of the model A·Bᵀ in closed form.
type WholeSum int

// The sums.
const (
	ModelSum     WholeSum = iota // of the entries, (1ᵀA)·(Bᵀ1)
	ModelSquares                 // of their squares, ⟨AᵀA, BᵀB⟩
)

// InUnits returns z for x/unit in place of x.
func (z *Zeros) InUnits(unit float64) *Zeros {
	return &Zeros{All: z.All, Excess: func(x, model, buf []float64) {
		for j, v := range x {
			buf[j] = v / unit
		}
		z.Excess(buf, model, nil)
	}}
}

// Losses of NMF.
var (
	// Squared is ‖X-WH‖².
	Squared = Loss{
		Of:    SquaredError,
		Row:   func(x, model, _ []float64) { gemm.Squares(x, model) },
		Zeros: &Zeros{Excess: squaredExcess, All: ModelSquares},
	}
	// Divergence is the generalised Kullback-Leibler divergence.
	Divergence = Loss{Of: KL, Zeros: &Zeros{Excess: divergenceExcess, All: ModelSum}}
)

// squaredExcess returns (x-y)² - y².
func squaredExcess(x, model, _ []float64) {
	for j, v := range x {
		model[j] = v * (v - 2*model[j])
	}
}

// divergenceExcess returns KL(x, y) - y.
func divergenceExcess(x, model, _ []float64) {
	for j, v := range x {
		if v == 0 {
			model[j] = 0
			continue
		}
		model[j] = v*logRatio(v, model[j]) - v
	}
}

// logRatio returns log(x/y), also where the quotient of two positive numbers leaves the range of numbers.
func logRatio(x, y float64) float64 {
	q := x / y
	if (q == 0 || math.IsInf(q, 0)) && x > 0 && y > 0 {
		return math.Log(x) - math.Log(y)
	}
	return math.Log(q)
}

// FlooredDivergence returns Divergence with max(model, floor) where the model divides, finite where it is 0 and x is not; floor > 0.
func FlooredDivergence(floor float64) Loss {
	return Loss{
		Of: func(x, model float64) float64 {
			if x == 0 {
				return model
			}
			return float64(x*logRatio(x, max(model, floor))) - x + model
		},
		Row: func(x, model, buf []float64) {
			gemm.Divergences(buf, x, model, floor)
			gemm.Axpy(model, 1, buf)
		},
		Zeros: &Zeros{
			Excess: func(x, model, _ []float64) { gemm.Divergences(model, x, model, floor) },
			All:    ModelSum,
		},
	}
}

// SquaredError returns (x-model)².
func SquaredError(x, model float64) float64 { d := x - model; return d * d }

// KL returns x·log(x/model) - x + model with 0·log 0 = 0.
func KL(x, model float64) float64 {
	if x == 0 {
		return model
	}
	return x*logRatio(x, model) - x + model
}

// entries sets each entry of the model to its loss; buf is as long.
func (l Loss) entries(x, model, buf []float64) {
	if l.Row != nil {
		l.Row(x, model, buf)
		return
	}
	for j, v := range x {
		model[j] = l.Of(v, model[j])
	}
}

// addRows adds the sums of a's rows to total, in order. Four rows are summed side by side, since each of their sums waits
// for itself.
func addRows(total float64, a *mat.Dense) float64 {
	m, _ := a.Dims()
	i := 0
	for ; i+4 <= m; i += 4 {
		r0, r1, r2, r3 := a.RawRowView(i), a.RawRowView(i+1), a.RawRowView(i+2), a.RawRowView(i+3)
		r1, r2, r3 = r1[:len(r0)], r2[:len(r0)], r3[:len(r0)]
		var s0, s1, s2, s3 float64
		for j, v := range r0 {
			s0 += v
			s1 += r1[j]
			s2 += r2[j]
			s3 += r3[j]
		}
		total += s0
		total += s1
		total += s2
		total += s3
	}
	for ; i < m; i++ {
		total += sum(a.RawRowView(i))
	}
	return total
}

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}
