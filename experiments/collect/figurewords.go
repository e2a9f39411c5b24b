package collect

import (
	"math"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// words are what figures call metrics and options whose names say too little.
var words = map[string]string{
	"acc": "accuracy", "ari": "adjusted Rand index", "csr": "CSR", "csr-sd": "CSR, by divergence", "md": "MD", "msl": "MSL",
	"nmi-max": "NMI", "nmi-mean": "NMI", "nmi-min": "NMI", "nmi-mutualinfo-m": "NMI", "nmi-sqrt": "NMI", "rel-error": "relative error",
	"rmse": "RMSE", "rmse-clipped": "RMSE", "svm-accuracy": "SVM accuracy", "knn-accuracy": "KNN accuracy", "alpha": "α", "lambda": "λ", "sigma": "σ", "beta": "β",
}

// inWords is the name of a metric, an option or an output as a figure has it: the reading of clusters in brackets.
func inWords(name string) string {
	name, reading := reports.SplitMetric(name)
	word, ok := words[name]
	if !ok {
		word = strings.ReplaceAll(name, "-", " ")
	}
	if reading != "" {
		word += " (" + reading + ")"
	}
	return word
}

// bounded gives an axis the range of a metric, where bands of mean ± deviation end.
func bounded(a reports.Axis, metric string) reports.Axis {
	m, known := eval.Find(spec.BaseOf(metric))
	if !known {
		return a
	}
	if low, high := m.Range(); low < high {
		if !math.IsInf(low, 0) {
			a.Low = &low
		}
		if !math.IsInf(high, 0) {
			a.High = &high
		}
	}
	return a
}
