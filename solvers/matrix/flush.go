package matrix

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Negligible is the least number that an entry of a factor can have but 0: below it numbers lose their digits, one bit after
// the other (they are subnormal), and many processors calculate with them tens of times as slowly.
const Negligible = 0x1p-1022

// Flush sets the entries of x below [Negligible] to 0; x ≥ 0. A multiplicative update takes an entry that has no place in
// the factor towards 0 by a share a step and never there: rounding holds it at some 2^-1074, from where a later step might
// even take it up again, since it has been rounded up for hundreds of steps. A sum of ordinary numbers does not see it.
func Flush(x []float64) {
	const limit = uint64(1) << 52 // the bits of Negligible
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
