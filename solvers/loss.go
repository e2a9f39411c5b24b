package solvers

// Loss is what a method makes small between X and its model.
type Loss string

// The losses; a method of another one has none of these.
const (
	Frobenius       Loss = "frobenius"        // ‖X - WH‖², perhaps with a penalty
	KullbackLeibler Loss = "kullback-leibler" // the generalised divergence D(X‖WH)
	Beta            Loss = "beta"             // the divergence that the option beta names
)

// Fits tells what a method minimises.
type Fits struct {
	Loss   Loss            // "" for another than those that have a name
	Family map[Loss]string // the methods of the same family that minimise others, by their loss
}

var ofPlainNMF = map[Loss]string{KullbackLeibler: "nmf-kl", Beta: "beta-nmf"}

// only returns the family of a method that has one for the divergence beside it.
func only(divergence string) map[Loss]string { return map[Loss]string{KullbackLeibler: divergence} }

// InfiniteAtZero tells whether the loss of a method with its options is infinite where X is above 0 and the model is 0.
func (e Entry) InfiniteAtZero(s Solver) bool {
	beta, isBeta := s.(*BetaNMF)
	return e.Fits.Loss == KullbackLeibler || isBeta && beta.Divergence != DivergenceHellinger && beta.Beta <= 1
}
