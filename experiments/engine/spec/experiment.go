// Package spec reads experiments: PAPER/TABLE.yaml says which data sets, methods, ranks, replicates and stopping rules a table or figure
// of a paper has, and which panels or plots show them. [Load] reads a folder of them, checks everything and returns resolved experiments;
// nothing is parsed a second time.
package spec

import (
	"cmp"
	"slices"

	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/solvers"
)

// Experiment is one experiment as its YAML file describes it. Numbers that a paper reports stand in paper.yaml, never here.
type Experiment struct {
	Title    string    `yaml:"title" strict:"required" doc:"what the table or figure shows"`
	Like     string    `yaml:"like" doc:"another experiment, TABLE of this folder or PAPER/TABLE: its runs are shown in other panels or plots; only those, title, notes, and methods to add are given then"`
	TuneBy   string    `yaml:"tune-by" words:"metric" doc:"with like: the metric that chooses the options of all tuned methods, in place of their own; the runs are the same"`
	Seed     uint64    `yaml:"seed" doc:"master seed; every random stream derives from it"`
	Draws    string    `yaml:"draws" doc:"another experiment, TABLE of this folder or PAPER/TABLE, of the same seed and data sets: replicates have its draws of the data and its initialisations"`
	Profiles Profiles  `yaml:"profiles" doc:"how much is computed; without it, or without one of them, see replicates"`
	Datasets []Dataset `yaml:"datasets" doc:"data sets, in the order of the rows"`
	Init     Init      `yaml:"init" words:"init" doc:"initialisation of the factors: random (uniform in (0,1], the default), scaled (the same, scaled to the mean of X), nndsvd or nndsvda (from singular vectors), k-means (indicators + 0.2), random-vcol (means of random samples and features), or a mapping: as another program draws them from a seed"`
	Stop     Stop      `yaml:"stop" doc:"stopping rules of every method"`
	Starts   int       `yaml:"starts" doc:"each run of a method whose factors are drawn is the one of the smallest objective among so many initialisations; of a method that draws one start an iteration, and of k-means on the samples, so many starts; 1 if 0"`
	Path     Path      `yaml:"path" doc:"iterations at which every run is scored on its way, beside its end"`
	Clusters []Reading `yaml:"clusters" doc:"how clusters are read from a result; the first reading is the default one"`
	Methods  []Method  `yaml:"methods" doc:"methods, in the order of the columns; with like those that are added, on the same runs, subsets and initialisations"`
	Metrics  []string  `yaml:"metrics" words:"metric" doc:"what is computed for every run: metric, or metric@reading for another reading of the clusters"`
	Outputs  []string  `yaml:"outputs" doc:"matrices that figures draw, kept from replicate 0 of every unit"`
	Panels   []Panel   `yaml:"panels" doc:"layout of the rendered table; a spec has panels, plots or both"`
	Plots    []Plot    `yaml:"plots" doc:"layout of the drawn figure"`
	Across   int       `yaml:"across" doc:"plots of the figure side by side; 0 lets the renderer choose"`
	Alone    bool      `yaml:"alone" doc:"run one unit at a time, because its seconds are reported"`
	Notes    []string  `yaml:"notes" doc:"sentences under the rendered table or figure"`

	Replicates int `yaml:"replicates" doc:"runs with different seeds of the profiles that are not given; smoke makes two of them"`

	Tolerances strict.Map[Tolerance] `yaml:"tolerances" doc:"differences that count as none, by metric, where the usual ones do not fit"`

	// Address is paper/table, from the file's place; File names it in messages.
	Address  string          `yaml:"-"`
	File     string          `yaml:"-"`
	Folder   string          `yaml:"-"` // of the user's own, "" for an experiment that the program carries
	Base     string          `yaml:"-"` // address under which its runs are kept
	Original string          `yaml:"-"` // address of the experiment whose reported table it has: its own, or that which it is like
	DrawsOf  string          `yaml:"-"` // address under which the runs are kept whose random streams it takes, "" for its own
	Added    []Method        `yaml:"-"` // those of Methods that stand beside the methods of Base
	programs []solvers.Entry // beside the catalog
	node     strict.Node
}

