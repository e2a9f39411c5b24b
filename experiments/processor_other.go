//go:build !unix

package experiments

import "time"

// processorTime is not measured on this system.
func (j *Job) processorTime() time.Duration { return 0 }
