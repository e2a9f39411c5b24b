package cli

import (
	"cmp"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/reports/figure"
	"nmfrepro/solvers/own"
)

// consensus is the flags of consensus: how many runs are pooled, and how they are computed.
type consensus struct {
	pool  own.Pooling
	flags studyFlags
}

func newConsensus(env *Env) *cobra.Command {
	fit := newFit(env)
	c := consensus{pool: own.Pooling{Fit: &fit, Study: own.RankStudy{Fit: &fit}}}
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
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd, env) },
	}
	f := cmd.Flags()
	takesMatrix(cmd, &fit.Input, "file with X, as factorize reads it")
	sameFlags(cmd, map[string]string{"solvers": "solver", "truth-column": "label-column", "truth": "labels"})
	f.IntVar(&fit.Rank, "rank", 0, "number of components, at least 1")
	f.StringVar(&c.pool.Study.Ranks, "ranks", "", "further ranks whose stability and error are told, as 2..12 or 2,4,8..10")
	f.StringVar(&fit.Solver, "solver", "hals", "method, as hals or nmf-kl")
	f.IntVar(&fit.Starts, "starts", 100, "runs at each rank, at least 2")
	f.Float64Var(&c.pool.Threshold, "threshold", 0.5,
		"leave out components whose mean distance to their nearest neighbours is not below this; 2 leaves out none")
	f.Float64Var(&c.pool.Share, "neighbours", 0.3, "how many neighbours those are, as a share of the runs")
	c.flags.bind(cmd, &fit)
	f.StringArrayVar(&fit.Set, "set", nil, "option=value of the solver, repeatable")
	f.StringVar(&fit.Labels, "labels", "", "file with the class of each sample, which --plots draws below H; see factorize")
	f.StringVar(&fit.LabelColumn, "label-column", "", "column of the labels where their file holds several")
	choiceFlag(cmd, &fit.Format, "format", "csv", "format of the matrices written: csv, or npy for NumPy", own.Formats)
	choiceFlag(cmd, &fit.Plots, "plots", "", "also draw W and H into plots.svg (or --plots=png, pdf, and consensus.png, pdf)",
		figure.Names())
	f.Lookup("plots").NoOptDefVal = figure.Names()[0]
	f.BoolVar(&fit.Rnk, "rnk", false, "also write component-K.rnk: every feature by falling z-scored score, as GSEA reads it")
	outFlags(cmd, &fit, "folder for the results; made if absent")
	require(cmd, "input", "rank", "out")
	notesFlag(cmd, env)
	return cmd
}

func (c *consensus) run(cmd *cobra.Command, env *Env) error {
	began := time.Now()
	if err := c.pool.Check(); err != nil {
		return usageError("consensus: %w", err)
	}
	study, _, fits, later, err := c.flags.computed(cmd, env, &c.pool.Study, true)
	if err != nil || fits == nil {
		return err
	}
	err = c.pool.Make(cmd.Context(), study, fits.Left, env.console(), began)
	if unmade, ok := errors.AsType[*own.UnmadeError](err); ok {
		return cmp.Or(later, usageError("consensus: %w", unmade))
	}
	return cmp.Or(err, later)
}