// Profiles are the three sizes of an experiment. Data of one's own needs none: replicates says it all.
type Profiles struct {
	Smoke Profile `yaml:"smoke" doc:"seconds; shows that everything runs, its numbers mean little"`
	Quick Profile `yaml:"quick" doc:"minutes on a laptop; the default"`
	Paper Profile `yaml:"paper" doc:"as the paper did it"`
}

// Profile says how much of an experiment is computed.
type Profile struct {
	Replicates int        `yaml:"replicates" strict:"required" doc:"runs with different seeds, ≥ 1"`
	Only       Limits     `yaml:"only" doc:"cells that the profile computes, as --only has them; all if empty"`
	Overrides  []Override `yaml:"overrides" doc:"deviations from the paper's protocol that save time"`
}

// Override changes the stopping rules of some runs; its note stands under the table.
type Override struct {
	Datasets []string `yaml:"datasets" doc:"keys of data sets; all if empty"`
	Methods  []string `yaml:"methods" doc:"keys of methods; all if empty"`
	Stop     Stop     `yaml:"stop" strict:"required" doc:"stopping rules instead of the experiment's"`
	Note     string   `yaml:"note" strict:"required" doc:"what deviates, for the reader of the table"`
}

// Dataset is a data set under the experiment's name for it.
type Dataset struct {
	Key        string      `yaml:"key" strict:"required" doc:"short name, used in addresses"`
	Source     string      `yaml:"source" strict:"required" words:"source" doc:"name in the registry of data sets, or file: one of your own, named by options"`
	Substitute string      `yaml:"substitute" words:"source" doc:"name in the registry of the set that is taken where files of the source are missing, with the same options"`
	Options    strict.Node `yaml:"options" doc:"options of the data set"`
	Label      string      `yaml:"label" doc:"row label; the key if empty"`
	Family     string      `yaml:"family" doc:"a word that data sets share which are no independent witnesses, as faces or digits; if empty, those of one source share it"`
	Ranks      []int       `yaml:"ranks" strict:"required" doc:"ranks r, one row each"`
	Starts     int         `yaml:"starts" doc:"initialisations of each run on this data set, if not the experiment's"`
	Classes    int         `yaml:"classes" doc:"draw that many classes at random for each replicate; 0 takes all"`

	ClassesByRank bool                `yaml:"classes-by-rank" doc:"draw as many classes as the rank"`
	SharedSubset  bool                `yaml:"shared-subset" doc:"draw the classes once for all replicates"`
	Redraw        bool                `yaml:"redraw" doc:"generate the data anew for each replicate"`
	Every         int                 `yaml:"every" doc:"keep one of so many samples, in their order; 0 keeps all"`
	Shuffle       bool                `yaml:"shuffle" doc:"put the samples in a random order, drawn for each replicate: an ablation of methods that rely on the order"`
	Folds         int                 `yaml:"folds" doc:"hold out one of so many parts of the known entries; replicate i holds out part i mod folds"`
	HoldSamples   float64             `yaml:"hold-samples" doc:"share of the samples that each replicate holds out at random, for metrics of new samples"`
	HoldEntries   *HeldEntries        `yaml:"hold-entries" doc:"entries that each replicate holds out at random, for metrics of held-out entries"`
	Constraints   *Constraints        `yaml:"constraints" doc:"triplets that are drawn for each replicate and that all methods of a comparison share"`
	At            strict.Map[float64] `yaml:"at" doc:"coordinates of the data set, for plots over them: name: number"`
}

// Stop holds stopping rules; a zero switches a rule off.
type Stop struct {
	Iterations   int     `yaml:"iterations" strict:"required" doc:"limit on iterations, ≥ 1"`
	TolObjective float64 `yaml:"tol-objective" doc:"stop when the objective changes relatively by no more than this between observations"`
	TolFactor    float64 `yaml:"tol-factor" doc:"stop when every factor changes relatively by less than this in a step"`
	TolResidual  float64 `yaml:"tol-residual" doc:"stop when the relative residual of the Karush-Kuhn-Tucker conditions is at most this at an observation; tol-objective then stops only the methods without one"`
	Every        int     `yaml:"every" doc:"iterations between observations of the objective; a fiftieth of the limit if 0"`

	StillClusters int `yaml:"still-clusters" doc:"stop when the clusters of the samples, each at its largest coefficient, stayed the same for more than so many checks in a row [Brunet et al. 2004]"`
	ClustersEvery int `yaml:"clusters-every" doc:"iterations between two checks of still-clusters; 10 if 0"`
}

