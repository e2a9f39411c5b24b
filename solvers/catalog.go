package solvers

import "nmfrepro/datasets/list"

// Entry is a method as the command line and the specs know it.
type Entry struct {
	Name    string // lower case with hyphens
	Doc     string // one sentence
	Cite    string // where it was published
	Version int    // raised whenever results change; part of every record's key
	New     func() Solver
	Takes   Takes
	Fits    Fits
}

// Catalog lists every method, sorted by name.
var Catalog = described([]Entry{
	{"beta-nmf", "β-divergences, Itakura-Saito by default, and the Hellinger distance", "Févotte and Idier, Neural Computation 23(9), 2011", 1,
		newBetaNMF, Takes{Masked: true, Held: true, Sparse: SparseAtDenseCost}, Fits{Loss: Beta}},
	{"cauchy-nmf", "robust NMF by a Cauchy likelihood, X holds magnitudes", "Liutkus, Fitzgerald and Badeau, WASPAA 2015", 1, newCauchyNMF,
		Takes{Sparse: SparseAtDenseCost}, Fits{}},
	{"convex-nmf", "convex NMF, a basis within the span of the samples, X of any sign", "Ding, Li and Jordan, IEEE TPAMI 32(1), 2010", 1,
		newConvexNMF, Takes{Signed: true, Whole: ofItself}, Fits{Loss: Frobenius}},
	{"dsp-nmf", "NMF that keeps the inner products of the samples, with any of the three printed rules",
		"Hedjam, Abdesselam, Rahiche and Cheriet, NMF with scale data structure preservation, 2022, Eq. 11 and 33", 1, newDSPNMF,
		Takes{}, Fits{Loss: Frobenius}},
	{"gnmf", "graph regularised NMF for the Frobenius norm", "Cai, He, Han and Huang, IEEE TPAMI 33(8), 2011", 1, newGNMF,
		Takes{Masked: true}, Fits{Frobenius, only("gnmf-kl")}},
	{"gnmf-cw", "component-wise graph regularised NMF, graphs on samples, features or both", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019", 1,
		newGNMFCW, Takes{Masked: true}, Fits{Loss: Frobenius}},
	{"gnmf-kl", "graph regularised NMF for the Kullback-Leibler divergence", "Cai, He, Han and Huang, IEEE TPAMI 33(8), 2011", 1, newGNMFKL,
		Takes{Whole: oneSystem}, Fits{Loss: KullbackLeibler}},
	{"hals", "hierarchical alternating least squares for the Frobenius norm", "Cichocki and Phan, IEICE Trans. Fundamentals E92-A, 2009", 3,
		newHALS, Takes{Masked: true, Held: true}, Fits{Frobenius, ofPlainNMF}},
	{"kernel-kmeans", "k-means in the feature space of a kernel, best of a start per step, data of any sign or a kernel",
		"Dhillon, Guan and Kulis, KDD 2004", 1, newKernelKMeans, Takes{Signed: true}, Fits{}},
	{"lanmf", "large-cone NMF, angle penalty: a reconstruction, the published rules were not to be had",
		"after Liu, Gong and Tao, IEEE TNNLS, 2016", 1, newLANMF, Takes{}, Fits{Loss: Frobenius}},
	{"lcnmf", "label constrained NMF for the Frobenius norm: samples of a class share their coefficients",
		"Liu, Wu, Li, Cai and Huang, IEEE TPAMI 34(7), 2012", 1, newLCNMF, Takes{Masked: true}, Fits{Frobenius, only("lcnmf-kl")}},
	{"lcnmf-kl", "label constrained NMF for the Kullback-Leibler divergence", "Liu, Wu, Li, Cai and Huang, IEEE TPAMI 34(7), 2012", 1,
		newLCNMFKL, Takes{Masked: true}, Fits{Loss: KullbackLeibler}},
	{"lle", "locally linear embedding, an embedding of the samples, data of any sign", "Roweis and Saul, Science 290, 2000", 1, newLLE,
		Takes{Signed: true, Sparse: SparseByPairs}, Fits{}},
	{"mcnmf", "multi-component NMF: several factorisations with independent coefficients (HSIC)",
		"Multi-Component Nonnegative Matrix Factorization (MCNMF), Eq. 6 and 13", 1, newMCNMF, Takes{}, Fits{Loss: Frobenius}},
	{"ncut", "normalised cuts: eigenvectors of Gaussian weights turned towards clusters, best of a start per step, data of any sign or " +
		"weights", "Shi and Malik, IEEE TPAMI 22(8), 2000", 1, newNcut, Takes{Signed: true, Sparse: SparseByPairs}, Fits{}},
	{"nmf", "multiplicative updates for the Frobenius norm", "Lee and Seung, NIPS 2001", 1, newNMF,
		Takes{Masked: true, Held: true}, Fits{Frobenius, ofPlainNMF}},
	{"nmf-cw", "component-wise multiplicative updates for the Frobenius norm", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019", 1, newNMFCW,
		Takes{Masked: true, Held: true}, Fits{Frobenius, only("nmf-kl-cw")}},
	{"nmf-kl", "multiplicative updates for the Kullback-Leibler divergence", "Lee and Seung, NIPS 2001", 1, newNMFKL,
		Takes{Masked: true, Held: true}, Fits{Loss: KullbackLeibler}},
	{"nmf-kl-cw", "component-wise multiplicative updates for the Kullback-Leibler divergence", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019", 1,
		newNMFKLCW, Takes{Masked: true, Held: true}, Fits{Loss: KullbackLeibler}},
	{"nmfi", "NMF with interpolated coefficients: every second sample lies between its neighbours",
		"Cheung et al., 2015, as the ORNMF paper describes it", 1, newNMFi, Takes{}, Fits{Loss: Frobenius}},
	{"nmfpg", "alternating least squares by projected gradients for the Frobenius norm", "Lin, Neural Computation 19(10), 2007", 1, newNMFPG,
		Takes{}, Fits{Loss: Frobenius}},
	{"nsnmf", "neighbourhood structured NMF: neighbours on the samples' spanning tree get similar coefficients; nonsmooth NMF, nsNMF, is " +
		"nmf-kl with smoothing", "Ahmed et al., 2021", 1, newNSNMF, Takes{}, Fits{Loss: Frobenius}},
	{"om-crpca", "convex robust principal components with optimal mean, an embedding, data of any sign", "Nie, Yuan and Huang, ICML 2014", 2,
		newOMCRPCA, Takes{Signed: true, Sparse: SparseMadeDense}, Fits{}},
	{"om-rpca", "robust principal components with optimal mean, an embedding, data of any sign", "Nie, Yuan and Huang, ICML 2014", 1,
		newOMRPCA, Takes{Signed: true, Sparse: SparseMadeDense}, Fits{}},
	{"onmf", "orthogonal NMF, W- or H-orthogonal", "Ding, Li, Peng and Park, KDD 2006", 1, newONMF,
		Takes{Whole: multiplier}, Fits{Loss: Frobenius}},
	{"opnmf", "orthogonal projective NMF (Eq. 41), on features or samples, data or a kernel", "Yang and Oja, IEEE TNN 21(5), 2010", 1,
		newOPNMF, Takes{Signed: true, Whole: ofItself}, Fits{Frobenius, only("opnmf-kl")}},
	{"opnmf-kl", "orthogonal projective NMF for the Kullback-Leibler divergence (Eq. 45), on features or samples",
		"Yang and Oja, IEEE TNN 21(5), 2010", 1, newOPNMFKL, Takes{Whole: ofItself}, Fits{Loss: KullbackLeibler}},
	{"ornmf", "robust NMF with ordered structure constraints: neighbouring samples share coefficients",
		"Robust Nonnegative Matrix Factorization with Ordered Structure Constraints (ORNMF), Eq. 13 and 24", 1, newORNMF,
		Takes{}, Fits{}},
	{"pnmf", "projective NMF (Eq. 5), on features or samples, data or a kernel", "Yang and Oja, IEEE TNN 21(5), 2010", 1, newPNMF,
		Takes{Signed: true, Whole: ofItself}, Fits{Frobenius, only("pnmf-kl")}},
	{"pnmf-kl", "projective NMF for the Kullback-Leibler divergence (Eq. 20), on features or samples", "Yang and Oja, IEEE TNN 21(5), 2010", 1,
		newPNMFKL, Takes{Whole: ofItself}, Fits{Loss: KullbackLeibler}},
	{"pod", "eigenvectors of a kernel rotated towards cluster indicators, best of a start per step, data of any sign or a kernel",
		"Yu and Shi, ICCV 2003", 1, newPOD, Takes{Signed: true, Sparse: SparseByPairs}, Fits{}},
	{"rnmf", "robust NMF: the L2,1 norm of the residuals", "Kong, Ding and Huang, CIKM 2011", 1, newRNMF, Takes{Held: true}, Fits{}},
	{"rpr-nmf", "NMF with relative pairwise constraints, Euclidean with an exponential penalty",
		"Jiang, Li and Xu, IEEE TKDE 31(8), 2019, Algorithm 1", 1, newRPRNMF, Takes{Masked: true}, Fits{Frobenius, only("rpr-nmf-kl")}},
	{"rpr-nmf-kl", "NMF with relative pairwise constraints, divergence with a hinge penalty",
		"Jiang, Li and Xu, IEEE TKDE 31(8), 2019, Algorithm 2", 1, newRPRNMFKL, Takes{Masked: true}, Fits{Loss: KullbackLeibler}},
	{"sdnmf", "NMF with the Sinkhorn distance between histograms, on pictures or other data", "Qian et al., IJCAI 2016", 1, newSDNMF,
		Takes{Sparse: SparseMadeDense}, Fits{}},
	{"semi-nkpca", "semi-non-negative kernel PCA: projective NMF on samples of any sign, data or a kernel",
		"Yang and Oja, IEEE TNN 21(5), 2010, section II-F", 1, newSemiNKPCA,
		Takes{Signed: true, Sparse: SparseByPairs, Whole: ofItself}, Fits{Loss: Frobenius}},
	{"spectral-embedding", "Laplacian eigenmaps on the nearest neighbours, an embedding of the samples, data of any sign",
		"Belkin and Niyogi, Neural Computation 15(6), 2003", 1, newSpectralEmbedding, Takes{Signed: true}, Fits{}},
	{"symnmf", "symmetric NMF of an affinity of the samples by multiplicative updates, data or an affinity", "Kuang, Ding and Park, SDM 2012",
		1, newSymNMF, Takes{Signed: true}, Fits{}},
	{"umap", "uniform manifold approximation and projection, an embedding of the samples, data of any sign",
		"McInnes, Healy and Melville, arXiv 1802.03426, 2018", 1, newUMAP, Takes{Signed: true}, Fits{}},
})

