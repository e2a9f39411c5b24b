package whatif

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"nmfrepro/experiments/engine/judge/contrast"
)

// readingsOf are contrasts of one reported number with ours under some readings, which share draws; a true gap is the same in all.
func readingsOf(rng *rand.Rand, readings, n, runs int, gap float64) (all []contrast.Contrast) {
	draws := make([]float64, n)
	for r := range draws {
		draws[r] = rng.NormFloat64()
	}
	reported := 0.0
	for range runs {
		reported += math.Sqrt(1.25) * rng.NormFloat64() / float64(runs)
	}
	for range readings {
		t := contrast.Term{Cell: "c", Row: "r", TermOurs: contrast.TermOurs{Source: "s", Draw: "d"}, TermReported: contrast.TermReported{Reported: reported, SD: math.NaN(), Runs: runs}, Ours: 1, Theirs: 1}
		for r, v := range draws {
			t.Values, t.Replicates = append(t.Values, gap+v+0.5*rng.NormFloat64()), append(t.Replicates, r)
		}
		c := contrast.Contrast{Terms: []contrast.Term{t}}
		contrast.Estimate(&c)
		all = append(all, c)
	}
	return all
}

// The joint test of a specification curve calls about 5 % of the papers different whose number is right, however many readings there are,
// and finds most gaps of three standard errors.
func TestLevelOfCurves(t *testing.T) {
	papers := 60
	if os.Getenv("NMFREPRO_LONG") != "" {
		papers = 400
	}
	allowed := 0.05 + 3*math.Sqrt(0.05*0.95/float64(papers))
	for _, test := range []struct{ readings, n, runs int }{{5, 10, 5}, {20, 5, 1}, {20, 20, 5}} {
		rng := rand.New(rand.NewPCG(7, uint64(test.readings)))
		rate := func(gap float64) (median, share float64) {
			for range papers {
				j := jointTest(readingsOf(rng, test.readings, test.n, test.runs, gap))
				if float64(j.MedianP) < 0.05 {
					median += 1 / float64(papers)
				}
				if float64(j.SignificantP) < 0.05 {
					share += 1 / float64(papers)
				}
			}
			return median, share
		}
		median, share := rate(0)
		se := math.Sqrt(1.25/float64(test.n) + 1.25/float64(test.runs))
		found, foundShare := rate(4 * se)
		t.Log(fmt.Sprintf("%+v: level %.3f by the median and %.3f by the share, power %.3f and %.3f", test, median, share, found, foundShare))
		if median > allowed || share > allowed {
			t.Errorf("%+v: %.3f and %.3f of right numbers are called different", test, median, share)
		}
		if test.n >= 10 && (found < 0.8 || foundShare < 0.8) {
			t.Errorf("%+v: %.3f and %.3f of gaps are found", test, found, foundShare)
		}
	}
}
