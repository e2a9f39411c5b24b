package gemm

import (
	"gonum.org/v1/gonum/blas/blas64"
)

// Conjugate is the state of conjugate gradients for (diag(Shift) + c_k·I - Scale·S)·v_k = y_k, one system for each column k of
// V, preconditioned by its diagonal. All matrices are n×r and apart; all but V have one stride. Sums run over the rows of a
// column in order; nothing is fused.
type Conjugate struct {
	V, Residual, Z, Dir, Product blas64.General
	Shift                        []float64 // n
	C                            []float64 // r
	Scale                        float64
}

// conjugateKernel holds the functions for columns k to k+count of c, the number of columns of a vector at most.
type conjugateKernel struct {
	product func(c *Conjugate, sum []float64, k, count int)
	step    func(c *Conjugate, length, sum, square []float64, floor float64, k, count int)
	turn    func(c *Conjugate, length []float64, k, count int)
}

// Multiply completes Product, which is S·Dir, to the matrix times Dir, and sets sum to the dot product of every column with
// that of Dir.
func (c *Conjugate) Multiply(sum []float64) {
	c.check(sum)
	c.each(func(ker *kernel, k, count int) { ker.conjugate.product(c, sum, k, count) })
}

// Step adds length·Dir to V and subtracts length·Product from Residual, column by column, sets Z to Residual over the diagonal,
// raised to floor > 0, and sum and square to the dot products of Residual with Z and itself.
func (c *Conjugate) Step(length, sum, square []float64, floor float64) {
	c.check(length, sum, square)
	positive(floor, "Conjugate")
	c.each(func(ker *kernel, k, count int) { ker.conjugate.step(c, length, sum, square, floor, k, count) })
}

// Turn sets Dir to Z + length·Dir, column by column.
func (c *Conjugate) Turn(length []float64) {
	c.check(length)
	c.each(func(ker *kernel, k, count int) { ker.conjugate.turn(c, length, k, count) })
}

func (c *Conjugate) each(f func(ker *kernel, k, count int)) {
	if c.V.Rows == 0 {
		return
	}
	ker := active.Load()
	for k := 0; k < c.V.Cols; k += ker.vector {
		f(ker, k, min(ker.vector, c.V.Cols-k))
	}
}

func (c *Conjugate) check(columns ...[]float64) {
	ok := len(c.Shift) == c.V.Rows && len(c.C) == c.V.Cols
	for _, a := range []*blas64.General{&c.Residual, &c.Z, &c.Dir, &c.Product} {
		ok = ok && alike(*a, c.V) && a.Stride == c.Dir.Stride
	}
	for _, x := range columns {
		ok = ok && len(x) == c.V.Cols
	}
	if !ok {
		panic("gemm: Conjugate: shapes do not fit")
	}
}

var conjugatePortable = conjugateKernel{
	product: func(c *Conjugate, sum []float64, k, count int) {
		clear(sum[k : k+count])
		for i, shift := range c.Shift {
			dir, product := line(c.Dir, i), line(c.Product, i)
			for j := k; j < k+count; j++ {
				product[j] = float64((c.C[j]+shift)*dir[j]) - float64(c.Scale*product[j])
				sum[j] += float64(dir[j] * product[j])
			}
		}
	},
	step: func(c *Conjugate, length, sum, square []float64, floor float64, k, count int) {
		clear(sum[k : k+count])
		clear(square[k : k+count])
		for i, shift := range c.Shift {
			v, res, z, dir, product := line(c.V, i), line(c.Residual, i), line(c.Z, i), line(c.Dir, i), line(c.Product, i)
			for j := k; j < k+count; j++ {
				v[j] += float64(length[j] * dir[j])
				res[j] -= float64(length[j] * product[j])
				z[j] = res[j] / max(c.C[j]+shift, floor)
				sum[j] += float64(res[j] * z[j])
				square[j] += float64(res[j] * res[j])
			}
		}
	},
	turn: func(c *Conjugate, length []float64, k, count int) {
		for i := range c.Shift {
			dir, z := line(c.Dir, i), line(c.Z, i)
			for j := k; j < k+count; j++ {
				dir[j] = z[j] + float64(length[j]*dir[j])
			}
		}
	},
}

func alike(a, b blas64.General) bool { return a.Rows == b.Rows && a.Cols == b.Cols }

// positive refuses the floors with which the CPU's maximum is not Go's.
func positive(floor float64, function string) {
	if !(floor > 0) {
		panic("gemm: " + function + ": floor is not positive")
	}
}
