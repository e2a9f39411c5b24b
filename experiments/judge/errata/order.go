package errata

import (
	"fmt"
	"strings"

	"nmfrepro/experiments/published"
)

// order checks numbers that cannot be less than others: purity, which lets clusters share a class, and accuracy of the
// same clusterings; the maximum and the mean of the same runs.
func order(p *published.Paper) []Finding {
	return append(purities(p), inEach(maxima)(p)...)
}

func purities(p *published.Paper) (found []Finding) {
	all := blocks(p)
	for _, purity := range all {
		for _, acc := range all {
			if purity.Metric != "purity" || acc.Metric != "acc" || purity.Ref.Table != acc.Ref.Table {
				continue
			}
			for _, n := range purity.among(purity.Rows.Names(), purity.Columns) {
				for _, a := range acc.numbers(n.row, n.column) {
					if n.x+n.unit/2 < a.x-a.unit/2-slack {
						found = append(found, purity.finding(Error, n.row, n.column, fmt.Sprintf("purity %s, accuracy %s", n.Value, a.Value),
							"accuracy counts the same matches as purity, but lets each class match one cluster only"))
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
