package errata

import (
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/strict"
)

// Preface is what a paper.yaml must have before its tables.
const Preface = "title: a table\ncite: none\nshort: none\n"

// Parse reads and checks a paper.yaml that belongs to no experiments.
func Parse(file string, data []byte) (*published.Paper, error) {
	p := &published.Paper{Key: file, File: file}
	root, problems := strict.Decode(file, data, p)
	problems = append(problems, p.Check(root)...)
	problems.Sort()
	return p, problems.Err()
}
