package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports"
)

func testRecord(key string) *Record {
	return &Record{
		Key:     key,
		Unit:    Unit{Experiment: "test/table1", Dataset: "iris", Rank: 3, Method: "nmf", Metrics: []string{"purity"}},
		Status:  reports.OK,
		Metrics: map[string]float64{"purity": 0.1 + 0.2},
		Trace:   []Point{{Iteration: 0, Objective: 1e300}, {Iteration: 1, Objective: 5e-324}},
	}
}

func TestStoreRoundTrip(t *testing.T) {
	st := Open(t.TempDir(), func(w string) { t.Error("unexpected warning:", w) })
	want := testRecord("k1")
	if err := st.Put(want); err != nil {
		t.Fatal(err)
	}
	got, ok := st.Get("test/table1", "k1")
	if !ok {
		t.Fatal("the record is not there")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, ok := st.Get("test/table1", "k2"); ok {
		t.Error("a record that was never put is there")
	}
}

// Whatever happens to a record's file, it is never trusted, never deleted, and its unit counts as missing.
func TestStoreSetsCorruptRecordsAside(t *testing.T) {
	damage := map[string]func([]byte) []byte{
		"empty":      func([]byte) []byte { return nil },
		"truncated":  func(b []byte) []byte { return b[:len(b)/2] },
		"edited":     func(b []byte) []byte { return []byte(strings.Replace(string(b), `"purity": 0.3`, `"purity": 0.9`, 1)) },
		"not JSON":   func([]byte) []byte { return []byte("<html>404</html>") },
		"other key":  func(b []byte) []byte { return b },
		"other JSON": func([]byte) []byte { return []byte(`{"sha256":"","record":{}}`) },
	}
	for name, f := range damage {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var warnings []string
			st := Open(dir, func(w string) { warnings = append(warnings, w) })
			if err := st.Put(testRecord("k1")); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "test", "table1", "k1.json")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			bad := f(data)
			if name == "other key" {
				os.Remove(path)
				path = filepath.Join(dir, "test", "table1", "k2.json")
			} else if string(bad) == string(data) {
				t.Fatal("the damage does nothing")
			}
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			key := strings.TrimSuffix(filepath.Base(path), ".json")
			for range 2 { // the second time there is nothing to set aside
				if _, ok := st.Get("test/table1", key); ok {
					t.Fatal("a damaged record was trusted")
				}
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0], "set aside") {
				t.Errorf("warnings = %q, want one that says it was set aside", warnings)
			}
			kept, err := os.ReadFile(filepath.Join(dir, "corrupt", filepath.Base(path)))
			if err != nil || string(kept) != string(bad) {
				t.Errorf("the damaged file was not kept as it was: %v", err)
			}
		})
	}
}

func TestStoreKeepsEveryCorruptFile(t *testing.T) {
	dir := t.TempDir()
	st := Open(dir, nil)
	path := filepath.Join(dir, "test", "table1", "k1.json")
	for range 3 {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
		st.Get("test/table1", "k1")
	}
	files, err := os.ReadDir(filepath.Join(dir, "corrupt"))
	if err != nil || len(files) != 3 {
		t.Errorf("%d files set aside (%v), want 3", len(files), err)
	}
}

func TestStoreUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	st := Open(filepath.Join(file, "results"), nil) // below a file nothing can be made, even by root
	if err := st.CheckWritable(); err == nil || !strings.Contains(err.Error(), "--results") {
		t.Errorf("CheckWritable = %v, want an error that names --results", err)
	}
	if err := st.Put(testRecord("k1")); err == nil {
		t.Error("Put into a folder that cannot be made returned no error")
	}
}

// unusual makes what may stand in a record's place.
var unusual = map[string]func(path string) error{
	"a link":      func(path string) error { return os.Symlink("/dev/zero", path) },
	"a pipe":      makePipe,
	"a folder":    func(path string) error { return os.Mkdir(path, 0o777) },
	"not a whole": func(path string) error { return os.WriteFile(path, nil, 0o666) },
	"5120 MB": func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Truncate(5 << 30) // sparse
	},
}

