package external

import (
	"os"
	"slices"
	"strconv"
)

// markVariable is set to a text of its own for every process that is started; all that descends from it inherits it, and is
// found by it.
const markVariable = "NMFREPRO_EXEC"

// handedOn are the variables of the caller that every program gets; solver.yaml may name more.
var handedOn = []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"}

// threadVariables bound the threads of the usual libraries.
var threadVariables = []string{
	"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS",
	"NUMBA_NUM_THREADS", "RCPP_PARALLEL_NUM_THREADS", "JULIA_NUM_THREADS", "GOMAXPROCS", "RAYON_NUM_THREADS",
}

// fixedVariables take away what differs from run to run, or would be written beside the user's files.
var fixedVariables = []string{"OMP_DYNAMIC=FALSE", "MKL_DYNAMIC=FALSE", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1"}

// environ is the whole environment of a program.
func (p *Program) environ(dir string) []string {
	env := slices.Clone(fixedVariables)
	for _, name := range threadVariables {
		env = append(env, name+"="+strconv.Itoa(p.Spec.Limits.Threads))
	}
	env = append(env, "TMPDIR="+dir)
	for _, name := range slices.Concat(handedOn, p.Spec.Environment) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env // of a name that stands twice, os/exec takes the last
}
