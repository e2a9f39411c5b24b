package schema

import (
	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
	"nmfrepro/solvers/twister"

	"nmfrepro/solvers/external"
)

// schemas are the kinds of files that have a JSON Schema.
var schemas = map[string]any{"spec": spec.Experiment{}, "paper": reported.Paper{}, "solver": external.Spec{}}

// Of returns the JSON Schema of a kind of file that the program reads: spec, paper or solver.
func Of(kind string) ([]byte, error) {
	var chosen []Chosen
	if kind == "spec" {
		chosen = options()
	}
	return Input(schemas[kind], "https://nmfrepro.example/"+kind+".schema.json", words(), chosen...)
}

// options returns the keys that the options of each solver and data set have.
func options() []Chosen {
	methods, sets := map[string]any{}, map[string]any{}
	for _, e := range solvers.Catalog {
		methods[e.Name] = e.New()
	}
	for _, e := range datasets.Registry {
		sets[e.Name] = e.New()
	}
	sets[datasets.Own.Name] = datasets.Own.New()
	return []Chosen{{Type: "Method", By: "solver", Of: "options", Structs: methods},
		{Type: "Dataset", By: "source", Of: "options", Structs: sets}}
}

// words returns the names that an editor completes. A solver may also be a program beside the specs, a metric may name a
// reading of the clusters.
func words() map[string]Words {
	all := map[string]Words{
		"solver": {Names: solvers.Names(), Pattern: "^[A-Za-z0-9_.-]+$"},
		"source": {Names: datasets.Sources()},
		"metric": {Names: eval.Names(), Pattern: "^[a-z0-9-]+@.+$"},
		"plot":   {Names: spec.PlotKindNames()},
		"init":   {Names: spec.Inits},
		"order":  {Names: solvers.DrawnOrders},
		"up-to":  {Names: solvers.DrawnUpTo},
		"unit":   {Names: solvers.DrawnUnits},
		"draw":   {Names: twister.Draws},

		"generator": {Names: []string{twister.MT19937}},

		"each": {Names: []string{spec.EachDataset, spec.EachMethod}},
	}
	for key, names := range reported.Words() {
		all[key] = Words{Names: names}
	}
	return all
}
