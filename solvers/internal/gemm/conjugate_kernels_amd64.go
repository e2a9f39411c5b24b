package gemm

var conjugate512 = conjugateKernel{
	product: func(c *Conjugate, sum []float64, k, count int) {
		conjugateProduct512(&c.Product.Data[k], &c.Dir.Data[k], &c.Shift[0], &c.C[k], &sum[k], c.Dir.Stride, c.V.Rows, c.Scale, count)
	},
	step: func(c *Conjugate, length, sum, square []float64, floor float64, k, count int) {
		conjugateStep512(&c.V.Data[k], &c.Residual.Data[k], &c.Z.Data[k], &c.Dir.Data[k], &c.Product.Data[k], &c.Shift[0], &c.C[k],
			&length[k], &sum[k], &square[k], c.V.Stride, c.Dir.Stride, c.V.Rows, floor, count)
	},
	turn: func(c *Conjugate, length []float64, k, count int) {
		conjugateTurn512(&c.Dir.Data[k], &c.Z.Data[k], &length[k], c.Dir.Stride, c.V.Rows, count)
	},
}

var conjugate256 = conjugateKernel{
	product: func(c *Conjugate, sum []float64, k, count int) {
		f := conjugateProduct256
		if count < 4 {
			f = conjugateProduct256m
		}
		f(&c.Product.Data[k], &c.Dir.Data[k], &c.Shift[0], &c.C[k], &sum[k], c.Dir.Stride, c.V.Rows, c.Scale, count)
	},
	step: func(c *Conjugate, length, sum, square []float64, floor float64, k, count int) {
		f := conjugateStep256
		if count < 4 {
			f = conjugateStep256m
		}
		f(&c.V.Data[k], &c.Residual.Data[k], &c.Z.Data[k], &c.Dir.Data[k], &c.Product.Data[k], &c.Shift[0], &c.C[k],
			&length[k], &sum[k], &square[k], c.V.Stride, c.Dir.Stride, c.V.Rows, floor, count)
	},
	turn: func(c *Conjugate, length []float64, k, count int) {
		f := conjugateTurn256
		if count < 4 {
			f = conjugateTurn256m
		}
		f(&c.Dir.Data[k], &c.Z.Data[k], &length[k], c.Dir.Stride, c.V.Rows, count)
	},
}
