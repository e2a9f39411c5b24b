package spec

import (
	"os"
	"path/filepath"
	"slices"

	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers"
)

// ValidateFile checks one spec, with the paper.yaml and the spec that it is like beside it if they are there, or one
// paper.yaml. A spec may be like those of carried, and name programs as solvers. The error lists every problem of that file as
// file:line:col: message.
func ValidateFile(file string, carried *Library, programs ...solvers.Entry) error {
	data, err := strict.ReadAll(os.Open(file))
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
		if published, err := strict.ReadAll(os.Open(paper)); err == nil {
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
			if units, err := strict.ReadAll(os.Open(other)); err == nil {
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
	return slices.Compact(problems).Err()
}
