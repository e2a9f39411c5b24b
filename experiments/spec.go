package experiments

import (
	"nmfrepro/eval"
	"nmfrepro/experiments/result"
	"nmfrepro/experiments/strict"
)

// Spec is one experiment as its YAML file describes it. Numbers that a paper published stand in paper.yaml, never here.
type Spec struct {
	Title    string        `yaml:"title" strict:"required" doc:"what the table shows"`
	Seed     uint64        `yaml:"seed" strict:"required" doc:"master seed; every random stream derives from it"`
	Profiles Profiles      `yaml:"profiles" strict:"required" doc:"how much is computed"`
	Datasets []DatasetSpec `yaml:"datasets" strict:"required" doc:"data sets, in the order of the rows"`
	Init     string        `yaml:"init" doc:"start of the factors: random (uniform in (0,1], the default) or k-means (indicators + 0.2)"`
	Stop     StopSpec      `yaml:"stop" strict:"required" doc:"stopping rules of every method"`
	Clusters []Reading     `yaml:"clusters" doc:"how clusters are read from a result; the first reading is the default one"`
	Methods  []MethodSpec  `yaml:"methods" strict:"required" doc:"methods, in the order of the columns"`
	Metrics  []string      `yaml:"metrics" strict:"required" doc:"what is computed for every unit: metric, or metric@reading for another reading of the clusters"`
	Panels   []PanelSpec   `yaml:"panels" strict:"required" doc:"layout of the rendered table"`
	Notes    []string      `yaml:"notes" doc:"sentences under the rendered table"`

	// Address is paper/table, from the file's place; File names it in messages.
	Address string `yaml:"-"`
	File    string `yaml:"-"`
	node    strict.Node
}

// Profiles are the three sizes of an experiment.
type Profiles struct {
	Smoke Profile `yaml:"smoke" strict:"required" doc:"seconds; shows that everything runs, its numbers mean little"`
	Quick Profile `yaml:"quick" strict:"required" doc:"minutes on a laptop; the default"`
	Paper Profile `yaml:"paper" strict:"required" doc:"as the paper did it"`
}

// Profile says how much of an experiment is computed.
type Profile struct {
	Replicates int        `yaml:"replicates" strict:"required" doc:"runs with different seeds, ≥ 1"`
	Overrides  []Override `yaml:"overrides" doc:"deviations from the paper's protocol that save time"`
}

// Override changes the stopping rules of some units; its note is printed under the table.
type Override struct {
	Datasets []string `yaml:"datasets" doc:"keys of data sets; all if empty"`
	Methods  []string `yaml:"methods" doc:"keys of methods; all if empty"`
	Stop     StopSpec `yaml:"stop" strict:"required" doc:"stopping rules instead of the experiment's"`
	Note     string   `yaml:"note" strict:"required" doc:"what deviates, for the reader of the table"`
}

// DatasetSpec is a data set under the experiment's name for it.
type DatasetSpec struct {
	Key     string      `yaml:"key" strict:"required" doc:"short name, used in addresses"`
	Source  string      `yaml:"source" strict:"required" doc:"name in the registry of data sets"`
	Options strict.Node `yaml:"options" doc:"options of the data set"`
	Label   string      `yaml:"label" doc:"row label; the key if empty"`
	Ranks   []int       `yaml:"ranks" strict:"required" doc:"ranks r, one row each"`
	Classes int         `yaml:"classes" doc:"draw that many classes at random for each replicate; 0 takes all"`
}

// StopSpec are stopping rules; a zero switches a rule off.
type StopSpec struct {
	Iterations   int     `yaml:"iterations" strict:"required" doc:"limit on iterations, ≥ 1"`
	TolObjective float64 `yaml:"tol-objective" doc:"stop when the objective changes relatively by no more than this between observations"`
	TolFactor    float64 `yaml:"tol-factor" doc:"stop when every factor changes relatively by less than this in a step"`
	Every        int     `yaml:"every" doc:"iterations between observations of the objective; a fiftieth of the limit if 0"`
}

// Reading is a named way of reading clusters from a result.
type Reading struct {
	Name        string `yaml:"name" strict:"required" doc:"name, as in metric@name"`
	eval.Assign `yaml:",inline"`
}

// MethodSpec is a solver with its options, under the experiment's name for it.
type MethodSpec struct {
	Key      string      `yaml:"key" strict:"required" doc:"short name, used in addresses"`
	Label    string      `yaml:"label" doc:"column label; the key if empty"`
	Solver   string      `yaml:"solver" doc:"name in the catalog of solvers; a method without one clusters the samples themselves"`
	Options  strict.Node `yaml:"options" doc:"options of the solver; the others keep their defaults"`
	Init     string      `yaml:"init" doc:"start of the factors, if not the experiment's"`
	Stop     *StopSpec   `yaml:"stop" doc:"stopping rules, if not the experiment's"`
	Clusters []Reading   `yaml:"clusters" doc:"readings, if not the experiment's"`
}

// PanelSpec is a block of the rendered table: a row for each data set and rank, a column for each method.
type PanelSpec struct {
	Key       string       `yaml:"key" strict:"required" doc:"short name; the published numbers stand under the same key"`
	Title     string       `yaml:"title" strict:"required" doc:"heading"`
	Metric    string       `yaml:"metric" doc:"metric of every column that names none"`
	Columns   []ColumnSpec `yaml:"columns" strict:"required" doc:"columns"`
	Decimals  int          `yaml:"decimals" doc:"digits after the point; 2 if 0"`
	Published string       `yaml:"published" doc:"panel of paper.yaml to compare with: the panel's key if empty, none to compare with nothing"`
}

// ColumnSpec is a column of a panel.
type ColumnSpec struct {
	Method    string `yaml:"method" strict:"required" doc:"key of the method"`
	Group     string `yaml:"group" doc:"heading above this and its neighbours"`
	Label     string `yaml:"label" doc:"heading; the method's label if empty"`
	Metric    string `yaml:"metric" doc:"metric, if not the panel's"`
	Published string `yaml:"published" doc:"column of the published panel; 'group label' or the label if empty, none to compare with nothing"`
}

// stop is what goes into a unit: explicit in every field, so that the key does not depend on how defaults are spelt.
func (s StopSpec) stop() result.Stop {
	every := s.Every
	if every == 0 {
		every = max(1, s.Iterations/50)
	}
	return result.Stop{Iterations: s.Iterations, TolObjective: s.TolObjective, TolFactor: s.TolFactor, Every: every}
}

// UnmarshalStrict implements strict.Unmarshaler: a reading begins with the defaults of an assignment.
func (r *Reading) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	type plain Reading // without this method
	p := plain{Assign: eval.NewAssign()}
	d.Decode(n, &p)
	*r = Reading(p)
}
