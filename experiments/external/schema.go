package external

import "nmfrepro/experiments/spec/strict"

//go:generate go test -run TestSchema -update .

// Schema returns the JSON Schema of solver.yaml, generated from the types that decode it.
func Schema() ([]byte, error) {
	return strict.Schema(Spec{}, "https://nmfrepro.example/solver.schema.json", nil)
}
