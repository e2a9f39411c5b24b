package ranks

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/eval/rank"
)

// Result is the result of a study.
type Result struct {
	Input      string        `json:"input"`
	Detected   string        `json:"detected,omitempty"` // how the input was understood
	SHA256     string        `json:"sha256"`             // of what the matrix holds
	Features   int           `json:"features"`
	Samples    int           `json:"samples"`
	Hold       Hold          `json:"hold"`
	HoldWhy    string        `json:"hold_why,omitempty"`
	Folds      int           `json:"folds"`
	Starts     int           `json:"starts"`
	FoldStarts int           `json:"fold_starts"`
	Seed       uint64        `json:"seed"`
	Init       string        `json:"init"`
	Solvers    []MethodRanks `json:"solvers"`
	Recommend  *Recommended  `json:"recommended"` // null where no rank has all its folds
	Rule       string        `json:"rule"`
	Levels     int           `json:"levels"`           // how many are complete: of few folds and starts, of more, of all; see Thorough
	SoFar      bool          `json:"so_far,omitempty"` // the work was interrupted
	Thorough   bool          `json:"thorough"`         // every solver at every rank has all folds and starts
	Notes      []note.Note   `json:"notes,omitempty"`
	Remarks    []note.Remark `json:"remarks,omitempty"`        // the notes with their kinds, for programs
	Constant   *float64      `json:"constant_error,omitempty"` // held-out error of the mean of the other entries, where entries are held out

	looked int           // folds of the first level
	still  map[cell]bool // what can still win before the last level
}

// MethodRanks is one solver at every rank.
type MethodRanks struct {
	Solver string         `json:"solver"`
	Ranks  []RankResult   `json:"ranks"`
	Choice *rank.Choice   `json:"choice"`           // null where no rank has all its folds
	Stable int            `json:"stable"`           // the largest rank whose components most starts find; 0 is none
	Doubt  string         `json:"doubt,omitempty"`  // where held-out error and stability disagree
	Doubts []note.Note    `json:"doubts,omitempty"` // of components too many
	Failed map[string]int `json:"failed,omitempty"`

	dropped bool // another solver was better at an earlier level
}

// RankResult is one solver at one rank. A number that is not known is absent.
type RankResult struct {
	Rank           int       `json:"rank"`
	HeldOut        Mean      `json:"held_out_error"`                                 // over the folds, geometric
	Errors         []float64 `json:"held_out_errors"`                                // of each fold
	Reconstruction Mean      `json:"reconstruction_error"`                           // over the starts
	Similarity     *float64  `json:"similarity" jsonschema:"oneof_type=number;null"` // mean cosine of matched components over all pairs of starts
	Silhouette     *float64  `json:"silhouette" jsonschema:"oneof_type=number;null"` // of the components
	Cophenetic     *float64  `json:"cophenetic" jsonschema:"oneof_type=number;null"` // correlation of the consensus of samples
	Seconds        Mean      `json:"seconds"`                                        // of iterations, over the starts
	BestStart      int       `json:"best_start"`                                     // the one with the smallest objective, from 0; -1 if there is none
	Seed           uint64    `json:"best_seed"`                                      // of that start, or of the first
	level          level     // how much of it was computed
}

// Mean is a mean with its 95 % interval by Student's t.
type Mean struct {
	N    int      `json:"n"`
	Mean *float64 `json:"mean" jsonschema:"oneof_type=number;null"`
	Low  *float64 `json:"low" jsonschema:"oneof_type=number;null"`
	High *float64 `json:"high" jsonschema:"oneof_type=number;null"`
	On   string   `json:"on,omitempty"` // for what the interval speaks, where there is one: folds and starts on this matrix
}

// onThisMatrix stands beside intervals over folds or starts: no other matrix is spoken of.
const onThisMatrix = "on this matrix"

// Result judges the records of the fits that were made.
func (s *Study) Result(records Records) *Result {
	m, n := s.x.Dims()
	r := &Result{
		Input: s.Name, SHA256: s.Sum, Features: m, Samples: n,
		Hold: s.Hold, Folds: s.Folds, Starts: s.Starts, FoldStarts: s.FoldStarts, Thorough: s.Thorough,
		Seed: s.Seed, Init: string(s.Init),
		Rule: rule,
	}
	f := s.found(records)
	if r.Levels = len(f.levels); r.Levels > 0 {
		r.looked = f.levels[0].folds
		r.still = s.still(records, f.last(), f.levels[r.Levels-1])
	}
	r.Solvers = list.Map(s.Methods, func(method Method) MethodRanks { return s.judge(records, f, method) })
	r.Recommend = s.recommend(records, r.Solvers)
	if c, ok := s.constant(); ok {
		r.Constant = &c
		for i := range r.Solvers {
			r.Solvers[i].beside(c)
		}
	}
	return r
}

