package spec

import (
	"fmt"
	"slices"

	"nmfrepro/reports/list"
)

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
