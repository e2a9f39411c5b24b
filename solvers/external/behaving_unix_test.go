//go:build unix && !linux

package external

// behavingNow knows nothing where there is no /proc.
func behavingNow(string) []int { return nil }
