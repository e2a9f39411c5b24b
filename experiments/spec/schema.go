package spec

import (
	"fmt"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers"
)

// schemas are the kinds of files that have a JSON Schema.
var schemas = map[string]any{"spec": Experiment{}, "paper": published.Paper{}}

// Schema returns the JSON Schema of a kind of file, spec or paper, generated from the types that decode it. That of solver.yaml
// is the affair of package external.
func Schema(kind string) ([]byte, error) {
	v, ok := schemas[kind]
	if !ok {
		return nil, fmt.Errorf("unknown kind %q, %s", kind, nearest.Hint(kind, []string{"claims", "explain", "paper", "solver", "spec", "verify"}))
	}
	var chosen []strict.Chosen
	if kind == "spec" {
		chosen = options()
	}
	return strict.Schema(v, "https://nmfrepro.example/"+kind+".schema.json", words(), chosen...)
}

// options are the keys that the options of each solver and data set have.
func options() []strict.Chosen {
	methods, sets := map[string]any{}, map[string]any{}
	for _, e := range solvers.Catalog {
		methods[e.Name] = e.New()
	}
	for _, e := range datasets.Registry {
		sets[e.Name] = e.New()
	}
	return []strict.Chosen{{Type: "Method", By: "solver", Of: "options", Structs: methods}, {Type: "Dataset", By: "source", Of: "options", Structs: sets}}
}

// words are the names that an editor completes. A solver may also be a program beside the specs, a metric may name a
// reading of the clusters.
func words() map[string]strict.Words {
	metrics := strict.Words{Names: eval.Names(), Pattern: "^[a-z0-9-]+@.+$"}
	all := map[string]strict.Words{
		"solver": {Names: solvers.Names(), Pattern: "^[A-Za-z0-9_.-]+$"},
		"source": {Names: append(datasets.Names(), "file")},
		"metric": metrics,
		"plot":   {Names: plotKindNames()},
		"init":   {Names: Inits},
		"each":   {Names: []string{EachDataset, EachMethod}},
	}
	for key, names := range published.Words() {
		all[key] = strict.Words{Names: names}
	}
	return all
}
