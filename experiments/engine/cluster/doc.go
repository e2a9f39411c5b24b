// Package cluster spreads the runs of a pass over machines:
//
//  1. [RunShard] deals runs, longest first, and computes the share of one process, then the runs that other shares have left.
//  2. An [Array] is a job array of Slurm, of which each task is a shard.
//
// For example, run rpr/table2 --slurm submits task.sh, an array 1-16 of which task 3 runs --shard 3/16.
package cluster
