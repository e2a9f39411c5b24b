package datasets

var iris = Entry{
	Name:     "iris",
	Doc:      "150 flowers of three species, four lengths in centimetres",
	Cite:     "Fisher, The use of multiple measurements in taxonomic problems, Annals of Eugenics 7(2), 1936",
	Licence:  uciLicence,
	Terms:    uciTerms,
	Source:   "https://archive.ics.uci.edu/dataset/53/iris",
	Features: 4, Samples: 150, Classes: 3,
	Files:    []File{{"embedded/iris.csv", 2734, "f13ffa8fdd56fd8e6c8d16d4081a3fbd3114bcd0aae4256c43205169cd9d1449"}},
	Embedded: true,
	Share:    true,
	Papers:   []Use{{"pnmf", Exact, "Tables III and IV"}},
	Prepare:  uciPrepare,
	New: func() Dataset {
		return &uci{Unscaled, "embedded/iris.csv", []string{"sepal length", "sepal width", "petal length", "petal width"}}
	},
}
