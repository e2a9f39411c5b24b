//go:build !linux

package matrix

// settle does nothing: only Linux is asked for large pages.
func settle([]float64) {}

// roomy returns room for many entries.
func roomy(entries int) []float64 { return make([]float64, entries) }
