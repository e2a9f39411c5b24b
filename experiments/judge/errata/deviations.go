package errata

import (
	"fmt"
	"math"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// deviations is the test of Brown and Heathers' kin GRIMMER (Anaya 2016; Allard 2018): of R runs with counts out of n, the sum
// S of the counts is whole, and so is the sum Q of their squares, which is odd where S is. With the variance
// (Q − S²/R)/(R − 1), or over R, few deviations are possible where n and R are small. A deviation is reported if no S that
// the mean allows gives a Q, by either divisor, rounded or cut.
func deviations(b block) (found []Finding) {
	if b.Counts == nil || b.Counts.Runs < 2 {
		return nil
	}
	byRow := map[string][]string{}
	samples := map[string]int{}
	for _, s := range b.shares() {
		sd, ok := s.Deviation()
		if ok && !possible(s.number, sd, b.Unit(published.Cell{Value: s.SD}), b.Counts.Runs, s.samples, b.Counts.Scale) {
			byRow[s.row] = append(byRow[s.row], s.column+" "+s.Value+"±"+s.SD)
			samples[s.row] = s.samples
		}
	}
	for _, row := range b.Data() {
		if off := byRow[row]; len(off) > 0 {
			found = append(found, b.finding(Error, row, "", reports.Count(len(off), "deviation")+" belong to no counts: "+strings.Join(off, ", "),
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
