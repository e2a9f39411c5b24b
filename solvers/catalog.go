package solvers

// Entry is a method as the command line and the specs know it.
type Entry struct {
	Name    string // lower case with hyphens
	Doc     string // one sentence
	Cite    string // where it was published
	Version int    // raised whenever results change; part of every record's key
	New     func() Solver
}

// Catalog lists every method, sorted by name.
var Catalog = []Entry{
	{"cauchy-nmf", "robust NMF by a Cauchy likelihood, X holds magnitudes, dense or sparse", "Liutkus, Fitzgerald and Badeau, WASPAA 2015", 1, newCauchyNMF},
	{"cgnmf", "graph regularised NMF with the correntropy loss, rules derived from the model, dense or sparse", "after Wang et al., Neurocomputing, 2016", 1, newCGNMF},
	{"convex-nmf", "convex NMF, a basis within the span of the samples, X of any sign, dense or sparse", "Ding, Li and Jordan, IEEE TPAMI 32(1), 2010", 1, newConvexNMF},
	{"dsp-nmf", "NMF that keeps the inner products of the samples, with any of the three printed rules, dense or sparse", "Hedjam, Abdesselam, Rahiche and Cheriet, NMF with scale data structure preservation, 2022, Eq. 11 and 33", 1, newDSPNMF},
	{"gnmf", "graph regularised NMF for the Frobenius norm, dense, sparse or masked", "Cai, He, Han and Huang, IEEE TPAMI 33(8), 2011", 1, newGNMF},
	{"gnmf-cw", "component-wise graph regularised NMF, graphs on samples, features or both, dense, sparse or masked", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019", 1, newGNMFCW},
	{"gnmf-kl", "graph regularised NMF for the Kullback-Leibler divergence, dense or sparse", "Cai, He, Han and Huang, IEEE TPAMI 33(8), 2011", 1, newGNMFKL},
	{"hals", "hierarchical alternating least squares for the Frobenius norm, dense or sparse", "Cichocki and Phan, IEICE Trans. Fundamentals E92-A, 2009", 2, newHALS},
	{"kernel-kmeans", "k-means in the feature space of a kernel, best of a start per step, data of any sign or a kernel, dense or sparse", "Dhillon, Guan and Kulis, KDD 2004", 1, newKernelKMeans},
	{"lanmf", "large-cone NMF, angle penalty: a reconstruction, the published rules were not to be had; dense or sparse", "after Liu, Gong and Tao, IEEE TNNLS, 2016", 1, newLANMF},
	{"lcnmf", "label constrained NMF for the Frobenius norm: samples of a class share their coefficients; dense, sparse or masked", "Liu, Wu, Li, Cai and Huang, IEEE TPAMI 34(7), 2012", 1, newLCNMF},
	{"lcnmf-kl", "label constrained NMF for the Kullback-Leibler divergence; dense, sparse or masked", "Liu, Wu, Li, Cai and Huang, IEEE TPAMI 34(7), 2012", 1, newLCNMFKL},
	{"lle", "locally linear embedding, an embedding of the samples, data of any sign, dense or sparse", "Roweis and Saul, Science 290, 2000", 1, newLLE},
	{"manhattan-nmf", "absolute residuals by weighted medians, dense or sparse", "Guan, Tao, Luo and Shawe-Taylor, arXiv 1207.3438, 2012", 1, newManhattanNMF},
	{"mcnmf", "multi-component NMF: several factorisations with independent coefficients (HSIC), dense or sparse", "Multi-Component Nonnegative Matrix Factorization (MCNMF), Eq. 6 and 13", 1, newMCNMF},
	{"ncut", "normalised cuts: eigenvectors of Gaussian weights turned towards clusters, best of a start per step, data of any sign or weights, dense or sparse", "Shi and Malik, IEEE TPAMI 22(8), 2000", 1, newNcut},
	{"nmf", "multiplicative updates for the Frobenius norm, dense, sparse or masked", "Lee and Seung, NIPS 2001", 1, newNMF},
	{"nmf-cw", "component-wise multiplicative updates for the Frobenius norm, dense, sparse or masked", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019", 1, newNMFCW},
	{"nmf-em", "multiplicative updates for the Frobenius norm on an X whose unknown entries are filled by the model; dense, sparse or masked", "Zhang, Wang, Ford and Makedon, SDM 2006", 1, newNMFEM},
	{"nmf-kl", "multiplicative updates for the Kullback-Leibler divergence, dense, sparse or masked", "Lee and Seung, NIPS 2001", 1, newNMFKL},
	{"nmf-kl-cw", "component-wise multiplicative updates for the Kullback-Leibler divergence, dense, sparse or masked", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019", 1, newNMFKLCW},
	{"nmfi", "NMF with interpolated coefficients: every second sample lies between its neighbours, dense or sparse", "Cheung et al., 2015, as the ORNMF paper describes it", 1, newNMFi},
	{"nmfpg", "alternating least squares by projected gradients for the Frobenius norm, dense or sparse", "Lin, Neural Computation 19(10), 2007", 1, newNMFPG},
	{"nsnmf", "neighbourhood structured NMF: coefficients as similar as the spanning tree of the samples has it, dense or sparse", "Ahmed et al., 2021", 1, newNSNMF},
	{"om-crpca", "convex robust principal components with optimal mean, an embedding, data of any sign, dense or sparse", "Nie, Yuan and Huang, ICML 2014", 2, newOMCRPCA},
	{"om-rpca", "robust principal components with optimal mean, an embedding, data of any sign, dense or sparse", "Nie, Yuan and Huang, ICML 2014", 1, newOMRPCA},
	{"onmf", "orthogonal NMF, W- or H-orthogonal, dense or sparse", "Ding, Li, Peng and Park, KDD 2006", 1, newONMF},
	{"opnmf", "orthogonal projective NMF (Eq. 41), on features or samples, data or a kernel, dense or sparse", "Yang and Oja, IEEE TNN 21(5), 2010", 1, newOPNMF},
	{"opnmf-kl", "orthogonal projective NMF for the Kullback-Leibler divergence (Eq. 45), on features or samples, dense or sparse", "Yang and Oja, IEEE TNN 21(5), 2010", 1, newOPNMFKL},
	{"ornmf", "robust NMF with ordered structure constraints: neighbouring samples share coefficients, dense or sparse", "Robust Nonnegative Matrix Factorization with Ordered Structure Constraints (ORNMF), Eq. 13 and 24", 1, newORNMF},
	{"pnmf", "projective NMF (Eq. 5), on features or samples, data or a kernel, dense or sparse", "Yang and Oja, IEEE TNN 21(5), 2010", 1, newPNMF},
	{"pnmf-kl", "projective NMF for the Kullback-Leibler divergence (Eq. 20), on features or samples, dense or sparse", "Yang and Oja, IEEE TNN 21(5), 2010", 1, newPNMFKL},
	{"pod", "eigenvectors of a kernel rotated towards cluster indicators, best of a start per step, data of any sign or a kernel, dense or sparse", "Yu and Shi, ICCV 2003", 1, newPOD},
	{"rnmf", "robust NMF: the L2,1 norm of the residuals, dense or sparse", "Kong, Ding and Huang, CIKM 2011", 1, newRNMF},
	{"rpr-nmf", "NMF with relative pairwise constraints, Euclidean with an exponential penalty; dense, sparse or masked", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019, Algorithm 1", 1, newRPRNMF},
	{"rpr-nmf-kl", "NMF with relative pairwise constraints, divergence with a hinge penalty; dense, sparse or masked", "Jiang, Li and Xu, IEEE TKDE 31(8), 2019, Algorithm 2", 1, newRPRNMFKL},
	{"sdnmf", "NMF with the Sinkhorn distance between histograms, on pictures or other data, dense or sparse", "Qian et al., IJCAI 2016", 1, newSDNMF},
	{"semi-nkpca", "semi-non-negative kernel PCA: projective NMF on samples of any sign, data or a kernel, dense or sparse", "Yang and Oja, IEEE TNN 21(5), 2010, section II-F", 1, newSemiNKPCA},
	{"spectral-embedding", "Laplacian eigenmaps on the nearest neighbours, an embedding of the samples, data of any sign, dense or sparse", "Belkin and Niyogi, Neural Computation 15(6), 2003", 1, newSpectralEmbedding},
	{"symnmf", "symmetric NMF of an affinity of the samples by multiplicative updates, data or an affinity, dense or sparse", "Kuang, Ding and Park, SDM 2012", 1, newSymNMF},
	{"symnmf-anls", "symmetric NMF of an affinity of the samples by alternating non-negative least squares, data or an affinity, dense or sparse", "Kuang, Yun and Park, J. Global Optimization 62, 2015", 1, newSymNMFANLS},
	{"symnmf-newton", "symmetric NMF of an affinity of the samples by projected Newton-like steps, data or an affinity, dense or sparse", "Kuang, Ding and Park, SDM 2012", 1, newSymNMFNewton},
	{"umap", "uniform manifold approximation and projection, an embedding of the samples, data of any sign, dense or sparse", "McInnes, Healy and Melville, arXiv 1802.03426, 2018", 1, newUMAP},
}

// Find returns the method of that name.
func Find(name string) (Entry, bool) {
	for _, e := range Catalog {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}
