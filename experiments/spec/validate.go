package spec

import (
	"fmt"
	"os"
	"path/filepath"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers"
)

// ValidateFile checks one spec, with the paper.yaml and the spec that it is like beside it if they are there, or one
// paper.yaml. A spec may be like those of carried, and name programs as solvers. The error lists every problem of that file as
// file:line:col: message.
func ValidateFile(file string, carried *Library, programs ...solvers.Entry) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lib := &Library{Programs: programs, beside: carried}
	folder := filepath.Dir(file)
	paper := filepath.Join(folder, "paper.yaml")
	key := filepath.Base(folder)
	if abs, err := filepath.Abs(folder); err == nil {
		key = filepath.Base(abs)
	}
	if filepath.Base(file) != "paper.yaml" {
		if published, err := os.ReadFile(paper); err == nil {
			_ = lib.add(paper, key, published) // its own problems belong to its own check
		}
	}
	problems := lib.add(file, key, data)
	for _, s := range lib.Specs {
		if !s.node.Present() {
			continue
		}
		if s.Like != "" {
			other := filepath.Join(folder, s.Like+".yaml")
			if units, err := os.ReadFile(other); err == nil {
				_ = lib.add(other, key, units) // as with paper.yaml
			}
		}
		if wrong := lib.resolve(); len(wrong) > 0 {
			return sorted(append(problems, wrong...))
		}
		problems = append(problems, lib.check(s)...)
		if len(s.Added) > 0 { // whose columns stand in this file
			problems = append(problems, lib.unshown(s)...)
		}
	}
	return sorted(problems)
}

func sorted(problems strict.Problems) error {
	problems.Sort()
	return problems.Err()
}

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
	all := map[string]strict.Words{
		"solver": {Names: solvers.Names(), Pattern: "^[A-Za-z0-9_.-]+$"},
		"source": {Names: append(datasets.Names(), "file")},
		"metric": {Names: eval.Names(), Pattern: "^[a-z0-9-]+@.+$"},
		"plot":   {Names: plotKindNames()},
		"init":   {Names: Inits},
		"each":   {Names: []string{EachDataset, EachMethod}},
	}
	for key, names := range published.Words() {
		all[key] = strict.Words{Names: names}
	}
	return all
}
