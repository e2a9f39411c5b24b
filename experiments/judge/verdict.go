// Package judge tells whether our number agrees with the one that a paper printed. Two questions decide, side by side (null
// and equivalence test, as Lakens, Scheel and Isager 2018 combine them):
//
//   - Is the published number a plausible draw of ours? It is if it lies in the 95 % prediction interval for a mean of the
//     R published runs, taken from our n replicates and widened by half a unit of its last printed place. The 95 % hold for runs
//     as skewed as exponential ones too, of which Student's t alone would lose 12 %: where five runs or more have a printed deviation,
//     by two intervals, with each side's own spread and with one of both; else by a higher level for fewer replicates. Over the
//     cells of a table the share of those that are wrongly called implausible is held at 5 % (Benjamini and Hochberg).
//   - Is the difference shown to be within the margin? It is if its 90 % interval lies there (two one-sided tests).
//
// Yes and yes is a MATCH, no and yes NEAR, no and no DIFFERS; yes and no, COMPATIBLE, is too noisy to show more.
//
// With s² the variance between runs and u the unit of the last printed place, the difference has the variance s²/n + s²/R +
// u²/12. The last two terms stay however long we compute; half the width of the interval that they leave is the resolution
// floor. No match within a margin below it can ever be shown.
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
	Match      = reports.KindMatch
	Near       = reports.KindNear
	Compatible = reports.KindCompatible
	Differs    = reports.KindDiffers
	StandIn    = reports.KindStandIn
	Missing    = reports.KindMissing
	Failed     = reports.KindFailed
)

// Compared is a cell with what a verdict on it needs besides.
type Compared struct {
	reports.Cell
	Class   eval.Class // of the metric
	Smoke   bool       // the profile stops its runs early
	Runs    int        // R, behind the published number; 0 if it does not say, taken as 1
	Margin  spec.Margin
	Claimed bool // the margin is of a gap that a claim is about, not the metric's
	Looks   int  // at fewer replicates, of which this is the last: the k-th is at the level 5 %/2ᵏ, all of them at 5 % together; 0 if it is the only one
}

// Verdict is what came of a cell, as tables carry it.
type Verdict = reports.Verdict

// Never is the More of a cell of which no number of replicates tells more.
const Never = -1

// Level is the level of each test: the probability of a wrong MATCH of a cell, and the share of the cells of a table whose
// published numbers are wrongly called implausible.
const Level = 0.05

// Fewest is how many replicates a verdict takes: a deviation of fewer says too little.
const Fewest = 5

// power is with what probability a difference of the size that COMPATIBLE names would have been found.
const power = 0.8
