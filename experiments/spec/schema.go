package spec

import (
	"fmt"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/spec/strict"
)

//go:generate sh -c "go run nmfrepro validate --schema spec > ../spec.schema.json && go run nmfrepro validate --schema paper > ../paper.schema.json"

// schemas are the kinds of files that have a JSON Schema.
var schemas = map[string]any{"spec": Experiment{}, "paper": published.Paper{}}

// Schema returns the JSON Schema of a kind of file, spec or paper, generated from the types that decode it. That of solver.yaml
// is the affair of package external.
func Schema(kind string) ([]byte, error) {
	v, ok := schemas[kind]
	if !ok {
		return nil, fmt.Errorf("unknown kind %q, %s", kind, nearest.Hint(kind, []string{"paper", "solver", "spec"}))
	}
	return strict.Schema(v, "nmfrepro/"+kind)
}