// Path says where a run is scored on its way: every metric, by the clusterings that its end has too.
type Path struct {
	At []int `yaml:"at" strict:"required" doc:"iterations, rising, up to the least limit of a method, as [10, 30, 100]; the end of a run always counts, and one that stops before an iteration stands still from there on"`
}

// Reading is a named way of reading clusters from a result.
type Reading struct {
	Name        string `yaml:"name" strict:"required" doc:"name, as in metric@name"`
	Repeats     int    `yaml:"repeats" doc:"clusterings of one result over which a metric is averaged; 1 if 0"`
	eval.Assign `yaml:",inline"`
}

// Method is a solver with its options, under the experiment's name for it.
type Method struct {
	Key       string                       `yaml:"key" strict:"required" doc:"short name, used in addresses"`
	Label     string                       `yaml:"label" doc:"column label; the key if empty"`
	Solver    string                       `yaml:"solver" words:"solver" doc:"name in the catalog of solvers; a method without one clusters the samples themselves"`
	Options   strict.Node                  `yaml:"options" doc:"options of the solver; the others keep their defaults"`
	Init      Init                         `yaml:"init" words:"init" doc:"start of the factors, if not the experiment's"`
	Starts    int                          `yaml:"starts" doc:"initialisations of each run, if not those of the data set or the experiment"`
	RankTimes int                          `yaml:"rank-times" doc:"the factors have so many times the rank of the row, as a method of several components needs; 1 if 0"`
	InitFrom  []string                     `yaml:"init-from" doc:"keys of methods that end in clusters: the factors start from the indicators of those with the least objective, plus 0.2"`
	Consensus *Consensus                   `yaml:"consensus" doc:"each run is many, whose clusters are joined: the clusters that it ends in (method: labels) are those on which they agree"`
	Stop      *Stop                        `yaml:"stop" doc:"stopping rules, if not the experiment's"`
	Clusters  []Reading                    `yaml:"clusters" doc:"readings, if not the experiment's"`
	Measure   string                       `yaml:"measure" doc:"objective measure, where a table has two: euclidean or divergence"`
	Vary      strict.Map[[]strict.Literal] `yaml:"vary" doc:"options with a list of values each: the method is run with every combination"`
	Tune      *Tune                        `yaml:"tune" doc:"options whose values are chosen from a grid by a score, as the experimenter did"`
	OptionsOn strict.Map[strict.Node]      `yaml:"options-on" doc:"options on some data sets, over the others: data set key: options"`
	Datasets  []string                     `yaml:"datasets" doc:"keys of the data sets that the method runs on; all if empty"`
	Home      []string                     `yaml:"home" doc:"keys of the data sets that the method's own paper shows it on, which its authors chose"`
	Proxy     string                       `yaml:"proxy" doc:"why the solver only stands in for the paper's method; its cells are not judged"`
	Flat      bool                         `yaml:"flat" doc:"the rank does not matter to the method: it runs at the first rank only, and its result stands for every rank"`
}

// Tune says how the values of options are chosen: every point of the grid is run, and the one with the best score is shown.
type Tune struct {
	Grid   strict.Map[[]strict.Literal] `yaml:"grid" strict:"required" doc:"values of each option, which are numbers: every combination that the solver takes is run"`
	By     string                       `yaml:"by" strict:"required" words:"metric" doc:"metric that chooses; every metric is then read at that choice"`
	Per    string                       `yaml:"per" doc:"what has a choice of its own: experiment (default), dataset, row (data set and rank) or draw (each replicate, chosen on itself)"`
	Stated string                       `yaml:"stated" doc:"where the paper says so; without it the tuning is ours"`

	Refused []string `yaml:"-"` // points that the solver does not take, by Variant.Name
}

