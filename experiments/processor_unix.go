//go:build unix

package experiments

import (
	"syscall"
	"time"
)

// processorTime is what this process has used of the processor. It is 0 for a unit beside which others may run, since theirs
// would count as well.
func (j *Job) processorTime() time.Duration {
	var used syscall.Rusage
	if !j.alone || syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
