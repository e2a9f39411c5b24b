// Package experiments carries the folders of the papers: specs, reported tables, committed records. It holds no logic. The rooms of
// engine turn them into answers, in this order:
//
//  1. Package reported reads paper.yaml: the reported tables, the claims, the settings that the text leaves open.
//  2. Package spec reads TABLE.yaml. Every name in it becomes a solver, a data set or a metric.
//  3. Package run cuts an experiment into runs. A [nmfrepro/experiments/engine/run.Run] is one method on one draw of the data at one rank
//     with one seed; its key says what decides its bits.
//  4. Package store looks up the record of each run.
//  5. Package run computes the runs that have none, and store appends their records.
//  6. Package collect sets records into the cells of tables and the curves of figures, as package result holds them.
//  7. Package judge sets each cell beside the reported number, gives a verdict, and draws conclusions from several cells.
//  8. Function [nmfrepro/experiments/engine/workflow.Reproduce] does all of this for a command of package cli.
//  9. Package reports, which stands outside, writes what result holds.
//
// Wings stand beside this way: errata checks reported tables, external runs solvers in other languages, cluster spreads runs over
// machines, own and its ranks are about a matrix of one's own, audit computes again and checks what others computed. CONTRIBUTING.md draws
// the rooms and says which word means what.
package experiments
