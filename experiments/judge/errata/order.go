package errata

import (
	"fmt"
	"strings"

	"nmfrepro/experiments/published"
)

// order checks numbers that cannot be less than others: purity, which lets clusters share a class, and accuracy of the
// same clusterings; the maximum and the mean of the same runs.
func order(p *published.Paper) []Finding {
	return append(purities(p), maxima(p)...)
}

func purities(p *published.Paper) (found []Finding) {
	all := blocks(p)
	for _, purity := range all {
		for _, acc := range all {
			if purity.Metric != "purity" || acc.Metric != "acc" || purity.Ref.Table != acc.Ref.Table {
				continue
			}
			for _, row := range purity.Rows.Names() {
				for _, n := range purity.numbers(row, purity.Columns) {
					for _, a := range acc.numbers(row, []string{n.column}) {
						if n.x+n.unit/2 < a.x-a.unit/2-slack {
							found = append(found, Finding{
								Severity: Error, Place: purity.at(row, n.column),
								What: fmt.Sprintf("purity %s, accuracy %s", purity.Cell(row, n.column).Value, acc.Cell(row, n.column).Value),
								Why:  "accuracy counts the same matches as purity, but lets each class match one cluster only",
							})
						}
					}
				}
			}
		}
	}
	return found
}

func maxima(p *published.Paper) (found []Finding) {
	for _, b := range blocks(p) {
		for _, mean := range b.Columns {
			method, isMean := strings.CutSuffix(mean, " mean")
			if !isMean {
				continue
			}
			for _, row := range b.Rows.Names() {
				means, maxima := b.numbers(row, []string{mean}), b.numbers(row, []string{method + " max"})
				if len(means) == 1 && len(maxima) == 1 && maxima[0].x < means[0].x-slack {
					found = append(found, Finding{
						Severity: Error, Place: b.at(row, method+" max"),
						What: fmt.Sprintf("maximum %s, mean %s", b.Cell(row, method+" max").Value, b.Cell(row, mean).Value),
						Why:  "a maximum is no less than the mean of the same numbers",
					})
				}
			}
		}
	}
	return found
}
