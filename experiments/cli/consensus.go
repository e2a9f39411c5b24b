package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/own"
	"nmfrepro/experiments/engine/own/ranks"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
)

// consensus is the flags of consensus: a study of one solver without folds, and how its starts are pooled.
type consensus struct {
	study            ranking
	solver           string
	rank             int
	threshold, share float64
}

func newConsensus(env *Env) *cobra.Command {
	c := consensus{study: ranking{fit: newFit(env)}}
	cmd := &cobra.Command{
		Use:   "consensus X --rank R --out DIR",
		Short: "components that many runs have in common, as cNMF finds them",
		Long: `Consensus runs a solver on X from many initialisations, and makes one set of components of all theirs, as cNMF does (Kotliar et al.,
eLife 2019). Components get unit length. Those far from their nearest neighbours are left out. K-means clusters the others, and each cluster
gives its median, of the sum 1. Usages are then refitted for these components by the loss of the solver (see project).

The folder --out gets what factorize writes (W.csv, H.csv, usages.csv, components.csv, run.json), which project can read, and

  scores.csv      z-scored score of every feature of X in each component, by regression on the usages
  spectra.csv     the components of all runs; compared by 2,000 features at most, those of the largest norm
  pooled.csv      of each of them the distance to its neighbours, and its cluster (0: left out)
  ranks.csv       stability and error at each rank of --ranks, with no component left out
  consensus.svg   histogram of the distances with the threshold, clustergram, stability and error over the ranks
  W-all-features.csv  with --features: W for all features of X, refitted for the usages

Runs are those of rank, and kept in --results: a command that was killed goes on, and what rank has computed counts. cNMF itself is
--features 2000 --normalize variance --solver hals.`,
		Example: `  nmfrepro consensus counts.csv --rank 10 --starts 100 --out DIR
  nmfrepro consensus cells.h5ad --features 2000 --normalize variance --rank 10 --ranks 5..15 --out DIR
  nmfrepro consensus counts.mtx --solver nmf-kl --rank 10 --starts 200 --results /shared --shard 3/16 --out DIR`,
		Args: Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.study.fit.model.Input = args[0]
			return c.run(cmd, env)
		},
	}
	f := cmd.Flags()
	f.IntVar(&c.rank, "rank", 0, "number of components, at least 1")
	f.StringVar(&c.study.ranks, "ranks", "", "further ranks whose stability and error are told, as 2..12 or 2,4,8..10")
	f.StringVar(&c.solver, "solver", "hals", "method, as hals or nmf-kl")
	f.IntVar(&c.study.fit.model.Starts, "starts", 100, "runs at each rank, at least 2")
	f.Float64Var(&c.threshold, "threshold", 0.5,
		"leave out components whose mean distance to their nearest neighbours is not below this; 2 leaves out none")
	f.Float64Var(&c.share, "neighbours", 0.3, "how many neighbours those are, as a share of the runs")
	c.study.bind(cmd)
	f.StringArrayVar(&c.study.fit.model.Set, "set", nil, "option=value of the solver, repeatable")
	f.StringVar(&c.study.fit.model.Labels, "labels", "", "file with the class of each sample, which --plots draws below H; see factorize")
	f.StringVar(&c.study.fit.model.LabelColumn, "label-column", "", "column of the labels where their file holds several")
	ChoiceFlag(cmd, &c.study.fit.model.Format, "format", "csv", "format of the matrices written: csv, or npy for NumPy", own.Formats)
	ChoiceFlag(cmd, &c.study.fit.model.Plots, "plots", "", "also draw W and H into plots.svg (or --plots=png, pdf, and consensus.png, pdf)",
		figure.Names())
	f.Lookup("plots").NoOptDefVal = figure.Names()[0]
	f.BoolVar(&c.study.fit.model.Rnk, "rnk", false, "also write component-K.rnk: every feature by falling z-scored score, as GSEA reads it")
	c.study.fit.bindOut(cmd, "folder for the results; made if absent")
	require(cmd, "rank", "out")
	return cmd
}

