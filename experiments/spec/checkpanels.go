package spec

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/experiments/published"
	"nmfrepro/reports/list"
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
func (s *Experiment) RowLabels(p Panel) []string {
	if len(p.Firsts) > 0 {
		return list.Map(p.Firsts, func(f First) string { return f.Label })
	}
	over := slices.ContainsFunc(p.Columns, func(col Column) bool { return col.OverRanks != "" })
	return list.FlatMap(s.RowSets(p, nil), func(row []Dataset) []string {
		if over {
			return []string{row[0].Heading()}
		}
		return list.Map(row[0].Ranks, row[0].RowLabel)
	})
}

func (c *checker) plots(l *Library) {
	kinds := PlotKindNames()
	seen := map[string]bool{}
	for i, p := range c.spec.Plots {
		at := fmt.Sprintf("plots[%d]", i)
		c.unique(at+".key", p.Key, seen)
		c.keys(at+".datasets", "data set key", p.Datasets, c.spec.datasetKeys())
		c.keys(at+".methods", "method key", p.Methods, c.spec.methodKeys())
		c.given(at+".each", "split", p.Each, []string{EachDataset, EachMethod})
		c.given(at+".metric", "metric", p.Metric, c.spec.Metrics)
		c.given(at+".output", "output", p.Output, c.spec.Outputs)
		c.given(at+".groups", "output", p.Groups, c.spec.Outputs)
		c.given(at+".frames", "output", p.Frames, c.spec.Outputs)
		c.given(at+".peak", "metric", p.Peak, c.spec.Metrics)
		if n := len(p.Relation); n != 0 && n != 3 {
			c.bad(at+".relation", "found %d samples, want three: the first is nearer to the second than to the third", n)
		}
		c.refuse(p.Varies != "" && len(p.Methods) != 1, at+".varies", "want one method, which the title names, found %d", len(p.Methods))
		if p.Beside != nil {
			c.beside(l, at+".beside", p)
		}
		c.axis(at+".over", p.Over)
		c.axis(at+".and", p.And)
		if !c.name(at+".kind", "kind of plot", p.Form(), kinds) {
			continue
		}
		kind := PlotKinds[slices.Index(kinds, p.Form())]
		given := map[string]string{"metric": p.Metric, "over": p.Over, "and": p.And, "output": p.Output}
		for _, need := range kind.Needs {
			c.refuse(given[need] == "", at, "a plot of kind %s needs %q", p.Form(), need)
		}
	}
}

// beside reports a row or column that the paper lacks, and a plot that has no data set of its own.
func (c *checker) beside(l *Library, at string, p Plot) {
	c.refuse(p.Form() != "lines" || p.Each != EachDataset, at, "want a plot of kind lines for each dataset")
	paper, _ := l.PaperOf(c.spec)
	if paper == nil {
		c.bad(at, "want a paper.yaml beside the spec")
		return
	}
	for _, m := range c.spec.Methods {
		if len(p.Methods) > 0 && !slices.Contains(p.Methods, m.Key) {
			continue
		}
		for _, d := range c.spec.Datasets {
			ref := p.Beside.Panel
			ref.Row, ref.Column = d.Heading(), p.Beside.Column(m)
			if err := paper.Resolve(ref); err != nil {
				c.bad(at, "%v", err)
			}
		}
	}
}

// axis reports a name that is neither the rank, a coordinate of a data set nor an option that a method varies over.
func (c *checker) axis(at, name string) {
	valid := slices.Concat([]string{OverRank},
		list.FlatMap(c.spec.Datasets, func(d Dataset) []string { return d.At.Names() }),
		list.FlatMap(c.spec.Methods, func(m Method) []string { return m.Axes().Names() }))
	slices.Sort(valid)
	c.given(at, "axis", name, slices.Compact(valid))
}
