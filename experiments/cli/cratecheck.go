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
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/strict"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

// foreignCrate is a crate that somebody else may have made.
type foreignCrate struct {
	dir      string
	files    fs.FS
	lib      *spec.Library
	shelf    *store.Shelf
	findings *crateFindings

	title, version string // of the crate and of the program that made it, as the crate says
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
	if err := c.derived(env); err != nil {
		return nil, DataError("--crate: %w", err)
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
			ID      string `json:"@id"`
			SHA256  string `json:"sha256"`
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"@graph"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", metadata, err)
	}
	delete(sums, metadata)
	for _, e := range list.Graph {
		sum, there := sums[e.ID]
		delete(sums, e.ID)
		switch e.ID {
		case "./":
			c.title = e.Name
		case softwareID:
			c.version = e.Version
		}
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
	return c.records(env, paper, archive)
}

// records looks at the records as check paper does. Who made them is no question of a crate.
func (c *foreignCrate) records(env *Env, paper string, archive *store.Archive) error {
	records, err := archive.Records()
	if err != nil || c.lib.Paper(paper) == nil {
		return err
	}
	r := &audit.Replication{Lib: c.lib, Paper: c.lib.Paper(paper), Files: c.files}
	if r.Data, err = datasets.Folder(env.Data); err != nil {
		return err
	}
	for i, a := range r.Records(archive, records) {
		switch {
		case i > 0 && a.Outcome == audit.Fault:
			c.findings.wrong("%s/%s: %s", paper, store.File, a.Found)
		case i > 0 && a.Outcome == audit.Noted:
			c.findings.note("%s/%s: %s", paper, store.File, a.Found)
		}
	}
	return nil
}

// derived makes the crate anew of its specs and records, with the data of this machine and with what takes its place, and compares
// every file with the one of either.
func (c *foreignCrate) derived(env *Env) error {
	var made []fs.FS
	for _, folder := range []string{env.Data, os.DevNull} {
		p, err := workflow.Open(c.lib, c.shelf, workflow.Request{Addresses: c.addresses(), Kind: workflow.Either, Profile: spec.DefaultProfile, Data: folder, Cached: true, Shelf: c.shelf})
		if err != nil {
			return err
		}
		dir, err := os.MkdirTemp("", "nmfrepro-crate-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		here := *env
		here.Specs = c.dir
		if err := writeCrate(&here, p, c.addresses(), dir); err != nil {
			c.findings.wrong("its records give no crate: %v", err)
			return nil
		}
		made = append(made, os.DirFS(dir))
	}
	return fs.WalkDir(c.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == metadata || strings.HasSuffix(name, store.File) || path.Ext(name) == ".yaml" {
			return err // lists and sources, which the others are made of
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

// addresses are what the crate says that it is a replication of; all that it has specs of, if it says nothing that can be read.
func (c *foreignCrate) addresses() []string {
	var all []string
	for text := range strings.SplitSeq(strings.TrimPrefix(c.title, titleBegin), ", ") {
		if _, err := c.lib.ParseAddress(text); err != nil {
			return list.AppendUnique(nil, list.Map(c.lib.Specs, (*spec.Experiment).Paper)...)
		}
		all = append(all, text)
	}
	return all
}

// compare compares a file with those that specs and records give.
func (c *foreignCrate) compare(name string, theirs []byte, ours [][]byte) error {
	same := slices.ContainsFunc(ours, func(data []byte) bool { return bytes.Equal(data, theirs) })
	switch {
	case len(ours) == 0:
		c.findings.note("%s is no file that its specs and records give", name)
	case strings.HasSuffix(name, "-runs.json"):
		return c.runs(name, theirs, ours)
	case path.Ext(name) == ".csv":
		if c.version == run.Program() && !slices.ContainsFunc(ours, func(data []byte) bool { return sameTable(theirs, data) }) {
			c.findings.wrong("%s is not what its specs and records give", name)
		}
		return c.table(name, theirs, ours)
	case same, name == "site/solvers.html", name == "site/datasets.html": // of the program, and no results
	case c.version == run.Program() && !strings.HasPrefix(name, "site/"): // which names the machine that wrote it
		c.findings.wrong("%s is not what its specs and records give", name)
	default:
		foreign := slices.MinFunc(list.Map(ours, func(data []byte) []string { return beyond(numbersIn(theirs), numbersIn(data)) }),
			func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
		if len(foreign) > 0 && path.Ext(name) != ".svg" {
			c.findings.wrong("%s says %s, which its specs and records do not give", name, foreign[0])
			return nil
		}
		c.findings.note("%s is written by another version or machine: its numbers are compared, and not its words", name)
	}
	return nil
}

var (
	tags     = regexp.MustCompile(`<[^>]*>`)
	decimals = regexp.MustCompile(`[-−]?\b[0-9]+\.[0-9]+\b`)
)

// numbersIn are the decimal numbers of a page, without those of its mark-up.
func numbersIn(page []byte) []string {
	return decimals.FindAllString(string(tags.ReplaceAll(page, []byte(" "))), -1)
}

// beyond are the texts that others have less often.
func beyond(texts, others []string) (more []string) {
	left := list.Count(others, func(text string) string { return text })
	for _, text := range texts {
		if left[text]--; left[text] < 0 {
			more = append(more, text)
		}
	}
	return more
}

// table compares reported numbers and means of a table with those that specs and records give.
func (c *foreignCrate) table(name string, data []byte, made [][]byte) error {
	theirs, err := cellsOf(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ours := map[string][][2]string{}
	for _, data := range made {
		cells, err := cellsOf(data)
		if err != nil {
			return err
		}
		for at, cell := range cells {
			ours[at] = append(ours[at], cell)
		}
	}
	for i, what := range []string{"its records give", "paper.yaml reports"} {
		for at, cell := range theirs {
			known := list.Map(ours[at], func(other [2]string) string { return other[i] })
			if slices.ContainsFunc(known, func(other string) bool { return closeText(cell[i], other) }) {
				c.findings.Cells += 1 - i
				continue
			}
			c.findings.wrong("%s: %s is %s in the table, and %s %s", name, at, cell[i], what, cmp.Or(strings.Join(slices.Compact(known), " or "), "nothing"))
		}
	}
	for at := range ours {
		if _, there := theirs[at]; !there {
			c.findings.wrong("%s: %s is not in the table, and its records give it", name, at)
		}
	}
	return nil
}

// sameTable tells whether two tables in CSV say the same, but for another order of summation.
func sameTable(a, b []byte) bool {
	x, err := csv.NewReader(bytes.NewReader(a)).ReadAll()
	y, err2 := csv.NewReader(bytes.NewReader(b)).ReadAll()
	return err == nil && err2 == nil && slices.EqualFunc(x, y, func(row, other []string) bool { return slices.EqualFunc(row, other, closeText) })
}

// cellsOf are means and reported numbers of a table of CSV by address, of rows that stand for one data set.
func cellsOf(data []byte) (map[string][2]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("no table in CSV: %w", err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	for _, name := range []string{"address", "dataset", "ours_mean", "published"} {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("there is no column %s", name)
		}
	}
	means := map[string][2]string{}
	for _, row := range rows[1:] {
		if mean := row[at["ours_mean"]]; mean != "" && row[at["dataset"]] != "" {
			means[row[at["address"]]] = [2]string{mean, row[at["published"]]}
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

// runs compares a list of runs with the one that specs and records give, but for times, machines and commands.
func (c *foreignCrate) runs(name string, data []byte, made [][]byte) error {
	theirs, err := runsIn(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ours := map[string]string{}
	for _, data := range made {
		all, err := runsIn(data)
		if err != nil {
			return err
		}
		maps.Copy(ours, all)
	}
	for at, one := range theirs {
		if ours[at] != one {
			c.findings.wrong("%s: %s is not as its record", name, at)
			continue
		}
		c.findings.Runs++
	}
	return nil
}

// runsIn are the runs of a list that ended, by replicate, address and key, with what they left.
func runsIn(data []byte) (map[string]string, error) {
	var units []Units
	if err := json.Unmarshal(data, &units); err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, u := range units {
		for _, r := range u.Runs {
			if r.Status != result.Pending {
				left := []any{u.Unit, r.Status, r.Reason, r.Metrics, r.Iterations, r.Stopped}
				all[fmt.Sprintf("replicate %d of %s, key %s,", r.Replicate, u.Address, r.Key)] = store.Canonical(left)
			}
		}
	}
	return all, nil
}
