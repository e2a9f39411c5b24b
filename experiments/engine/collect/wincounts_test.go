package collect_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

func TestFirsts(t *testing.T) {
	clear := [][]float64{{0.9, 0.91, 0.92}, {0.5, 0.51, 0.52}}
	tie := [][]float64{{0.501, 0.502, 0.503}, {0.499, 0.4985, 0.4991}}
	open := [][]float64{{0.9, 0.1, 0.8}, {0.5, 0.5, 0.5}}
	for _, tt := range []struct {
		name   string
		scores [][][]float64
		lower  bool
		want   []float64
		se     float64 // of the first count
	}{
		{"clear", [][][]float64{clear, clear}, false, []float64{2, 0}, 0},
		{"less is better", [][][]float64{clear}, true, []float64{0, 1}, 0},
		{"a tie counts for both", [][][]float64{tie}, false, []float64{1, 1}, 0},
		// Of the 27 draws of three replicates 20 have a mean above 0.5: those without the 0.1 (8) and with one of it (12).
		{"open", [][][]float64{open, clear}, false, []float64{2, 0}, math.Sqrt(20. / 27 * 7 / 27 * 3 / 2)},
	} {
		counts, replicates := collect.Firsts(tt.scores, tt.lower)
		for k, values := range counts {
			if math.Abs(stat.Mean(values)-tt.want[k]) > 1e-9 || len(values) != 3 {
				t.Errorf("%s: column %d has %v of mean %v, want %v", tt.name, k, values, stat.Mean(values), tt.want[k])
			}
		}
		if se := stat.SD(counts[0]) / math.Sqrt(3); !slices.Equal(replicates, []int{0, 1, 2}) || math.Abs(se-tt.se) > 0.03 {
			t.Errorf("%s: standard error %v over %v, want %v", tt.name, se, replicates, tt.se)
		}
	}
	counts, _ := collect.Firsts([][][]float64{open}, false)
	if v := counts[0]; !(v[1] < v[0] && v[1] < v[2]) {
		t.Errorf("values %v: the second replicate speaks against the column", v)
	}
	if counts, replicates := collect.Firsts([][][]float64{{{0.9, 0.8}, {0.5}}}, false); replicates != nil || len(counts[0]) != 1 || counts[0][0] != 1 {
		t.Errorf("%v over %v: columns of other replicates have one value", counts, replicates)
	}
}

// A paper whose counts are of runs like ours is called different in one cell of twenty at most, whether its columns are far apart
// or alike; and one whose order is turned is found out.
func TestFirstsErrorRate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const papers, contests, columns, runs = 80, 4, 4, 5
	draw := func(apart float64, turned bool) [][][]float64 {
		all := make([][][]float64, contests)
		for c := range all {
			for k := range columns {
				mean := 0.7 + apart*float64(k)
				if turned {
					mean = 0.7 - apart*float64(k)
				}
				var values []float64
				for range runs {
					values = append(values, mean+0.02*rng.NormFloat64())
				}
				all[c] = append(all[c], values)
			}
		}
		return all
	}
	for _, tt := range []struct {
		name        string
		apart       float64
		turned      bool
		least, most float64
	}{
		{"alike", 0, false, 0, 0.05},
		{"a third of a deviation apart", 0.007, false, 0, 0.05},
		{"a deviation apart", 0.02, false, 0, 0.05},
		{"turned", 0.04, true, 0.9, 1},
	} {
		differs, all := 0.0, 0.0
		for range papers {
			ours, replicates := collect.Firsts(draw(tt.apart, false), false)
			theirs := collect.Counts(draw(tt.apart, tt.turned))
			for _, k := range []int{0, columns - 1} {
				c := judge.Compared{
					Cell: result.Cell{
						Runs:     result.Sample{Values: ours[k], Replicates: replicates},
						Metric:   result.Metric{Counts: true},
						Reported: result.Reported{Value: result.Plain(theirs[k])},
					},
					Runs: runs, Tolerance: spec.Tolerance{Value: 0.5, Reason: "another count"},
				}
				if all++; judge.Judge([]judge.Compared{c})[0].Kind == judge.Differs {
					differs++
				}
			}
		}
		if rate := differs / all; rate < tt.least || rate > tt.most {
			t.Errorf("%s: %.3f of the counts are called different, want %v to %v", tt.name, rate, tt.least, tt.most)
		} else {
			t.Logf("%s: %.3f differ", tt.name, rate)
		}
	}
}