// judge gathers one method.
func (s *Study) judge(records Records, f found, method Method) MethodRanks {
	out := MethodRanks{Solver: method.Entry.Name, Failed: map[string]int{}}
	var alike, empty []string
	for _, r := range s.Ranks {
		one, c := RankResult{Rank: r, BestStart: -1, Seed: s.Seed}, cell{out.Solver, r}
		lv := f.level(c)
		one.level = lv
		one.Errors, _ = s.errors(records, c, lv)
		one.HeldOut = geometric(one.Errors)
		for _, f := range s.plan {
			if left, ok := records(f); ok && left.Failed != "" && f.cell == c && lv.has(f.place) {
				out.Failed[left.Failed]++
			}
		}
		doubts := s.starts(&one, lv.starts, func(k int) (*Left, bool) { return records.made(s.at[place{c, kindStart, 0, k}]) })
		if doubts.Alike != nil {
			alike = append(alike, strconv.Itoa(r))
		}
		if doubts.Empty != nil {
			empty = append(empty, strconv.Itoa(r))
		}
		if one.Silhouette != nil && *one.Silhouette >= agreed {
			out.Stable = r
		}
		out.Ranks = append(out.Ranks, one)
	}
	out.Doubts = doubtful(out.Solver, alike, empty)
	open, lv, _ := f.of(func(c cell) bool { return c.method == out.Solver })
	for c := range f.last() {
		out.dropped = out.dropped || c.method == out.Solver
	}
	out.dropped = !out.dropped
	if choice, of, ok := s.choose(records, out.Solver, open, lv); ok {
		if first := s.Ranks[0]; choice.Rank == first && first > 1 && len(of) > 1 && !choice.Undecided {
			choice.Reason += " It is the smallest rank tried: a smaller one may do as well, down to 1, which is no structure beyond the means."
		}
		if !out.dropped {
			choice.Reason += choice.Doubt(lv.folds)
		}
		out.Choice = &choice
		out.Doubt = out.doubt()
	}
	return out
}

// starts fills in what the initialisations of the whole matrix gave at one rank, and doubts components of the best of them.
func (s *Study) starts(one *RankResult, most int, get func(start int) (*Left, bool)) (doubts rank.Doubts) {
	var left, seconds []float64
	var bases []*mat.Dense
	var clusters [][]int
	least := math.Inf(1)
	var best *mat.Dense
	for k := range most {
		rec, ok := get(k)
		if !ok {
			continue
		}
		left, seconds = append(left, rec.Metrics[metricError]), append(seconds, rec.Seconds)
		bases, clusters = append(bases, rec.Outputs[outputBasis]), append(clusters, whole(rec.Outputs[outputClusters]))
		if v := rec.Metrics[metricValue]; v < least {
			least, one.BestStart, one.Seed, best = v, k, s.Seed+uint64(k), bases[len(bases)-1]
		}
	}
	one.Reconstruction, one.Seconds = meanOf(left), meanOf(seconds)
	one.agreement(bases, clusters)
	if best == nil {
		return doubts
	}
	return rank.Judge(best, nil, 0)
}

// doubtful tells at which ranks some components of the best initialisation are nearly the same, or empty.
func doubtful(solver string, alike, empty []string) (notes []note.Note) {
	at := func(kind note.Kind, ranks []string, what string) {
		if len(ranks) > 0 {
			word := "rank"
			if len(ranks) > 1 {
				word = "ranks"
			}
			notes = append(notes, note.Of(kind, "of its best initialisation, some components are %s at %s %s", what, word,
				strings.Join(ranks, ", ")).On(solver))
		}
	}
	at(note.Alike, alike, fmt.Sprintf("nearly the same (cosine %v or more)", rank.AlikeFrom))
	at(note.Empty, empty, "empty")
	return notes
}

// constant returns the geometric mean over the folds of the error of a constant.
func (s *Study) constant() (float64, bool) {
	if s.speckle == nil {
		return 0, false
	}
	var errs []float64
	for k := range s.Folds {
		e, err := s.speckle.ConstantError(k)
		if err != nil {
			return 0, false
		}
		errs = append(errs, e)
	}
	mean := geometric(errs).Mean
	if mean == nil {
		return 0, false
	}
	return *mean, true
}

// beside doubts a method whose least held-out error is above that of a constant.
func (m *MethodRanks) beside(constant float64) {
	least := math.Inf(1)
	for _, r := range m.Ranks {
		if r.HeldOut.Mean != nil {
			least = min(least, *r.HeldOut.Mean)
		}
	}
	if !math.IsInf(least, 1) && least > constant {
		m.Doubt = strings.TrimSpace(m.Doubt +
			fmt.Sprintf(" It predicts worse than a constant, the mean of the other entries, whose held-out error is %.3g. Take penalties on "+
				"the size of the factors (l2-w, l2-h), a lower rank, or another solver.", constant))
	}
}

// doubt says that the starts agree on another number of components than the held-out error asks for.
func (m *MethodRanks) doubt() string {
	at := m.chosen()
	switch {
	case at.Silhouette == nil || m.Choice.Undecided || m.Stable == at.Rank:
		return ""
	case m.Stable <= 1 && at.Rank > 2 && !slices.ContainsFunc(m.Ranks, func(r RankResult) bool { return r.Rank > 1 && r.Rank < at.Rank && r.Silhouette != nil }):
		return fmt.Sprintf("Initialisations do not agree on the components at rank %d (silhouette %.2f); --thorough tells whether they agree at a lower one.",
			at.Rank, *at.Silhouette)
	case m.Stable <= 1:
		return fmt.Sprintf("Initialisations find other components each at rank %d (silhouette %.2f): they are not to be read.", at.Rank,
			*at.Silhouette)
	}
	return fmt.Sprintf("Held-out error and stability disagree: initialisations find the same components up to rank %d; at rank %d their "+
		"silhouette is %.2f. Look at both.", m.Stable, at.Rank, *at.Silhouette)
}

func whole(a *mat.Dense) []int {
	return list.Map(a.RawMatrix().Data, func(v float64) int { return int(v) })
}
