package datasets

var wdbc = Entry{
	Name:     "wdbc",
	Doc:      "569 breast masses, malignant or benign, 30 measurements of cell nuclei",
	Cite:     "Street, Wolberg and Mangasarian, Nuclear feature extraction for breast tumor diagnosis, SPIE 1905, 1993",
	Licence:  uciLicence,
	Terms:    uciTerms,
	Source:   "https://archive.ics.uci.edu/dataset/17/breast+cancer+wisconsin+diagnostic",
	Features: 30, Samples: 569, Classes: 2,
	Files:    []File{{"embedded/breast_cancer.csv", 119913, "fed3eb72d0575ef6192293f5093c6e801b1476b577d0386bf4455504522172ed"}},
	Embedded: true,
	Share:    true,
	Papers:   []Use{{"dsp", Exact, "Tables 1 to 3"}},
	Prepare:  uciPrepare,
	New:      func() Dataset { return &uci{Unscaled, "embedded/breast_cancer.csv", wdbcFeatures()} },
}

// wdbcFeatures names the 30 columns: three statistics of ten measurements.
func wdbcFeatures() []string {
	var out []string
	for _, stat := range []string{"mean", "standard error of", "worst"} {
		for _, what := range []string{"radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity", "concave points", "symmetry", "fractal dimension"} {
			out = append(out, stat+" "+what)
		}
	}
	return out
}
