package matfile

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScipyInstalled compares with the scipy of this machine, on its own test files and on the data sets at hand. Where there
// is none, TestScipyFiles has what scipy 1.10.1 read.
func TestScipyInstalled(t *testing.T) {
	python, folder := findScipy()
	if python == "" {
		t.Log("no python3 with scipy here: only the golden files of scipy 1.10.1 were compared")
		return
	}
	paths, err := filepath.Glob(filepath.Join(folder, "tests", "data", "*.mat"))
	if err != nil {
		t.Fatal(err)
	}
	own := len(paths)
	if data := os.Getenv("NMFREPRO_DATA"); data != "" {
		filepath.WalkDir(data, func(path string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".mat") {
				paths = append(paths, path)
			}
			return nil
		})
	}
	if len(paths) == 0 {
		t.Logf("%s has scipy without its test files, and there is no data: nothing to compare", python)
		return
	}
	out, err := exec.Command(python, append([]string{filepath.Join("testdata", "dump.py")}, paths...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]golden{}
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, path := range paths {
		name := filepath.Base(path)
		w, ok := want[name]
		if !ok {
			t.Errorf("scipy said nothing of %s", path)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		arrays, err := readAll(data, path)
		_, differ := differs[name]
		switch {
		case errors.Is(err, ErrVersion), differ && err == nil, strings.Contains(name, "hdf5") && err == nil:
		case w.Error != "":
			if err == nil {
				t.Errorf("%s was read, scipy says %s", path, w.Error)
			}
		case err != nil:
			t.Error(err)
		default:
			compared++
			compareAll(t, path, arrays, w.Vars)
		}
	}
	t.Logf("%d of scipy's files and %d of data; %d compared in full", own, len(paths)-own, compared)
}

// findScipy returns a python3 that has scipy, and the folder of scipy.io.matlab; "" where there is none.
func findScipy() (python, folder string) {
	for _, p := range []string{"python3", "/usr/bin/python3"} {
		out, err := exec.Command(p, "-c", "import os, scipy.io.matlab as m; print(os.path.dirname(m.__file__))").Output()
		if err == nil {
			return p, strings.TrimSpace(string(out))
		}
	}
	return "", ""
}
