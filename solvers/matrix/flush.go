package matrix

import (
	"math"
)

// Negligible is the least number that an entry of a factor can have but 0: below it numbers lose their digits, one bit after
// the other (they are subnormal), and many processors calculate with them tens of times as slowly.
const Negligible = 0x1p-1022

// Flush sets the entries of x below [Negligible] to 0; x ≥ 0. A multiplicative update takes an entry that has no place in
// the factor towards 0 by a share a step and never there: rounding holds it at some 2^-1074, from where a later step might
// even take it up again, since it has been rounded up for hundreds of steps. A sum of ordinary numbers does not see it.
func Flush(x []float64) {
	for ; len(x) >= 8; x = x[8:] {
		y := (*[8]float64)(x)
		a, b, c, d := above(y[0]), above(y[1]), above(y[2]), above(y[3])
		e, f, g, h := above(y[4]), above(y[5]), above(y[6]), above(y[7])
		if a|b|c|d|e|f|g|h >= 0 {
			continue
		}
		y[0], y[1], y[2], y[3] = kept(y[0], a), kept(y[1], b), kept(y[2], c), kept(y[3], d)
		y[4], y[5], y[6], y[7] = kept(y[4], e), kept(y[5], f), kept(y[6], g), kept(y[7], h)
	}
	for k, v := range x {
		x[k] = kept(v, above(v))
	}
}

// above returns how far the bits of v ≥ 0 are above those of Negligible, negative where v is below it: numbers ≥ 0 are in the order
// of their bits.
func above(v float64) int64 { return int64(math.Float64bits(v)) - 1<<52 }

// kept returns v, or 0 where above is negative; it takes no branch, since zeros come in any order.
func kept(v float64, above int64) float64 {
	return math.Float64frombits(math.Float64bits(v) &^ uint64(above>>63))
}
