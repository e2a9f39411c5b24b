// Package comparison writes specs that compare solvers: on a matrix of one's own, or beside the methods of an experiment.
package comparison
