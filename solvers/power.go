package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// checkPower is the part of Start for a method whose ratio is raised to a power.
func checkPower(name string, power float64) error {
	if power > 0 && power <= 1 {
		return nil
	}
	return fmt.Errorf("solvers: %s: power = %v, want a value above 0 and at most 1", name, power)
}

// updatePower is the damped multiplicative step x ← x .* (num ./ max(den, tinyDenominator))^power.
func updatePower(x, num, den *mat.Dense, power float64) {
	switch power {
	case 1:
		matrix.Update(x, num, den, tinyDenominator)
		return
	case 0.5:
		matrix.UpdateSqrt(x, num, den, tinyDenominator)
		return
	}
	p, _ := x.Dims()
	for i := range p {
		xr, nr, dr := x.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for j := range xr {
			xr[j] *= math.Pow(nr[j]/max(dr[j], tinyDenominator), power)
		}
		matrix.Flush(xr)
	}
}
