package judge

import (
	"math"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// tests are the two tests of a difference, with what they rest on.
type tests struct {
	difference float64
	mean       float64 // of ours
	tolerance  float64
	unit       float64 // of the last reported place
	ours       float64 // standard deviations between runs
	theirs     float64
	n, runs    float64
	dfTheirs   float64 // of the reported deviation; 0 if ours serves for both
	inside     bool    // a single reported run lies between the smallest and the greatest of ours
	least      float64 // of ours
	greatest   float64
	skew       float64   // squared skewness by which runs are taken to scatter
	rare       rare      // how often runs end apart, and how far, by all cells of the table
	others     float64   // standard deviation of those of ours that do not
	shared     bool      // all reported runs may share one draw of the classes
	ofOne      stat.Part // variance between runs of one draw, as other cells tell it; 0 where none does
	level      float64   // at which the reported number is called implausible, for all cells of the table together
}

// together is what all cells of a table tell of how runs scatter.
type together struct {
	skew   map[string]float64   // by metric
	rare   map[string]rare      // by metric
	within map[string]stat.Part // variance between runs of one draw, by method and metric
}

// judgedTogether estimates them.
func judgedTogether(cells []Compared) together {
	return together{skewness(cells), rarely(cells), ofOneDraw(cells)}
}

// ofOneDraw returns the variance between runs of one draw by data set, method and metric, the mean over the cells in which nothing is left
// to draw, since they have all classes. Fewer classes scatter more, so that this is rather too little, and the draw too much.
func ofOneDraw(cells []Compared) map[string]stat.Part {
	all := map[string]stat.Part{}
	for _, c := range cells {
		if !c.Cell.Reported.Shared && !c.Cell.Runs.Drawn && scatters(c) {
			for _, dataset := range []string{c.Cell.At.Dataset, reported.AverageRow} {
				of, v, df := all[drawKey(c, dataset)], math.Pow(stat.SD(c.Cell.Runs.Values), 2), float64(len(c.Cell.Runs.Values)-1)
				all[drawKey(c, dataset)] = stat.Part{Variance: (of.Variance*of.DF + v*df) / (of.DF + df), DF: of.DF + df}
			}
		}
	}
	return all
}

func drawKey(c Compared, dataset string) string {
	return strings.Join([]string{dataset, c.Cell.At.Method, c.Cell.At.Variant, c.Cell.At.Metric}, "/")
}

// newTests prepares the tests of a cell whose reported number, in natural units, is given. A deviation is at least a step of
// the metric. The reported number has its own where five runs or more are behind it; else ours serves for both: a
// replication has the same protocol, hence the same spread.
func newTests(c Compared, number, tolerance float64, by together) tests {
	metric, s := c.Cell.At.Metric, stat.Summarise(c.Cell.Runs.Values)
	t := tests{
		difference: s.Mean - number, mean: s.Mean, tolerance: tolerance, unit: c.Cell.Metric.Scale.Natural(c.Reported.Unit), n: float64(s.N),
		runs: float64(max(c.Runs, 1)),
		ours: s.SD, skew: by.skew[metric] / float64(max(c.Cell.Runs.Terms, 1)), level: Level, least: s.Min, greatest: s.Max,
	}
	if !(c.Cell.Runs.Repeats || c.Class.Exact) {
		t.ours = max(t.ours, c.Cell.Metric.Grid)
	}
	t.theirs = t.ours
	if sd, ok := (reported.Cell{SD: c.Reported.SD}).Deviation(); ok && c.Runs >= Fewest {
		t.theirs, t.dfTheirs = c.Cell.Metric.Scale.Natural(sd), t.runs-1
	}
	if scatters(c) {
		t.rare, t.others = by.rare[metric].of(c)
		t.others = max(t.others, c.Cell.Metric.Grid)
	}
	t.shared, t.ofOne = c.Cell.Reported.Shared, by.within[drawKey(c, c.Cell.At.Dataset)]
	t.ofOne.Variance /= float64(max(c.Cell.Runs.Terms, 1))
	if t.dfTheirs > 0 { // runs that share a draw scatter as those of one do
		t.ofOne = stat.Part{Variance: t.theirs * t.theirs, DF: t.dfTheirs}
	}
	t.inside = c.Runs <= 1 && number+t.unit/2 >= s.Min && number-t.unit/2 <= s.Max
	return t
}

// estimate returns the difference with its standard error as n replicates would have it, +Inf for endlessly many, and with a
// variance of its own for rounding.
func (t tests) estimate(n, rounding float64) stat.Estimate {
	ours, theirs := t.ours*t.ours/n, t.theirs*t.theirs/t.runs
	more := stat.Part{Variance: rounding, DF: math.Inf(1)}
	if t.dfTheirs > 0 {
		return stat.Combine(t.difference, stat.Part{Variance: ours, DF: n - 1}, stat.Part{Variance: theirs, DF: t.dfTheirs}, more)
	}
	return stat.Combine(t.difference, stat.Part{Variance: ours + theirs, DF: n - 1}, more)
}

// within estimates the difference for the test of equivalence, in which rounding adds u²/12. What is shown is shown by all estimates.
func (t tests) within(n float64) []stat.Mixture {
	all := t.draws(n, t.unit*t.unit/12)
	if t.rare.share > 0 && t.dfTheirs == 0 {
		t.ours = max(t.ours, t.rare.spread(t.others))
		t.theirs = t.ours
		all = append(all, stat.Sure(t.estimate(n, t.unit*t.unit/12)))
	}
	return all
}

// halfWidth returns the largest half width of some intervals.
func halfWidth(all []stat.Mixture, confidence float64) (half float64) {
	for _, e := range all {
		half = max(half, e.HalfWidth(confidence))
	}
	return half
}

// draws estimate the difference, with a variance of its own for rounding. Where the reported number has a deviation of its own there are
// two, Welch's and that of one spread of both, and both have to find it implausible: the second holds where few skewed runs happen to lie
// close together. Where the reported runs may share one draw of the classes there is one more, in which the draw is not divided by R: a
// verdict needs both, as a row does. The variance τ between our runs holds that of the draw and ω, between runs of one draw; the difference
// then has τ/n + (τ-ω) + ω/R. The reported deviation tells ω, or cells that have all classes do; where nothing does it is 0.
// Three quarters of ω are taken off: with all of it 6 % of equal truths are called different where draw and runs scatter alike, and so 5 %.
func (t tests) draws(n, rounding float64) []stat.Mixture {
	all := []stat.Mixture{stat.Sure(t.estimate(n, rounding))}
	ours, digits := stat.Part{Variance: t.ours * t.ours, DF: n - 1}, stat.Part{Variance: rounding, DF: math.Inf(1)}
	if t.dfTheirs > 0 {
		df := n - 1 + t.dfTheirs
		spread := t.ours * t.ours // of endlessly many runs
		if !math.IsInf(n, 1) {
			spread = (t.ours*t.ours*(n-1) + t.theirs*t.theirs*t.dfTheirs) / df
		}
		all = append(all, stat.Sure(stat.Combine(t.difference, stat.Part{Variance: spread * (1/n + 1/t.runs), DF: df}, digits)))
	}
	if t.shared {
		all = append(all, stat.Excess(t.difference, 1/n+1, ours, 0.75*(1-1/t.runs), t.ofOne, digits))
	}
	return all
}

// skewFactor returns what p-values are taken times for skewed runs: how many times more often than Student's t has it such runs, of
// equal means, are implausible where ours alone says how they scatter. For exponential runs, of skewness 2, that is 5 times of
// five replicates against a mean of 100 runs, 4 of ten, 2.5 of twenty; for less skewed ones the excess falls with the cube of the
// skewness (TestErrorRates; Hall, The Bootstrap and Edgeworth Expansion, 1992, section 2.6, has the leading terms).
func (t tests) skewFactor(n float64) float64 {
	if t.dfTheirs > 0 {
		return 1
	}
	return 1 + min(5, 30/n)*math.Pow(t.skew/exponential, 1.5)
}

// shown returns the p-value of equivalence.
func (t tests) shown(n float64) (p float64) {
	for _, e := range t.within(n) {
		p = max(p, e.Equivalence(t.tolerance))
	}
	return p
}

// plausible returns the p-value of a reported number that is as far off or farther, were it a draw of ours. A single reported run
// is judged by its rank: among ours it is plausible whatever the shape of their distribution. Beyond all of ours it is the smallest or
// the greatest of n+1 runs, which has the probability 2/(n+1). So few runs cannot tell by rank alone; hence the smaller of that and of
// Student's t counts, doubled since it is the smaller of two.
func (t tests) plausible(n float64) (p float64) {
	if t.inside {
		return 1
	}
	far := math.Max(0, math.Abs(t.difference)-t.unit/2*(1+1e-9)) // what rounding can explain does not count
	for _, e := range t.draws(n, 0) {
		p = max(p, min(1, e.At(far).P(0)*t.skewFactor(n)))
	}
	p = max(p, t.byRare(far, n))
	if t.runs <= 1 {
		p = min(1, 2*p, 2*beyondAll(n))
	}
	return p
}

// reported returns the reported number.
func (t tests) reported() float64 { return t.mean - t.difference }

// once returns the tests as they would be had the paper made a single run.
func (t tests) once() tests {
	t.runs, t.inside = 1, t.reported()+t.unit/2 >= t.least && t.reported()-t.unit/2 <= t.greatest
	return t
}

// byRare returns the p-value of a mean so far off where runs may end apart, and no reported deviation says whether they did: 0 where none do.
func (t tests) byRare(far, n float64) float64 {
	if t.rare.share == 0 || t.dfTheirs > 0 {
		return 0
	}
	return t.rare.beyond(far, t.others, n, t.runs)
}

// beyondAll returns the probability that a run lies beyond all of n others of its kind, on either side.
func beyondAll(n float64) float64 { return 2 / (n + 1) }

// drawn returns the smallest and the greatest reported number that is a plausible draw of ours, at the level of the verdict, and the
// share of draws beyond these: the prediction interval and, for a single run, all that lies among ours; no more where ours are so many
// that rank alone tells.
func (t tests) drawn(mean float64) (in stat.Interval, beyond float64) {
	half := t.found(0.5)
	in, beyond = stat.Interval{Low: mean - half, High: mean + half}, t.level/t.skewFactor(t.n)
	if t.runs <= 1 {
		ours := stat.Interval{Low: t.least - t.unit/2, High: t.greatest + t.unit/2}
		if 2*beyondAll(t.n) < t.level {
			return ours, beyondAll(t.n)
		}
		in.Low, in.High, beyond = min(in.Low, ours.Low), max(in.High, ours.High), beyond/2
	}
	return in, beyond
}

// found returns the difference that is found implausible with this probability: with a half, the half width of the prediction interval.
func (t tests) found(probability float64) (far float64) {
	level := t.level / t.skewFactor(t.n)
	if t.runs <= 1 {
		level /= 2 // the rank has the other half
	}
	for _, e := range t.draws(t.n, 0) {
		far = max(far, e.Above(level/2)+e.Above(1-probability))
	}
	if level *= t.skewFactor(t.n); t.byRare(far, t.n) >= level {
		low, high := far, math.Max(2*far, math.Abs(t.rare.depth)+4*t.rare.spread(t.others))
		for t.byRare(high, t.n) >= level && high < math.MaxFloat64/4 {
			low, high = high, 2*high
		}
		for range 60 {
			if middle := (low + high) / 2; t.byRare(middle, t.n) >= level {
				low = middle
			} else {
				high = middle
			}
		}
		far = high + stat.TQuantile(probability, t.n-1)*t.rare.spread(t.others)*math.Sqrt(1/t.n+1/t.runs)
	}
	return far + t.unit/2
}

// mostReplicates bounds the search for how many replicates tell more.
const mostReplicates = 10_000

// told tells whether so many replicates would decide a cell if mean and spread stay as they are.
func (t tests) told(n float64) bool {
	if t.shared { // what draws that are not shared do not tell, a shared one does not
		anew := t
		if anew.shared = false; !anew.told(n) {
			return false
		}
	}
	return t.shown(n) < Level || t.plausible(n) < t.level
}

// more returns the smallest number of further replicates that would decide an inconclusive cell.
func (t tests) more() int {
	if !t.told(mostReplicates) {
		return Never
	}
	if n := Least(max(int(t.n), 2), t.told); n != Never {
		return n - int(t.n)
	}
	return Never
}

// Least returns the smallest number of replicates above lo for which enough is true, found by doubling and bisection.
func Least(lo int, does func(n float64) bool) int {
	hi := 2 * lo
	for !does(float64(hi)) {
		if hi > mostReplicates {
			return Never
		}
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; does(float64(mid)) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// noise tells whose noise keeps a cell inconclusive: ours if more replicates decide it, theirs if it would be decided were the
// reported number a mean of endlessly many runs, and nobody's where the difference is as large as the tolerance.
func (t tests) noise(more int) string {
	if more > 0 {
		return result.NoiseOurs
	}
	t.runs, t.inside = math.Inf(1), false
	if t.told(mostReplicates) {
		return result.NoiseTheirs
	}
	return result.NoiseNobodys
}

// exponential is the squared skewness of an exponential distribution: more than 95 of 100 cells of accuracies, NMI and purities with
// ten runs or more in the committed records are less skewed. Estimates end at half as much again.
const exponential = 4.0

// guess is the weight of the first guess of a squared skewness, whose deviation is thus 2; a cell of twenty runs weighs 2.4.
const guess = 0.25

// skewness estimates the squared skewness γ² by which the runs of each metric scatter, from all cells of the table that show it. The
// squared sample skewness g₁² = m₃²/m₂³ of a cell of n normal runs has the expectation e₀ = 6(n-2)/((n+1)(n+3)) and about the
// variance 2e₀² (Joanes and Gill, The Statistician 47, 1998); that of n exponential runs, of skewness 2, has e₁. A cell hence
// estimates γ² as 4(g₁²-e₀)/(e₁-e₀). The cells are weighted by their precision, some 150 cells of five runs as one of twenty, beside a
// first guess of an exponential distribution: few runs do not show that they are not skewed.
func skewness(cells []Compared) map[string]float64 {
	sum, weight := map[string]float64{}, map[string]float64{}
	for _, c := range cells {
		if !scatters(c) {
			continue
		}
		skew := stat.SquaredSkewness(c.Cell.Runs.Values)
		if !(skew >= 0) {
			continue
		}
		n := float64(len(c.Cell.Runs.Values))
		normal := 6 * (n - 2) / ((n + 1) * (n + 3))
		per := 1 / skewedExcess(n) // γ² of a unit of g₁²
		w := 1 / (2 * normal * normal * per * per)
		sum[c.Cell.At.Metric] += w * per * (skew - normal)
		weight[c.Cell.At.Metric] += w
	}
	all := map[string]float64{}
	for _, c := range cells {
		all[c.Cell.At.Metric] = min(1.5*exponential, max(0, (guess*exponential+sum[c.Cell.At.Metric])/(guess+weight[c.Cell.At.Metric])))
	}
	return all
}

// skewedExcess says by how much the mean g₁² of n exponential runs exceeds that of n normal ones, for each unit of γ². It was
// simulated with four million numbers for each n from 5 to 400 and is fitted within 4 % (TestSkewness).
func skewedExcess(n float64) float64 { return 1 / (1 + 18.73/n - 17.5/(n*n) + 1352/(n*n*n)) }
