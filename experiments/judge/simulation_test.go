package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"nmfrepro/eval/stat"
)

// world draws papers and replications whose true difference is known.
type world struct {
	sd       float64
	n, runs  int
	decimals int
	printSD  bool
	shift    float64 // true difference, in margins
	margin   float64
}

func (w world) cell(rng *rand.Rand) Compared {
	draw := func(n int, mean float64) stat.Summary {
		x := make([]float64, n)
		for i := range x {
			x[i] = mean + w.sd*rng.NormFloat64()
		}
		return stat.Summarise(x)
	}
	truth := 70 + rng.Float64() // rounding falls anywhere
	paper, ours := draw(w.runs, truth), draw(w.n, truth+w.shift*w.margin)
	c := Compared{
		Mean: ours.Mean, SD: ours.SD, N: ours.N, Runs: w.runs, Margin: OldMargin{Value: w.margin},
		Published: strconv.FormatFloat(paper.Mean, 'f', w.decimals, 64),
	}
	if w.printSD {
		c.PublishedSD = strconv.FormatFloat(paper.SD, 'f', w.decimals, 64)
	}
	return c
}

func (w world) String() string {
	return fmt.Sprintf("sd %g, n %d, R %d, %d decimals, sd printed %t, margin %g", w.sd, w.n, w.runs, w.decimals, w.printSD, w.margin)
}

var worlds = []world{
	{sd: 1, n: 5, runs: 10, decimals: 2, printSD: true, margin: 3},
	{sd: 1, n: 5, runs: 10, decimals: 2, margin: 3},
	{sd: 1, n: 20, runs: 20, decimals: 1, margin: 1},
	{sd: 0.5, n: 10, runs: 100, decimals: 1, printSD: true, margin: 1},
	{sd: 2, n: 30, runs: 1, decimals: 2, margin: 8},
	{sd: 0.2, n: 8, runs: 5, decimals: 0, margin: 2}, // mostly rounding
}

// frequencies counts the verdicts of so many cells.
func frequencies(w world, trials int, rng *rand.Rand) map[Kind]float64 {
	share := map[Kind]float64{}
	for range trials {
		share[JudgeOne(w.cell(rng)).Kind] += 1 / float64(trials)
	}
	return share
}

const trials = 2500

// slack is three standard errors of a share of 5 % among the trials, and half a point for what rounding is not: normal.
var slack = 3*math.Sqrt(0.05*0.95/trials) + 0.005

// If the true difference is just the margin, MATCH and DIFFERS are both wrong, each at most at the nominal rate, and not far
// below it, else replicates would be wasted.
func TestErrorRatesAreNominal(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, w := range worlds {
		for _, w.shift = range []float64{1, -1} {
			share := frequencies(w, trials, rng)
			for _, k := range []Kind{Match, Differs} {
				if share[k] > Level+slack || share[k] < 0.02 {
					t.Errorf("%v: a difference of %+g margins is called %s in %.4f of the cases, want %g", w, w.shift, k, share[k], Level)
				}
			}
		}
	}
}

// Beyond the margin no MATCH, inside no DIFFERS, more often than nominal; and where the truth is clear, it is found.
func TestErrorRatesElsewhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	for _, w := range worlds {
		w.shift = 0
		share := frequencies(w, 800, rng)
		if share[Differs] > 0.01 || share[Match] < 0.5 {
			t.Errorf("%v: equal means give %v", w, share)
		}
		w.shift = 2.5
		share = frequencies(w, 800, rng)
		if share[Match] > 0.01 || share[Differs] < 0.7 {
			t.Errorf("%v: a difference of 2.5 margins gives %v", w, share)
		}
	}
}

// In a table of twelve cells that all lie just at the margin, any DIFFERS is wrong: there is one in at most 5 % of the
// tables.
func TestFamilyErrorRate(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	w := world{sd: 1, n: 8, runs: 10, decimals: 2, printSD: true, margin: 2, shift: 1}
	const tables = 1500
	wrong := 0
	for range tables {
		cells := make([]Compared, 12)
		for i := range cells {
			cells[i] = w.cell(rng)
		}
		for _, tally := range Count(Judge(cells)) {
			if tally.Kind == Differs && tally.Count > 0 {
				wrong++
			}
		}
	}
	if rate := float64(wrong) / tables; rate > Level+3*math.Sqrt(0.05*0.95/tables) || rate < 0.01 {
		t.Errorf("%.4f of the tables have a wrong DIFFERS, want at most %g", rate, Level)
	}
}

// Where the resolution floor lies above the margin, nothing is ever called a MATCH.
func TestNoMatchBelowTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 4))
	w := world{sd: 4, n: 200, runs: 5, decimals: 1, margin: 2}
	for range 1000 {
		if v := JudgeOne(w.cell(rng)); v.Kind == Match || v.Floor < w.margin {
			t.Fatalf("%s with a floor of %g", v.Kind, v.Floor)
		}
	}
}
