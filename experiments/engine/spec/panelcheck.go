package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
)

// sharedRows reports data sets of one label that a panel could not show in one row.
func (c *checker) sharedRows(at string, p Panel) {
	for _, row := range c.spec.RowSets(p, nil) {
		for i, d := range row[1:] {
			before := row[:i+1]
			switch double := c.spec.onBoth(p, before, d); {
			case d.Key == before[i].Key: // which is reported where it stands
			case !slices.Equal(d.Ranks, row[0].Ranks):
				c.bad(at, "data sets %s and %s share the label %q, so want the same ranks", row[0].Key, d.Key, d.Heading())
			case double != "":
				c.bad(at, "data set %s shares the label %q, but method %s runs on more than one of that label: name its data sets, or the panel's",
					d.Key, d.Heading(), double)
			}
		}
	}
}

// onBoth names a method of the panel that runs on d and also on one of the sets before it; "" if there is none.
func (s *Experiment) onBoth(p Panel, before []Dataset, d Dataset) string {
	columns := s.Columns(p)
	for _, m := range s.Methods {
		shown := slices.ContainsFunc(columns, func(c Column) bool { return c.Method == m.Key })
		if shown && m.RunsOn(d.Key) && m.RunsOn(m.On(before).Key) {
			return m.Key
		}
	}
	return ""
}

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
		c.given(at+".rows", "rows", p.RowsAre, []string{RowsDatasets, RowsMethods})
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
		reported, comparable := c.reported(at, p, table)
		compared := map[string]string{}
		for k, col := range c.spec.Columns(p) {
			at := fmt.Sprintf("%s.columns[%d]", at, k)
			if len(p.Columns) == 0 {
				at = fmt.Sprintf("panels[%d]", i)
			}
			c.column(at, p, col)
			if comparable && col.Reported != Nothing {
				name := c.spec.ReportedColumn(col)
				c.name(at, "reported column", name, reported.Columns)
				if other, twice := compared[name]; twice && other != col.Method {
					c.bad(at, "methods %s and %s are both compared with the reported column %q; give each a label of its own, or reported: with the "+
						"column that is meant", other, col.Method, name)
				}
				compared[name] = col.Method
				if metric := c.spec.MetricOf(p, col); len(p.Firsts) == 0 && foreign(reported.Metric, metric) {
					c.bad(at, "%s is computed, but paper.yaml says that panel %s reports %s; compute that metric, or mend metric: in paper.yaml", metric,
						p.ReportedKey(), reported.Metric)
				}
			}
		}
	}
}

// foreign tells whether a paper reports another metric than is computed. Papers name metrics freely, and variants of one, as nmi and
// nmi-max, go together.
func foreign(reported, computed string) bool {
	computed = BaseOf(computed)
	if reported == "" || computed == "" || reported == computed {
		return false
	}
	family := func(name string) string {
		one, _, _ := strings.Cut(name, "-")
		if strings.Contains(name, "accuracy") {
			one = "acc"
		}
		return one
	}
	if family(reported) == family(computed) {
		return false
	}
	known := slices.ContainsFunc(eval.Names(), func(name string) bool { return name == reported || family(name) == reported })
	// what a paper calls other metrics is its own affair
	return known || slices.Contains([]string{"acc", "nmi", "purity", "ari"}, family(computed))
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

// reported finds the panel of paper.yaml that a panel is compared with; false if there is none to compare with.
func (c *checker) reported(at string, p Panel, table *reported.Table) (reported.Panel, bool) {
	if table == nil || p.Reported == Nothing {
		return reported.Panel{}, false
	}
	if !c.name(at, "reported panel", p.ReportedKey(), table.Panels.Names()) {
		return reported.Panel{}, false
	}
	panel, _ := table.Panels.Get(p.ReportedKey())
	c.scale(at, p, panel)
	if n, ours := panel.Counts, c.spec.Profiles.Paper.Replicates; n != nil && n.Runs > 0 && n.Runs != ours && table.Runs == nil {
		c.bad(at, "paper.yaml counts %d runs behind the numbers of panel %s, and profile paper %d replicates: want runs, with its reason, "+
			"in the table of paper.yaml",
			n.Runs, p.ReportedKey(), ours)
	}
	if p.Average != "" && slices.Equal(panel.Rows.Names(), []string{reported.AverageRow}) {
		return panel, true // the paper reports the mean alone
	}
	for _, label := range c.spec.RowLabels(p) {
		_, known := panel.Rows.Get(label)
		c.refuse(!known, at, "paper.yaml has no row %q in panel %s", label, p.ReportedKey())
	}
	return panel, true
}

// scale reports a panel that shows our numbers in another unit than the reported ones.
func (c *checker) scale(at string, p Panel, panel reported.Panel) {
	if len(panel.Range) != 2 || p.RatioTo != "" || len(p.Firsts) > 0 {
		return
	}
	if want, times := panel.InPrint("", 1), cmp.Or(p.Times, 1); times != want {
		c.bad(at, "times = %v, but paper.yaml reports panel %s in the range %v: want times: %v (the factor from our numbers to the reported "+
			"ones, 100 for per cent)", times, p.ReportedKey(), panel.Range, want)
	}
}
