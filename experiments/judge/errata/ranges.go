package errata

import (
	"fmt"
	"math"

	"nmfrepro/experiments/published/printed"
)

// ranges checks that every number lies in its panel's range and that a deviation is possible there: values between a and
// b with mean m deviate by no more than √((m-a)(b-m)) (Bhatia and Davis 2000), times √2 for a sample of two.
func ranges(b block) (found []Finding) {
	if len(b.Range) != 2 {
		return nil
	}
	for _, n := range b.among(b.rowsOf(printed.Data, printed.Average), b.Columns) {
		if n.x < b.Range[0]-slack || n.x > b.Range[1]+slack {
			found = append(found, b.finding(Error, n.row, n.column, n.Value+" is reported",
				fmt.Sprintf("%s lies between %v and %v", b.Metric, b.Range[0], b.Range[1])))
			continue
		}
		sd, ok := n.Deviation()
		if most := mostDeviation(n, b.Range); ok && sd-n.unit/2 > most+slack {
			found = append(found, b.finding(Error, n.row, n.column, fmt.Sprintf("the deviation of %s is reported as %s", n.Value, n.SD),
				fmt.Sprintf("values between %v and %v with this mean deviate by at most %.3g", b.Range[0], b.Range[1], most)))
		}
	}
	return found
}

// mostDeviation is the largest deviation that a sample with a mean that rounds to n can have.
func mostDeviation(n number, limits []float64) float64 {
	a, b := limits[0], limits[1]
	m := min(max((a+b)/2, n.x-n.unit/2), n.x+n.unit/2) // of the means that round so, the nearest to the middle
	return math.Sqrt(2 * max(0, m-a) * max(0, b-m))
}
