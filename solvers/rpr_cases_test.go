package solvers_test

// rprCases describes the methods of the RPR-NMF paper and its baselines, without constraints.
func rprCases() []Case {
	euclidean := Case{Objective: squaredError, Exact: ExactPair, Scaling: Scaling{Degree: 2, WScale: 1}, Accepts: Accepts{Masked: true}}
	kl := euclidean
	kl.Objective, kl.Degree = divergence, 1
	return []Case{
		of(euclidean, "nmf-cw"),
		of(kl, "nmf-kl-cw"),
		of(euclidean, "lcnmf"),
		of(euclidean, "lcnmf", "form=matrix"),
		of(kl, "lcnmf-kl"),
		of(kl, "lcnmf-kl", "form=matrix", "order=h-first"),
		of(euclidean, "rpr-nmf", "scale=none"),
		of(kl, "rpr-nmf-kl"),
	}
}