// residualless are the methods with iterations that have no relative residual of the Karush-Kuhn-Tucker conditions with their default
// options, and why: of these a record tells the relative change of the objective.
var residualless = map[string]string{
	"gnmf-kl":    "the gradient of its penalty is infinite where a coefficient is 0",
	"lanmf":      "its basis vectors are scaled to unit length after every step",
	"nmfi":       "samples are overwritten, which minimises nothing; form = constrained has one",
	"om-crpca":   "its steps alternate between a problem and its dual",
	"om-rpca":    "its factor is an orthonormal basis of any sign",
	"onmf":       "orthogonality is approached and not enforced, and the multiplier of its rule is no exact one",
	"opnmf":      "orthogonality is approached and not enforced, and the multiplier of its rule is no exact one",
	"opnmf-kl":   "orthogonality is approached and not enforced, and the multiplier of its rule is no exact one",
	"rpr-nmf-kl": "the weight of its penalty changes from step to step",
	"sdnmf":      "what it minimises holds transport plans beside the factors",
	"semi-nkpca": "the scale of its factor is fixed by a norm",
}

// NoResidual returns why a run of the method tells the change of its objective in place of a residual (see [Convergent]), "" if it need
// not.
func (e Entry) NoResidual() string {
	if why := residualless[e.Name]; why != "" {
		return why
	}
	return Pathless(e.New())
}

// described ends the sentence of each entry with what the method takes.
func described(entries []Entry) []Entry {
	for i := range entries {
		entries[i].Doc += "; " + entries[i].Takes.String()
	}
	return entries
}

// Find returns the method of that name.
func Find(name string) (Entry, bool) {
	return list.First(Catalog, func(e Entry) bool { return e.Name == name })
}

// namesOf lists the methods that have a property.
func namesOf(has func(Entry) bool) string {
	return list.Join(list.Filter(Catalog, has), ", ", func(e Entry) string { return e.Name })
}

// Names returns the names of all methods, sorted.
func Names() []string {
	return list.Map(Catalog, func(e Entry) string { return e.Name })
}

// CheckOptions reports the first option of s that no problem could make valid, as Start would.
func CheckOptions(name string, s Solver) error {
	if o, ok := s.(Outside); ok {
		return o.CheckOptions()
	}
	return checkOptions(name, s)
}
