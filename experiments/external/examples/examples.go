// Package examples holds whole solvers in several languages, and begins a new one from them.
package examples

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"nmfrepro/experiments/external"
)

//go:embed solvers
var folder embed.FS

// languages name the example that a new solver in a language begins as.
var languages = map[string]string{"python": "sparse-numpy", "octave": "hals-octave", "r": "kl-r", "shell": "mu-awk"}

// Languages are those that Begin knows.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// Begin writes the folder of a new solver into a folder of own specs: the example of its language, whole and working, whose method
// is to be replaced. It returns the files written; a folder that is there already is left alone.
func Begin(specs, name, language string) (files []string, err error) {
	example, ok := languages[language]
	if !ok {
		return nil, fmt.Errorf("no example in %q", language)
	}
	to, err := external.FolderOf(specs, name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(to); err == nil {
		return nil, fmt.Errorf("%s is there already, want another name", to)
	}
	from, err := fs.Sub(folder, path.Join("solvers", example))
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(to, from); err != nil {
		return nil, err
	}
	names, err := fs.Glob(from, "*")
	for _, name := range names {
		files = append(files, filepath.Join(to, name))
	}
	return files, err
}
