package gemm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// The functions of Conjugate are their definitions, column by column, and touch nothing else. Conversions keep
// the compiler from fusing products with sums, as it does on arm64.
func TestConjugate(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(51, 51))
		for round := range 200 {
			n, r := 1+rng.IntN(9), 1+rng.IntN(35)
			special := round%5 == 0
			stride, vStride := r+rng.IntN(3), r+rng.IntN(3)
			matrix := func(stride int) blas64.General {
				return blas64.General{Rows: n, Cols: r, Stride: stride, Data: mixed(rng, n*stride+8, special)}
			}
			c := &Conjugate{
				V: matrix(vStride), Residual: matrix(stride), Z: matrix(stride), Dir: matrix(stride), Product: matrix(stride),
				Shift: mixed(rng, n, special), C: mixed(rng, r, special), Scale: rng.Float64(),
			}
			want := &Conjugate{V: copyOf(c.V), Residual: copyOf(c.Residual), Z: copyOf(c.Z), Dir: copyOf(c.Dir), Product: copyOf(c.Product)}
			length, sum, square := mixed(rng, r, special), mixed(rng, r+1, false), mixed(rng, r+1, false)
			wantSum, wantSquare := slices.Clone(sum), slices.Clone(square)
			agree := func(what string) {
				t.Helper()
				compare(t, "V after "+what, c.V.Data, want.V.Data, vStride)
				compare(t, "residual after "+what, c.Residual.Data, want.Residual.Data, stride)
				compare(t, "z after "+what, c.Z.Data, want.Z.Data, stride)
				compare(t, "dir after "+what, c.Dir.Data, want.Dir.Data, stride)
				compare(t, "product after "+what, c.Product.Data, want.Product.Data, stride)
				compare(t, "sum after "+what, sum, wantSum, 1)
				compare(t, "square after "+what, square, wantSquare, 1)
			}
			for k := range r {
				wantSum[k] = 0
				for i := range n {
					dir, product := want.Dir.Data[i*stride+k], &want.Product.Data[i*stride+k]
					scaled, part := float64((c.C[k]+c.Shift[i])*dir), float64(c.Scale**product)
					*product = scaled - part
					term := float64(dir * *product)
					wantSum[k] += term
				}
			}
			c.Multiply(sum[:r])
			agree("Multiply")

			const floor = 1e-3
			for k := range r {
				wantSum[k], wantSquare[k] = 0, 0
				for i := range n {
					at := i*stride + k
					step, fall := float64(length[k]*want.Dir.Data[at]), float64(length[k]*want.Product.Data[at])
					want.V.Data[i*vStride+k] += step
					want.Residual.Data[at] -= fall
					res := want.Residual.Data[at]
					want.Z.Data[at] = res / max(c.C[k]+c.Shift[i], floor)
					term, squared := float64(res*want.Z.Data[at]), float64(res*res)
					wantSum[k] += term
					wantSquare[k] += squared
				}
			}
			c.Step(length, sum[:r], square[:r], floor)
			agree("Step")

			for k := range r {
				for i := range n {
					turned := float64(length[k] * want.Dir.Data[i*stride+k])
					want.Dir.Data[i*stride+k] = want.Z.Data[i*stride+k] + turned
				}
			}
			c.Turn(length)
			agree("Turn")
		}
	})
}

func copyOf(a blas64.General) blas64.General {
	a.Data = append([]float64(nil), a.Data...)
	return a
}
