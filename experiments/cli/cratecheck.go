package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// foreignCrate is a crate that somebody else may have made.
type foreignCrate struct {
	dir      string
	files    fs.FS
	lib      *spec.Library
	shelf    *store.Shelf
	findings *crateFindings
}

// crateFindings is what was found in a crate before anything was computed.
type crateFindings struct {
	Folder string   `json:"folder"`
	Files  int      `json:"files"` // with the checksum of the crate's list
	Cells  int      `json:"cells"` // of its tables that its records give
	Runs   int      `json:"runs"`  // of its lists of runs that its records give
	Wrong  []string `json:"wrong"`
	Notes  []string `json:"notes"`
}

func (f *crateFindings) wrong(format string, args ...any) {
	f.Wrong = append(f.Wrong, fmt.Sprintf(format, args...))
}
func (f *crateFindings) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

func (f *crateFindings) text(w io.Writer) {
	fmt.Fprintf(w, "%s: %s as listed; %s of tables and %s as the records have them\n",
		f.Folder, reports.Count(f.Files, "file"), reports.Count(f.Cells, "cell"), reports.Count(f.Runs, "run"))
	for _, text := range f.Wrong {
		fmt.Fprintln(w, "≠ "+text)
	}
	for _, text := range f.Notes {
		fmt.Fprintln(w, "  note: "+text)
	}
}

// Bounds on what is read of a crate: far beyond any that this program writes.
const (
	mostCrateFiles = 100_000
	mostCrateBytes = 256 << 20 // of a file
)

// openCrate reads the specs and records of a crate, and looks whether its files agree with each other. Nothing outside of the folder
// is read, whatever links are in it, and no program of it is run.
func openCrate(env *Env, dir string) (*foreignCrate, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, UsageError("--crate: %w", err)
	}
	c := &foreignCrate{dir: dir, files: root.FS(), findings: &crateFindings{Folder: filepath.Clean(dir), Wrong: []string{}, Notes: []string{}}}
	if err := c.listed(); err != nil {
		return nil, DataError("--crate: %w", err)
	}
	lib, err := (*spec.Library)(nil).LoadBeside(c.files, filepath.Clean(dir)+string(filepath.Separator), nil)
	if problems, broken := err.(strict.Problems); broken {
		fmt.Fprintln(env.Stderr, problems)
		for file := range list.Count(problems, func(p strict.Problem) string { return p.File }) {
			c.findings.note("%s has problems and is left out; a program of a crate is never run", file)
		}
		lib, err = lib.Without(problems), nil
	}
	if err != nil {
		return nil, DataError("--crate: %w", err)
	}
	if len(lib.Specs) == 0 {
		return nil, DataError("--crate: %s holds no PAPER/TABLE.yaml that can be read, want a folder that nmfrepro report crate made", dir)
	}
	c.lib, c.shelf = lib, store.ShelfOf(c.files)
	for _, paper := range list.AppendUnique(nil, list.Map(lib.Specs, (*spec.Experiment).Paper)...) {
		if err := c.contents(env, paper); err != nil {
			return nil, DataError("--crate: %w", err)
		}
	}
	slices.Sort(c.findings.Wrong)
	return c, nil
}

// listed compares the files with the crate's list of them, and refuses what is no ordinary file.
func (c *foreignCrate) listed() error {
	sums := map[string]string{}
	n := 0
	err := fs.WalkDir(c.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		n++
		switch {
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is a link or a special file, want ordinary files", filepath.Join(c.dir, name))
		case info.Size() > mostCrateBytes || n > mostCrateFiles:
			return fmt.Errorf("%s: more than %d files, or one beyond %d MB: no crate of this program", filepath.Join(c.dir, name), mostCrateFiles, mostCrateBytes>>20)
		}
		data, err := fs.ReadFile(c.files, name)
		sum := sha256.Sum256(data)
		sums[name] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		return err
	}
	data, err := fs.ReadFile(c.files, metadata)
	if err != nil {
		c.findings.note("there is no %s: files are compared with no checksums", metadata)
		return nil
	}
	var list struct {
		Graph []struct {
			ID     string `json:"@id"`
			SHA256 string `json:"sha256"`
		} `json:"@graph"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", metadata, err)
	}
	delete(sums, metadata)
	for _, e := range list.Graph {
		sum, there := sums[e.ID]
		delete(sums, e.ID)
		switch {
		case e.SHA256 == "":
		case !there:
			c.findings.wrong("%s: listed, and not there", e.ID)
		case sum != e.SHA256:
			c.findings.wrong("%s: another file than the list has, by its SHA-256", e.ID)
		default:
			c.findings.Files++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		c.findings.note("%s is not listed", name)
	}
	return nil
}
