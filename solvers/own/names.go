package own

import (
	"slices"

	"nmfrepro/datasets/list"
)

// Leaves names the output of solvers that are no plain factorisation of X: their matrices, and "labels" for clusters.
var Leaves = map[string][]string{
	"convex-nmf": {"W", "H", "usages", "Basis"}, "mcnmf": {"W", "H", "usages", "Basis"},
	"symnmf": {"H"}, "om-rpca": {"W", "Embedding"}, "om-crpca": {"Embedding"}, "lle": {"Embedding"}, "spectral-embedding": {"Embedding"},
	"umap": {"Embedding"}, "kernel-kmeans": {"labels"}, "pod": {"labels"}, "ncut": {"labels", "Embedding"},
}

// Names returns the files that a factorisation by a solver may write, with matrices in a format, whatever X and the options are.
func Names(solver, format string) []string {
	parts, other := Leaves[solver]
	if !other {
		parts = []string{"W", "H", "usages"}
	}
	names := list.Map(parts, func(part string) string {
		if part == "labels" {
			return "labels.csv"
		}
		return part + "." + format
	})
	if slices.Contains(parts, "usages") {
		names = append(names, "components.csv", "components-wide.csv")
	}
	return append(names, "trace.csv")
}
