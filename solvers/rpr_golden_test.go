package solvers_test

import "testing"

// rprGolden are the runs of the RPR-NMF authors' code; each writes down the mean over the known entries.
func rprGolden() []goldenCase {
	per := func(entries float64) func(float64) float64 { return func(f float64) float64 { return f / entries } }
	const all, known = 12 * 20, 170
	plain := func(c goldenCase) goldenCase {
		c.set = map[string]string{"floor": authorsEpsilon, "zeros": authorsEpsilon}
		c.data, c.iterations, c.start, c.want, c.transposed, c.first = "V.csv", 50, bothFactors, bothWanted, hTransposed, 1
		return c
	}
	return []goldenCase{
		plain(goldenCase{dir: "rprnmf_NMF_euc", solver: "nmf-cw", trace: "mse.csv", objective: per(all)}),
		plain(goldenCase{dir: "rprnmf_NMF_euc_masked", solver: "nmf-cw", masked: true, trace: "mse.csv", objective: per(known)}),
		plain(goldenCase{dir: "rprnmf_NMF_div", solver: "nmf-kl-cw", trace: "md.csv", objective: per(all)}),
	}
}

// authorsEpsilon is 2^-52, MATLAB's eps.
const authorsEpsilon = "2.220446049250313e-16"

func TestRPRGolden(t *testing.T) {
	for _, c := range rprGolden() {
		for _, kind := range goldenKinds(c) {
			t.Run(c.dir+"/"+kind.name, func(t *testing.T) { c.run(t, kind) })
		}
	}
}
