//go:build !linux

package matrix

// FreeMemory returns 0: it is known on Linux only.
func FreeMemory() float64 { return 0 }
