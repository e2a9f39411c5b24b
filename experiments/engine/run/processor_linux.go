package run

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns what the processor has worked on the calling thread: the cost of a run on one core, however busy the
// machine is. The caller has locked its thread; products stay on it, as the program runs runs side by side instead.
func processorTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
