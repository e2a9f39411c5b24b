package claims

import (
	"math"

	"nmfrepro/experiments/published"
)

// Replicated is the source of a replication's numbers: values by cell, one a replicate, in natural units. They are
// compared in the unit of the print.
func Replicated(p *published.Paper, values func(published.Ref) []float64) Source {
	return func(r published.Ref) (mean, sd float64, n int, ok bool) {
		panel, _ := p.PanelOf(r)
		all := values(r)
		for _, v := range all {
			mean += panel.InPrint(r.Row, v) / float64(len(all))
		}
		for _, v := range all {
			sd += (panel.InPrint(r.Row, v) - mean) * (panel.InPrint(r.Row, v) - mean)
		}
		if len(all) > 1 {
			sd = math.Sqrt(sd / float64(len(all)-1))
		}
		return mean, sd, len(all), len(all) > 0
	}
}
