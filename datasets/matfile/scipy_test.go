package matfile

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// golden is what scipy read (testdata/dump.py).
type golden struct {
	Error string
	Vars  map[string]goldenArray
}

type goldenArray struct {
	Kind         string
	Dims         []int
	Re, Im       json.RawMessage // a list of numbers as text, or one SHA-256
	Rows, Starts []int
	Fields       []string
	Cells        []goldenArray
}

func readGolden(t *testing.T, name string) map[string]golden {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]golden{}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// scipyFiles returns the .mat files of scipy's tests.
func scipyFiles(t testing.TB) map[string][]byte {
	t.Helper()
	return zipFiles(t, "scipy.zip")
}

func zipFiles(t testing.TB, name string) map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if out[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	return out
}

// differs are files that both read, and what scipy makes of them.
var differs = map[string]string{
	"test_empty_struct.mat":          "a struct without fields is an array of None there",
	"nasty_duplicate_fieldnames.mat": "fields of one name are renamed there",
	"bad_miutf8_array_name.mat":      "a name in UTF-8 beyond ASCII is refused there",
}

func TestScipyFiles(t *testing.T) {
	want := readGolden(t, "scipy.json")
	files := scipyFiles(t)
	if len(files) < 100 || len(files) != len(want) {
		t.Fatalf("%d files, %d of them golden", len(files), len(want))
	}
	old := 0
	for name, data := range files {
		arrays, err := readAll(data, name)
		if errors.Is(err, ErrVersion) {
			old++
			if !strings.Contains(name, "_4") && !strings.Contains(name, "mat4") {
				t.Errorf("%v", err)
			}
			continue
		}
		if _, ok := differs[name]; (ok || strings.Contains(name, "hdf5")) && err == nil { // TestVersion73 has the latter
			continue
		}
		if want[name].Error != "" {
			if err == nil {
				t.Errorf("%s was read, scipy says %s", name, want[name].Error)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		compareAll(t, name, arrays, want[name].Vars)
	}
	if old != 12 { // ten of MATLAB 4.2, testvec_4 and test_mat4 of version 4
		t.Errorf("%d files of other versions", old)
	}
}

// TestRealFiles compares the data sets of the papers where they are at hand, and that the golden file lists them all.
func TestRealFiles(t *testing.T) {
	want := readGolden(t, "real.json")
	if len(want) != 10 {
		t.Errorf("%d golden files, want 10", len(want))
	}
	folder := os.Getenv("NMFREPRO_DATA")
	if folder == "" {
		return
	}
	seen := 0
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		g, ok := want[filepath.Base(path)]
		if err != nil || !ok {
			return err
		}
		seen++
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		arrays, err := readAll(data, path)
		if err != nil {
			t.Error(err)
			return nil
		}
		compareAll(t, path, arrays, g.Vars)
		return nil
	})
	if seen == 0 {
		t.Errorf("no .mat file in %s", folder)
	}
}

func readAll(data []byte, name string) (map[string]*Array, error) {
	f, err := Open(bytes.NewReader(data), int64(len(data)), name)
	if err != nil {
		return nil, err
	}
	out := map[string]*Array{}
	for _, v := range f.Vars {
		if out[v.Name], err = f.Read(v.Name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func compareAll(t *testing.T, file string, got map[string]*Array, want map[string]goldenArray) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d variables, want %d", file, len(got), len(want))
	}
	for name, w := range want {
		a, ok := got[name]
		if !ok {
			t.Errorf("%s: no variable %s", file, name)
			continue
		}
		if err := compare(a, w); err != nil {
			t.Errorf("%s: %s: %v", file, name, err)
		}
	}
}

func compare(a *Array, w goldenArray) error {
	if w.Kind == "skipped" {
		if a.Skipped || len(a.Real) == 0 { // scipy keeps a placeholder for what has no value
			return nil
		}
		return fmt.Errorf("read a %s, scipy skips it", a.Class)
	}
	kinds := map[Class]string{Cell: "cell", Struct: "struct", Object: "struct", Char: "char", Sparse: "sparse"}
	kind, ok := kinds[a.Class]
	if !ok {
		kind = "numeric"
	}
	if kind != w.Kind {
		return fmt.Errorf("%s, want %s", kind, w.Kind)
	}
	if !slices.Equal(a.Dims, w.Dims) || !slices.Equal(a.Fields, w.Fields) || len(a.Cells) != len(w.Cells) {
		return fmt.Errorf("dimensions %v, fields %v, %d cells; want %v, %v, %d", a.Dims, a.Fields, len(a.Cells), w.Dims, w.Fields, len(w.Cells))
	}
	if kind == "sparse" {
		if err := compareSparse(a, w); err != nil {
			return err
		}
	}
	if err := compareNumbers(a.Real, w.Re); err != nil {
		return fmt.Errorf("real part: %w", err)
	}
	if err := compareNumbers(a.Imag, w.Im); err != nil {
		return fmt.Errorf("imaginary part: %w", err)
	}
	for i, c := range w.Cells {
		if err := compare(a.Cells[i], c); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
	}
	return nil
}

func compareSparse(a *Array, w goldenArray) error {
	if !slices.Equal(a.Row, w.Rows) {
		return fmt.Errorf("rows %v, want %v", a.Row, w.Rows)
	}
	for k, j := range a.Col {
		if k < w.Starts[j] || k >= w.Starts[j+1] {
			return fmt.Errorf("entry %d is in column %d, want starts %v", k, j, w.Starts)
		}
	}
	return nil
}

func compareNumbers(got []float64, want json.RawMessage) error {
	if len(want) == 0 {
		if len(got) != 0 {
			return fmt.Errorf("%d values, want none", len(got))
		}
		return nil
	}
	var sum string
	if json.Unmarshal(want, &sum) == nil {
		raw := make([]byte, 0, 8*len(got))
		for _, v := range got {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v+0)) // -0 + 0 = 0, as in dump.py
		}
		if s := sha256.Sum256(raw); hex.EncodeToString(s[:]) != sum {
			return fmt.Errorf("%d values with another sum", len(got))
		}
		return nil
	}
	var list []string
	if err := json.Unmarshal(want, &list); err != nil {
		return err
	}
	if len(list) != len(got) {
		return fmt.Errorf("%d values, want %d", len(got), len(list))
	}
	for i, text := range list {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || v != got[i] && !(math.IsNaN(v) && math.IsNaN(got[i])) {
			return fmt.Errorf("value %d is %v, want %s", i+1, got[i], text)
		}
	}
	return nil
}
