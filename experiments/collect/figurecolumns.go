package collect

import (
	"cmp"
	"slices"
	"strconv"

	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// drawColumns is a metric as bars, mean ± deviation over the replicates: a group for each data set and rank, in it a bar for
// each variant of a method.
func drawColumns(p plotPart) []reports.Plot {
	plot := p.plot("", inWords(p.Metric))
	plot.Y = bounded(plot.Y, p.Metric)
	reason, place := "", 0.0
	for _, d := range p.datasets {
		for _, rank := range d.Ranks {
			place++
			plot.X.Names = append(plot.X.Names, d.RowLabel(rank))
			for _, m := range p.methods {
				for _, v := range m.Variants() {
					cell := p.cell(d, rank, panelColumn{Variant: v, metric: p.Metric})
					if len(cell.Values) == 0 {
						reason = cmp.Or(inability(cell), reason)
						continue
					}
					i := slices.IndexFunc(plot.Series, func(s reports.Series) bool { return s.Label == v.Title() })
					if i < 0 {
						i, plot.Series = len(plot.Series), append(plot.Series, reports.Series{Label: v.Title(), Bars: true})
					}
					addMean(&plot.Series[i], place, cell.Values)
				}
			}
		}
	}
	return []reports.Plot{p.settle(withoutFlatBands(plot), reason)}
}

// drawCurves is the columns of an output as lines over its first column, for each variant; named where the data set names
// its samples and they are the columns.
func drawCurves(p plotPart) []reports.Plot {
	plot := p.plot("", inWords(p.Output))
	reason := p.eachOutput(func(label string, rec *store.Record, a store.Array) {
		for k := 1; k < a.Cols; k++ {
			s := reports.Series{Label: label}
			if len(rec.Samples) == a.Cols {
				s.Label = rec.Samples[k]
			}
			for i := range a.Rows {
				s.X, s.Y = append(s.X, a.Values[i*a.Cols]), append(s.Y, a.Values[i*a.Cols+k])
			}
			if peak, ok := rec.Metrics[p.Peak]; ok && len(s.Y) > 0 {
				s.Names = make([]string, len(s.Y))
				s.Names[slices.Index(s.Y, slices.Max(s.Y))] = "ours " + strconv.FormatFloat(peak, 'f', 2, 64)
			}
			plot.Series = append(plot.Series, s)
		}
	})
	if reason == "" && len(plot.Series) == 0 {
		reason = "the output " + p.Output + " has one column only"
	}
	return []reports.Plot{p.settle(plot, reason)}
}
