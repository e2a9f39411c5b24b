// Package externaltest has what the solvers of tests leave behind.
package externaltest

import (
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
)

// Save writes a matrix into a folder.
func Save(dir, name string, a mat.Matrix) {
	f, err := os.Create(filepath.Join(dir, name))
	if err == nil {
		err = npy.Write(f, a)
		f.Close()
	}
	if err != nil {
		panic(err)
	}
}

// Write writes a text into a folder.
func Write(dir, name, text string) {
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		panic(err)
	}
}
