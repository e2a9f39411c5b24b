// Package own factorises, projects and evaluates a matrix of one's own, step by step:
//
//  1. [Fit.Ready] reads X and the files beside it, matches them by name, and tells what is wrong with them, or in the way of the results.
//  2. [Fit.Run] computes the factors, reads clusters from them, and says how near W·H is to X.
//  3. [Folder] writes the results: it replaces what an earlier run.json lists, and nothing else.
//  4. [ReadModel] and [ReadBasis] find the basis for which new samples get coefficients; [Model.Match] brings the samples into its order.
//  5. [Pooling] tells what the components of many runs have in common.
//
// Studies of ranks stand in package ranks below it. Flags and help are the command line's.
package own
