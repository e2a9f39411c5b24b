package datasets

var wine = Entry{
	Name:     "wine",
	Doc:      "178 wines of three cultivars, 13 chemical measurements",
	Cite:     "Aeberhard and Forina, Wine, UCI Machine Learning Repository, 1991",
	Licence:  uciLicence,
	Terms:    uciTerms,
	Source:   "https://archive.ics.uci.edu/dataset/109/wine",
	Features: 13, Samples: 178, Classes: 3,
	Files:    []File{{"embedded/wine_data.csv", 11157, "10e8a802908b34f86e5da8ce962f3c806694bc98450a18f61851af59f324bede"}},
	Embedded: true,
	Share:    true,
	Papers:   []Use{{"dsp", Exact, "Tables 1 to 3"}},
	Prepare:  uciPrepare,
	New: func() Dataset {
		return &uci{Unscaled, "embedded/wine_data.csv", []string{
			"alcohol", "malic acid", "ash", "alcalinity of ash", "magnesium", "total phenols", "flavanoids", "nonflavanoid phenols",
			"proanthocyanins", "color intensity", "hue", "OD280/OD315 of diluted wines", "proline",
		}}
	},
}