func (c *consensus) run(cmd *cobra.Command, env *Env) error {
	began := time.Now()
	if err := c.check(); err != nil {
		return UsageError("consensus: %w", err)
	}
	study, _, pass, later, err := c.study.computed(cmd, env, true)
	if err != nil || pass == nil {
		return err
	}
	method, f := study.Methods[0], &c.study.fit.model
	f.Rank = c.rank
	var stats []ranks.AtRank
	for _, r := range study.Ranks {
		one, err := study.Consensus(cmd.Context(), pass.Set, method, r, 2, c.share)
		if cmd.Context().Err() != nil {
			return cmd.Context().Err()
		}
		stats = append(stats, one.Note(err))
	}
	found, err := study.Consensus(cmd.Context(), pass.Set, method, c.rank, c.threshold, c.share)
	if err != nil {
		return cmp.Or(later, UsageError("consensus: %w", err))
	}
	f.PrintRead(env.console())
	pooling := own.Pooling{Fit: f, Threshold: c.threshold, Share: c.share}
	report := pooling.Report(method, found, stats)
	if limit := study.AtLimit(pass.Set); limit != "" {
		report.Notes = append(report.Notes, limit)
		fmt.Fprintf(env.Stderr, "consensus: note: %s\n", limit)
	}
	res := solvers.Result{W: found.Basis, Basis: found.Basis, Ht: found.Ht}
	files, err := pooling.Files(cmd.Context(), method, found, stats)
	if err != nil {
		return err
	}
	report.WallSeconds = time.Since(began).Seconds()
	if err := f.Write(res, nil, &report, files...); err != nil {
		return fmt.Errorf("consensus: %w", err)
	}
	c.print(env, res, report)
	return later
}

// check refuses what cannot be, and makes the flags those of a study.
func (c *consensus) check() error {
	switch {
	case c.rank < 1:
		return fmt.Errorf("--rank = %d, want ≥ 1, the number of components", c.rank)
	case c.study.fit.model.Starts < 2:
		return fmt.Errorf("--starts = %d, want at least 2: one run cannot agree with itself", c.study.fit.model.Starts)
	case !(c.threshold > 0):
		return fmt.Errorf("--threshold = %v, want a distance above 0", c.threshold)
	case !(c.share > 0 && c.share <= 1):
		return fmt.Errorf("--neighbours = %v, want a share of the runs, above 0 and at most 1", c.share)
	}
	one := strconv.Itoa(c.rank)
	c.study.ranks = cmp.Or(c.study.ranks, one) + "," + one
	c.study.fit.model.Solver, c.study.solvers = c.solver, []string{c.solver}
	c.study.beside = []string{"spectra." + c.study.fit.model.Format, "scores." + c.study.fit.model.Format, "pooled.csv", "ranks.csv",
		"consensus." + cmp.Or(c.study.fit.model.Plots, figure.Names()[0])}
	if c.study.fit.model.Prepare.Features > 0 {
		c.study.beside = append(c.study.beside, "W-all-features."+c.study.fit.model.Format)
	}
	for i, setting := range c.study.fit.model.Set {
		c.study.fit.model.Set[i] = c.solver + "." + setting
	}
	for k := range c.rank {
		if c.study.fit.model.Rnk {
			c.study.beside = append(c.study.beside, fmt.Sprintf("component-%d.rnk", k+1))
		}
	}
	entry, ok := solvers.Find(c.solver)
	if !ok {
		return nil // which the study tells
	}
	if rule := solvers.ProjectionOf(entry.New()); rule.Formula == "" {
		return fmt.Errorf("--solver %s: usages cannot be refitted: %s", c.solver, rule.Refusal)
	}
	if c.study.fit.model.Labels != "" && c.study.fit.model.Plots == "" {
		return errors.New("--labels are drawn by --plots; give both")
	}
	return nil
}

func (c *consensus) print(env *Env, res solvers.Result, r own.ConsensusReport) {
	w := env.Page()
	fmt.Fprintf(w, "%s: rank %d, %s, %s, %d left out, whose mean distance to %s is not below %v\n", c.solver, c.rank,
		result.Count(c.study.fit.model.Starts, "start"),
		result.Count(r.Pooled, "component"), r.LeftOut, result.Count(r.Near, "neighbour"), c.threshold)
	fmt.Fprintf(w, "silhouette %s, relative error %.3g %%; results in %s\n", number(r.Silhouette), 100*r.RelativeError, c.study.fit.model.Out)
	if len(r.Ranks) > 1 {
		rows := [][]string{{"rank", "stability", "relative error"}}
		for _, at := range r.Ranks {
			rows = append(rows, []string{strconv.Itoa(at.Rank), number(at.Stability), number(at.Error)})
		}
		term.Columns(w, rows)
	}
	c.study.fit.model.PrintTop(w, res, r.Found)
	for _, warning := range r.Warnings {
		fmt.Fprintf(env.Stderr, "consensus: warning: %s\n", warning)
	}
}

func number(v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%.3f", *v)
}