// Whatever a record's name points to is read only if it is an ordinary file of bounded size; the rest is set aside at once.
func TestStoreReadsOrdinaryFilesOnly(t *testing.T) {
	for name, place := range unusual {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var warnings []string
			st := Open(dir, func(w string) { warnings = append(warnings, w) })
			if err := os.MkdirAll(filepath.Join(dir, "test", "table1"), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := place(filepath.Join(dir, "test", "table1", "k1.json")); err != nil {
				t.Fatal(err)
			}
			if heads, err := st.Heads("test/table1"); err != nil || len(heads) != 0 {
				t.Errorf("heads %v, %v, want none", heads, err)
			}
			for range 2 {
				if _, ok := st.Get("test/table1", "k1"); ok {
					t.Fatal("it was taken for a record")
				}
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0], name) || !strings.Contains(warnings[0], "set aside") {
				t.Errorf("warnings %q, want one that names %s", warnings, name)
			}
			if err := st.Put(testRecord("k1")); err != nil {
				t.Fatal(err)
			}
			if _, ok := st.Get("test/table1", "k1"); !ok {
				t.Error("the unit's new record is not there")
			}
		})
	}
}

// What planning wants of a record is what the record says, new fields and old ones.
func TestStoreHeads(t *testing.T) {
	st := Open(t.TempDir(), func(w string) { t.Error(w) })
	rec := testRecord("k2")
	rec.Status, rec.Reason, rec.CoreSeconds, rec.Provenance.Host = reports.Failed, "diverged", 2.5, "n1"
	rec.Unit.Vary, rec.Unit.Stop.Iterations, rec.Unit.Replicate = map[string]string{"a": "1"}, 100, 4
	for _, r := range []*Record{rec, testRecord("k1")} {
		if err := st.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	heads, err := st.Heads("test/table1")
	if err != nil || len(heads) != 2 || heads[0].Key != "k1" || heads[0].Status != reports.OK {
		t.Fatalf("%+v, %v", heads, err)
	}
	want := Head{Key: "k2", Status: reports.Failed, Reason: "diverged", CoreSeconds: 2.5, Host: "n1"}
	want.Unit = Unit{Experiment: "test/table1", Dataset: "iris", Rank: 3, Method: "nmf", Vary: rec.Unit.Vary, Replicate: 4, Stop: Stop{Iterations: 100}}
	if diff := cmp.Diff(want, heads[1]); diff != "" {
		t.Error(diff)
	}
}

// A large folder is read once; after that, what is new, changed or gone since is seen nevertheless.
func TestStoreIndex(t *testing.T) {
	dir := t.TempDir()
	st := Open(dir, func(w string) { t.Error(w) })
	rec := testRecord("")
	if err := os.MkdirAll(filepath.Join(dir, "test", "table1"), 0o777); err != nil {
		t.Fatal(err)
	}
	path := func(key string) string { return filepath.Join(dir, "test", "table1", key+".json") }
	write := func(key string) {
		t.Helper()
		rec.Key = key
		data, err := encodeRecord(rec)
		if err == nil {
			err = os.WriteFile(path(key), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range indexFrom {
		write(fmt.Sprintf("k%04d", i))
	}
	before, err := st.Heads("test/table1")
	if err != nil || len(before) != indexFrom {
		t.Fatalf("%d heads, %v", len(before), err)
	}
	if again, err := st.Heads("test/table1"); err != nil || !cmp.Equal(again, before) {
		t.Errorf("another answer with the index: %v", err)
	}
	if len(st.index("test/table1").Heads) != indexFrom {
		t.Error("no index was left")
	}
	os.Remove(path("k0000"))
	rec.Status, rec.Reason = reports.Failed, "diverged"
	write("k0001")
	write("new")
	after, err := st.Heads("test/table1")
	if err != nil || len(after) != indexFrom || after[0].Key != "k0001" || after[0].Status != reports.Failed || after[len(after)-1].Key != "new" {
		t.Errorf("%d heads, first %+v, %v", len(after), after[0], err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".agreed", indexName("test/table1")), []byte("no index"), 0o666); err != nil {
		t.Fatal(err)
	}
	if again, err := st.Heads("test/table1"); err != nil || !cmp.Equal(again, after) {
		t.Errorf("another answer without an index that can be read: %v", err)
	}
}
