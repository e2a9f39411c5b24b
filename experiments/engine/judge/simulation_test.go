package judge

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// world draws papers and replications whose truths are equal.
type world struct {
	beside   int     // other cells of the table, of the same shape
	sd       float64 // in tolerances
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

// rareEnd returns the scatter of runs of which a share ends apart, below the others by so many of their deviations: a lost column, a poor
// minimum. Its mean is 0 and its deviation 1.
func rareEnd(share, depth float64) func(*rand.Rand) float64 {
	spread := math.Sqrt(1 + share*(1-share)*depth*depth)
	return func(rng *rand.Rand) float64 {
		x := rng.NormFloat64() + share*depth
		if rng.Float64() < share {
			x -= depth
		}
		return x / spread
	}
}

func init() {
	for share, depth := range map[float64]float64{0.05: 30, 0.1: 20, 0.15: 15} {
		shapes[fmt.Sprintf("%g %% end apart", 100*share)] = rareEnd(share, depth)
	}
}

var lognormalMean, lognormalSpread = math.Exp(1.0 / 8), math.Sqrt(math.Expm1(1.0 / 4))

// tolerance is that of every world: the digits of the print are then of the size that they have in papers.
const tolerance = 5.0

func (w world) String() string {
	return fmt.Sprintf("sd %g, n %d, R %d, %d decimals, sd printed %t, %s, beside %d cells", w.sd, w.n, w.runs, w.decimals, w.printSD, w.shape, w.beside)
}

func (w world) draw(rng *rand.Rand, n int, mean float64) []float64 {
	x, scatter := make([]float64, n), shapes[w.shape]
	for i := range x {
		x[i] = mean + w.sd*tolerance*scatter(rng)
	}
	return x
}

func (w world) cell(rng *rand.Rand) Compared {
	truth := 70 + rng.Float64() // rounding falls anywhere
	paper := stat.Summarise(w.draw(rng, w.runs, truth))
	c := Compared{
		Cell: result.Cell{
			Runs:     result.Sample{Values: w.draw(rng, w.n, truth)},
			Reported: result.Reported{Value: strconv.FormatFloat(paper.Mean, 'f', w.decimals, 64), Unit: math.Pow10(-w.decimals)},
		},
		Runs: w.runs, Tolerance: spec.Tolerance{Value: tolerance},
	}
	if w.printSD {
		c.Reported.SD = strconv.FormatFloat(paper.SD, 'f', w.decimals, 64)
	}
	return c
}

// shifted moves what is ours by so many tolerances.
func (c Compared) shifted(tolerances float64) Compared {
	c.Cell.Runs.Values = slices.Clone(c.Cell.Runs.Values)
	for i := range c.Cell.Runs.Values {
		c.Cell.Runs.Values[i] += tolerances * tolerance
	}
	return c
}

// rates are, for each shift, the shares of the four verdicts among so many cells, each judged alone by the skewness that its table
// shows. Only the p-values are needed, and the shifts have the draws in common, which makes thousands of draws cheap; so does a table
// that serves many cells.
func (w world) rates(rng *rand.Rand, trials int, shifts []float64) []map[Kind]float64 {
	shares := make([]map[Kind]float64, len(shifts))
	for i := range shares {
		shares[i] = map[Kind]float64{}
	}
	var by together
	for trial := range trials {
		c := w.cell(rng)
		if trial%20 == 0 {
			table := []Compared{c}
			for range w.beside {
				table = append(table, Compared{Cell: result.Cell{Runs: result.Sample{Values: w.draw(rng, w.n, 0)}}})
			}
			by = judgedTogether(table)
		}
		for i, shift := range shifts {
			shares[i][w.kind(c.shifted(shift), by)] += 1 / float64(trials)
		}
	}
	return shares
}

func (w world) kind(c Compared, by together) Kind {
	number, _ := strconv.ParseFloat(c.Reported.Value, 64)
	t := newTests(c, number, tolerance, by)
	return kindOf(t.plausible(t.n) >= Level, t.shown(t.n) < Level)
}

// trials are so many that a wrong rate is seen; with NMFREPRO_LONG set, as make test-long sets it, four times as many.
var trials = func() int {
	if os.Getenv("NMFREPRO_LONG") != "" {
		return 4000
	}
	return 1000
}()

// scatterOfShares is three standard errors of a share of 5 % among the trials.
var scatterOfShares = 3 * math.Sqrt(0.05*0.95/float64(trials))

// wrongMatches bounds the share of truths one tolerance apart that are said to match. Where runs are skewed the test of equivalence
// is left as bold as Student's t is, up to 10 % of lognormal runs and 12 % of five exponential ones against a mean of a hundred: a wrong
// "agrees" of a difference as large as the tolerance is no harm, a claim that a paper's number is off would be.
func (w world) wrongMatches() float64 {
	return cmp.Or(map[string]float64{"lognormal": 0.1, "exponential": 0.12}[w.shape], Level) + scatterOfShares
}

// Equal truths give "differs" in at most 5 %, whatever the noise, the shape of its distribution, the runs on either side and the digits;
// truths one tolerance apart seldom agree; where the noise is less than the tolerance, equal truths are found and truths two
// tolerances apart too. A lognormal distribution of σ = 1, of skewness 6, is beyond what five runs can tell: 9 % there.
func TestErrorRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, w := range worlds() {
		shifts := []float64{0, 1, 2}
		shares := w.rates(rng, trials, shifts)
		for i, share := range shares {
			shift := shifts[i]
			t.Logf("%v, shift %g: agrees %.3f, close %.3f, inconclusive %.3f, differs %.3f", w, shift, share[Agrees], share[Close], share[Inconclusive], share[Differs])
			switch {
			case shift == 0 && share[Differs] > Level+scatterOfShares:
				t.Errorf("%v: %.3f of equal truths are said to differ", w, share[Differs])
			case shift == 1 && share[Agrees] > w.wrongMatches():
				t.Errorf("%v: %.3f of truths one margin apart are said to match", w, share[Agrees])
			case shift == 2 && share[Agrees]+share[Close] > Level/2+scatterOfShares:
				t.Errorf("%v: %.3f of truths two margins apart are said to match or to be near", w, share[Agrees]+share[Close])
			case strings.HasSuffix(w.shape, "apart"): // less is found of such runs
			case shift == 0 && w.sd < 1 && w.runs >= 20 && w.n >= 10 && share[Agrees] < 0.8:
				t.Errorf("%v: only %.3f of equal truths match", w, share[Agrees])
			case shift == 2 && w.sd < 1 && w.runs >= 5 && share[Differs] < 0.9:
				t.Errorf("%v: only %.3f of truths two margins apart differ", w, share[Differs])
			}
		}
	}
}

