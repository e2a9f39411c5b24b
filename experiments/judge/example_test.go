package judge_test

import (
	"fmt"

	"nmfrepro/experiments/judge"
)

// A paper prints 70.3 from five runs without a deviation; ours is 71.0 ± 4.0 over twenty. With so few runs behind the paper's
// number a margin of two points cannot be judged, nor ever will be; four takes more replicates: with 29, the interval is
// ±1.701·√(16/29 + 16/5) = ±3.29, just inside 4 - 0.7.
func ExampleJudge() {
	c := judge.Compared{Address: "mcnmf/table2:dataset=yale,method=mcnmf", Mean: 71.0, SD: 4.0, N: 20, Published: "70.3", Runs: 5}
	for _, margin := range []float64{2, 4, 6} {
		c.Margin = judge.OldMargin{Value: margin, Reason: "an example"}
		v := judge.JudgeOne(c)
		fmt.Printf("margin %g: %s, floor %.2f, %d more\n", margin, v.Kind, v.Floor, v.More)
	}
	// Output:
	// margin 2: UNVERIFIABLE, floor 2.94, -1 more
	// margin 4: INCONCLUSIVE, floor 2.94, 9 more
	// margin 6: MATCH, floor 2.94, 0 more
}
