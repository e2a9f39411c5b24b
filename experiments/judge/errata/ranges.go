package errata

import (
	"fmt"
	"math"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
)

// ranges checks that every number lies in its panel's range and that a deviation is possible there: values between a and
// b with mean m deviate by no more than √((m-a)(b-m)) (Bhatia and Davis 2000), times √2 for a sample of two.
func ranges(p *published.Paper) (found []Finding) {
	for _, b := range blocks(p) {
		if len(b.Range) != 2 {
			continue
		}
		for _, row := range b.Rows.Names() {
			if k := b.kind(row); k != printed.Data && k != printed.Average {
				continue
			}
			for _, n := range b.numbers(row, b.Columns) {
				c := b.Cell(row, n.column)
				if n.x < b.Range[0]-slack || n.x > b.Range[1]+slack {
					found = append(found, Finding{
						Severity: Error, Place: b.at(row, n.column), What: c.Value + " is printed",
						Why: fmt.Sprintf("%s lies between %v and %v", b.Metric, b.Range[0], b.Range[1]),
					})
					continue
				}
				sd, ok := c.Deviation()
				if most := mostDeviation(n, b.Range); ok && sd-n.unit/2 > most+slack {
					found = append(found, Finding{
						Severity: Error, Place: b.at(row, n.column), What: fmt.Sprintf("the deviation of %s is printed as %s", c.Value, c.SD),
						Why: fmt.Sprintf("values between %v and %v with this mean deviate by at most %.3g", b.Range[0], b.Range[1], most),
					})
				}
			}
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