// What is found of gaps of 0, 1, 2 and 5 points where five runs and a mean of five of deviation 3.3 stand beside each other, as in
// the accuracies of PIE, of which 56 cells show how little they are skewed; a table of one cell has to take the runs for
// exponential and finds less.
func TestPower(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 5))
	leasts := map[int]float64{56: 0.3, 0: 0.1}
	for _, beside := range []int{56, 0} {
		least := leasts[beside]
		w := world{sd: 3.3 / tolerance, n: 5, runs: 5, decimals: 2, shape: "normal", beside: beside}
		shifts := []float64{0, 0.2, 0.4, 1}
		shares := w.rates(rng, trials, shifts)
		for i, share := range shares {
			t.Logf("beside %d cells, gap %g points: agrees %.3f, close %.3f, inconclusive %.3f, differs %.3f", beside, shifts[i]*tolerance, share[Agrees], share[Close], share[Inconclusive], share[Differs])
		}
		if found := shares[3][Differs]; found < least || shares[0][Differs] > Level+scatterOfShares {
			t.Errorf("beside %d cells: %.3f of gaps of five points are found, want %g, and %.3f of none", beside, found, least, shares[0][Differs])
		}
	}
}

// The skewness of normal, lognormal and exponential runs comes out from a table of cells; of five runs each it takes many of them.
func TestSkewness(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 6))
	wanted := map[string]float64{"normal": 0, "lognormal": 1.75 * 1.75, "exponential": exponential}
	for _, shape := range slices.Sorted(maps.Keys(wanted)) {
		want := wanted[shape]
		for _, n := range []int{5, 20} {
			w, sum := world{shape: shape, n: n, sd: 1}, 0.0
			const tables = 40
			for range tables {
				var cells []Compared
				for range 4000 / n / n {
					cells = append(cells, Compared{Cell: result.Cell{At: result.Address{Metric: "acc"}, Runs: result.Sample{Values: w.draw(rng, n, 70)}}})
				}
				sum += skewness(cells)["acc"] / tables
			}
			if t.Logf("%s, n %d: %.2f, want %.2f", shape, n, sum, want); math.Abs(sum-want) > 1 {
				t.Errorf("%s, n %d: the squared skewness is %.2f, want about %.2f", shape, n, sum, want)
			}
		}
		x := world{shape: shape, sd: 1}.draw(rng, 20*trials, 0)
		if shape == "exponential" { // what a cell of so many shows on average
			for _, n := range []int{5, 10, 20, 50} {
				normal := 6 * float64(n-2) / float64((n+1)*(n+3))
				excess, cells := 0.0, 0.0
				for cell := range slices.Chunk(x, n) {
					excess, cells = excess+stat.SquaredSkewness(cell)-normal, cells+1
				}
				if excess /= cells * exponential; math.Abs(excess/skewedExcess(float64(n))-1) > 0.2 {
					t.Errorf("%d exponential runs have %.3f for each unit of skewness, want %.3f", n, excess, skewedExcess(float64(n)))
				}
			}
		}
	}
}

