package judge

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// Of scores whose truths are those of the paper as many lie beyond their intervals as chance has it, although methods share their draws.
func TestLevelOfBeyond(t *testing.T) {
	papers := 25
	if os.Getenv("NMFREPRO_LONG") != "" {
		papers = 300
	}
	rng := rand.New(rand.NewPCG(8, 9))
	called := 0.0
	for range papers {
		x := drawTable(rng, "normal", 12, 10, 5, 0.7)
		var scores []term
		for _, row := range rowsOf(x) {
			scores = append(scores, row.terms...)
		}
		if b := beyond(scores); b.P < 0.05 {
			called += 1 / float64(papers)
		}
	}
	t.Logf("%.3f of right papers have too many scores beyond", called)
	if called > 0.05+3*math.Sqrt(0.05*0.95/float64(papers)) {
		t.Errorf("%.3f of right papers have too many scores beyond", called)
	}
}
