package figure

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/result"
)

// Names hang best first on the left and worst first on the right, each at its own height, and no name is lost.
func TestRanking(t *testing.T) {
	r := result.Ranking{
		Methods: []string{"NMF", "PNMF", "Convex NMF", "ONMF", "DSP-NMF", "GNMF", "k-means"}, Ranks: []float64{5.4, 2.1, 3.6, 4.9, 1.6, 4.2, 6.2},
		Critical: 2.4, Groups: [][]int{{4, 1, 2}, {1, 2, 5}, {2, 5, 3, 0}, {5, 3, 0, 6}},
	}
	c := diagram{r, vg.Rectangle{Max: diagramSize(&r, vg.Point{X: 200, Y: 100})}}
	var left, right []string
	for _, e := range c.elbows() {
		name := c.Methods[e.method]
		if e.left {
			left = append(left, name)
		} else {
			right = append(right, name)
		}
	}
	if got := strings.Join(left, " "); got != "DSP-NMF PNMF Convex NMF GNMF" {
		t.Errorf("left: %s", got)
	}
	if got := strings.Join(right, " "); got != "ONMF NMF k-means" {
		t.Errorf("right: %s", got)
	}
	for _, e := range c.elbows() {
		if e.y < c.box.Min.Y || e.y > c.line() {
			t.Errorf("method %d hangs at %g, outside %v", e.method, e.y, c.box)
		}
	}
	if c.x(1) >= c.x(7) {
		t.Error("the best rank is not on the left")
	}
}
