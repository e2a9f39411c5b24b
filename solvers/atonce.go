package solvers

// AtOnce tells whether a solver has its result before the first iteration, so that no stopping rule can matter.
func AtOnce(s Solver) bool {
	switch s.(type) {
	case *LLE, *SpectralEmbedding:
		return true
	}
	return false
}
