package rank

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
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
	Error     float64 `json:"standard_error"` // its standard error over the folds, as a share of it
	Within    []int   `json:"within"`         // ranks within one standard error of the least
	Between   []int   `json:"between"`        // ranks that the same rule may choose by the 95 % intervals of differences over the folds
	Undecided bool    `json:"undecided"`      // every rank is within one standard error: none is better than another
	Edge      bool    `json:"edge"`           // the least error is at the largest rank tried, so that a larger one may be better
	Reason    string  `json:"reason"`         // one or two sentences
}

// OneStandardError recommends the smallest rank whose mean error is within one standard error of the least (Breiman et al.,
// Classification and Regression Trees, 1984, section 3.4.3; Hastie et al., The Elements of Statistical Learning, section
// 7.10). Means and standard errors are those of logarithms, since a fold that fails has an error many times that of the
// others. Every candidate needs the errors of the same folds, at least two; dropped are ranks that were tried and given up before.
//
// Note: the standard error is that of the least error itself and not of paired differences between ranks. Past the rank of
// the data the error of blocks hardly rises, the folds agree on differences that mean nothing, and pairing recommends ranks
// that are too large; TestKnownAnswers of solvers/own/ranks shows both.
func OneStandardError(candidates []Candidate, dropped ...int) (Choice, error) {
	sorted := slices.SortedFunc(slices.Values(candidates), func(a, b Candidate) int { return cmp.Compare(a.Rank, b.Rank) })
	if len(sorted) == 0 {
		return Choice{}, errors.New("rank: no candidates")
	}
	folds := len(sorted[0].Errors)
	for i, c := range sorted {
		switch {
		case len(c.Errors) != folds || folds < 2:
			return Choice{}, fmt.Errorf("rank: rank %d has the errors of %d folds, want those of the same folds for each rank, at least 2", c.Rank,
				len(c.Errors))
		case i > 0 && c.Rank == sorted[i-1].Rank:
			return Choice{}, fmt.Errorf("rank: rank %d is given twice", c.Rank)
		case slices.ContainsFunc(c.Errors, func(e float64) bool { return !(e >= 0) || math.IsInf(e, 0) }):
			return Choice{}, fmt.Errorf("rank: an error of rank %d is not finite or negative", c.Rank)
		}
	}
	best, least, spread := 0, math.Inf(1), 0.
	for i, c := range sorted {
		if mean, se := MeanLog(c.Errors); mean < least {
			best, least, spread = i, mean, se
		}
	}
	tried := len(sorted) + len(dropped)
	ch := Choice{Best: sorted[best].Rank, Least: math.Exp(least), Error: math.Expm1(spread)}
	ch.Edge = tried > 1 && best == len(sorted)-1 && !slices.ContainsFunc(dropped, func(r int) bool { return r > ch.Best })
	chosen := 0.
	for _, c := range sorted {
		if mean, _ := MeanLog(c.Errors); mean <= least+spread {
			if len(ch.Within) == 0 {
				chosen = math.Exp(mean)
			}
			ch.Within = append(ch.Within, c.Rank)
		}
	}
	ch.Rank, ch.Undecided = ch.Within[0], tried > 1 && len(ch.Within) == tried
	ch.Between = ch.between(sorted, sorted[best], spread)
	ch.Reason = ch.reason(sorted, chosen)
	return ch, nil
}

// between returns the ranks that may turn out to be the smallest within one standard error, the spread, of the best: those below the
// chosen one that may come so near, those above it if it may leave, and those that may fall so far below the best that it does, and are
// better in one fold at least: where a fold fails the interval reaches far down.
func (ch Choice) between(sorted []Candidate, best Candidate, spread float64) (ranks []int) {
	of := func(a, b Candidate) (low, high float64) {
		d := stat.Paired(Logs(a.Errors), Logs(b.Errors))
		half := stat.TQuantile(0.975, float64(len(a.Errors)-1)) * d.SE
		return d.Value - half, d.Value + half
	}
	chosen := sorted[slices.IndexFunc(sorted, func(c Candidate) bool { return c.Rank == ch.Rank })]
	firm := false // a rank that was met stays within
	for _, c := range sorted {
		low, high := of(c, best)
		switch {
		case c.Rank == ch.Rank:
			ranks, firm = append(ranks, c.Rank), c.Rank == best.Rank || high <= spread
		case c.Rank < ch.Rank && low <= spread:
			ranks = append(ranks, c.Rank)
		case c.Rank > ch.Rank && c.Rank <= best.Rank && !firm && low <= spread:
			ranks, firm = append(ranks, c.Rank), c.Rank == best.Rank || high <= spread
		case c.Rank > best.Rank:
			better := false
			for fold, e := range c.Errors {
				better = better || e < chosen.Errors[fold]
			}
			if low, _ := of(c, chosen); better && low < -spread {
				ranks = append(ranks, c.Rank)
			}
		}
	}
	return ranks
}

func (ch Choice) reason(sorted []Candidate, chosen float64) string {
	least := fmt.Sprintf("%.4g ± %.2g %%", ch.Least, 100*ch.Error)
	if ch.Undecided {
		return fmt.Sprintf("No rank from %d to %d is better than another: all held-out errors are within one standard error of the minimum, %s.",
			sorted[0].Rank, sorted[len(sorted)-1].Rank, least)
	}
	text := fmt.Sprintf("Rank %d has the smallest held-out error, %s.", ch.Best, least)
	if ch.Rank != ch.Best {
		text = fmt.Sprintf("Rank %d is the smallest whose held-out error, %.4g, is within one standard error of the minimum, %s at rank %d.",
			ch.Rank, chosen, least, ch.Best)
	}
	if ch.Edge {
		text += fmt.Sprintf(" The error still falls at rank %d, the largest tried: try larger ones.", ch.Best)
	}
	return text
}

// Doubt says between which ranks the folds cannot decide, and what would; "" if they can.
func (ch Choice) Doubt(folds int) string {
	if len(ch.Between) < 2 || ch.Undecided {
		return ""
	}
	return fmt.Sprintf(" It is not certain: by the 95 %% intervals over %d folds the same rule may choose any of ranks %s. More folds would tell: "+
		"--folds %d.", folds, strings.Join(list.Map(ch.Between, strconv.Itoa), ", "), 2*folds)
}

// rounding is the relative error below which one is that of the arithmetic.
const rounding = 1e-8

// MeanLog returns the mean of the logarithms of relative errors, and its standard error.
func MeanLog(relative []float64) (mean, se float64) {
	s := stat.Summarise(Logs(relative))
	return s.Mean, s.SD / math.Sqrt(float64(s.N))
}

// Logs returns the logarithms of relative errors.
func Logs(relative []float64) []float64 {
	return list.Map(relative, func(x float64) float64 { return math.Log(max(x, rounding)) })
}
