package eval

import "math"

// Range is the least and the greatest value that a metric can have, ±Inf where there is no bound. A mean ± deviation that
// goes beyond says nothing of what can happen.
func (m Metric) Range() (low, high float64) {
	switch {
	case m.Name == "ari":
		return -1, 1
	case m.Class.Name == Recovery.Name: // a basis may be farther from the generating one than 0 is
		return 0, math.Inf(1)
	case m.Class.Unit == "share":
		return 0, 1
	}
	return 0, math.Inf(1)
}
