package external

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
)

//go:embed examples/solvers
var examplesFolder embed.FS

// languages name the example that a new solver in a language begins as.
var languages = map[string]string{"python": "sparse-numpy", "octave": "hals-octave", "r": "kl-r", "shell": "mu-awk"}

// Languages are those that WriteNew knows.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// WriteNew writes the folder of a new solver into a folder of own specs: the example of its language, whole and working, whose method
// is to be replaced. It returns the files written; a folder that is there already is left alone.
func WriteNew(specs, name, language string) (files []string, err error) {
	if !optionName.MatchString(name) {
		return nil, fmt.Errorf("found %q, want a name of small letters, digits, - and _", name)
	}
	example, ok := languages[language]
	if !ok {
		return nil, fmt.Errorf("no example in %q", language)
	}
	folder := filepath.Join(specs, inside, name)
	if _, err := os.Lstat(folder); err == nil {
		return nil, fmt.Errorf("%s is there already, want another name", folder)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	from := path.Join("examples/solvers", example)
	entries, err := fs.ReadDir(examplesFolder, from)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := fs.ReadFile(examplesFolder, path.Join(from, e.Name()))
		if err != nil {
			return files, err
		}
		file := filepath.Join(folder, e.Name())
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return files, err
		}
		files = append(files, file)
	}
	return files, nil
}
