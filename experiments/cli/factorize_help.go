package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nmfrepro/solvers"
)

func factorizeHelp() string {
	return `Factorize reads X (features in rows, samples in columns; .csv without header, .npy, .mat of version 5 to 7.3, or .mtx, Matrix
Market; a sparse one from .mat or .mtx stays sparse) and writes to DIR the factors W.csv (features × rank) and H.csv (rank ×
samples), trace.csv (iteration,objective, from iteration 0) and run.json, 17 significant digits (--format npy: W.npy, ...). Where
W holds weights instead of a basis (convex-nmf: samples × rank), Basis.csv is the basis. Methods that end in clusters or in
an embedding write labels.csv (one cluster a line) or Embedding.csv (samples × dimensions); --clusters reads clusters from the
coefficients of any other, for nmfrepro evaluate.

Entries of X that a --mask marks as 0 are unknown: they are left out, whatever X holds there.

Side information goes to the solvers that use it: --constraints and --constraints-w to
` + wrap(takers(solvers.TakesConstraints, "constraints")) + `;
--labels to
` + wrap(takers(solvers.TakesLabels, "supervised")) + `.

With --apply W.csv, X holds new samples and W.csv is what an earlier run of the same solver and options left (Basis.csv
where there is one). Nothing iterates: pnmf, opnmf and their relatives on features project (H = WᵀX), gnmf and gnmf-kl clip
the least squares solution as their authors do, all others solve non-negative least squares. DIR gets H.csv and run.json.

A method of your own, in any language, is a folder solvers/NAME of --specs DIR; nmfrepro new solver writes one.

Solvers, whose options for --set are told by nmfrepro factorize --solver NAME --help:
` + wrap(strings.Join(solvers.Names(), ", "))
}

// wrap breaks words into lines that are no longer than those of the help.
func wrap(text string) string {
	const most = 124
	var b strings.Builder
	length := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case length+1+n > most:
			b.WriteString("\n")
			length = 0
		default:
			b.WriteString(" ")
			length++
		}
		b.WriteString(word)
		length += n
	}
	return b.String()
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
