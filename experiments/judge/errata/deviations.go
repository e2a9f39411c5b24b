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
func deviations(p *published.Paper) (found []Finding) {
	for _, b := range blocks(p) {
		if b.Counts == nil || b.Counts.Runs < 2 {
			continue
		}
		byRow := map[string][]string{}
		samples := map[string]int{}
		for _, s := range b.shares() {
			c := b.Cell(s.row, s.column)
			sd, ok := c.Deviation()
			if !ok {
				continue
			}
			unit := b.Unit(published.Cell{Value: c.SD})
			if !possible(s.number, sd, unit, b.Counts.Runs, s.samples, b.Counts.Scale) {
				byRow[s.row] = append(byRow[s.row], s.column+" "+c.Value+"±"+c.SD)
				samples[s.row] = s.samples
			}
		}
		for _, row := range b.Data() {
			if off := byRow[row]; len(off) > 0 {
				found = append(found, Finding{
					Severity: Error, Place: b.at(row, ""),
					What: reports.Count(len(off), "deviation") + " belong to no counts: " + strings.Join(off, ", "),
					Why: fmt.Sprintf("%d counts out of %d with whole sums S and Q of them and of their squares deviate by √((Q − S²/%d)/%d), or over %d",
						b.Counts.Runs, samples[row], b.Counts.Runs, b.Counts.Runs-1, b.Counts.Runs),
				})
			}
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
	if high-low > 1000 {
		return true
	}
	if high < low {
		return true // the mean itself is impossible: granularity says so
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
