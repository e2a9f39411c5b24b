// Package slurm turns a command that takes --shard i/n into a job array of Slurm, and asks the queue about it. It knows
// nothing of experiments: scripts are made of the words of commands, and everything that is known of a submission stands in
// files of its folder. For example, an [Array] of 16 tasks of run rpr/table2 becomes task.sh, an array 1-16 of which task 3
// runs --shard 3/16, and last.sh, a job after it that renders.
package slurm
