package result

import "strings"

// metricWords are the metrics in words, as they stand at figures and on pages.
var metricWords = map[string]string{
	"acc": "accuracy", "ami": "adjusted mutual information", "ari": "adjusted Rand index", "clusters-found": "clusters found", "clusters-found-norm": "clusters found by norm",
	"csr": "constraint rate", "csr-sd": "constraint rate by divergence", "density": "density", "entries": "entries", "entropy": "entropy",
	"f-score": "F1", "f-score-of-means": "F1 of the means", "f-score-per-row": "F1 by row", "f-score-training": "F1 in training",
	"features": "features", "frobenius": "squared error", "hoyer-h": "Hoyer sparseness of H", "hoyer-w": "Hoyer sparseness of W",
	"iterations": "iterations", "kernel-gap-linear": "linear kernel gap", "kernel-gap-rbf": "Gaussian kernel gap",
	"kernel-width": "kernel width",
	"kl":           "divergence", "knn-accuracy": "KNN accuracy", "knn-accuracy-shuffled": "KNN accuracy, shuffled", "md": "mean divergence",
	"msl": "mean squared loss", "nmi-max": "NMI by the larger entropy", "nmi-mean": "NMI by the mean entropy",
	"nmi-mean-folds": "NMI over folds",
	"nmi-min":        "NMI by the smaller entropy", "nmi-mutualinfo-m": "NMI of MutualInfo.m", "nmi-sqrt": "NMI by the geometric mean",
	"orthogonality-h": "orthogonality of H", "orthogonality-w": "orthogonality of W", "processor-seconds": "processor seconds",
	"purity": "purity", "recovery-error": "recovery error", "recovery-error-raw": "raw recovery error", "recovery-failed": "failed recoveries",
	"rel-error": "relative error", "relations": "relations", "rises": "rises of the objective", "rmse": "RMSE",
	"rmse-clipped": "RMSE, clipped",
	"samples":      "samples", "seconds": "seconds", "seconds-per-iteration": "seconds per iteration", "sparseness-h": "sparseness of H",
	"sparseness-scaled-h": "scaled sparseness of H", "sparseness-scaled-w": "scaled sparseness of W", "sparseness-w": "sparseness of W",
	"start-seconds": "seconds of the initialisation", "svm-accuracy": "SVM accuracy", "svm-accuracy-shuffled": "SVM accuracy, shuffled",
	"trustworthiness": "trustworthiness", "unseen-error": "error on unseen samples",

	"cophenetic": "cophenetic correlation", "dispersion": "dispersion", "evar": "explained variance", "features-selected": "features selected",
	"feature-score-least": "least feature score", "feature-score-lower": "lower quartile of feature scores",
	"feature-score-mean": "mean feature score", "feature-score-median": "median feature score",
	"feature-score-most": "greatest feature score", "feature-score-upper": "upper quartile of feature scores",
	"hoyer-samples": "Hoyer sparseness of samples", "kl-raised": "divergence, zeros raised",
	"mse-held":        "mean squared error on held-out entries",
	"recovery-cosine": "cosine with the true factors", "rss": "residual sum of squares",
	"silhouette-h": "silhouette of H", "silhouette-w": "silhouette of W", "silhouette-x": "silhouette in X",

	"euclidean": "Euclidean", // measures, which stand beside metrics
}

// MetricWords returns a metric in words, with the reading of the clusters behind a comma; another name is as it is.
func MetricWords(name string) string {
	metric, reading := SplitMetric(name)
	if words, known := metricWords[metric]; known {
		return strings.TrimSuffix(words+", "+reading, ", ")
	}
	return name
}
