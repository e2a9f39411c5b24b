package spec

import (
	"cmp"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports/list"
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
	Panel  published.Ref `yaml:"panel" strict:"required" doc:"table/panel of paper.yaml"`
	Suffix string        `yaml:"suffix" doc:"text that its columns have after the labels of the methods, as mean in NMF mean"`
}

// Column is the paper's column of a method.
func (b Beside) Column(m Method) string { return strings.TrimSpace(m.Heading() + " " + b.Suffix) }

// Mark is a number of the paper as a point, or as a line across the plot where one coordinate is not given; one of a method, by
// its label, stands beside the frame instead of the line.
type Mark struct {
	Label string   `yaml:"label" strict:"required" doc:"what it is"`
	X     *float64 `yaml:"x" doc:"x, none for a horizontal line"`
	Y     *float64 `yaml:"y" doc:"y, none for a vertical line"`
	In    string   `yaml:"in" doc:"key of the data set or method whose plot it belongs to, where there is one for each"`
}

// Form is the kind of plot, lines by default.
func (p Plot) Form() string { return cmp.Or(p.Kind, "lines") }

// What a plot spec may want one plot for.
const (
	EachDataset = "dataset"
	EachMethod  = "method"
)

// OverRank is the x axis of ranks; every other name is a coordinate of the data sets or an option of the methods.
const OverRank = "rank"

// PlotKind is a way of drawing records.
type PlotKind struct {
	Name  string
	Needs []string // keys of a PlotSpec that must be given
}

// PlotKindNames lists the kinds of plots, sorted by name.
var PlotKinds = []PlotKind{
	{"bars", []string{"output"}},
	{"columns", []string{"metric"}},
	{"curve", []string{"output"}},
	{"lines", []string{"metric", "over"}},
	{"matrix", []string{"output"}},
	{"pictures", []string{"output"}},
	{"scatter", []string{"output"}},
	{"surface", []string{"metric", "over", "and"}},
	{"trace", nil},
}

// PlotKindNames lists the names of the kinds.
func PlotKindNames() []string {
	return list.Map(PlotKinds, func(k PlotKind) string { return k.Name })
}
