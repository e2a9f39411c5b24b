package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/eval"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers"
	"nmfrepro/solvers/own"
)

func newProject(env *Env) *cobra.Command {
	fit := newFit(env)
	p := own.Projection{Fit: &fit}
	cmd := &cobra.Command{
		Use:   "project --model DIR --input NEW.csv --out DIR2",
		Short: "compute the coefficients of new samples for the basis of an earlier run, or for components that are given",
		Long: `Project computes the coefficients H of new samples for a basis that stays as it is. With --model the basis, the solver and its options are
those of the folder that factorize (or rank --out) wrote. With --basis FILE the basis is a table of components, features × components, such as
reference spectra or signatures, and --loss says which loss the coefficients minimise.

  squared error (nmf, hals and others)       least squares over H ≥ 0, penalties l1-h and l2-h included, exactly
  divergences (nmf-kl, beta-nmf and others)  the solver's own update of H, until --tol
  pnmf, opnmf and their relatives            H = WᵀX, as the model has it
  gnmf                                       least squares, clipped at 0, as its authors do

A penalty that ties samples to each other, such as a graph, has no part in it.

What factorize did to X by --features and --normalize is done to the new samples, with the weights of the model.

Features are matched by name where the model and the input have names; their order does not matter. Other features are an error,
unless --missing says what to do with those that the input lacks; those that the model lacks are then left out.

The folder gets

  H.csv          coefficients, rank × samples
  usages.csv     shares of the components in each sample, samples × rank
  labels.csv     the component of the largest coefficient of each sample
  residuals.csv  ‖x - Wh‖ of each sample, and its share of ‖x‖
  run.json       what was done, and the notes of the command`,
		Example: `  nmfrepro project --model DIR --input new.csv --out DIR2
  nmfrepro project --basis signatures.csv --loss kullback-leibler --input counts.csv --out DIR2
  nmfrepro project --model DIR --input new.csv --missing zero --out DIR2`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (p.Model == "") == (p.Basis == "") {
				return usageError("project: want --model DIR, a folder that factorize wrote, or --basis FILE, a table of components; one of them")
			}
			if cmd.Flags().Changed("loss") && p.Basis == "" {
				return usageError("project: --loss goes with --basis; a model has the loss of its solver")
			}
			if err := workflow.WhileReading(cmd.Context(), "project", p.Read); err != nil {
				return err
			}
			return p.Run(cmd.Context(), env.console())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&p.Model, "model", "", "folder that factorize wrote")
	flags.StringVar(&p.Basis, "basis", "", "file with components, features × components, in the place of a model")
	p.Loss = string(solvers.Frobenius)
	flags.Var(wordChoice{flag: "loss", value: &p.Loss, Words: own.Losses()}, "loss",
		"with --basis: loss that the coefficients minimise: "+strings.Join(own.Losses(), ", ")+"; squared, kl and is are understood")
	takesMatrix(cmd, &p.Fit.Input, "file with the new samples, as factorize reads X; - for the standard input")
	tableFlags(cmd, &p.Fit.Table)
	nameFlags(cmd, &p.Fit.Table)
	flags.StringVar(&p.Fit.Mask, "mask", "", "file of the input's shape: 1 where an entry is known, 0 where it is not")
	choiceFlag(cmd, &p.Missing, "missing", "",
		"what to do where the input lacks features of the model: drop them from the basis, or take them for zero (default an error)",
		[]string{own.MissingDrop, own.MissingZero})
	choiceFlag(cmd, &p.Fit.Clusters, "clusters", eval.ByArgmax,
		"how the cluster of each sample is read into labels.csv: argmax (largest coefficient) or none", []string{own.NoClusters, eval.ByArgmax})
	choiceFlag(cmd, &p.Fit.Format, "format", "csv", "format of the matrices: csv, or npy for NumPy", own.Formats)
	flags.Float64Var(&p.Settings.Tol, "tol", 1e-7,
		"for divergences: stop a sample when no coefficient grows by more than this share and no more than this share of its model moves")
	flags.IntVar(&p.Settings.Iterations, "iterations", 100_000, "for divergences: at most this many updates of a sample")
	outFlags(cmd, p.Fit, "folder for the results; made if absent")
	require(cmd, "input", "out")
	notesFlag(cmd, env)
	return cmd
}
