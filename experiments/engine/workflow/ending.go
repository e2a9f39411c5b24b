package workflow

import (
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// CheckJudged returns the error with which a command ends if no cell could be judged.
func CheckJudged(cells []result.Cell) error {
	if len(cells) == 0 {
		return Errorf(Data, "nothing to verify: no reported numbers stand beside these cells; nmfrepro table shows them")
	}
	if result.KindCounts(cells)[result.KindMissing] < len(cells) {
		return nil
	}
	lacks := result.LackCounts(cells)
	if n := lacks[result.LackClock]; n == len(cells) {
		return Errorf(Data, "nothing could be judged: %s; nmfrepro compare has their order",
			result.Count(n, "cell is a time of a machine", "cells are times of a machine"))
	}
	return Errorf(Data, "nothing could be judged: %s without a number of ours (%s)", result.Count(len(cells), "cell"),
		reports.CountsText(lacks))
}

// CheckAgree returns the error with which a command ends if cells differ from the paper.
func CheckAgree(cells []result.Cell) error {
	if n := result.KindCounts(cells)[result.KindDiffers]; n > 0 {
		return Errorf(Difference, "%s from the paper", result.Count(n, "cell differs", "cells differ"))
	}
	return nil
}

// CheckUnchanged returns the error with which a command ends if anything is not as in the file of a baseline.
func CheckUnchanged(changes []result.BaselineChange, file string) error {
	if len(changes) == 0 {
		return nil
	}
	return Errorf(Difference, "%s not as in %s", result.Count(result.Changed(changes), "cell or claim is", "cells or claims are"), file)
}
