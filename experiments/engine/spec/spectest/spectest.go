// Package spectest holds small experiments on embedded data, with which the packages of the engine are tested.
package spectest

import (
	_ "embed"
	"testing/fstest"
)

// Paper is a paper.yaml without tables.
const Paper = "title: t\ncite: c\nshort: s\n"

// Folder returns a folder of specs with one paper, demo: files are named as in sweep.yaml.
func Folder(specs map[string]string) fstest.MapFS {
	folder := fstest.MapFS{"demo/paper.yaml": {Data: []byte(Paper)}}
	for name, text := range specs {
		folder["demo/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

var (
	// Sweep has flat methods, methods that vary, and panels of every kind.
	//
	//go:embed sweep.yaml
	Sweep string

	// Plots draws the runs of [Sweep].
	//
	//go:embed plots.yaml
	Plots string

	// Start has starts from other methods, shared rows and held-out samples.
	//
	//go:embed start.yaml
	Start string
)
