package errata

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/experiments/engine/reported/transcript"
)

// order checks numbers that cannot be less than others: purity, which lets clusters share a class, and accuracy of the
// same clusterings; the maximum and the mean of the same runs.
func order(t tables) []Finding {
	return append(purities(t), inEach(maxima)(t)...)
}

func purities(t tables) (found []Finding) {
	all := t.blocks
	for _, purity := range all {
		for _, acc := range all {
			if purity.Metric != "purity" || acc.Metric != "acc" {
				continue
			}
			severity, why := Error, "accuracy counts the same matches as purity, but lets each class match one cluster only"
			if purity.Ref.Table != acc.Ref.Table {
				if !slices.Equal(purity.Data(), acc.Data()) {
					continue
				}
				severity, why = Doubt, why+"; if both tables are of the same clusterings, one of them is wrong"
			}
			for _, n := range purity.among(purity.Rows.Names(), purity.Columns) {
				for _, a := range acc.numbers(n.row, n.column) {
					if n.x+n.unit/2 < a.x-a.unit/2-slack {
						found = append(found, purity.finding(severity, n.row, n.column, fmt.Sprintf("purity %s, accuracy %s", n.Value, a.Value), why))
					}
				}
			}
		}
	}
	return found
}

func maxima(b block) (found []Finding) {
	for _, column := range b.Columns {
		method, isMean := strings.CutSuffix(column, " mean")
		if !isMean {
			continue
		}
		for _, mean := range b.among(b.Rows.Names(), []string{column}) {
			for _, most := range b.numbers(mean.row, method+" max") {
				if most.x < mean.x-slack {
					found = append(found, b.finding(Error, most.row, most.column, fmt.Sprintf("maximum %s, mean %s", most.Value, mean.Value),
						"a maximum is no less than the mean of the same numbers"))
				}
			}
		}
	}
	return found
}

// ranges checks that every number lies in its panel's range and that a deviation is possible there: values between a and
// b with mean m deviate by no more than √((m-a)(b-m)) (Bhatia and Davis 2000), times √2 for a sample of two. Times have no
// range but their least.
func ranges(b block) (found []Finding) {
	if len(b.Range) != 2 {
		return wideTimes(b)
	}
	for _, n := range b.among(b.rowsOf(transcript.Data, transcript.Average), b.Columns) {
		if n.x < b.Range[0]-slack || n.x > b.Range[1]+slack {
			found = append(found, b.finding(Error, n.row, n.column, n.Value+" is reported",
				fmt.Sprintf("%s lies between %v and %v", b.Metric, b.Range[0], b.Range[1])))
			continue
		}
		sd, ok := n.Deviation()
		if most := mostDeviation(n, b.Range); ok && b.After == "" && sd-n.unit/2 > most+slack {
			found = append(found, b.finding(Error, n.row, n.column, fmt.Sprintf("the deviation of %s is reported as %s", n.Value, n.SD),
				fmt.Sprintf("values between %v and %v with this mean deviate by at most %.3g", b.Range[0], b.Range[1], most)))
		}
	}
	return found
}

// wideTimes doubts times that deviate by more than their mean, which is possible and odd: no time is below 0.
func wideTimes(b block) (found []Finding) {
	if b.Metric != "seconds" && b.Metric != "time" || b.After != "" {
		return nil
	}
	for _, n := range b.among(b.Data(), b.Columns) {
		sd, ok := n.Deviation()
		if ok && n.x >= 0 && sd-n.unit/2 > n.x+n.unit/2+slack {
			found = append(found, b.finding(Doubt, n.row, n.column, fmt.Sprintf("the deviation is larger than the mean: %s±%s", n.Value, n.SD),
				"no time is below 0: so wide a spread needs a few runs that took far longer than the others"))
		}
	}
	return found
}

// mostDeviation returns the largest deviation that a sample with a mean that rounds to n can have.
func mostDeviation(n number, limits []float64) float64 {
	a, b := limits[0], limits[1]
	m := min(max((a+b)/2, n.x-n.unit/2), n.x+n.unit/2) // of the means that round so, the nearest to the middle
	return math.Sqrt(2 * max(0, m-a) * max(0, b-m))
}
