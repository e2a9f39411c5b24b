package datasets

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// FilesNamed lists the files of data sets in a folder: those of the registry, and those that specs name, "" for none.
func FilesNamed(folder, specs string) (files []string) {
	for _, set := range Registry {
		for _, f := range slices.Concat(set.Files, set.Alternates) {
			files = append(files, filepath.Join(folder, filepath.FromSlash(f.Path)))
		}
	}
	if specs == "" {
		return files
	}
	all, _ := filepath.Glob(filepath.Join(specs, "*", "*.yaml"))
	for _, spec := range all {
		text, _ := os.ReadFile(spec)
		for _, word := range strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(" \t\r\n,:{}[]\"'", r) }) {
			if strings.Contains(word, ".") {
				files = append(files, filepath.Join(folder, filepath.FromSlash(word)))
			}
		}
	}
	return files
}
