package spec

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/published"
)

// measures are the objective measures that a table may set side by side.
var measures = []string{"euclidean", "divergence"}

func (c *checker) panels(l *Library) {
	_, table := l.PaperOf(c.spec)
	seen := map[string]bool{}
	for i, p := range c.spec.Panels {
		at := fmt.Sprintf("panels[%d]", i)
		c.unique(at+".key", p.Key, seen)
		c.refuse(p.Decimals < 0 || p.Decimals > 15, at+".decimals", "decimals = %d, want 0 to 15", p.Decimals)
		c.keys(at+".datasets", "data set key", p.Datasets, c.spec.datasetKeys())
		c.keys(at+".methods", "method key", p.Methods, c.spec.methodKeys())
		c.sharedRows(at, p)
		for _, by := range p.MetricBy {
			c.name(at+".metric-by", "measure", by.Name, measures)
		}
		c.given(at+".ratio-to", "method key", p.RatioTo, c.spec.methodKeys())
		for k, f := range p.Firsts {
			at := fmt.Sprintf("%s.firsts[%d]", at, k)
			c.overRanks(at, f.OverRanks)
			c.name(at+".metric", "metric", f.Metric, c.spec.Metrics)
		}
		printed, comparable := c.published(at, p, table)
		for k, col := range c.spec.Columns(p) {
			at := fmt.Sprintf("%s.columns[%d]", at, k)
			if len(p.Columns) == 0 {
				at = fmt.Sprintf("panels[%d]", i)
			}
			c.column(at, p, col)
			if comparable && col.Published != Nothing {
				c.name(at, "reported column", c.spec.PublishedColumn(col), printed.Columns)
			}
		}
	}
}

func (c *checker) column(at string, p Panel, col Column) {
	m := c.method(at+".method", col.Method)
	c.overRanks(at, col.OverRanks)
	c.refuse(col.Worst && m != nil && m.Tune == nil, at+".worst", "method %s is not tuned", col.Method)
	if m != nil && !slices.ContainsFunc(m.Points(), func(v Variant) bool { return v.Has(col.At) }) {
		c.bad(at+".at", "method %s does not vary so", m.Key)
	}
	switch metric := c.spec.MetricOf(p, col); {
	case len(p.Firsts) > 0:
	case metric == "":
		c.bad(at, "no metric, want one here or in the panel")
	case !slices.Contains(c.spec.Metrics, metric):
		c.bad(at, "metric %q is not computed, %s", metric, list.DidYouMean(metric, c.spec.Metrics))
	}
}

func (c *checker) overRanks(at, how string) {
	c.given(at+".over-ranks", "sum over ranks", how, []string{OverMean, OverBest})
}

// published finds the panel of paper.yaml that a panel is compared with; false if there is none to compare with.
func (c *checker) published(at string, p Panel, table *published.Table) (published.Panel, bool) {
	if table == nil || p.Published == Nothing {
		return published.Panel{}, false
	}
	if !c.name(at, "reported panel", p.PublishedKey(), table.Panels.Names()) {
		return published.Panel{}, false
	}
	panel, _ := table.Panels.Get(p.PublishedKey())
	c.scale(at, p, panel)
	if n, ours := panel.Counts, c.spec.Profiles.Paper.Replicates; n != nil && n.Runs > 0 && n.Runs != ours && table.Runs == nil {
		c.bad(at, "paper.yaml counts %d runs behind the numbers of panel %s, and profile paper %d replicates: want runs, with its reason, in the table of paper.yaml",
			n.Runs, p.PublishedKey(), ours)
	}
	if p.Average != "" && slices.Equal(panel.Rows.Names(), []string{published.AverageRow}) {
		return panel, true // the paper prints the mean alone
	}
	for _, label := range c.spec.RowLabels(p) {
		if _, ok := panel.Rows.Get(label); !ok {
			c.bad(at, "paper.yaml has no row %q in panel %s", label, p.PublishedKey())
		}
	}
	return panel, true
}

// scale reports a panel that prints our numbers in another unit than the published ones.
func (c *checker) scale(at string, p Panel, panel published.Panel) {
	if len(panel.Range) != 2 || p.RatioTo != "" || len(p.Firsts) > 0 {
		return
	}
	if want, times := panel.InPrint("", 1), cmp.Or(p.Times, 1); times != want {
		c.bad(at, "times = %v, but paper.yaml reports panel %s in the range %v: want times: %v (the factor from our numbers to the reported ones, 100 for per cent)", times, p.PublishedKey(), panel.Range, want)
	}
}

// RowLabels are the rows of a panel as paper.yaml names them.
func (s *Experiment) RowLabels(p Panel) (labels []string) {
	if len(p.Firsts) > 0 {
		return list.Map(p.Firsts, func(f First) string { return f.Label })
	}
	for _, row := range s.RowSets(p, nil) {
		d := row[0]
		if slices.ContainsFunc(p.Columns, func(col Column) bool { return col.OverRanks != "" }) {
			labels = append(labels, d.Heading())
			continue
		}
		for _, r := range d.Ranks {
			labels = append(labels, d.RowLabel(r))
		}
	}
	return labels
}
