package spec

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
)

// Plot is a part of a drawn figure: one pair of axes or one image, or one for each data set or method.
type Plot struct {
	Key      string   `yaml:"key" strict:"required" doc:"short name"`
	Title    string   `yaml:"title" doc:"heading; with each, what is drawn is put behind it"`
	Kind     string   `yaml:"kind" words:"plot" doc:"lines (default), trace, curve, columns, scatter, pictures, matrix, bars or surface"`
	Each     string   `yaml:"each" words:"each" doc:"one plot for each dataset or each method; a single plot if empty"`
	Datasets []string `yaml:"datasets" doc:"keys of data sets; all if empty"`
	Methods  []string `yaml:"methods" doc:"keys of methods; all if empty"`
	Metric   string   `yaml:"metric" words:"metric" doc:"lines, columns, surface: what is drawn, mean ± deviation over the replicates"`
	Over     string   `yaml:"over" doc:"lines, surface: x axis: rank, a coordinate of the data sets (at), or an option that the methods vary over"`
	And      string   `yaml:"and" doc:"surface: y axis, an option that the methods vary over"`
	Average  bool     `yaml:"average" doc:"lines: the mean over the data sets, instead of a curve for each of them"`
	Output   string   `yaml:"output" doc:"scatter, curve, pictures, matrix, bars: which output of replicate 0"`
	First    int      `yaml:"first" doc:"pictures: how many columns are shown; all if 0"`
	Shared   bool     `yaml:"shared" doc:"surface: the figure's surfaces of one metric share their scale of colours"`
	Axes     bool     `yaml:"axes" doc:"matrix: fill a pair of axes, rows of the output along x and its columns, numbered, along y; square entries without axes by default"`
	Groups   string   `yaml:"groups" doc:"pictures: output with the group of each picture, from 0; the first of each group has a heading"`
	Frames   string   `yaml:"frames" doc:"pictures: output with the group of each picture, from 0, shown by a coloured frame"`
	Framed   []string `yaml:"framed" doc:"pictures: names of the groups of frames, no frame where the name is empty; the output's name with a number if not given"`
	Relative bool     `yaml:"relative" doc:"trace: divide by the objective at the start"`
	From     int      `yaml:"from" doc:"trace: first iteration that is drawn"`
	XLabel   string   `yaml:"x-label" doc:"label of the x axis"`
	YLabel   string   `yaml:"y-label" doc:"label of the y axis"`
	LogX     bool     `yaml:"log-x" doc:"logarithmic x axis"`
	LogY     bool     `yaml:"log-y" doc:"logarithmic y axis"`
	Equal    bool     `yaml:"equal" doc:"scatter: one unit is as long on all axes, for pictures of distances"`
	Relation []string `yaml:"relation" doc:"scatter: names of three samples, the first nearer to the second than to the third: their distances are drawn, with an asterisk where this holds"`
	Pairs    bool     `yaml:"pairs" doc:"scatter: the distances of all samples are drawn, in parts of the greatest"`
	Varies   string   `yaml:"varies" doc:"trace: what the option that the one method varies is called in the legend, where the title names the method"`
	Peak     string   `yaml:"peak" doc:"curve: metric that is written at the highest point"`
	Scale    string   `yaml:"scale" doc:"surface: label of the scale of colours; the metric in words if empty"`
	Beside   *Beside  `yaml:"beside" doc:"lines, one plot for each data set: what a table of the paper prints of each method, drawn beside the frame"`
	Marks    []Mark   `yaml:"marks" doc:"numbers that the paper prints in its text, drawn for reference"`
}

// Beside names a panel of paper.yaml with a row for each data set and a column for each method.
type Beside struct {
	Panel  reported.Ref `yaml:"panel" strict:"required" doc:"table/panel of paper.yaml"`
	Suffix string       `yaml:"suffix" doc:"text that its columns have after the labels of the methods, as mean in NMF mean"`
}

// Column returns the paper's column of a method.
func (b Beside) Column(m Method) string { return strings.TrimSpace(m.Heading() + " " + b.Suffix) }

// Mark is a number of the paper as a point, or as a line across the plot where one coordinate is not given; one of a method, by
// its label, stands beside the frame instead of the line.
type Mark struct {
	Label string   `yaml:"label" strict:"required" doc:"what it is"`
	X     *float64 `yaml:"x" doc:"x, none for a horizontal line"`
	Y     *float64 `yaml:"y" doc:"y, none for a vertical line"`
	In    string   `yaml:"in" doc:"key of the data set or method whose plot it belongs to, where there is one for each"`
}

// Form returns the kind of plot, lines by default.
func (p Plot) Form() string { return cmp.Or(p.Kind, "lines") }

// plotKinds are the ways of drawing records, each with the keys that a plot of the kind must give.
var plotKinds = map[string][]string{
	"bars": {"output"}, "columns": {"metric"}, "curve": {"output"}, "lines": {"metric", "over"}, "matrix": {"output"}, "pictures": {"output"},
	"scatter": {"output"}, "surface": {"metric", "over", "and"}, "trace": nil,
}

// PlotKindNames lists the names of the kinds.
func PlotKindNames() []string { return slices.Sorted(maps.Keys(plotKinds)) }

// RowLabels returns the rows of a panel as paper.yaml names them.
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
		n := len(p.Relation)
		c.refuse(n != 0 && n != 3, at+".relation", "found %d samples, want three: the first is nearer to the second than to the third", n)
		c.refuse(p.Varies != "" && len(p.Methods) != 1, at+".varies", "want one method, which the title names, found %d", len(p.Methods))
		if p.Beside != nil {
			c.beside(l, at+".beside", p)
		}
		c.axis(at+".over", p.Over)
		c.axis(at+".and", p.And)
		if !c.name(at+".kind", "kind of plot", p.Form(), kinds) {
			continue
		}
		given := map[string]string{"metric": p.Metric, "over": p.Over, "and": p.And, "output": p.Output}
		for _, need := range plotKinds[p.Form()] {
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
			err := paper.Resolve(ref)
			c.refuse(err != nil, at, "%v", err)
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
