package own

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/own/ranks"
)

// AutoHold holds out entries where every solver can leave them out, else blocks.
const AutoHold = "auto"

// RankStudy holds the settings of rank: the ranks, the solvers, and the entries that are held out.
type RankStudy struct {
	Fit        *Fit   // what is read, and how each fit is made
	Ranks      string // as 2..12,20
	Solvers    []string
	Hold       string
	Folds      int
	FoldStarts int      // of each fold, 0 is the usual number
	Thorough   bool     // everything for every solver and rank
	Beside     []string // files that the folder gets beside those of a factorisation
	File       string   // where the result goes, "" for the standard output
	Workers    int
}

// Plan reads X and plans the fits, at the ranks that were asked for or, of the usual ones, those that X has. why says how the held-out
// entries were chosen.
func (r *RankStudy) Plan(asked bool) (s *ranks.Study, why string, err error) {
	checked := *r.Fit
	checked.Rank = 1 // of no meaning here
	if err := checked.CheckNumbers(); err != nil {
		return nil, "", err
	}
	o := ranks.Options{
		Name: r.Fit.Input, Starts: r.Fit.Starts, Folds: r.Folds, FoldStarts: r.FoldStarts, Thorough: r.Thorough, Init: solvers.Init(r.Fit.Init),
		Seed: r.Fit.Seed,
		Stop: solvers.Settings{Iterations: r.Fit.MaxIterations, TolObjective: r.Fit.Tol, Every: r.Fit.Every},
	}
	if o.Ranks, err = ParseRanks(r.Ranks); err != nil {
		return nil, "", err
	}
	if o.Methods, err = r.methods(); err != nil {
		return nil, "", err
	}
	x, err := r.Fit.ReadPrepared()
	if err != nil {
		return nil, "", err
	}
	x, zeros, err := mostlyZero(x)
	if err != nil {
		return nil, "", err
	}
	if r.Fit.Labels != "" {
		if _, err := r.Fit.ReadClasses(o.Methods[0].Solver()); err != nil {
			return nil, "", err
		}
	}
	if err := r.Fit.CheckScores(); err != nil {
		return nil, "", err
	}
	if err := r.checkFolder(); err != nil {
		return nil, "", err
	}
	for _, m := range o.Methods {
		if err := solvers.CheckEntries(m.Entry.Name, x, m.Entry.Takes.Signed); err != nil {
			return nil, "", r.Fit.Explained(err)
		}
	}
	if o.Hold, why, err = r.holdOf(x, o.Methods); err != nil {
		return nil, "", err
	}
	if m, n := x.Dims(); !asked {
		o.Ranks = slices.DeleteFunc(o.Ranks, func(k int) bool { return k > min(m, n) })
	}
	if s, err = ranks.New(x, o); err != nil {
		return nil, "", err
	}
	s.Thorough = s.Thorough || s.Small()
	return s, strings.TrimSpace(zeros + " " + why), nil
}

// mostlyZero returns a dense matrix as a sparse one if few of its entries are not zero, and says so.
func mostlyZero(x matrix.Matrix) (matrix.Matrix, string, error) {
	const sparse = 0.2 // from this share of entries that are not zero on, those of a dense matrix take less time
	dense, ok := x.(*matrix.Dense)
	if !ok {
		return x, "", nil
	}
	m, n := x.Dims()
	held := 0
	for e := range matrix.Entries(dense) {
		if e.Value != 0 {
			held++
		}
	}
	share := float64(held) / (float64(m) * float64(n))
	if share >= sparse {
		return x, "", nil
	}
	csr, err := matrix.CSRFrom(m, n, matrix.Entries(dense))
	return csr, fmt.Sprintf("%.0f %% of X are zeros, so that it is taken for a sparse matrix.", 100*(1-share)), err
}

// Result judges the records of a study, and notes how X was read, why its entries were held out, and each doubt.
func (r *RankStudy) Result(study *ranks.Study, records ranks.Records, why string) *ranks.Result {
	found := study.Result(records)
	found.Detected, found.HoldWhy = r.Fit.Read.String(), why
	found.Notes = slices.Concat(r.Fit.Remarks(), list.FlatMap(found.Solvers, func(m ranks.MethodRanks) []note.Note { return m.Doubts }),
		study.AtLimit(records))
	found.Remarks = note.AsRemarks(nil, found.Notes)
	return found
}

// checkFolder refuses a folder in which files of the result, by whatever solver it will be, are others'.
func (r *RankStudy) checkFolder() error {
	f := *r.Fit
	if r.File != "" && f.Out != "" && files.Same(filepath.Dir(r.File), f.Out) {
		return fmt.Errorf("-o %s lies in --out %s, which holds the model alone; name another", r.File, f.Out)
	}
	if f.Format == "" {
		f.Format = "csv"
		if f.Out == "" {
			return nil // rank needs none, and consensus does
		}
	}
	for _, f.Solver = range r.Solvers {
		if err := f.CheckFolder(r.Beside...); err != nil {
			return err
		}
	}
	return nil
}

