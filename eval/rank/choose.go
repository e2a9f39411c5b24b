package rank

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Candidate is a rank with the errors of the entries that each fold held out, in the order of the folds.
type Candidate struct {
	Rank   int
	Errors []float64
}

// Choice is a recommendation with its reason.
type Choice struct {
	Rank      int     `json:"rank"`           // the smallest whose mean error is within one standard error of the least
	Best      int     `json:"best"`           // that of the least mean error
	Least     float64 `json:"least"`          // that error
	Error     float64 `json:"standard_error"` // its standard error over the folds
	Undecided bool    `json:"undecided"`      // every rank is within one standard error: none is better than another
	Edge      bool    `json:"edge"`           // the least error is at the largest rank tried, so that a larger one may be better
	Reason    string  `json:"reason"`         // one or two sentences
}

// OneStandardError recommends the smallest rank whose mean error is within one standard error of the least (Breiman et al.,
// Classification and Regression Trees, 1984, section 3.4.3; Hastie et al., The Elements of Statistical Learning, section
// 7.10). Every candidate needs the errors of the same folds, at least two.
func OneStandardError(candidates []Candidate) (Choice, error) {
	list := slices.SortedFunc(slices.Values(candidates), func(a, b Candidate) int { return cmp.Compare(a.Rank, b.Rank) })
	if len(list) == 0 {
		return Choice{}, errors.New("rank: no candidates")
	}
	folds := len(list[0].Errors)
	for i, c := range list {
		switch {
		case len(c.Errors) != folds || folds < 2:
			return Choice{}, fmt.Errorf("rank: rank %d has the errors of %d folds, want those of the same folds for each rank, at least 2", c.Rank, len(c.Errors))
		case i > 0 && c.Rank == list[i-1].Rank:
			return Choice{}, fmt.Errorf("rank: rank %d is given twice", c.Rank)
		case slices.ContainsFunc(c.Errors, func(e float64) bool { return math.IsNaN(e) || math.IsInf(e, 0) }):
			return Choice{}, fmt.Errorf("rank: an error of rank %d is not finite", c.Rank)
		}
	}
	best, least, spread := 0, math.Inf(1), 0.
	for i, c := range list {
		if mean, se := meanError(c.Errors); mean < least {
			best, least, spread = i, mean, se
		}
	}
	within := func(c Candidate) bool { mean, _ := meanError(c.Errors); return mean <= least+spread }
	chosen := slices.IndexFunc(list, within)
	ch := Choice{
		Rank: list[chosen].Rank, Best: list[best].Rank, Least: least, Error: spread,
		Undecided: len(list) > 1 && !slices.ContainsFunc(list, func(c Candidate) bool { return !within(c) }),
		Edge:      len(list) > 1 && best == len(list)-1,
	}
	ch.Reason = ch.reason(list, chosen)
	return ch, nil
}

func (ch Choice) reason(list []Candidate, chosen int) string {
	mean, _ := meanError(list[chosen].Errors)
	if ch.Undecided {
		return fmt.Sprintf("No rank from %d to %d is better than another: all held-out errors are within one standard error (%.2g) of the least, %.4g.", list[0].Rank, list[len(list)-1].Rank, ch.Error, ch.Least)
	}
	text := fmt.Sprintf("Rank %d has the least held-out error, %.4g ± %.2g.", ch.Best, ch.Least, ch.Error)
	if ch.Rank != ch.Best {
		text = fmt.Sprintf("Rank %d is the smallest whose held-out error, %.4g, is within one standard error of the least, %.4g ± %.2g at rank %d.", ch.Rank, mean, ch.Least, ch.Error, ch.Best)
	}
	if ch.Edge {
		text += fmt.Sprintf(" The error still falls at rank %d, the largest tried: try larger ones.", ch.Best)
	}
	return text
}

// meanError returns the mean and its standard error.
func meanError(v []float64) (mean, se float64) {
	n := float64(len(v))
	for _, x := range v {
		mean += x / n
	}
	square := 0.
	for _, x := range v {
		square += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(square / (n - 1) / n)
}
