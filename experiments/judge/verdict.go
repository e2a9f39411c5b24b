package judge

import (
	"nmfrepro/eval"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// Kind is the verdict on a cell.
type Kind = string

// The verdicts.
const (
	Agrees       = reports.KindAgrees
	Close        = reports.KindClose
	Inconclusive = reports.KindInconclusive
	Differs      = reports.KindDiffers
	Substitute   = reports.KindSubstitute
	Missing      = reports.KindMissing
	Failed       = reports.KindFailed
)

// Compared is a cell with what a verdict on it needs besides.
type Compared struct {
	reports.Cell
	Class  eval.Class // of the metric
	Smoke  bool       // the profile stops its runs early
	Runs   int        // R, behind the published number; 0 if it does not say, taken as 1
	Margin spec.Margin
}

// Verdict is what came of a cell, as tables carry it.
type Verdict = reports.Verdict

// Never is the More of a cell of which no number of replicates tells more.
const Never = -1

// Level is the level of each test: the probability of a wrong "agrees" of a cell, and the share of the cells of a table whose
// published numbers are wrongly called implausible.
const Level = 0.05

// Fewest is how many replicates a verdict takes: a deviation of fewer says too little.
const Fewest = 5

// power is with what probability a difference of the size that an inconclusive cell names would have been found.
const power = 0.8
