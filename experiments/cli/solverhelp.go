package cli

import (
	"fmt"
	"strings"

	"nmfrepro/solvers"
	"nmfrepro/solvers/own"
)

func factorizeHelp() string {
	return `Factorize computes X ≈ W·H by any solver. X has features in rows and samples in columns; --transpose reads samples in rows. One line
tells how the file was understood. The folder --out gets

  W.csv           features × rank, with names
  H.csv           rank × samples, with names
  usages.csv      samples × rank: the share of each component in a sample, which sum to 1
  components.csv  the top features of each component, by weight and by specificity (Kim and Park 2007)
  components-wide.csv
                  the same, a column for each component
  component-K.rnk with --rnk: every feature of component K by z-scored score
  labels.csv      with --clusters: the component or cluster of each sample, counted from 1
  trace.csv       the objective after each iteration
  run.json        solver, options, data, program, and what came out
  plots.svg       with --plots: the objective, W and H, ordered by component, and --labels below H
  preparation.csv with --normalize or --features: what project needs to do the same

--format npy writes W.npy and H.npy, without names. Where W holds weights of samples (convex-nmf), Basis.csv is the basis. Methods that
end in an embedding write Embedding.csv.

X is text, .npy, .npz (NumPy, SciPy), .mat (version 5 to 7.3), .mtx, .h5ad (AnnData), or a folder or .h5 of 10x Genomics, also packed
by gzip. A sparse matrix stays sparse. Of .h5ad --var names a layer, or raw; its rows are known to be samples. Text may have a header, row names, quotes, a decimal comma, and commas, semicolons, tabs or blanks between values. A
file that allows two readings is refused; --separator, --decimal, --header, --row-names and --drop decide. Empty values, NA,
NaN, null and ? are unknown, as are entries that --mask marks by 0. Solvers that cannot leave them out refuse, and name those that can.

X and a file beside it are matched by names: another order is put right, other names are an error. Where one file has no names, rows and
columns are matched by position, and a note says so.

Some solvers use --constraints, --labels or --graph; another refuses them, and names those that can.

See also: nmfrepro rank, project, evaluate, and new solver (a method of your own, in any language, which --specs DIR finds).

Solvers; nmfrepro factorize --solver NAME --help tells the options of one:
` + strings.Join(solvers.Names(), ", ")
}

// optionsHelp says what a solver is and lists its options.
func optionsHelp(f *own.Fit) string {
	e, err := f.FindSolver()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n", e.Name, e.Doc, e.Cite)
	fmt.Fprintf(&b, "\nCoefficients of new samples (nmfrepro project): %s.\n", solvers.ProjectionOf(e.New()))
	if why := e.NoResidual(); why != "" {
		fmt.Fprintf(&b, "\nConvergence along a path: the change of the objective for one iteration; there is no residual, since %s.\n", why)
	} else {
		b.WriteString("\nConvergence along a path: the relative residual of the Karush-Kuhn-Tucker conditions.\n")
	}
	options := solvers.Options(e.New())
	if len(options) == 0 {
		b.WriteString("\nIt has no options for --set but normalize.")
		return b.String()
	}
	b.WriteString("\nOptions for --set, with their defaults:")
	for _, o := range options {
		fmt.Fprintf(&b, "\n  %s=%v\n      %s", o.Name, o.Value, o.Doc)
	}
	return b.String()
}
