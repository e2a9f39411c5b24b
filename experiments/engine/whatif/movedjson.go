package whatif

import (
	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// movedJSON is a cell under an alternative, as compare alternatives --format json writes it.
type movedJSON struct {
	Address     string   `json:"address"`
	Choice      string   `json:"choice"`
	Status      string   `json:"status"`
	Value       string   `json:"value"`
	Alternative string   `json:"alternative"`
	Set         string   `json:"set"`
	Why         string   `json:"why,omitempty"` // why nothing was computed
	Metric      string   `json:"metric,omitempty"`
	Other       string   `json:"metric_alternative,omitempty"`
	Mean        *float64 `json:"mean"`
	SD          *float64 `json:"sd"`
	N           int      `json:"n"`
	OtherMean   *float64 `json:"alternative_mean"`
	OtherSD     *float64 `json:"alternative_sd"`
	OtherN      int      `json:"alternative_n"`
	Paired      bool     `json:"paired"`
	Difference  *float64 `json:"difference"`
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	On          string   `json:"on,omitempty"` // for which rows the interval speaks
	Reported    string   `json:"reported"`
	Nearer      *float64 `json:"nearer_to_reported"`
}

// StudiesJSON returns what compare alternatives --format json writes: every cell that was computed again.
func StudiesJSON(studies []*Study) any {
	all := []movedJSON{}
	for _, s := range studies {
		for _, b := range s.Changes {
			head := movedJSON{
				Address: s.Base.Spec.Address, Choice: b.Choice.Key, Status: b.Choice.Status, Value: b.Choice.Value,
				Alternative: b.Alt.Value,
				Set:         b.Alt.Set, Why: b.Why,
			}
			if len(b.Cells) == 0 {
				all = append(all, head)
			}
			for _, m := range b.Cells {
				x, c, o := head, m.Cell, m.Other
				x.Address, x.Metric, x.Other, x.Reported = c.Address, c.At.Metric, o.At.Metric, c.Reported.Value
				of := c.Metric.Scale.Of
				x.Mean, x.SD, x.N = result.Finite(stat.Mean(c.Shown())), result.Finite(stat.SD(c.Shown())), len(c.Runs.Values)
				x.OtherMean, x.OtherSD, x.OtherN = result.Finite(stat.Mean(o.Shown())), result.Finite(stat.SD(o.Shown())), len(o.Runs.Values)
				x.On, x.Paired, x.Difference = m.On, m.Paired, result.Finite(of(m.Difference.Value))
				x.Low, x.High, x.Nearer = result.Finite(of(m.Interval.Low)), result.Finite(of(m.Interval.High)), result.Finite(of(m.Nearer))
				all = append(all, x)
			}
		}
	}
	return all
}
