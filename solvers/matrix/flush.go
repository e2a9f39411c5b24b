package matrix

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Negligible is where an entry of a factor ends, about 3.1e-151: see [Flush].
const Negligible = 0x1p-960

// Flush sets the entries of x below [Negligible] to 0; x ≥ 0. A multiplicative update takes an entry that has no place in
// the factor towards 0 by a share a step, and never there: after some hundreds of steps it falls below 2^-1022, where many
// processors calculate tens of times as slowly. Entries that are left have products of 2^-1000 at least, so that no product
// of factors has such a number in it, while a factor of ordinary scale has sums that an entry of 2^-500 cannot move.
func Flush(x []float64) {
	const least = 960 // 2^-least
	limit := uint64(1023-least) << 52
	k := 0
	for ; k+4 <= len(x); k += 4 { // numbers ≥ 0 are in the order of their bits
		a, b := math.Float64bits(x[k]), math.Float64bits(x[k+1])
		c, d := math.Float64bits(x[k+2]), math.Float64bits(x[k+3])
		if int64((a-limit)|(b-limit)|(c-limit)|(d-limit)) < 0 {
			for j := k; j < k+4; j++ {
				if x[j] < Negligible {
					x[j] = 0
				}
			}
		}
	}
	for ; k < len(x); k++ {
		if x[k] < Negligible {
			x[k] = 0
		}
	}
}

// FlushRows is [Flush] of a matrix.
func FlushRows(a *mat.Dense) {
	p, _ := a.Dims()
	for i := range p {
		Flush(a.RawRowView(i))
	}
}
