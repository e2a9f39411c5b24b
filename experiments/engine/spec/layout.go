package spec

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec/strict"
)

// Nothing is the value of the key published that asks for no comparison.
const Nothing = "none"

// ReportedKey returns the panel of paper.yaml that p is compared with.
func (p Panel) ReportedKey() string { return cmp.Or(p.Reported, p.Key) }

// ColumnName returns a column's name in addresses and in paper.yaml: "group label" under a shared heading.
func (s *Experiment) ColumnName(c Column) string {
	return strings.TrimSpace(c.Group + " " + s.ColumnLabel(c))
}

// ColumnLabel returns the heading of a column, without its group: its own label, else that of its method.
func (s *Experiment) ColumnLabel(c Column) string {
	m, _ := s.FindMethod(c.Method)
	return cmp.Or(c.Label, m.Label, c.Method)
}

// ReportedColumn returns the name of a column in paper.yaml.
func (s *Experiment) ReportedColumn(c Column) string { return cmp.Or(c.Reported, s.ColumnName(c)) }

// MetricOf returns the metric of a column, which may have another than its panel.
func (s *Experiment) MetricOf(p Panel, c Column) string {
	if c.Metric != "" || len(p.MetricBy) == 0 {
		return cmp.Or(c.Metric, p.Metric)
	}
	m, _ := s.FindMethod(c.Method)
	by, _ := p.MetricBy.Get(m.Measure)
	return cmp.Or(by, p.Metric)
}

func (s *Experiment) datasetKeys() []string {
	return list.Map(s.Datasets, func(d Dataset) string { return d.Key })
}

func (s *Experiment) methodKeys() []string { return keysOf(s.Methods) }

// Columns returns the panel's columns, or every variant of every method.
func (s *Experiment) Columns(p Panel) []Column {
	if len(p.Columns) > 0 {
		return p.Columns
	}
	methods := list.Filter(s.Methods, func(m Method) bool { return len(p.Methods) == 0 || slices.Contains(p.Methods, m.Key) })
	return list.Map(methods, func(m Method) Column {
		if m.Measure == "" {
			return Column{Method: m.Key}
		}
		return Column{Method: m.Key, Group: m.Heading(), Label: strings.ToUpper(m.Measure[:1]) + m.Measure[1:]}
	})
}

// PanelNames returns the labels of the rows and the names of the columns of a panel, whatever a plan leaves out.
func (s *Experiment) PanelNames(key string) (rows, columns []string) {
	if p, found := list.First(s.Panels, func(p Panel) bool { return p.Key == key }); found {
		return s.RowLabels(p), list.Map(s.Columns(p), s.ColumnName)
	}
	return nil, nil
}

// ShownElsewhere tells whether another panel has a column of the same method and metric.
func (s *Experiment) ShownElsewhere(p Panel, c Column) bool {
	metric := s.MetricOf(p, c)
	return slices.ContainsFunc(s.Panels, func(q Panel) bool { return q.Key != p.Key && s.panelShows(q, c.Method, metric) })
}

// panelShows tells whether a panel has a column of a method and metric. It is asked for every cell, so that no column is made for it.
func (s *Experiment) panelShows(q Panel, method, metric string) bool {
	if len(q.Columns) > 0 {
		return slices.ContainsFunc(q.Columns, func(d Column) bool { return d.Method == method && s.MetricOf(q, d) == metric })
	}
	return (len(q.Methods) == 0 || slices.Contains(q.Methods, method)) && s.MetricOf(q, Column{Method: method}) == metric
}

// Digits says how many stand behind the point.
func (p Panel) Digits() int { return cmp.Or(p.Decimals, 2) }

// ScaleOf says how a column shows natural units.
func (p Panel) ScaleOf(c Column) result.Scale {
	if c.Whole {
		return result.Scale{Times: p.Times}
	}
	return result.Scale{Times: p.Times, Decimals: p.Digits()}
}

func keysOf(methods []Method) []string {
	return list.Map(methods, func(m Method) string { return m.Key })
}

// RowSets returns the data sets that a panel shows, those of one label together: they share a row, in which every method has
// its cell from the one that it runs on.
func (s *Experiment) RowSets(p Panel, only Filter) [][]Dataset {
	var rows [][]Dataset
	for _, d := range s.Datasets {
		if len(p.Datasets) > 0 && !slices.Contains(p.Datasets, d.Key) || !only.Takes("dataset", d.Key) {
			continue
		}
		i := slices.IndexFunc(rows, func(row []Dataset) bool { return row[0].Heading() == d.Heading() })
		if i < 0 {
			i, rows = len(rows), append(rows, nil)
		}
		rows[i] = append(rows[i], d)
	}
	return rows
}

// On returns the data set of a row that the method runs on, the first if there is none.
func (m Method) On(row []Dataset) Dataset {
	if d, found := list.First(row, func(d Dataset) bool { return m.RunsOn(d.Key) }); found {
		return d
	}
	return row[0]
}

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

// RowLabel returns a data set's row label: with the rank where the data set has several.
func (d Dataset) RowLabel(rank int) string {
	if len(d.Ranks) > 1 {
		return d.Heading() + " r=" + strconv.Itoa(rank)
	}
	return d.Heading()
}

// Heading returns the data set's label, or its key.
func (d Dataset) Heading() string { return cmp.Or(d.Label, d.Key) }

// FindMethod returns the method of that key; the error names the nearest one.
func (s *Experiment) FindMethod(key string) (Method, error) {
	if m, found := list.First(s.Methods, func(m Method) bool { return m.Key == key }); found {
		return m, nil
	}
	return Method{}, fmt.Errorf("%s: unknown method %q, %s", s.Address, key, list.DidYouMean(key, s.methodKeys()))
}

// Problem is a problem with a part of the experiment's file, such as methods[2].tune.
func (s *Experiment) Problem(path, format string, args ...any) error {
	return strict.Problems{s.node.At(path).Problem(format, args...)}
}

// Heading returns the method's label, or its key.
func (m Method) Heading() string { return cmp.Or(m.Label, m.Key) }

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

// What a plot spec may want one plot for.
const (
	EachDataset = "dataset"
	EachMethod  = "method"
)

// OverRank is the x axis of ranks; every other name is a coordinate of the data sets or an option of the methods.
const OverRank = "rank"

// plotKinds are the ways of drawing records, each with the keys that a plot of the kind must give.
var plotKinds = map[string][]string{
	"bars": {"output"}, "columns": {"metric"}, "curve": {"output"}, "lines": {"metric", "over"}, "matrix": {"output"}, "pictures": {"output"},
	"scatter": {"output"}, "surface": {"metric", "over", "and"}, "trace": nil,
}

// PlotKindNames lists the names of the kinds.
func PlotKindNames() []string { return slices.Sorted(maps.Keys(plotKinds)) }

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
					c.bad(at, "methods %s and %s are both compared with the reported column %q; give each a label of its own, or published: with the "+
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
