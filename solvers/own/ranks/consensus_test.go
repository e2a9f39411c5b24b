package ranks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/solvers/matrix"
)

// consensusOf runs all starts in memory, with the settings of the command.
func consensusOf(t *testing.T, x matrix.Matrix, solver string, r, starts int, seed uint64) (*Study, Records) {
	t.Helper()
	o := options(t, "", 1, solver)
	o.Ranks, o.Starts, o.Folds, o.Seed = []int{r}, starts, 0, seed
	s, err := New(x, o)
	if err != nil {
		t.Fatal(err)
	}
	have := kept{}
	for _, f := range s.plan {
		have.make(f)
	}
	return s, have.left
}

// leastCosine is that between the columns of two bases, matched one to one.
func leastCosine(t *testing.T, a, b *mat.Dense) float64 {
	t.Helper()
	bases := []*mat.Dense{a, b}
	m, err := rank.Matched(bases)
	if err != nil {
		t.Fatal(err)
	}
	least := 1.
	for k, l := range m.Match[1-m.Reference] {
		x, y := bases[m.Reference].ColView(k), bases[1-m.Reference].ColView(l)
		least = min(least, mat.Dot(x, y)/mat.Norm(x, 2)/mat.Norm(y, 2))
	}
	return least
}

// TestConsensusKnownAnswers finds each planted component of the kinds of data that rank has, ten times as many samples of those that are
// made: with 40, no method can find 8 components of small counts so well. Real data has none; there the consensus of one half of the
// starts is held against that of the other. With -known N it prints the table of N draws that the page shows.
func TestConsensusKnownAnswers(t *testing.T) {
	const wanted = 0.98
	draws := max(1, *knownDraws)
	var b strings.Builder
	kinds := answers(10 * knownCols)
	for _, a := range kinds {
		solver, r := "hals", a.rank
		if strings.HasPrefix(a.name, "Poisson") {
			solver = "nmf-kl"
		}
		if r == 0 {
			r = 2 // the rank that is stable
		}
		var found []float64
		for draw := range draws {
			x, planted := a.draw(rand.New(rand.NewPCG(uint64(draw), 77)))
			s, set := consensusOf(t, x, solver, r, 20, 1)
			c, err := s.Consensus(context.Background(), set, s.Methods[0], r, 0.5, 0.3)
			if err != nil {
				t.Fatalf("%s: %v", a.name, err)
			}
			if planted == nil {
				other, theirs := consensusOf(t, x, solver, r, 20, 1000)
				c2, err := other.Consensus(context.Background(), theirs, other.Methods[0], r, 0.5, 0.3)
				if err != nil {
					t.Fatalf("%s: %v", a.name, err)
				}
				planted = c2.Basis
			}
			found = append(found, leastCosine(t, c.Basis, planted))
		}
		least := slices.Min(found)
		fmt.Fprintf(&b, "| %s | %s | %.4f |\n", a.name, solver, least)
		if least < wanted {
			t.Errorf("%s: the least cosine is %.4f, want %v", a.name, least, wanted)
		}
	}
	t.Logf("%d draws\n%s", draws, b.String())
}
