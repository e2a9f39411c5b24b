// Package audit asks whether what is claimed to have been computed was computed:
//
//  1. [Pack] packs the records of a paper for the source tree; the program carries them from its next build on.
//  2. [Recompute] draws records at random, computes them again on this machine, and compares every bit.
//  3. [Replication] is a paper in a folder of its own; Check looks at everything in it but the runs themselves.
//
// For example, check paper reads replications/rcppml with 2 of 3, and says ok, note or FAIL of its source, tables, records and
// results, and of the sample that was computed again.
package audit
