package claims

import (
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
)

// Replicated is the source of a replication's numbers: values by cell, one a replicate, in natural units. They are
// compared in the unit of the print.
func Replicated(p *published.Paper, values func(published.Ref) []float64) Source {
	return func(r published.Ref) (mean, sd float64, n int, ok bool) {
		panel, _ := p.PanelOf(r)
		var all []float64
		for _, v := range values(r) {
			all = append(all, panel.InPrint(r.Row, v))
		}
		s := stat.Summarise(all)
		return s.Mean, s.SD, s.N, s.N > 0
	}
}
