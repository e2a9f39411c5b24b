package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/strict"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

// Crate is a crate that somebody else may have made.
type Crate struct {
	Lib      *spec.Library
	Shelf    *store.Shelf
	Findings *CrateFindings
	Seed     *uint64 // of its runs, nil for the experiments'

	dir, data string // its folder, and that of the data sets
	files     fs.FS

	title, version string // of the crate and of the program that made it, as the crate says
	only           []string
}

// CrateFindings is what was found in a crate before anything was computed.
type CrateFindings struct {
	Folder string   `json:"folder"`
	Files  int      `json:"files"` // with the checksum of the crate's list
	Cells  int      `json:"cells"` // of its tables that its records give
	Runs   int      `json:"runs"`  // of its lists of runs that its records give
	Wrong  []string `json:"wrong"`
	Notes  []string `json:"notes"`
}

func (f *CrateFindings) wrong(format string, args ...any) {
	f.Wrong = append(f.Wrong, fmt.Sprintf(format, args...))
}
func (f *CrateFindings) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// Bounds on what is read of a crate: far beyond any that this program writes.
const (
	mostCrateFiles = 100_000
	mostCrateBytes = 256 << 20 // of a file
)

// OpenCrate reads the specs and records of a crate, and looks whether its files agree with each other. Nothing outside of the folder
// is read, whatever links are in it, and no program of it is run. data is the folder of the data sets, as given; what the crate has
// with problems is told to a writer.
func OpenCrate(dir, data string, problemsTo io.Writer) (*Crate, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() { // a pipe would be waited for
		return nil, workflow.Errorf(workflow.Usage, "--crate: there is no folder %s", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, workflow.Errorf(workflow.Usage, "--crate: %w", err)
	}
	c := &Crate{dir: dir, data: data, files: root.FS(),
		Findings: &CrateFindings{Folder: filepath.Clean(dir), Wrong: []string{}, Notes: []string{}}}
	if err := c.listed(); err != nil {
		return nil, workflow.Errorf(workflow.Data, "--crate: %w", err)
	}
	lib, err := spec.Load(c.files, filepath.Clean(dir)+string(filepath.Separator), nil)
	if problems, broken := err.(strict.Problems); broken {
		fmt.Fprintln(problemsTo, problems)
		for file := range list.Count(problems, func(p strict.Problem) string { return p.File }) {
			c.Findings.note("%s has problems and is left out; a program of a crate is never run", file)
		}
		lib, err = lib.Without(problems), nil
	}
	if err != nil {
		return nil, workflow.Errorf(workflow.Data, "--crate: %w", err)
	}
	if len(lib.Specs) == 0 {
		return nil, workflow.Errorf(workflow.Data,
			"--crate: %s holds no PAPER/TABLE.yaml that can be read, want a folder that nmfrepro report crate made", dir)
	}
	c.Lib, c.Shelf = lib, store.ShelfOf(c.files)
	for _, paper := range list.AppendUnique(nil, list.Map(lib.Specs, (*spec.Experiment).Paper)...) {
		if err := c.contents(paper); err != nil {
			return nil, workflow.Errorf(workflow.Data, "--crate: %w", err)
		}
	}
	c.foreign()
	if err := c.derived(); err != nil {
		return nil, workflow.Errorf(workflow.Data, "--crate: %w", err)
	}
	slices.Sort(c.Findings.Wrong)
	return c, nil
}

// listed is what is read of an entity of a crate's list.
type listed struct {
	ID      string          `json:"@id"`
	SHA256  string          `json:"sha256"`
	Name    string          `json:"name"`
	Version string          `json:"version"`
	Value   json.RawMessage `json:"value"`
}

// said takes what an entity says of the crate as a whole.
func (c *Crate) said(e listed) (err error) {
	switch e.ID {
	case "./":
		c.title = e.Name
	case softwareID:
		c.version = e.Version
	case onlyID:
		err = json.Unmarshal(e.Value, &c.only)
	case seedID:
		var seed uint64
		seed, err = strconv.ParseUint(strings.Trim(string(e.Value), `"`), 10, 64)
		c.Seed = &seed
	}
	return err
}

// listed compares the files with the crate's list of them, and refuses what is no ordinary file.
func (c *Crate) listed() error {
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
			return fmt.Errorf("%s: more than %d files, or one beyond %d MB: no crate of this program", filepath.Join(c.dir, name), mostCrateFiles,
				mostCrateBytes>>20)
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
		c.Findings.note("there is no %s: files are compared with no checksums", metadata)
		return nil
	}
	var list struct {
		Graph []listed `json:"@graph"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", metadata, err)
	}
	delete(sums, metadata)
	for _, e := range list.Graph {
		sum, there := sums[e.ID]
		delete(sums, e.ID)
		if err := c.said(e); err != nil {
			return fmt.Errorf("%s: %s: %w", metadata, e.ID, err)
		}
		switch {
		case e.SHA256 == "":
		case !there:
			c.Findings.wrong("%s: listed, and not there", e.ID)
		case sum != e.SHA256:
			c.Findings.wrong("%s: another file than the list has, by its SHA-256", e.ID)
		default:
			c.Findings.Files++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		c.Findings.note("%s is not listed", name)
	}
	return nil
}

// contents looks whether tables and lists of runs of a paper are what its records give, and whether its specs and reported numbers are
// those that this program carries.
func (c *Crate) contents(paper string) error {
	archive, err := c.Shelf.Committed(paper)
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
			c.Findings.note("%s is not the one that this program carries: its settings or reported numbers may be others", name)
		}
	}
	return c.records(paper, archive)
}

// records looks at the records as check paper does. Who made them is no question of a crate.
func (c *Crate) records(paper string, archive *store.Archive) error {
	records, err := archive.Records()
	if err != nil || c.Lib.Paper(paper) == nil {
		return err
	}
	r := &Replication{Lib: c.Lib, Paper: c.Lib.Paper(paper), Files: c.files, Seed: c.Seed, Chosen: map[string]bool{}}
	for _, folder := range []string{c.data, os.DevNull} {
		p, err := c.pass(folder)
		if err != nil {
			return err
		}
		for _, u := range p.Runs() {
			r.Chosen[u.Key] = true
		}
	}
	if r.Data, err = datasets.Folder(c.data); err != nil {
		return err
	}
	for i, a := range r.Records(archive, records) {
		switch {
		case i > 0 && a.Outcome == Fault:
			c.Findings.wrong("%s/%s: %s", paper, store.File, a.Found)
		case i > 0 && a.Outcome == Noted:
			c.Findings.note("%s/%s: %s", paper, store.File, a.Found)
		}
	}
	return nil
}

// pass looks at the runs that the crate is of, with the data of a folder.
func (c *Crate) pass(data string) (*workflow.Pass, error) {
	return workflow.Open(c.Lib, c.Shelf, workflow.Request{Addresses: c.addresses(), Kind: workflow.Either,
		Amount: workflow.Amount{Profile: spec.DefaultProfile, Only: c.only, Seed: c.Seed},
		Lookup: workflow.Lookup{Data: data, Cached: true, Shelf: c.Shelf}})
}

// derived makes the crate anew of its specs and records, with the data of this machine and with what takes its place, and compares
// every file with the one of either.
func (c *Crate) derived() error {
	var made []fs.FS
	for _, folder := range []string{c.data, os.DevNull} {
		p, err := c.pass(folder)
		if err != nil {
			return err
		}
		dir, err := os.MkdirTemp("", "nmfrepro-crate-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := WriteCrate(context.Background(), p, CrateOf{c.addresses(), c.only, c.Seed}, c.dir, dir); err != nil {
			c.Findings.wrong("its records give no crate: %v", err)
			return nil
		}
		made = append(made, os.DirFS(dir))
	}
	return fs.WalkDir(c.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, store.File) || path.Ext(name) == ".yaml" {
			return err // records and specs, which the others are made of
		}
		theirs, err := fs.ReadFile(c.files, name)
		if err != nil {
			return err
		}
		var ours [][]byte
		for _, files := range made {
			if data, err := fs.ReadFile(files, name); err == nil {
				ours = append(ours, data)
			}
		}
		return c.compare(name, theirs, ours)
	})
}

// addresses returns what the crate says that it is a replication of; all that it has specs of, if it says nothing that can be read.
func (c *Crate) addresses() []string {
	var all []string
	for text := range strings.SplitSeq(strings.TrimPrefix(c.title, titleBegin), ", ") {
		if _, err := c.Lib.ParseAddress(text); err != nil {
			return list.AppendUnique(nil, list.Map(c.Lib.Specs, (*spec.Experiment).Paper)...)
		}
		all = append(all, text)
	}
	return all
}
