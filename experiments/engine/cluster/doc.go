// Package cluster spreads the runs of a pass over machines:
//
//  1. [RunShard] deals runs, longest first, and computes the share of one process, then what is left of the others'.
//  2. A [Submission] says what was given to Slurm; [Submission.Plan] makes the [Array] of tasks that compute it.
//  3. An [Array] is a job array of which each task is a shard, and a job after it that writes tables and the site.
//
// For example, run rpr/table2 --slurm makes task.sh, an array 1-16 of which task 3 runs --shard 3/16, and last.sh. Everything that is
// known of a submission stands in files of its folder.
package cluster
