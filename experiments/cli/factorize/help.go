package factorize

import (
	"fmt"
	"strings"

	"nmfrepro/solvers"
)

func factorizeHelp() string {
	return `Factorize reads X, features in rows and samples in columns (--transpose: samples in rows), prints in one line how it understood
the file, and writes to DIR the factors W.csv (features × rank) and H.csv (rank × samples), the features that each component
consists of most (components.csv), trace.csv (iteration,objective, from iteration 0) and run.json, 17 significant digits
(--format npy: W.npy, ..., without names); --plots adds a figure of the objective, W and H. Names of features and samples go through to W.csv, H.csv, components.csv and labels.csv.

X is text, .npy, .npz (of NumPy or SciPy), .mat of version 5 to 7.3, .mtx (Matrix Market; with features.tsv and barcodes.tsv
beside a matrix.mtx), also packed by gzip; a sparse matrix stays sparse. Text may have a header line and row names, values
separated by commas, semicolons, tabs or blanks, a decimal comma, and quotes. Where a file allows two readings, it is
refused, and --separator, --decimal, --header, --row-names and --drop decide. Empty values, NA, NaN, null and ? are unknown, as are entries
that a --mask marks as 0: solvers that can leave them out do so, others refuse and say which can.

Where
W holds weights instead of a basis (convex-nmf: samples × rank), Basis.csv is the basis. Methods that end in clusters or in
an embedding write labels.csv (one cluster a line) or Embedding.csv (samples × dimensions); --clusters reads clusters from the
coefficients of any other, for nmfrepro evaluate.

Side information goes to the solvers that use it: --constraints and --constraints-w to
` + takers(solvers.TakesConstraints, "constraints") + `;
--labels to
` + takers(solvers.TakesLabels, "supervised") + `;
--graph to
` + capable(takesGraph) + `.

With --apply W.csv, X holds new samples and W.csv is what an earlier run of the same solver and options left (Basis.csv
where there is one). Nothing iterates: pnmf, opnmf and their relatives on features project (H = WᵀX), gnmf and gnmf-kl clip
the least squares solution as their authors do, all others solve non-negative least squares. DIR gets H.csv and run.json.

A method of your own, in any language, is a folder solvers/NAME of --specs DIR; nmfrepro new solver writes one.

Solvers, whose options for --set are told by nmfrepro factorize --solver NAME --help:
` + strings.Join(solvers.Names(), ", ")
}

// optionsHelp says what a solver is and lists its options.
func (f *factorization) optionsHelp() string {
	e, err := f.find()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n", e.Name, e.Doc, e.Cite)
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
