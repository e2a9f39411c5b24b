package cli

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/strict"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/render"
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
		f.Folder, result.Count(f.Files, "file"), result.Count(f.Cells, "cell"), result.Count(f.Runs, "run"))
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
	if !IsDir(dir) { // a pipe would be waited for
		return nil, UsageError("--crate: there is no folder %s", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, UsageError("--crate: %w", err)
	}
	c := &foreignCrate{dir: dir, files: root.FS(), findings: &crateFindings{Folder: filepath.Clean(dir), Wrong: []string{}, Notes: []string{}}}
	if err := c.listed(); err != nil {
		return nil, DataError("--crate: %w", err)
	}
	lib, err := spec.Load(c.files, filepath.Clean(dir)+string(filepath.Separator), nil)
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

// contents looks whether tables and lists of runs of a paper are what its records give, and whether its specs and reported numbers are
// those that this program carries.
func (c *foreignCrate) contents(env *Env, paper string) error {
	archive, err := c.shelf.Committed(paper)
	if err == nil {
		_, err = archive.Records()
	}
	if err != nil {
		return err
	}
	yamls, err := fs.Glob(c.files, paper+"/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range yamls {
		theirs, err := fs.ReadFile(c.files, name)
		ours, missing := fs.ReadFile(experiments.Files, name)
		switch {
		case err != nil:
			return err
		case missing == nil && !bytes.Equal(theirs, ours):
			c.findings.note("%s is not the one that this program carries: its settings or reported numbers may be others", name)
		}
	}
	for _, s := range c.lib.Of(paper) {
		if err := c.table(env, s, archive); err != nil {
			return err
		}
		if err := c.runs(s, archive); err != nil {
			return err
		}
	}
	return nil
}

// table compares the means of a table with those that the records give, with the data of this machine or with what takes its place.
func (c *foreignCrate) table(env *Env, s *spec.Experiment, archive *store.Archive) error {
	name := s.Address + ".csv"
	data, err := fs.ReadFile(c.files, name)
	if err != nil || len(s.Panels) == 0 {
		return nil // no table
	}
	theirs, err := meansOf(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ours := map[string][]string{}
	for _, folder := range []string{env.Data, os.DevNull} {
		p, err := workflow.Open(c.lib, archive, workflow.Request{Addresses: []string{s.Address}, Kind: workflow.Tables, Profile: spec.DefaultProfile, Data: folder, Archive: archive})
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := render.Tables(&b, "csv", render.Options{}, p.Table(p.Plans[0])); err != nil {
			return err
		}
		means, err := meansOf(b.Bytes())
		if err != nil {
			return err
		}
		for cell, mean := range means {
			ours[cell] = append(ours[cell], mean)
		}
	}
	for cell, mean := range theirs {
		if slices.ContainsFunc(ours[cell], func(other string) bool { return closeText(mean, other) }) {
			c.findings.Cells++
			continue
		}
		c.findings.wrong("%s: %s is %s in the table, and its records give %s", name, cell, mean, cmp.Or(strings.Join(slices.Compact(ours[cell]), " or "), "nothing"))
	}
	return nil
}

// meansOf are the means of a table of CSV by address, of rows that stand for one data set.
func meansOf(data []byte) (map[string]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("no table in CSV: %w", err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	for _, name := range []string{"address", "dataset", "ours_mean"} {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("there is no column %s", name)
		}
	}
	means := map[string]string{}
	for _, row := range rows[1:] {
		if mean := row[at["ours_mean"]]; mean != "" && row[at["dataset"]] != "" {
			means[row[at["address"]]] = mean
		}
	}
	return means, nil
}

// closeText tells whether two texts are the same number, but for another order of summation.
func closeText(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return a == b || err == nil && err2 == nil && math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y))
}

// runs compares the list of runs of an experiment with its records.
func (c *foreignCrate) runs(s *spec.Experiment, archive *store.Archive) error {
	name := s.Address + "-runs.json"
	data, err := fs.ReadFile(c.files, name)
	if err != nil {
		return nil // there is none
	}
	var units []Units
	if err := json.Unmarshal(data, &units); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, u := range units {
		for _, r := range u.Runs {
			if r.Status != result.OK {
				continue
			}
			rec, there := archive.Get(store.Ref{Key: r.Key})
			if !there || !maps.Equal(rec.Metrics, r.Metrics) || rec.Iterations != r.Iterations {
				c.findings.wrong("%s: replicate %d of %s is not as its record", name, r.Replicate, u.Address)
				continue
			}
			c.findings.Runs++
		}
	}
	return nil
}
