// Package ranks asks of a matrix how many components it has: it fits solvers at several ranks and judges each rank by the
// error of entries that were held out, by what starts agree on, and by what is left of the matrix.
//
// Every fit is a unit of package run, kept in the store like those of the papers: a study that was killed goes on where it
// was, and more ranks, starts or solvers compute only what is new. Its data lies in no registry, so that a spec, whose
// units hold out nothing of a matrix that is known in full, does not describe it; hence a package of its own. The
// mathematics is that of eval/rank.
package ranks