// The interval that a verdict shows is the one by which it was reached: the reported number lies outside of it just where it is
// called implausible, whatever the correction for the table, the skewness and the runs behind the number did.
func TestIntervalOfTheVerdict(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	kinds := map[Kind]int{}
	for range 60 {
		var cells []Compared
		for i := range 12 {
			w := world{sd: 0.2 + rng.Float64(), n: 5 + rng.IntN(20), runs: []int{1, 5, 20, 100}[rng.IntN(4)], decimals: 1, printSD: rng.IntN(2) == 0, shape: "lognormal"}
			cells = append(cells, w.cell(rng).shifted(float64(i%4)*rng.Float64()))
		}
		for i, v := range Judge(cells) {
			number, _ := cells[i].number()
			kinds[v.Kind]++
			if inside := number >= v.DrawLow && number <= v.DrawHigh; inside != (v.Kind == Agrees || v.Kind == Inconclusive) {
				t.Errorf("%s of %g, plausible are %g to %g: %s", v.Kind, number, v.DrawLow, v.DrawHigh, v.Reason)
			}
			if v.Kind == Inconclusive && !(v.Detectable > (v.DrawHigh-v.DrawLow)/2-1e-9 || cells[i].Runs <= 1) {
				t.Errorf("a difference of %g would have shown, yet plausible are %g to %g", v.Detectable, v.DrawLow, v.DrawHigh)
			}
		}
	}
	for _, kind := range []Kind{Agrees, Close, Inconclusive, Differs} {
		if kinds[kind] < 10 {
			t.Errorf("only %d %s among the verdicts", kinds[kind], kind)
		}
	}
}

