package errata

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// granularity returns the GRIM test (Brown and Heathers 2017): the mean over R runs of counts out of n is a multiple of
// 1/(R n). Where the paper states R, every number must lie on that grid. Where it does not, or where the stated grid is
// finer than the print, the smallest R is sought whose grid holds nearly all numbers: it tells how many runs there were.
func granularity(b block) (found []Finding) {
	if b.Counts == nil {
		return nil
	}
	shares := b.shares()
	if b.Counts.Runs > 0 {
		found = b.misfits(shares, b.Counts.Runs, Error)
	}
	if fewer := b.inferred(shares); len(fewer) > 0 {
		return append(found, fewer...)
	}
	return append(found, b.single(shares)...)
}

// share is a reported share with the number that it is a share of.
type share struct {
	number
	samples int
}

// step returns the distance between possible means over so many runs.
func (s share) step(runs int, scale float64) float64 { return scale / float64(runs*s.samples) }

// shares lists the numbers of the rows that counts are given for, without 0 and 1, which lie on every grid.
func (b block) shares() (all []share) {
	for _, e := range b.Counts.Samples {
		for _, n := range b.numbers(e.Name, b.Columns...) {
			if n.x > slack && n.x < b.Counts.Scale-slack {
				all = append(all, share{n, e.Value})
			}
		}
	}
	return all
}

// fits tells whether a number is the rounded value of a multiple of step.
func (n number) fits(step float64) bool {
	return math.Abs(math.Round(n.x/step)*step-n.x) <= n.unit/2+slack
}

// cut tells whether a number is a multiple of step with the digits that are not reported cut off.
func (n number) cut(step float64) bool {
	return math.Ceil((n.x-slack)/step)*step < n.x+n.unit-slack
}

// misfits lists, row by row, the numbers that no count gives. Those that would be right if cut instead of rounded are
// only noted.
func (b block) misfits(shares []share, runs int, severity Severity) (found []Finding) {
	byRow := map[string][]share{}
	for _, s := range shares {
		byRow[s.row] = append(byRow[s.row], s)
	}
	for _, row := range b.Data() {
		var off, cut []string
		of, samples := 0, 0
		for _, s := range byRow[row] {
			step := s.step(runs, b.Counts.Scale)
			if step <= s.unit {
				continue
			}
			of, samples = of+1, s.samples
			switch text := s.column + " " + s.Value; {
			case s.fits(step):
			case s.cut(step):
				cut = append(cut, text)
			default:
				off = append(off, text)
			}
		}
		why := fmt.Sprintf("a mean over %s of counts out of %d is a multiple of %v/%d", result.Count(runs, "run"), samples, b.Counts.Scale,
			runs*samples)
		if len(off) > 0 {
			what := fmt.Sprintf("%d of %d numbers cannot be such a mean: %s", len(off), of, strings.Join(off, ", "))
			found = append(found, b.finding(severity, row, "", what, why))
		}
		if len(cut) > 0 {
			what := fmt.Sprintf("%d of %d numbers are such a share only if cut, not rounded: %s", len(cut), of, strings.Join(cut, ", "))
			found = append(found, b.finding(Note, row, "", what, why))
		}
	}
	return found
}

// The search for the number of runs: up to so many, with so few numbers off the grid, by so small a chance.
const (
	mostRuns     = 50
	offGrid      = 0.05
	leastShares  = 6
	runsByChance = 1e-4
)

// inferred tells of a number of runs, below the stated one, whose grid holds nearly all numbers.
func (b block) inferred(shares []share) []Finding {
	runs, on, of, chance := b.fewestRuns(shares)
	if runs == 0 {
		return nil
	}
	f := b.finding(Note, "", "", fmt.Sprintf("%d of %d numbers are means over %s of a count", on, of, result.Count(runs, "run")),
		fmt.Sprintf("they are multiples of 1/(%d n); by chance with probability %.0e. The paper states ", runs, chance))
	if b.Counts.Runs > 0 {
		f.Severity = Doubt
		f.Why += fmt.Sprint(b.Counts.Runs)
		return []Finding{f}
	}
	f.Why += "no number of runs"
	return append([]Finding{f}, b.misfits(shares, runs, Doubt)...)
}

// fewestRuns returns the smallest number of runs, below the stated one, whose grid holds nearly all numbers; 0 if there is none.
func (b block) fewestRuns(shares []share) (runs, on, of int, chance float64) {
	limit := mostRuns
	if b.Counts.Runs > 0 {
		limit = min(limit, b.Counts.Runs-1)
	}
	for runs = 1; runs <= limit; runs++ {
		on, of, chance = b.onGrid(shares, runs)
		chance *= float64(limit)
		if of >= leastShares && float64(of-on) <= offGrid*float64(of) && chance <= runsByChance {
			return runs, on, of, chance
		}
	}
	return 0, 0, 0, 1
}

