package external

import (
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
)

// save writes a matrix into a folder.
func save(dir, name string, a mat.Matrix) {
	f, err := os.Create(filepath.Join(dir, name))
	if err == nil {
		err = npy.Write(f, a)
		f.Close()
	}
	if err != nil {
		panic(err)
	}
}

// write writes a text into a folder.
func write(dir, name, text string) {
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		panic(err)
	}
}
