package ranks

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// Recommended is the rank and solver to go on with.
type Recommended struct {
	Solver    string `json:"solver"`
	Rank      int    `json:"rank"`
	Seed      uint64 `json:"seed"` // of its best start
	Undecided bool   `json:"undecided"`
	Reason    string `json:"reason"`
	Doubt     string `json:"doubt,omitempty"`
}

// rule is how a rank is recommended.
const rule = "the smallest rank whose held-out error, its geometric mean over the folds, is within one standard error of the minimum; " +
	"of several solvers the one with the smallest error at its rank"

// agreed is the silhouette from which on starts find the same components. On data of a known rank, none of it missing, it is 0.92 to 1 up
// to that rank, and 0.5 to 0.8 one above.
const agreed = 0.9

// agreement fills in what the starts have in common; a number that is not defined stays unknown.
func (r *RankResult) agreement(bases []*mat.Dense, clusters [][]int) {
	if len(bases) < 2 {
		return
	}
	if a, err := rank.Matched(bases); err == nil {
		r.Similarity, r.Silhouette = result.Finite(a.Similarity), result.Finite(a.Silhouette)
	}
	if r.Rank == 1 { // all samples are one cluster
		return
	}
	if c, err := rank.Consensus(clusters); err == nil {
		r.Cophenetic = result.Finite(rank.Cophenetic(c))
	}
}

// same is the share of an error below which a difference of two solvers means nothing, however steady it is.
const same = 1e-3

// recommend takes the solver with the least error at its recommended rank.
func (s *Study) recommend(records Records, all []MethodRanks) *Recommended {
	var best *MethodRanks
	for i := range all {
		if m := &all[i]; m.Choice != nil && !m.dropped && (best == nil || *m.chosen().HeldOut.Mean < *best.chosen().HeldOut.Mean) {
			best = m
		}
	}
	if best == nil {
		return nil
	}
	at := best.chosen()
	rec := &Recommended{Solver: best.Solver, Rank: at.Rank, Seed: at.Seed, Undecided: best.Choice.Undecided,
		Reason: best.Choice.Reason, Doubt: best.Doubt}
	if at.BestStart < 0 && at.level.starts > 0 {
		return nil
	}
	for i := range all {
		m := &all[i]
		if m == best || m.Choice == nil {
			continue
		}
		other := m.chosen()
		beside, _ := s.errors(records, cell{best.Solver, at.Rank}, other.level) // as far as the other was computed
		difference := stat.Paired(rank.Logs(other.Errors[:len(beside)]), rank.Logs(beside))
		switch {
		case difference.Value <= same:
			rec.Reason += fmt.Sprintf(" %s at rank %d has the same error: neither solver is better.", m.Solver, other.Rank)
		case difference.Value <= difference.SE:
			rec.Reason += fmt.Sprintf(" %s at rank %d, with %.4g, is within one standard error (%.2g %%, over shared folds): neither solver is "+
				"better.", m.Solver, other.Rank, *other.HeldOut.Mean, 100*difference.SE)
		default:
			rec.Reason += fmt.Sprintf(" %s at rank %d has a larger error, %.4g.", m.Solver, other.Rank, *other.HeldOut.Mean)
		}
	}
	return rec
}

// chosen returns the rank that the rule recommends.
func (m *MethodRanks) chosen() *RankResult {
	return &m.Ranks[slices.IndexFunc(m.Ranks, func(r RankResult) bool { return r.Rank == m.Choice.Rank })]
}

func meanOf(v []float64) Mean {
	s := stat.Summarise(v)
	m := Mean{N: s.N, Mean: result.Finite(s.Mean)}
	if s.N > 1 {
		half := stat.TQuantile(0.975, float64(s.N-1)) * s.SD / math.Sqrt(float64(s.N))
		m.On = onThisMatrix
		m.Low, m.High = result.Finite(max(0, s.Mean-half)), result.Finite(s.Mean+half) // nothing here is negative
	}
	return m
}

// geometric returns the mean of relative errors by their logarithms, as the rule takes it.
func geometric(relative []float64) Mean {
	mean, se := rank.MeanLog(relative)
	m := Mean{N: len(relative), Mean: result.Finite(math.Exp(mean))}
	if m.N > 1 {
		half := stat.TQuantile(0.975, float64(m.N-1)) * se
		m.On = onThisMatrix
		m.Low, m.High = result.Finite(math.Exp(mean-half)), result.Finite(math.Exp(mean+half))
	}
	return m
}
