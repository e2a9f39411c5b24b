package gemm

// The vector functions of the two instruction sets. Lengths are positive except in the dot products.

var vector512 = vectorKernel{
	dot:        func(x, y []float64) float64 { return dot512(first(x), first(y), len(x)) },
	axpy:       func(dst []float64, a float64, x []float64) { axpy512(&dst[0], a, &x[0], len(dst)) },
	ratio:      func(dst, x, y []float64, floor float64) { ratio512(&dst[0], &x[0], &y[0], floor, len(dst)) },
	update:     func(dst, x, y []float64, floor float64) { update512(&dst[0], &x[0], &y[0], floor, len(dst)) },
	updateSqrt: func(dst, x, y []float64, floor float64) { updateSqrt512(&dst[0], &x[0], &y[0], floor, len(dst)) },
	sampledDots: func(dst, x, b []float64, stride int, cols []int) {
		sampledDots512(&dst[0], first(x), len(x), first(b), stride, &cols[0], len(cols))
	},
	sampledSum: func(dst, b []float64, stride int, cols, ahead []int, vals []float64) {
		const most = 8 * len(sampled1x512)
		for j := 0; j < len(dst); j += most {
			n := min(most, len(dst)-j)
			v := (n + 7) / 8
			sampled1x512[v-1](&dst[j], nil, n-8*(v-1), &b[j], stride, &cols[0], &ahead[0], &vals[0], nil, len(cols))
		}
	},
	sampledSums: func(dst, dst2, b []float64, stride int, cols, ahead []int, vals, vals2 []float64) {
		const most = 8 * len(sampled2x512)
		for j := 0; j < len(dst); j += most {
			n := min(most, len(dst)-j)
			v := (n + 7) / 8
			sampled2x512[v-1](&dst[j], &dst2[j], n-8*(v-1), &b[j], stride, &cols[0], &ahead[0], &vals[0], &vals2[0], len(cols))
		}
	},
	widen8: func(dst []float64, x []uint8) {
		whole := len(x) &^ 7
		if whole > 0 {
			widen8x512(&dst[0], &x[0], whole)
		}
		widen8Portable(dst[whole:], x[whole:])
	},
	widen32: func(dst []float64, x []float32) {
		whole := len(x) &^ 7
		if whole > 0 {
			widen32x512(&dst[0], &x[0], whole)
		}
		widen32Portable(dst[whole:], x[whole:])
	},
	sweep: func(rows sweepRows, gram []float64, stride, rank int, floor float64) {
		sweep512(&rows.a[0], &rows.xb[0], &gram[0], stride, rank, floor)
	},
	follow: follow512,
}

var vector256 = vectorKernel{
	dot:        func(x, y []float64) float64 { return dot256(first(x), first(y), len(x)) },
	axpy:       func(dst []float64, a float64, x []float64) { axpy256(&dst[0], a, &x[0], len(dst)) },
	ratio:      func(dst, x, y []float64, floor float64) { ratio256(&dst[0], &x[0], &y[0], floor, len(dst)) },
	update:     func(dst, x, y []float64, floor float64) { update256(&dst[0], &x[0], &y[0], floor, len(dst)) },
	updateSqrt: func(dst, x, y []float64, floor float64) { updateSqrt256(&dst[0], &x[0], &y[0], floor, len(dst)) },
	sampledDots: func(dst, x, b []float64, stride int, cols []int) {
		sampledDots256(&dst[0], first(x), len(x), first(b), stride, &cols[0], len(cols))
	},
	sampledSum: func(dst, b []float64, stride int, cols, ahead []int, vals []float64) {
		const most = 4 * len(sampled1x256)
		for j := 0; j < len(dst); j += most {
			n := min(most, len(dst)-j)
			v := (n + 3) / 4
			sampled1x256[v-1](&dst[j], nil, n-4*(v-1), &b[j], stride, &cols[0], &ahead[0], &vals[0], nil, len(cols))
		}
	},
	sampledSums: func(dst, dst2, b []float64, stride int, cols, ahead []int, vals, vals2 []float64) {
		const most = 4 * len(sampled2x256)
		for j := 0; j < len(dst); j += most {
			n := min(most, len(dst)-j)
			v := (n + 3) / 4
			sampled2x256[v-1](&dst[j], &dst2[j], n-4*(v-1), &b[j], stride, &cols[0], &ahead[0], &vals[0], &vals2[0], len(cols))
		}
	},
	widen8: func(dst []float64, x []uint8) {
		whole := len(x) &^ 7
		if whole > 0 {
			widen8x256(&dst[0], &x[0], whole)
		}
		widen8Portable(dst[whole:], x[whole:])
	},
	widen32: func(dst []float64, x []float32) {
		whole := len(x) &^ 7
		if whole > 0 {
			widen32x256(&dst[0], &x[0], whole)
		}
		widen32Portable(dst[whole:], x[whole:])
	},
	sweep: func(rows sweepRows, gram []float64, stride, rank int, floor float64) {
		sweep256(&rows.a[0], &rows.xb[0], &gram[0], stride, rank, floor)
	},
	follow: follow256,
}

// first points at an operand that may be empty.
func first(x []float64) *float64 {
	if len(x) == 0 {
		return nil
	}
	return &x[0]
}
