package eval

import (
	"math/rand/v2"
)

// unseenError is ‖X - Basis·H‖ / ‖X‖ over the samples that the basis was not learned from.
func unseenError(o Outcome, _ *rand.Rand) (float64, error) {
	switch {
	case o.Unseen == nil:
		return 0, unavailable("no samples were held out")
	case o.UnseenHt == nil:
		return 0, unavailable("the method has no coefficients for new samples")
	}
	return onModel(relError)(Outcome{X: o.Unseen, Basis: o.Basis, Ht: o.UnseenHt}, nil)
}
