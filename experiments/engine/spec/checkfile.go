package spec

import (
	"path/filepath"

	"nmfrepro/datasets/strict"
	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
)

// CheckFile checks one file by its name: a solver.yaml, a paper.yaml, or a spec whose methods may be programs of the folder beside its
// own. doubts are odd settings that are no errors.
func CheckFile(file string) (doubts strict.Problems, err error) {
	if filepath.Base(file) == "solver.yaml" {
		_, err := external.LoadFolder(filepath.Dir(file))
		return nil, err
	}
	carried, err := Embedded()
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Dir(filepath.Dir(file)))
	if err != nil {
		return nil, err
	}
	var programs []solvers.Entry
	for _, name := range external.Names(folder) {
		p, err := external.Load(folder, name)
		if err != nil {
			continue // reported where it stands; the spec that names it says that there is no such solver
		}
		programs = append(programs, p.Entry())
	}
	if err := ValidateFile(file, carried, programs...); err != nil || filepath.Base(file) == "paper.yaml" {
		return nil, err
	}
	return DoubtsOf(file, programs...)
}
