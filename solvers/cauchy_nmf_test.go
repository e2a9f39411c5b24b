package solvers_test

import (
	"strconv"
	"testing"
)

func TestRobustGolden(t *testing.T) {
	for _, c := range robustGolden() {
		for _, kind := range goldenKinds(c) {
			t.Run(c.dir+"/"+strconv.Itoa(c.iterations)+"/"+kind.name, func(t *testing.T) { c.run(t, kind) })
		}
	}
}

func robustGolden() []goldenCase {
	factors := func(c goldenCase) goldenCase {
		c.start, c.want, c.transposed = bothFactors, bothWanted, hTransposed
		return c
	}
	return []goldenCase{
		factors(goldenCase{dir: "CauchyNMF", solver: "cauchy-nmf", set: map[string]string{"scale-start": "true", "unit-basis": "true"},
			trace: "err.csv", iterations: 60}),
		factors(goldenCase{dir: "self_NMFi_overwrite", solver: "nmfi", trace: "obj.csv", iterations: 100}),
		factors(goldenCase{dir: "self_CauchyNMF_naive", solver: "cauchy-nmf", set: map[string]string{"rule": "naive"}, trace: "obj.csv",
			iterations: 80}),
		factors(goldenCase{dir: "self_CauchyNMF_sqrt", solver: "cauchy-nmf", set: map[string]string{"rule": "sqrt"}, trace: "obj.csv",
			iterations: 80}),
	}
}