// onGrid counts the numbers on the grid of so many runs, among those that the grid can tell apart, and bounds the
// probability that as many would be there by chance.
func (b block) onGrid(shares []share, runs int) (on, of int, chance float64) {
	var logs []float64 // of the chance to lie on the grid
	for _, s := range shares {
		step := s.step(runs, b.Counts.Scale)
		if step <= s.unit {
			continue
		}
		of++
		if s.fits(step) {
			on++
		}
		share := s.unit / step
		if stated := b.Counts.Runs; stated > 0 { // of their means, so many lie on the coarser grid exactly
			share = min(1, share+float64(gcd(stated, runs))/float64(stated))
		}
		logs = append(logs, math.Log(share))
	}
	if float64(of-on) > offGrid*float64(of) { // too many are off the grid, whatever the chance
		return on, of, 1
	}
	// The union bound over the choices of the numbers that are off: at most C(of, off) products, the largest of which
	// leaves out the least likely ones.
	slices.Sort(logs)
	sum := 0.0
	for _, l := range logs[min(of-on, len(logs)):] {
		sum += l
	}
	return on, of, math.Exp(logChoose(of, on) + sum)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// A panel is of single runs if so large a share of its numbers lies on the grid, by so small a chance.
const leastSingle, singleByChance = 0.5, 1e-6

// single notes a panel most of whose numbers are shares of one run where the paper states several: as of one labelling, or
// of runs that were all alike. A mean over R runs is such a share one time in R.
func (b block) single(shares []share) []Finding {
	if b.Counts.Runs < 2 {
		return nil
	}
	on, of, most := 0, 0, 0.0
	for _, s := range shares {
		step := s.step(1, b.Counts.Scale)
		if step <= 2*s.unit {
			continue
		}
		of++
		if s.fits(step) {
			on++
		}
		most = max(most, 1/float64(b.Counts.Runs)+s.unit/step)
	}
	chance := tail(on, of, min(most, 1))
	if of < leastShares || float64(on) < leastSingle*float64(of) || chance > singleByChance {
		return nil
	}
	what := fmt.Sprintf("%d of %d numbers are shares of a single run", on, of)
	return []Finding{b.finding(Note, "", "", what, fmt.Sprintf(
		"they are multiples of 1/n, as of one labelling or of runs that were all alike; of means over %d runs so many are by chance with "+
			"probability %.0e",
		b.Counts.Runs, chance))}
}

// deviations returns the test of Brown and Heathers' kin GRIMMER (Anaya 2016; Allard 2018): of R runs with counts out of n, the sum
// S of the counts is whole, and so is the sum Q of their squares, which is odd where S is. With the variance
// (Q − S²/R)/(R − 1), or over R, few deviations are possible where n and R are small. A deviation is reported if no S that
// the mean allows gives a Q, by either divisor, rounded or cut.
func deviations(b block) (found []Finding) {
	if b.Counts == nil || b.Counts.Runs < 2 || b.After != "" {
		return nil
	}
	byRow := map[string][]string{}
	samples := map[string]int{}
	for _, s := range b.shares() {
		sd, ok := s.Deviation()
		if ok && !possible(s.number, sd, b.LastPlace(reported.Cell{Value: s.SD}), b.Counts.Runs, s.samples, b.Counts.Scale) {
			byRow[s.row] = append(byRow[s.row], s.column+" "+s.Value+"±"+s.SD)
			samples[s.row] = s.samples
		}
	}
	for _, row := range b.Data() {
		if off := byRow[row]; len(off) > 0 {
			found = append(found, b.finding(Error, row, "", result.Count(len(off), "deviation")+" belong to no counts: "+strings.Join(off, ", "),
				fmt.Sprintf("%d counts out of %d with whole sums S and Q of them and of their squares deviate by √((Q − S²/%d)/%d), or over %d",
					b.Counts.Runs, samples[row], b.Counts.Runs, b.Counts.Runs-1, b.Counts.Runs)))
		}
	}
	return found
}

// possible tells whether runs counts out of n can have that mean and deviation.
func possible(mean number, sd, unit float64, runs, n int, scale float64) bool {
	r, grain := float64(runs), scale/float64(n)
	total := func(x float64) float64 { return x / scale * float64(n) * r }
	low := math.Ceil(total(mean.x-mean.unit/2) - slack)
	high := math.Floor(total(mean.x+mean.unit) + slack) // cut numbers are up to a unit larger
	if high-low > 1000 || high < low {                  // too many to look at, or the mean itself is impossible: granularity says so
		return true
	}
	sdLow, sdHigh := max(0, sd-unit/2)/grain, (sd+unit)/grain
	for s := low; s <= high; s++ {
		for _, divisor := range []float64{r - 1, r} {
			from := math.Ceil(sdLow*sdLow*divisor + s*s/r - slack*max(1, s))
			to := math.Floor(sdHigh*sdHigh*divisor + s*s/r + slack*max(1, s))
			from = max(from, math.Ceil(s*s/r-slack*max(1, s)))
			if math.Mod(from, 2) != math.Mod(s, 2) {
				from++
			}
			if from <= to {
				return true
			}
		}
	}
	return false
}
