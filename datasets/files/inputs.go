package files

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Inputs are the files that a command reads. None of them may become one of its outputs, under whatever name.
type Inputs struct {
	mu      sync.Mutex
	files   []input
	folders []folder
}

type input struct {
	name string
	info os.FileInfo
}

// folder is a folder of inputs, of which files of these endings are read; of none, all.
type folder struct {
	path    string
	endings []string
}

// Add adds a file, if there is an ordinary one of that name.
func (in *Inputs) Add(name string) {
	if info, err := os.Stat(name); err == nil {
		in.AddFile(name, info)
	}
}

// AddFile adds a file that is open already, as standard input may be.
func (in *Inputs) AddFile(name string, info os.FileInfo) {
	if in == nil || !info.Mode().IsRegular() {
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if !slices.ContainsFunc(in.files, func(f input) bool { return os.SameFile(f.info, info) }) {
		in.files = append(in.files, input{name, info})
	}
}

// AddFolder adds the files of a folder that have one of these endings, or all of them.
func (in *Inputs) AddFolder(path string, endings ...string) {
	if in != nil && path != "" {
		in.folders = append(in.folders, folder{path, endings})
	}
}

// Refuse tells of an output that would take the place of an input, through links, too. Its name need not be there.
func (in *Inputs) Refuse(output string) error {
	info, err := os.Stat(output)
	if in == nil || err != nil {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, f := range in.files {
		if os.SameFile(f.info, info) {
			return fmt.Errorf("%s would overwrite %s, which this command reads; name another", output, f.name)
		}
	}
	for _, f := range in.folders {
		read := len(f.endings) == 0 || slices.ContainsFunc(f.endings, func(e string) bool { return strings.EqualFold(filepath.Ext(output), e) })
		if info.Mode().IsRegular() && read && within(output, f.path) {
			return fmt.Errorf("%s would overwrite a file of %s, which commands read; name another", output, f.path)
		}
	}
	return nil
}

// within tells whether a file lies below a folder, links followed.
func within(file, folder string) bool {
	var paths []string
	for _, path := range []string{folder, file} {
		path, err := filepath.Abs(path)
		if err == nil {
			path, err = filepath.EvalSymlinks(path)
		}
		if err != nil {
			return false
		}
		paths = append(paths, path)
	}
	rel, err := filepath.Rel(paths[0], paths[1])
	return err == nil && filepath.IsLocal(rel)
}
