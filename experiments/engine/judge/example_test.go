package judge_test

import (
	"fmt"

	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// A paper reports 70.3, without a deviation; ours is 71 ± 4 over twenty runs. With five runs behind the reported number the
// cell is too noisy to show that the two are within two points, however long we compute; with a hundred it takes fourteen more
// replicates, and six points are shown as it is.
func ExampleJudge() {
	c := judge.Compared{
		Cell: result.Cell{
			Address:  "mcnmf/table2:dataset=yale,method=mcnmf",
			Reported: result.Reported{Value: "70.3", Unit: 0.1},
			Runs:     result.Sample{Values: []float64{65, 66, 66, 67, 67, 68, 68, 69, 70, 71, 71, 72, 73, 74, 74, 75, 75, 76, 76, 77}},
		},
	}
	for _, x := range []struct {
		runs   int
		margin float64
	}{{5, 2}, {100, 2}, {100, 6}} {
		c.Runs, c.Tolerance = x.runs, spec.Tolerance{Value: x.margin, Reason: "an example"}
		v := judge.Judge([]judge.Compared{c})[0]
		fmt.Printf("%d runs, tolerance %g: %s, %s\n", x.runs, x.margin, v.Kind, v.Reason)
	}
	// Output:
	// 5 runs, tolerance 2: inconclusive, +0.7, 90 % interval -2.63 to 4.03, tolerance 2; a mean of 5 of our runs would lie in 66.9 to 75.1 (95 % interval); a difference of 5.74 would have shown; the noise is theirs: the paper averaged too few runs, and more of ours cannot decide it
	// 100 runs, tolerance 2: inconclusive, +0.7, 90 % interval -0.932 to 2.33, tolerance 2; a mean of 100 of our runs would lie in 69 to 73 (95 % interval); a difference of 2.84 would have shown; the noise is ours: about 14 more replicates would decide it
	// 100 runs, tolerance 6: agrees, +0.7, 90 % interval -0.932 to 2.33, tolerance 6
}
