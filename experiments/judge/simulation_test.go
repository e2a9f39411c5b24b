package judge

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// world draws papers and replications whose truths are equal.
type world struct {
	sd       float64 // in margins
	n, runs  int
	decimals int
	printSD  bool
	shape    string // of the scatter, a key of shapes
}

// shapes draw numbers of mean 0 and deviation 1. The lognormal one has σ = 1/2 and hence a skewness of 1.75, the exponential one of 2:
// more than 95 of 100 cells of accuracies, NMI and purities with ten runs or more in the committed records.
var shapes = map[string]func(*rand.Rand) float64{
	"normal":      (*rand.Rand).NormFloat64,
	"exponential": func(rng *rand.Rand) float64 { return rng.ExpFloat64() - 1 },
	"lognormal": func(rng *rand.Rand) float64 {
		return (math.Exp(rng.NormFloat64()/2) - lognormalMean) / (lognormalMean * lognormalSpread)
	},
}

var lognormalMean, lognormalSpread = math.Exp(1.0 / 8), math.Sqrt(math.Expm1(1.0 / 4))

// margin is that of every world: the digits of the print are then of the size that they have in papers.
const margin = 5.0

func (w world) String() string {
	return fmt.Sprintf("sd %g, n %d, R %d, %d decimals, sd printed %t, %s", w.sd, w.n, w.runs, w.decimals, w.printSD, w.shape)
}

func (w world) draw(rng *rand.Rand, n int, mean float64) []float64 {
	x, scatter := make([]float64, n), shapes[w.shape]
	for i := range x {
		x[i] = mean + w.sd*margin*scatter(rng)
	}
	return x
}

func (w world) cell(rng *rand.Rand) Compared {
	truth := 70 + rng.Float64() // rounding falls anywhere
	paper := stat.Summarise(w.draw(rng, w.runs, truth))
	c := Compared{
		Cell: reports.Cell{
			Values:    w.draw(rng, w.n, truth),
			Published: reports.Published{Value: strconv.FormatFloat(paper.Mean, 'f', w.decimals, 64), Unit: math.Pow10(-w.decimals)},
		},
		Runs: w.runs, Margin: spec.Margin{Value: margin},
	}
	if w.printSD {
		c.Published.SD = strconv.FormatFloat(paper.SD, 'f', w.decimals, 64)
	}
	return c
}

// shifted moves what is ours by so many margins.
func (c Compared) shifted(margins float64) Compared {
	c.Cell.Values = slices.Clone(c.Cell.Values)
	for i := range c.Cell.Values {
		c.Cell.Values[i] += margins * margin
	}
	return c
}

// rates are, for each shift, the shares of the four verdicts among so many cells, each judged alone. Only the p-values are needed,
// and the shifts have the draws in common, which makes thousands of draws cheap.
func (w world) rates(rng *rand.Rand, trials int, shifts []float64) []map[Kind]float64 {
	shares := make([]map[Kind]float64, len(shifts))
	for i := range shares {
		shares[i] = map[Kind]float64{}
	}
	for range trials {
		c := w.cell(rng)
		for i, shift := range shifts {
			shares[i][w.kind(c.shifted(shift))] += 1 / float64(trials)
		}
	}
	return shares
}

func (w world) kind(c Compared) Kind {
	number, _ := strconv.ParseFloat(c.Published.Value, 64)
	t := newTests(c, number, margin)
	return kindOf(t.plausible(t.n) >= Level, t.shown(t.n) < Level)
}

const trials = 4000

// tolerance is three standard errors of a share of 5 % among the trials.
var tolerance = 3 * math.Sqrt(0.05*0.95/trials)

// wrongMatches bounds the share of truths one margin apart that are said to match. Where runs are skewed the test of equivalence
// is left as bold as Student's t is, up to 12 % of five exponential runs against a mean of a hundred: a wrong MATCH of a
// difference as large as the margin is no harm, a claim that a paper's number is off would be.
func (w world) wrongMatches() float64 {
	if w.shape == "normal" {
		return Level + tolerance
	}
	return 0.13
}

