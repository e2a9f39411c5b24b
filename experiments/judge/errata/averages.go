package errata

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/experiments/published"
)

// averages compares each printed average with the mean of the numbers that are printed above it. The two may differ by
// half a unit of the average and by the mean half unit of the numbers, which were rounded too; columns with a number
// that cannot be read are left out.
func averages(p *published.Paper) (found []Finding) {
	for _, b := range blocks(p) {
		if !slices.Contains(b.Rows.Names(), published.AverageRow) {
			continue
		}
		rows := b.Data()
		for _, column := range b.Columns {
			printed := b.numbers(published.AverageRow, []string{column})
			var sum, rounding float64
			n := 0
			for _, row := range rows {
				for _, x := range b.numbers(row, []string{column}) {
					sum, rounding, n = sum+x.x, rounding+x.unit/2, n+1
				}
			}
			if n < len(rows) || len(printed) == 0 {
				continue
			}
			mean, allowed := sum/float64(n), printed[0].unit/2+rounding/float64(n)
			if off := math.Abs(printed[0].x - mean); off > allowed+slack {
				found = append(found, Finding{
					Severity: Error, Place: b.at(published.AverageRow, column),
					What: fmt.Sprintf("the average is printed as %s, the %d numbers above it have the mean %.*f",
						b.Cell(published.AverageRow, column).Value, n, decimals(printed[0].unit)+1, mean),
					Why: fmt.Sprintf("they differ by %.*f; rounding explains at most %.2g", decimals(printed[0].unit)+1, off, allowed),
				})
			}
		}
	}
	return found
}

// decimals is the number of digits after the point of a unit.
func decimals(unit float64) int { return max(0, int(math.Round(-math.Log10(unit)))) }
