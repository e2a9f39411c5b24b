package sets

import (
	"fmt"
	"math"
)

// nonNegative checks an option that is a finite number of at least 0.
func nonNegative(name string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s = %v, want a finite number ≥ 0", name, v)
	}
	return nil
}
