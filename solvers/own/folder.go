package own

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"nmfrepro/solvers/build"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/files"
)

// RunFile describes a folder of results: what was done, and which files are its own.
const RunFile = "run.json"

// Folder is a folder of results. What its run.json lists is replaced; everything else in it is the user's.
type Folder struct {
	Path      string
	Overwrite bool // what the user put there under our names
	Inputs    *files.Inputs
}

// File is a file of a result.
type File = files.File

// ours are the names that results have; a run.json that lists others is believed in nothing.
var ours = regexp.MustCompile(`^(W|H|Basis|Embedding|usages|scores|spectra|W-all-features)\.(csv|npy)$|` +
	`^(labels|components|components-wide|trace|preparation|residuals|pooled|ranks)\.csv$|^(plots|consensus)\.(svg|png|pdf)$|^component-[0-9]+\.rnk$`)

// Check tells, before anything is computed, why files of these names cannot be written.
func (f Folder) Check(names []string) error {
	if f.Path == "" {
		return errors.New("--out is empty, want a folder")
	}
	if info, err := os.Stat(f.Path); err == nil && !info.IsDir() {
		return fmt.Errorf("--out %s is a file, want a folder", f.Path)
	}
	_, err := f.look(append(slices.Clone(names), RunFile))
	return err
}

// look returns the files of an earlier result that are as it left them, and refuses names that are taken by others.
func (f Folder) look(names []string) (earlier []string, err error) {
	known, listed, err := f.listed()
	if err != nil {
		return nil, err
	}
	var foreign []string
	for _, name := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(names, slices.Collect(maps.Keys(listed)))))) {
		path := filepath.Join(f.Path, name)
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.IsDir() && slices.Contains(names, name) {
			err = fmt.Errorf("%s is a folder, and a file of that name would be written; name another --out", path)
		}
		if err == nil {
			err = f.Inputs.Refuse(path)
		}
		if err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
		sum, ours := listed[name]
		switch {
		case name == RunFile && known:
		case ours && info.Mode().IsRegular() && (sum == "" || sum == sumOf(path)):
			earlier = append(earlier, name)
		case slices.Contains(names, name):
			foreign = append(foreign, name)
		}
	}
	if len(foreign) > 0 && !f.Overwrite {
		const most = 5
		text := strings.Join(foreign[:min(most, len(foreign))], ", ")
		if len(foreign) > most {
			text += fmt.Sprintf(", ... (%d)", len(foreign))
		}
		return nil, fmt.Errorf("--out %s holds files that this program did not leave there so: %s; name another folder, or replace them: "+
			"--overwrite", f.Path, text)
	}
	return earlier, nil
}

// listed returns the files, with their sums, that a run.json of ours lists, if there is one.
func (f Folder) listed() (known bool, files map[string]string, err error) {
	path := filepath.Join(f.Path, RunFile)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() > mostDescribed) {
		return false, nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return false, nil, err
	}
	var r begun
	if json.Unmarshal(data, &r) != nil || r.Program == "" {
		return false, nil, nil
	}
	maps.DeleteFunc(r.Files, func(name, _ string) bool { return !ours.MatchString(name) })
	return true, r.Files, nil
}

// sumOf returns the SHA-256 of a file, "unreadable" of one that cannot be read.
func sumOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return "unreadable"
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "unreadable"
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mostDescribed is more bytes than any run.json has.
const mostDescribed = 1 << 28

// Write puts the files of a result into the folder, and removes those of an earlier result that this one lacks. describe makes run.json
// from their names and sums. All are written aside and get their names together, under a lock, so that no folder mixes two results; a
// kill in between leaves a run.json that lists what may be there.
func (f Folder) Write(results []File, describe func(sums map[string]string) ([]byte, error)) error {
	if err := os.MkdirAll(f.Path, 0o777); err != nil {
		return err
	}
	sums := map[string]string{}
	for _, file := range results {
		sum := sha256.Sum256(file.Data)
		sums[file.Name] = hex.EncodeToString(sum[:])
	}
	description, err := describe(sums)
	if err != nil {
		return err
	}
	aside, err := files.Aside(f.Path, append(slices.Clone(results), File{Name: RunFile, Data: description}))
	if err != nil {
		return err
	}
	defer aside.Drop()
	unlock := files.LockFolder(f.Path)
	defer unlock()
	earlier, err := f.look(append(slices.Collect(maps.Keys(sums)), RunFile))
	if err != nil {
		return err
	}
	both := begun{Program: build.Here().Program, Status: unfinished, Files: map[string]string{}}
	for _, name := range append(slices.Collect(maps.Keys(sums)), earlier...) {
		both.Files[name] = "" // either of two
	}
	text, err := json.Marshal(both)
	if err != nil {
		return err
	}
	if err := files.WriteFile(filepath.Join(f.Path, RunFile), text, 0o666, ""); err != nil {
		return err
	}
	for _, name := range earlier {
		if _, again := sums[name]; !again {
			if err := os.Remove(filepath.Join(f.Path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return aside.Place() // run.json last
}

// unfinished is the status of a run.json whose files do not all have their names yet.
const unfinished = "unfinished"

// earlier describes the run whose results the folder holds, "" where there is none.
func (f Folder) earlier() string {
	var r struct {
		Program, Solver, Status string
		Rank                    int
	}
	data, err := os.ReadFile(filepath.Join(f.Path, RunFile))
	if err != nil || json.Unmarshal(data, &r) != nil || r.Program == "" || r.Status == unfinished {
		return ""
	}
	return fmt.Sprintf(", in place of %s at rank %d", r.Solver, r.Rank)
}

// begun is run.json while the other files get their names, and what every run.json has.
type begun struct {
	Program string            `json:"program"`
	Status  string            `json:"status"`
	Files   map[string]string `json:"files"` // and their SHA-256
}
