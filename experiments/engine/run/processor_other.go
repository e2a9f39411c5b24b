//go:build !linux

package run

import "time"

// processorTime measures nothing on this system.
func processorTime() time.Duration { return 0 }