// Equal truths give DIFFERS in at most 5 %, whatever the noise, the shape of its distribution, the runs on either side and the digits;
// truths one margin apart seldom MATCH; where the noise is less than the margin, equal truths are found and truths two
// margins apart too. A lognormal distribution of σ = 1, of skewness 6, is beyond what five runs can tell: 9 % there.
func TestErrorRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, w := range worlds() {
		shifts := []float64{0, 1, 2}
		shares := w.rates(rng, trials, shifts)
		for i, share := range shares {
			shift := shifts[i]
			t.Logf("%v, shift %g: MATCH %.3f, NEAR %.3f, COMPATIBLE %.3f, DIFFERS %.3f", w, shift, share[Match], share[Near], share[Compatible], share[Differs])
			switch {
			case shift == 0 && share[Differs] > Level+tolerance:
				t.Errorf("%v: %.3f of equal truths are said to differ", w, share[Differs])
			case shift == 1 && share[Match] > w.wrongMatches():
				t.Errorf("%v: %.3f of truths one margin apart are said to match", w, share[Match])
			case shift == 2 && share[Match]+share[Near] > Level/2+tolerance:
				t.Errorf("%v: %.3f of truths two margins apart are said to match or to be near", w, share[Match]+share[Near])
			case shift == 0 && w.sd < 1 && w.runs >= 20 && w.n >= 10 && share[Match] < 0.8:
				t.Errorf("%v: only %.3f of equal truths match", w, share[Match])
			case shift == 2 && w.sd < 1 && w.runs >= 5 && share[Differs] < 0.9:
				t.Errorf("%v: only %.3f of truths two margins apart differ", w, share[Differs])
			}
		}
	}
}

func worlds() (all []world) {
	for _, runs := range []int{1, 5, 20, 100} {
		for _, n := range []int{5, 10, 20} {
			w := world{n: n, runs: runs, decimals: 1 + n/10%2}
			for _, w.shape = range slices.Sorted(maps.Keys(shapes)) {
				for _, w.sd = range []float64{0.3, 2} {
					for _, w.printSD = range []bool{false, true} {
						if !w.printSD || runs >= Fewest && w.sd > 1 {
							all = append(all, w)
						}
					}
				}
			}
		}
	}
	return append(all, world{sd: 0.01, n: 5, runs: 5, decimals: 1, shape: "normal"}, world{sd: 0.001, n: 20, runs: 1, decimals: 1, shape: "normal"}) // mostly rounding
}

// In a table of twelve cells of equal truth some DIFFERS or NEAR is said in at most 5 % of the tables: where nothing differs,
// the rate of false discoveries is that of any (Benjamini and Hochberg, 1995).
func TestErrorRateOfATable(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	w := world{sd: 1, n: 8, runs: 10, decimals: 2, printSD: true, shape: "normal"}
	const tables = 600
	wrong := 0
	for range tables {
		p := make([]float64, 12)
		for i := range p {
			c := w.cell(rng)
			number, _ := strconv.ParseFloat(c.Published.Value, 64)
			tests := newTests(c, number, margin)
			p[i] = tests.plausible(tests.n)
		}
		for _, q := range stat.BenjaminiHochberg(p) {
			if q < Level {
				wrong++
				break
			}
		}
	}
	if rate := float64(wrong) / tables; rate > Level+3*math.Sqrt(0.05*0.95/tables) || rate < 0.01 {
		t.Errorf("%.4f of the tables have a false difference, want about %g", rate, Level)
	}
}

// Where the resolution floor lies above the margin, nothing is ever shown to be within it.
func TestNoMatchBelowTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	w := world{sd: 2, n: 200, runs: 5, decimals: 1, shape: "normal"}
	for range 300 {
		if v := one(w.cell(rng)); v.Kind == Match || v.Kind == Near || v.Floor < margin {
			t.Fatalf("%s with a floor of %g", v.Kind, v.Floor)
		}
	}
}

// Replicates that are doubled until a verdict is told, at the levels of the looks, give a false DIFFERS in at most 5 % of all; at
// the level of a single look each, more.
func TestLooks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 4))
	w := world{sd: 2, n: 80, runs: 20, decimals: 2, printSD: true, shape: "normal"}
	wrong := [2]float64{}
	for range trials {
		c := w.cell(rng)
		all := c.Values
		for corrected := range wrong {
			for look, n := 1, 5; n <= len(all); look, n = look+1, 2*n {
				c.Looks, c.Values = look*corrected, all[:n]
				kind := w.kind(c)
				if kind == Differs {
					wrong[corrected] += 1.0 / trials
				}
				if kind != Compatible {
					break
				}
			}
		}
	}
	t.Logf("%.3f with the correction, %.3f without", wrong[1], wrong[0])
	if wrong[1] > Level || wrong[0] < 0.07 {
		t.Errorf("%.3f with the correction, %.3f without, want at most %g and clearly more", wrong[1], wrong[0], Level)
	}
}
