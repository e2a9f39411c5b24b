//go:build !linux && !darwin

package budget

// physical returns the memory of the machine, which it does not say in a way known here.
func physical() int64 { return 0 }
