package solvers

// Status tells why a run ended. Running out of iterations is a status, not an error.
type Status int

// The ways in which a run ends.
const (
	MaxIterations Status = iota // the iteration limit was reached
	Converged                   // a stopping rule held
	TimeLimit                   // MaxTime was used up
	Diverged                    // the objective or a factor became NaN or infinite
	Cancelled                   // the context ended
)

var statusTable = [...]struct {
	name  string
	early bool // ended before it was done
}{
	MaxIterations: {"max-iterations", false},
	Converged:     {"converged", false},
	TimeLimit:     {"time-limit", true},
	Diverged:      {"diverged", true},
	Cancelled:     {"cancelled", true},
}

// String returns the name of the status, as records and run.json spell it.
func (s Status) String() string { return statusTable[s].name }

// Early reports whether the run ended before it was done.
func (s Status) Early() bool { return statusTable[s].early }