// The units of tuning: each has a choice of its own.
const (
	PerExperiment = "experiment"
	PerDataset    = "dataset"
	PerRow        = "row"
	PerDraw       = "draw"
)

// Scope returns the unit of tuning: a data set, or a data set at a rank.
func (t Tune) Scope() string { return cmp.Or(t.Per, PerExperiment) }

// Same tells whether two choose alike; nil chooses nothing.
func (t *Tune) Same(other *Tune) bool {
	if t == nil || other == nil {
		return t == other
	}
	return t.By == other.By && t.Scope() == other.Scope() && slices.EqualFunc(t.Grid, other.Grid,
		func(a, b strict.Entry[[]strict.Literal]) bool {
			return a.Name == b.Name && slices.Equal(a.Value, b.Value)
		})
}

// Panel is a block of the rendered table: a row for each data set and rank, a column for each method.
type Panel struct {
	Key      string             `yaml:"key" strict:"required" doc:"short name; the reported numbers stand under the same key"`
	Title    string             `yaml:"title" strict:"required" doc:"heading"`
	Metric   string             `yaml:"metric" words:"metric" doc:"metric of every column that names none"`
	MetricBy strict.Map[string] `yaml:"metric-by" words:"metric" doc:"metric of the columns of each objective measure, as {euclidean: msl, divergence: md}"`
	Columns  []Column           `yaml:"columns" doc:"columns; if empty every method in its order, those with a measure under their label"`
	RowsAre  string             `yaml:"rows" doc:"what stands below each other: datasets (default), or methods, with the data sets side by side"`
	Methods  []string           `yaml:"methods" doc:"keys of the methods that have a column where none are named; all if empty"`
	Datasets []string           `yaml:"datasets" doc:"keys of the data sets with a row; all if empty"`
	Average  string             `yaml:"average" doc:"label of a last row with the mean over the rows, as Avg.; none if empty"`
	Firsts   []First            `yaml:"firsts" doc:"instead of data sets, rows that count how often each column is the best of a data set"`
	Times    float64            `yaml:"times" doc:"factor on our numbers, as 100 where the paper prints percentages; 1 if 0"`
	RatioTo  string             `yaml:"ratio-to" doc:"key of the method whose mean every cell of the row is divided by; none if empty"`
	Decimals int                `yaml:"decimals" doc:"digits after the point; 2 if 0"`
	Reported string             `yaml:"reported" doc:"panel of paper.yaml to compare with: the panel's key if empty, none to compare with nothing"`
}

// The rows of a panel as it is shown.
const (
	RowsDatasets = "datasets"
	RowsMethods  = "methods"
)

// First is a row that counts first places.
type First struct {
	Label     string `yaml:"label" strict:"required" doc:"row label"`
	Metric    string `yaml:"metric" strict:"required" words:"metric" doc:"metric that ranks the columns"`
	OverRanks string `yaml:"over-ranks" doc:"mean or best of the ranks' means; each rank counts if empty"`
}

// Column is a column of a panel.
type Column struct {
	Method    string                     `yaml:"method" strict:"required" doc:"key of the method"`
	At        strict.Map[strict.Literal] `yaml:"at" doc:"of a method that varies: which values, option: value"`
	OverRanks string                     `yaml:"over-ranks" doc:"one row a data set: mean or best of the ranks' means; a row for each rank if empty"`
	Worst     bool                       `yaml:"worst" doc:"of a tuned method: the point of its grid with the worst mean, in place of the one that is chosen"`
	Group     string                     `yaml:"group" doc:"heading above this and its neighbours"`
	Label     string                     `yaml:"label" doc:"heading; the method's label if empty"`
	Metric    string                     `yaml:"metric" words:"metric" doc:"metric, if not the panel's"`
	Whole     bool                       `yaml:"whole" doc:"whole numbers, without digits after the point"`
	Reported  string                     `yaml:"reported" doc:"column of the reported panel; 'group label' or the label if empty, none to compare with nothing"`
}

// UnmarshalStrict implements strict.Unmarshaler: a reading begins with the defaults of an assignment.
func (r *Reading) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	type plain Reading // without this method
	p := plain{Assign: eval.NewAssign()}
	d.Decode(n, &p)
	*r = Reading(p)
}
