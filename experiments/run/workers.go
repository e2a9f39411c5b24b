package run

import (
	"os"
	"runtime"
	"strconv"
)

// Workers is how many units run at a time if nobody says: the cores that the process may use, as its CPU affinity and the
// quota of its cgroup have it, and no more than Slurm gives a task.
func Workers() int {
	n := runtime.GOMAXPROCS(0)
	if given, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && given >= 1 {
		n = min(n, given)
	}
	return n
}
