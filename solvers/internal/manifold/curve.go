package manifold

import "math"

// curve returns a and b of 1/(1 + a·x^(2b)), the least-squares fit on 300 points of [0, 3·spread] to the membership that a
// layout should have: 1 up to minDist, exp(-(x - minDist)/spread) beyond. It is umap-learn's find_ab_params, by Levenberg
// and Marquardt's method from a = b = 1.
func curve(minDist, spread float64) (a, b float64) {
	const points = 300
	var x, y [points]float64
	for i := range x {
		x[i] = 3 * spread * float64(i) / (points - 1)
		y[i] = 1
		if x[i] >= minDist {
			y[i] = math.Exp(-(x[i] - minDist) / spread)
		}
	}
	// fit returns half the squared error and its normal equations.
	fit := func(a, b float64) (cost, gradA, gradB, aa, ab, bb float64) {
		for i, v := range x {
			if v == 0 {
				continue // the curve is 1 there
			}
			power := math.Pow(v, 2*b)
			f := 1 / (1 + a*power)
			residual := f - y[i]
			da := -f * f * power
			db := da * a * 2 * math.Log(v)
			cost += residual * residual / 2
			gradA += residual * da
			gradB += residual * db
			aa, ab, bb = aa+da*da, ab+da*db, bb+db*db
		}
		return cost, gradA, gradB, aa, ab, bb
	}
	a, b = 1, 1
	damping := 1e-3
	cost, gradA, gradB, aa, ab, bb := fit(a, b)
	for range 200 {
		p, q := aa*(1+damping), bb*(1+damping)
		det := p*q - ab*ab
		stepA, stepB := (ab*gradB-q*gradA)/det, (ab*gradA-p*gradB)/det
		if math.Abs(stepA) <= 1e-14*math.Abs(a) && math.Abs(stepB) <= 1e-14*math.Abs(b) {
			break
		}
		next, nextA, nextB, naa, nab, nbb := fit(a+stepA, b+stepB)
		if a+stepA > 0 && b+stepB > 0 && next <= cost {
			a, b, damping = a+stepA, b+stepB, damping/10
			cost, gradA, gradB, aa, ab, bb = next, nextA, nextB, naa, nab, nbb
			continue
		}
		if damping *= 10; damping > 1e12 {
			break
		}
	}
	return a, b
}
