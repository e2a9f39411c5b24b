package gemm

var follow512 = followKernel{
	dot: func(x *Entries, i int, model, d, h []float64, a, floor float64) float64 {
		var lanes [8]float64
		row, bytes := x.at(i, 0)
		followDot512(&lanes, &model[0], &d[0], row, &h[0], a, floor, x.Cols, bytes)
		return folded(&lanes)
	},
	sum: func(x *Entries, i int, sum, model, d []float64, a, floor, b float64) {
		row, bytes := x.at(i, 0)
		followSum512(&sum[0], &model[0], &d[0], row, a, floor, b, x.Cols, bytes)
	},
}

var follow256 = followKernel{
	dot: func(x *Entries, i int, model, d, h []float64, a, floor float64) float64 {
		var lanes [8]float64
		whole := x.Cols &^ 7
		if whole > 0 {
			row, bytes := x.at(i, 0)
			followDot256(&lanes, &model[0], &d[0], row, &h[0], a, floor, whole, bytes)
		}
		x.followDot(&lanes, i, whole, model, d, h, a, floor)
		return folded(&lanes)
	},
	sum: func(x *Entries, i int, sum, model, d []float64, a, floor, b float64) {
		whole := x.Cols &^ 7
		if whole > 0 {
			row, bytes := x.at(i, 0)
			followSum256(&sum[0], &model[0], &d[0], row, a, floor, b, whole, bytes)
		}
		x.followSum(i, whole, sum, model, d, a, floor, b)
	},
}
