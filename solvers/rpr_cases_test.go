package solvers_test

import "nmfrepro/solvers/internal/solvertest"

// rprCases describes the methods of the RPR-NMF paper and its baselines, without constraints.
func rprCases() []solvertest.Case {
	euclidean := solvertest.Case{Objective: squaredError, Exact: solvertest.ExactPair, Scaling: solvertest.Scaling{Degree: 2, WScale: 1}, Accepts: solvertest.Accepts{Masked: true}}
	kl := euclidean
	kl.Objective, kl.Degree = divergence, 1
	return []solvertest.Case{
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