func worlds() (all []world) {
	for _, runs := range []int{1, 5, 20, 100} {
		for _, n := range []int{5, 10, 20} {
			w := world{n: n, runs: runs, decimals: 1 + n/10%2, beside: 24}
			for _, w.shape = range slices.Sorted(maps.Keys(shapes)) {
				for _, w.sd = range []float64{0.3, 2} {
					for _, w.printSD = range []bool{false, true} {
						if rare := strings.HasSuffix(w.shape, "apart"); rare && (runs == 20 || w.sd < 1 && n != 10) { // slow, and like the others
							continue
						}
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

// In a table of twelve cells of equal truth some "differs" or "close" is said in at most 5 % of the tables: where nothing differs,
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
			number, _ := strconv.ParseFloat(c.Reported.Value, 64)
			tests := newTests(c, number, tolerance, together{})
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

// Where the resolution floor lies above the tolerance, nothing is ever shown to be within it.
func TestNoMatchBelowTheFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	w := world{sd: 2, n: 200, runs: 5, decimals: 1, shape: "normal"}
	for range 300 {
		if v := one(w.cell(rng)); v.Kind == Agrees || v.Kind == Close || v.Floor < tolerance {
			t.Fatalf("%s with a floor of %g", v.Kind, v.Floor)
		}
	}
}

// Cells whose classes the paper drew once, for all its runs, are called different in at most 5 %: whether cells of all classes tell how runs
// of one draw scatter, the reported deviation does, or nothing; whether the draw decides or hardly matters. Without the mark up to half
// would be. A gap of three deviations is found at least as often as by a rule that takes all our variance for that of the draw, and most of
// such gaps of ten runs and more.
func TestOneDrawInCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	for _, d := range []drawn{
		{5, 5, 4, 2, "nothing"}, {20, 5, 4, 2, "nothing"},
		{5, 5, 4, 2, "all classes"}, {20, 5, 4, 2, "all classes"}, {20, 5, 2, 2, "all classes"}, {20, 20, 2, 2, "all classes"}, {20, 5, 0, 2, "all classes"},
		{5, 5, 4, 2, "deviation"}, {10, 10, 4, 2, "deviation"}, {20, 20, 2, 2, "deviation"}, {10, 10, 0, 2, "deviation"},
	} {
		d.rates(t, rng)
	}
}

// drawn is a cell of which the paper drew the classes once.
type drawn struct {
	n, runs         int
	between, within float64
	told            string // what tells how runs of one draw scatter
}

// rates compares how often the cell is called different, of equal truths and of a gap of three deviations, with the mark and without.
func (d drawn) rates(t *testing.T, rng *rand.Rand) {
	wrong, found, unmarked, whole := 0.0, 0.0, 0.0, 0.0
	gap := 3 * math.Hypot(d.between, d.within)
	for range trials {
		truth, draw := 70+rng.Float64(), d.between*rng.NormFloat64()
		cell := Compared{Cell: result.Cell{Runs: result.Sample{Drawn: true}, Reported: result.Reported{Unit: 0.001, Shared: true}}, Runs: d.runs, Tolerance: spec.Tolerance{Value: tolerance}}
		var paper, all []float64
		for range d.n {
			cell.Cell.Runs.Values = append(cell.Cell.Runs.Values, truth+d.between*rng.NormFloat64()+d.within*rng.NormFloat64())
			all = append(all, truth+d.within*rng.NormFloat64())
		}
		for range d.runs {
			paper = append(paper, truth+draw+d.within*rng.NormFloat64())
		}
		table := []Compared{cell}
		switch d.told {
		case "all classes":
			table = append(table, Compared{Cell: result.Cell{Runs: result.Sample{Values: all}}})
		case "deviation":
			cell.Reported.SD = strconv.FormatFloat(stat.SD(paper), 'f', 3, 64)
		}
		by := judgedTogether(table)
		by.skew = nil // which has a test of its own
		differs := func(gap float64, shared bool) float64 {
			c := cell
			c.Cell.Reported.Shared = shared
			tests := newTests(c, stat.Mean(paper)+gap, tolerance, by)
			if tests.plausible(tests.n) < Level {
				return 1 / float64(trials)
			}
			return 0
		}
		wrong, unmarked, found = wrong+differs(0, true), unmarked+differs(0, false), found+differs(gap, true)
		by.within = nil
		cell.Reported.SD = ""
		whole += differs(gap, true)
	}
	t.Logf("%+v: equal truths differ in %.3f, without the mark in %.3f; gaps are found in %.3f, with the whole variance in %.3f", d, wrong, unmarked, found, whole)
	if wrong > Level+scatterOfShares || d.between > 3 && unmarked < 0.1 {
		t.Errorf("%+v: %.3f of equal truths are said to differ, without the mark %.3f", d, wrong, unmarked)
	}
	if found < whole-scatterOfShares || d.n > 5 && found < 0.65 {
		t.Errorf("%+v: %.3f of gaps are found, with the whole variance as that of the draw %.3f", d, found, whole)
	}
}

// A mean of one run that is taken for one of a hundred is called different in every other cell; unless the paper ran it once, says the
// verdict, and those that do not say so are at most 5 %.
func TestUnlessOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, shape := range []string{"normal", "lognormal"} {
		w := world{sd: 1, n: 10, runs: 1, decimals: 2, shape: shape}
		differs, plain := 0, 0
		for range trials {
			c := w.cell(rng)
			c.Runs, c.Assumed = 100, true
			if v := one(c); v.Kind == Differs {
				differs++
				if !v.UnlessOnce {
					plain++
				}
			}
		}
		t.Logf("%s: %d of %d differ, %d whatever the paper ran", shape, differs, trials, plain)
		if differs < trials/4 || float64(plain)/float64(trials) > Level+scatterOfShares {
			t.Errorf("%s: %d of %d equal truths are said to differ, %d of them without \"unless the paper ran it once\"", shape, differs, trials, plain)
		}
	}
	c := with(func(c *Compared) { c.Cell.Runs.Values, c.Reported.SD, c.Assumed = values(20, 60, 0.5), "", true })
	if v := one(c); v.Kind != Differs || v.UnlessOnce || strings.Contains(v.Reason, "once") {
		t.Errorf("thirty points off: %+v", v)
	}
	c.Cell.Runs.Values = values(20, 91.5, 1)
	if v := one(c); v.Kind != Differs || !v.UnlessOnce || !strings.HasSuffix(v.Reason, "unless the paper ran it once") {
		t.Errorf("one and a half deviations off: %+v", v)
	}
}

// So many cells of runs of each shape are parted by chance, and so many of those of which some end apart.
func TestEndApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{5, 10, 20} {
		for _, shape := range slices.Sorted(maps.Keys(shapes)) {
			parted := 0
			for range 4 * trials {
				if few, rest := endApart(world{shape: shape, sd: 1}.draw(rng, n, 0)); len(few)+len(rest) != n {
					t.Fatalf("%d and %d of %d runs", len(few), len(rest), n)
				} else if len(few) > 0 {
					parted++
				}
			}
			rate, chance := float64(parted)/float64(4*trials), partedByChance(n)
			t.Logf("%s, n %d: %.3f, by chance %.3f", shape, n, rate, chance)
			switch rare := strings.HasSuffix(shape, "apart"); {
			case !rare && rate > chance+0.01, shape == "exponential" && rate < chance-0.01, rare && rate < 3*chance:
				t.Errorf("%s, n %d: %.3f of the cells are parted, by chance %.3f", shape, n, rate, chance)
			}
		}
	}
}
