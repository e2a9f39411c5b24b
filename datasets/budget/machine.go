package budget

import (
	"math"
	"slices"
)

// unknown is what a machine is taken to have where it does not say.
const unknown = 4 << 30

// available is the least of what the machine, the control group and ulimit allow.
func available() int64 {
	found := slices.DeleteFunc([]int64{physical(), grouped(), allowed()}, func(v int64) bool { return v <= 0 || v == math.MaxInt64 })
	if len(found) == 0 {
		return unknown
	}
	return slices.Min(found)
}