// methods finds the solvers with their options.
func (r *RankStudy) methods() ([]ranks.Method, error) {
	var all []ranks.Method
	used := 0
	for i, name := range r.Solvers {
		if slices.Contains(r.Solvers[:i], name) {
			return nil, fmt.Errorf("--solvers: %s is named twice", name)
		}
		one := Fit{Solver: name, Set: r.SettingsOf(name), Programs: r.Fit.Programs}
		used += len(one.Set)
		entry, _, norm, err := one.Method()
		if err != nil {
			return nil, err
		}
		if norm != solvers.NormaliseNone {
			return nil, fmt.Errorf("--set %s.%s: factors are compared as they are; drop it", name, NormalizeOption)
		}
		all = append(all, ranks.Method{Entry: entry, Solver: func() solvers.Solver {
			s := entry.New()
			for _, setting := range one.Set {
				option, value, _ := strings.Cut(setting, "=")
				if err := solvers.SetOption(s, option, value); err != nil {
					panic(err) // was set before
				}
			}
			return s
		}})
	}
	if used < len(r.Fit.Set) {
		return nil, fmt.Errorf("--set %s: want SOLVER.option=value with a solver of %s", strings.Join(r.Fit.Set, ", "),
			strings.Join(r.Solvers, ", "))
	}
	return all, nil
}

// SettingsOf returns the options of one solver, which may be named before its options, and has to be where there are several.
func (r *RankStudy) SettingsOf(solver string) (list []string) {
	for _, s := range r.Fit.Set {
		if setting, mine := strings.CutPrefix(s, solver+"."); mine || len(r.Solvers) == 1 {
			list = append(list, setting)
		}
	}
	return list
}

// leastShare is the share of entries that are not zero below which a fold of entries would hold too few of those.
const leastShare = 0.02

// holdOf decides what a fold hides.
func (r *RankStudy) holdOf(x matrix.Matrix, methods []ranks.Method) (hold ranks.Hold, why string, err error) {
	var without []string // solvers that take no unknown entries
	for _, m := range methods {
		if !m.Entry.Takes.Masked {
			without = append(without, m.Entry.Name)
		}
	}
	_, masked := x.(*matrix.Masked)
	_, sparse := x.(*matrix.CSR)
	gaps := !slices.ContainsFunc(methods, func(m ranks.Method) bool { return !solvers.TakesGaps(m.Solver()) })
	m, n := x.Dims()
	dealt := float64(KnownEntries(x)) // entries of the split
	if sparse && gaps {
		dealt = 2 * float64(x.NNZ())
	}
	names, takes := strings.Join(without, ", "), "take"
	if len(without) == 1 {
		takes = "takes"
	}
	switch {
	case masked && len(without) > 0:
		return "", "", fmt.Errorf("X has unknown entries (%d), which %s cannot leave out; these can: %s", r.Fit.Read.Unknown, names,
			Capable(TakesMask))
	case r.Folds == 0:
		return "", "", nil
	case r.Hold == string(ranks.Entries) && len(without) > 0:
		return "", "", fmt.Errorf("--hold entries: %s cannot leave unknown entries out; drop them from --solvers, or hold out blocks", names)
	case r.Hold == string(ranks.Blocks):
		return ranks.Blocks, "", nil
	case r.Hold == AutoHold && len(without) > 0:
		return ranks.Blocks, fmt.Sprintf("Of the solvers, %s %s no unknown entries, so that blocks are held out for all.", names, takes), nil
	case r.Hold == AutoHold && sparse && (!gaps || float64(x.NNZ()) < leastShare*float64(m)*float64(n)):
		return ranks.Blocks, "X is sparse, and stays so where blocks are held out.", nil
	}
	const triplets = 2 * (2*budget.Int + 2*budget.Float64) // those of the split, and of what is trained on
	return ranks.Entries, "", budget.Check(triplets*dealt*float64(r.Workers),
		"the entries that are held out of X, %d×%d, -j %d; --hold blocks needs less", m, n, r.Workers)
}

// ParseRanks reads a list as 2..12,20.
func ParseRanks(text string) (all []int, err error) {
	const most = 10_000
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "..")
		if !isRange {
			to = from
		}
		low, errLow := strconv.Atoi(strings.TrimSpace(from))
		high, errHigh := strconv.Atoi(strings.TrimSpace(to))
		if errLow != nil || errHigh != nil || low < 1 || high < low || high > most {
			if errLow == nil && errHigh == nil && 1 <= high && high < low && low <= most {
				return nil, fmt.Errorf("--ranks %s: %s runs downwards, did you mean %d..%d?", list.QuoteShort(text), part, high, low)
			}
			return nil, fmt.Errorf("--ranks %s: found %q, want whole numbers from 1 to %d, as 2..12 or 2,4,8..10", list.QuoteShort(text), part, most)
		}
		for r := low; r <= high; r++ {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}
