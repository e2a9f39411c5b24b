package result

// Path is the course of a metric of a method on a data set at a rank: a cell at each iteration at which its runs were scored. A run that
// stopped before an iteration stands still from there on.
type Path struct {
	At    Address // without an iteration
	Steps []Step  // by iteration, rising; the last is the limit of the runs, whose cell has the bits of the table's
}

// Step is a place of a path.
type Step struct {
	Iteration int
	Cell      Cell // At.Iteration is the iteration; Runs.Values and Runs.Replicates are paired

	// These belong to Runs.Replicates, one by one. A number that a run lacks is NaN.
	Objectives []float64
	Residuals  []float64 // relative, of the Karush-Kuhn-Tucker conditions
	Changes    []float64 // of the objective, relative and for one iteration, where there is no residual
	Ended      []bool    // the run stopped at this iteration or before
}
