package own

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
	"nmfrepro/solvers/own/ranks"
)

// Check refuses impossible settings, and says which runs are studied.
func (c *Pooling) Check() error {
	switch {
	case c.Fit.Rank < 1:
		return fmt.Errorf("--rank = %d, want ≥ 1, the number of components", c.Fit.Rank)
	case c.Fit.Starts < 2:
		return fmt.Errorf("--starts = %d, want at least 2: one run cannot agree with itself", c.Fit.Starts)
	case !(c.Threshold > 0):
		return fmt.Errorf("--threshold = %v, want a distance above 0", c.Threshold)
	case !(c.Share > 0 && c.Share <= 1):
		return fmt.Errorf("--neighbours = %v, want a share of the runs, above 0 and at most 1", c.Share)
	}
	one := strconv.Itoa(c.Fit.Rank)
	c.Study.Ranks = cmp.Or(c.Study.Ranks, one) + "," + one
	c.Study.Solvers = []string{c.Fit.Solver}
	c.Study.Beside = []string{"spectra." + c.Fit.Format, "scores." + c.Fit.Format, "pooled.csv", "ranks.csv",
		"consensus." + cmp.Or(c.Fit.Plots, figure.Names()[0])}
	if c.Fit.Prepare.Features > 0 {
		c.Study.Beside = append(c.Study.Beside, "W-all-features."+c.Fit.Format)
	}
	for i, setting := range c.Fit.Set {
		c.Fit.Set[i] = c.Fit.Solver + "." + setting
	}
	for k := range c.Fit.Rank {
		if c.Fit.Rnk {
			c.Study.Beside = append(c.Study.Beside, fmt.Sprintf("component-%d.rnk", k+1))
		}
	}
	entry, ok := solvers.Find(c.Fit.Solver)
	if !ok {
		return nil // which the study tells
	}
	if rule := solvers.ProjectionOf(entry.New()); rule.Formula == "" {
		return fmt.Errorf("--solver %s: usages cannot be refitted: %s", c.Fit.Solver, rule.Refusal)
	}
	if c.Fit.Labels != "" && c.Fit.Plots == "" {
		return errors.New("--labels are drawn by --plots; give both")
	}
	return nil
}

// UnmadeError says why runs have no components in common.
type UnmadeError struct{ Err error }

func (e *UnmadeError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *UnmadeError) Unwrap() error { return e.Err }

// Make pools the components of the runs of a study, writes the pooled components, and tells the result.
func (c *Pooling) Make(ctx context.Context, study *ranks.Study, records ranks.Records, to Console, began time.Time) error {
	method, f := study.Methods[0], c.Fit
	var stats []ranks.AtRank
	for _, r := range study.Ranks {
		one, err := study.Consensus(ctx, records, method, r, 2, c.Share)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		stats = append(stats, one.Note(err))
	}
	found, err := study.Consensus(ctx, records, method, f.Rank, c.Threshold, c.Share)
	if err != nil {
		return &UnmadeError{err}
	}
	f.PrintRead(to)
	report := c.Report(method, found, stats)
	limits := study.AtLimit(records)
	report.Notes = append(report.Notes, limits...)
	res := solvers.Result{W: found.Basis, Basis: found.Basis, Ht: found.Ht}
	files, err := c.Files(ctx, method, found, stats)
	if err != nil {
		return err
	}
	report.WallSeconds = time.Since(began).Seconds()
	if err := f.Write(res, nil, &report, files...); err != nil {
		return fmt.Errorf("consensus: %w", err)
	}
	c.print(to.Page, res, report)
	to.Say(report.Warnings, append(f.Remarks(), limits...))
	return nil
}

func (c *Pooling) print(w io.Writer, res solvers.Result, r ConsensusReport) {
	fmt.Fprintf(w, "%s: rank %d, %s, %s, %d left out (mean distance to %s at least %v)\n", c.Fit.Solver, c.Fit.Rank,
		result.Count(c.Fit.Starts, "start"),
		result.Count(r.Pooled, "component"), r.LeftOut, result.Count(r.Near, "neighbour"), c.Threshold)
	fmt.Fprintf(w, "silhouette %s, relative error %.3g %%; results in %s%s\n", number(r.Silhouette), 100*r.RelativeError, c.Fit.Out, c.Fit.replaced)
	if len(r.Ranks) > 1 {
		rows := [][]string{{"rank", "stability", "relative error"}}
		for _, at := range r.Ranks {
			rows = append(rows, []string{strconv.Itoa(at.Rank), number(at.Stability), number(at.Error)})
		}
		term.Columns(w, rows)
	}
	c.Fit.PrintTop(w, res, r.Found)
}

func number(v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%.3f", *v)
}
