// Package rank holds the mathematics of choosing the number of components: how entries are held out, what starts agree on, and which rank
// to take. It fits nothing: its caller runs a method on the training entries, and hands back factors.
//
// Two ways of holding out serve two kinds of method. Speckle hides single entries in folds (Wold, Technometrics 20, 1978),
// for methods that take unknown entries. Blocks hides the crossing of some rows and columns (Owen and Perry, Annals of
// Applied Statistics 3, 2009), for any method, sparse data included: see Block.
//
// Stability over starts is judged by samples (Consensus, with the cophenetic correlation of Brunet et al., PNAS 101,
// 2004) or by components (Matched, after cNMF: Kotliar et al., eLife 8,
// 2019). OneStandardError recommends a rank by a stated rule, and says why.
package rank
