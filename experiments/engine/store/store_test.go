package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
)

func testRecord(key string) *Record {
	return &Record{
		Key:     key,
		Run:     Identity{Experiment: "test/table1", Dataset: "iris", Rank: 3, Method: "nmf", Metrics: []string{"purity"}},
		Status:  result.OK,
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
	got, ok := st.Get(Ref{"test/table1", "k1"})
	if !ok {
		t.Fatal("the record is not there")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, ok := st.Get(Ref{"test/table1", "k2"}); ok {
		t.Error("a record that was never put is there")
	}
}

// onlyLog is the path of the one log of test/table1.
func onlyLog(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "test", "table1", "*"+logEnding))
	if err != nil || len(found) != 1 {
		t.Fatalf("logs %q, %v, want one", found, err)
	}
	return found[0]
}

// put appends records k0000 and so on.
func put(t *testing.T, st *Store, from, to int, change func(*Record)) {
	t.Helper()
	for i := from; i < to; i++ {
		rec := testRecord(fmt.Sprintf("k%04d", i))
		rec.Run.Replicate = i
		rec.Provenance.Host = "n1"
		if change != nil {
			change(rec)
		}
		if err := st.put(rec, false); err != nil {
			t.Fatal(err)
		}
	}
}

// old gives a file the time of one that nothing writes to any more.
func old(t *testing.T, path string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// Whatever happens to a line, it is never trusted and never deleted, it costs its own record only, and its run counts as missing.
func TestStoreDamaged(t *testing.T) {
	replaced := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
	}
	for name, c := range map[string]struct {
		damage  func([]byte) []byte
		found   int // of 9 records
		damaged int // lines
	}{
		"a number edited": {replaced(`"purity":0.3`, `"purity":0.9`), 8, 1},
		"another key":     {replaced(`"key":"k0004"`, `"key":"k0014"`), 8, 1},
		"no JSON":         {replaced(`{"sha256":"`, `<html>404</html>`), 8, 1},
		"two lines joined": {func(b []byte) []byte {
			lines := bytes.SplitAfter(b, []byte("\n"))
			lines[3] = bytes.TrimSuffix(lines[3], []byte("\n"))
			return bytes.Join(lines, nil)
		}, 7, 1},
		"zeros":          {func(b []byte) []byte { clear(b[len(b)/2 : len(b)/2+20]); return b }, 8, 1},
		"its end cut":    {func(b []byte) []byte { return b[:len(b)-40] }, 8, 0}, // as by a kill
		"its newline":    {func(b []byte) []byte { return b[:len(b)-1] }, 8, 0},
		"its first line": {replaced(`{"nmfrepro_results":1`, `<"nmfrepro_results":9`), 9, 1},
		"another folder": {replaced(`"experiment":"test/table1"`, `"experiment":"test/table2"`), 9, 1},
		"empty":          {func([]byte) []byte { return nil }, 0, 0},
		"all":            {func([]byte) []byte { return []byte("<html>\n") }, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writer := Open(dir, nil)
			put(t, writer, 0, 9, nil)
			writer.locks.file.Close() // as when its process ends
			path := onlyLog(t, dir)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			bad := c.damage(bytes.Clone(data))
			if bytes.Equal(bad, data) {
				t.Fatal("the damage does nothing")
			}
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			old(t, path)
			var warnings []string
			st := Open(dir, func(w string) { warnings = append(warnings, w) })
			found := 0
			for i := range 20 {
				rec, ok := st.Get(Ref{"test/table1", fmt.Sprintf("k%04d", i)})
				if ok && (rec.Run.Replicate != i || rec.Metrics["purity"] != testRecord("").Metrics["purity"]) {
					t.Errorf("k%04d is the record of %d, %v", i, rec.Run.Replicate, rec.Metrics)
				}
				if ok {
					found++
				}
			}
			if found != c.found || len(warnings) != c.damaged || c.damaged > 0 && !strings.Contains(warnings[0], "check results --repair") {
				t.Errorf("%d of 9 records are found, want %d; warnings %q, want %d", found, c.found, warnings, c.damaged)
			}
			if got, err := Open(dir, nil).Check(false, nil); err != nil || len(got.Damaged) != c.damaged {
				t.Errorf("Check = %+v, %v, want %d damaged", got, err, c.damaged)
			}
			put(t, st, 4, 5, nil)
			st.locks.file.Close()
			if _, ok := Open(dir, nil).Get(Ref{"test/table1", "k0004"}); !ok {
				t.Error("a run that was computed again is not there")
			}
			if got, err := Open(dir, nil).Check(true, nil); err != nil || len(got.Damaged) != c.damaged {
				t.Errorf("Check = %+v, %v, want %d damaged", got, err, c.damaged)
			}
			if got, err := Open(dir, func(w string) { t.Error("after the repair:", w) }).Check(false, nil); err != nil || got.Records < c.found || len(got.Damaged) > 0 {
				t.Errorf("repaired, Check = %+v, %v, want %d records", got, err, c.found)
			}
			if kept, err := os.ReadFile(filepath.Join(dir, "corrupt", filepath.Base(path))); c.damaged > 0 && (err != nil || !bytes.Equal(kept, bad)) {
				t.Errorf("the damaged log was not kept as it was: %v", err)
			}
		})
	}
}

// A log that a process still writes to is not taken apart.
func TestRepairWhileWritten(t *testing.T) {
	dir := t.TempDir()
	st := Open(dir, nil)
	put(t, st, 0, 3, nil)
	path := onlyLog(t, dir)
	data, _ := os.ReadFile(path)
	if err := os.WriteFile(path, bytes.Replace(data, []byte("0.3"), []byte("0.4"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, nil).Check(true, nil); err == nil || !strings.Contains(err.Error(), "still runs") {
		t.Errorf("Check = %v, want an error that a process still runs", err)
	}
	put(t, st, 3, 4, nil)
	if _, ok := Open(dir, nil).Get(Ref{"test/table1", "k0003"}); !ok {
		t.Error("what was put afterwards is lost")
	}
}

// Every damaged log is kept, also those of one name.
func TestStoreKeepsEveryDamagedLog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "test", "table1", "a"+logEnding)
	for range 3 {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, nil).Check(true, nil); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(filepath.Join(dir, "corrupt"))
	if err != nil || len(files) != 3 {
		t.Errorf("%d files set aside (%v), want 3", len(files), err)
	}
}

// The last record that counts is the one that is found; a failed one only where there is no other. Nothing is overwritten.
func TestStoreLast(t *testing.T) {
	dir := t.TempDir()
	with := func(status result.Status, reason, digest string) *Record {
		rec := testRecord("k1")
		rec.Status, rec.Reason, rec.Provenance.Arch, rec.Provenance.Fingerprint = status, reason, "amd64/v1", Fingerprint{"solver nmf": digest}
		return rec
	}
	st := Open(dir, func(w string) { t.Error(w) })
	for i, c := range []struct {
		put  *Record
		want string // found by the build "a/a", by its reason
	}{
		{with(result.OK, "other build", "b/b"), ""},
		{with(result.Failed, "failed first", "a/a"), "failed first"},
		{with(result.Failed, "failed again", "a/a"), "failed again"},
		{with(result.OK, "done", "a/a"), "done"},
		{with(result.OK, "other build again", "b/b"), "done"},
		{with(result.Failed, "failed later", "a/a"), "done"},
	} {
		if err := st.Put(c.put); err != nil {
			t.Fatal(err)
		}
		for name, s := range map[string]*Store{"the one": st, "another": Open(dir, nil)} {
			rec, there := s.Get(sameBuild{with(result.OK, "", "a/a")})
			head, listed := HeadOf(s.Heads("test/table1")["k1"], sameBuild{with(result.OK, "", "a/a")})
			if there != (c.want != "") || there && rec.Reason != c.want || listed != there || head.Reason != c.want {
				t.Errorf("%d: %s has %v %+v, head %v %q, want %q", i, name, there, rec, listed, head.Reason, c.want)
			}
		}
	}
	if data, err := os.ReadFile(onlyLog(t, dir)); err != nil || bytes.Count(data, []byte("\n")) != 7 {
		t.Errorf("%d lines, %v, want 7", bytes.Count(data, []byte("\n")), err)
	}
}

// A log that a newer program has written is neither read nor repaired.
func TestStoreNewer(t *testing.T) {
	dir := t.TempDir()
	writer := Open(dir, nil)
	put(t, writer, 0, 3, nil)
	writer.locks.file.Close()
	path := onlyLog(t, dir)
	data, err := os.ReadFile(path)
	if err == nil {
		data = bytes.Replace(data, []byte(`"nmfrepro_results":1`), []byte(`"nmfrepro_results":9`), 1)
		err = os.WriteFile(path, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	var warnings []string
	st := Open(dir, func(w string) { warnings = append(warnings, w) })
	if keys := st.keys("test/table1"); len(keys) != 0 || len(warnings) != 1 || !strings.Contains(warnings[0], "found form 9, want 1: a newer program") {
		t.Errorf("keys %q, warnings %q, want none and one", keys, warnings)
	}
	if c, err := st.Check(true, nil); err == nil || len(c.Damaged) != 1 {
		t.Errorf("Check = %+v, %v, want an error", c, err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
		t.Errorf("the log is another: %v", err)
	}
}

// Records of a results folder of before are not read, and a warning says so once.
func TestStoreOlder(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "test", "table1")
	if err := os.MkdirAll(filepath.Join(folder, "packed"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"k1.json", "k2.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("{}"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var warnings []string
	st := Open(dir, func(w string) { warnings = append(warnings, w) })
	for range 3 {
		if _, ok := st.Get(Ref{"test/table1", "k1"}); ok {
			t.Fatal("it was taken for a record")
		}
		st.lookAgain()
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "3 files of results in an older form") {
		t.Errorf("warnings %q, want one of 3 files", warnings)
	}
}

// A log that is cut anywhere, as a kill cuts it, has the records of its whole lines, and the next process goes on beside it.
func TestStoreCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	put(t, Open(dir, nil), 0, 3, nil)
	data, err := os.ReadFile(onlyLog(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	for end := range len(data) + 1 {
		if around := data[max(0, end-2):min(len(data), end+2)]; end%16 > 0 && !bytes.Contains(around, []byte("\n")) {
			continue
		}
		dir := t.TempDir()
		folder := filepath.Join(dir, "test", "table1")
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "a"+logEnding), data[:end], 0o666); err != nil {
			t.Fatal(err)
		}
		st := Open(dir, func(w string) { t.Errorf("cut at %d: %s", end, w) })
		want := max(0, bytes.Count(data[:end], []byte("\n"))-1)
		if keys := st.keys("test/table1"); len(keys) != want {
			t.Fatalf("cut at %d: keys %q, want %d", end, keys, want)
		}
		if end%160 == 0 {
			put(t, st, 0, 3, nil)
			if c, err := Open(dir, nil).Check(false, nil); err != nil || c.Records != want+3 || len(c.Damaged) > 0 {
				t.Fatalf("cut at %d: Check = %+v, %v, want %d records", end, c, err, want+3)
			}
		}
	}
}

// A reader sees what others append meanwhile, line by line, and never half a record.
func TestStoreWhileWritten(t *testing.T) {
	dir := t.TempDir()
	reader := Open(dir, func(w string) { t.Error(w) })
	const writers, each = 4, 60
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			st := Open(dir, func(w string) { t.Error(w) })
			put(t, st, w*each, (w+1)*each, nil)
		})
	}
	done := make(chan bool)
	go func() { wait.Wait(); close(done) }()
	for last, ended := 0, false; ; {
		reader.lookAgain()
		keys := reader.keys("test/table1")
		for _, key := range keys {
			if _, ok := reader.Get(Ref{"test/table1", key}); !ok {
				t.Fatalf("%s is listed and not there", key)
			}
		}
		if len(keys) < last {
			t.Fatalf("%d keys after %d", len(keys), last)
		}
		if last = len(keys); ended {
			break
		}
		select {
		case <-done:
			ended = true
		default:
		}
	}
	if keys := reader.keys("test/table1"); len(keys) != writers*each {
		t.Errorf("%d records, want %d", len(keys), writers*each)
	}
}

// A record that cannot be written whole leaves nothing, and the next one is found.
func TestStoreFull(t *testing.T) {
	dir := t.TempDir()
	st := Open(dir, nil)
	put(t, st, 0, 2, nil)
	l := st.logs("test/table1")
	l.out.Close() // every write fails, as on a full disk
	if err := st.Put(testRecord("k9")); err == nil || !strings.Contains(err.Error(), "earlier results are intact") {
		t.Errorf("Put = %v, want an error", err)
	}
	put(t, st, 2, 3, nil)
	if c, err := Open(dir, nil).Check(false, nil); err != nil || c.Records != 3 || len(c.Damaged) > 0 {
		t.Errorf("Check = %+v, %v, want 3 records", c, err)
	}
	if err := st.Put(testRecord("k0")); err != nil {
		t.Error(err)
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

// unusual makes what may stand in a log's place.
var unusual = map[string]func(path string) error{
	"a link":   func(path string) error { return os.Symlink("/dev/zero", path) },
	"a pipe":   makePipe,
	"a folder": func(path string) error { return os.Mkdir(path, 0o777) },
}

// Whatever a log's name points to is read only if it is an ordinary file; the rest is told of once.
func TestStoreReadsOrdinaryFilesOnly(t *testing.T) {
	for name, place := range unusual {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var warnings []string
			st := Open(dir, func(w string) { warnings = append(warnings, w) })
			path := filepath.Join(dir, "test", "table1", "k1"+logEnding)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := place(path); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if heads := st.Heads("test/table1"); len(heads) != 0 {
					t.Errorf("heads %v, want none", heads)
				}
				st.lookAgain()
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0], name) {
				t.Errorf("warnings %q, want one that names %s", warnings, name)
			}
			if err := st.Put(testRecord("k1")); err != nil {
				t.Fatal(err)
			}
			if _, ok := st.Get(Ref{"test/table1", "k1"}); !ok {
				t.Error("the run's new record is not there")
			}
			if c, err := Open(dir, nil).Check(true, nil); err != nil || len(c.Damaged) != 1 || c.Records != 1 {
				t.Errorf("Check = %+v, %v, want one record and one damage", c, err)
			}
			if _, err := os.Lstat(filepath.Join(dir, "corrupt", "k1"+logEnding)); err != nil {
				t.Error("it was not set aside:", err)
			}
		})
	}
}

// A line without end does not exhaust memory.
func TestStoreEndlessLine(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "test", "table1", "a"+logEnding)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(f.Truncate(5<<30), f.Close()) // sparse
	}
	if err != nil {
		t.Fatal(err)
	}
	old(t, path)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if keys := Open(dir, nil).keys("test/table1"); len(keys) != 0 {
		t.Errorf("keys %q, want none", keys)
	}
	if c, err := Open(dir, nil).Check(true, nil); err != nil || len(c.Damaged) != 1 {
		t.Errorf("Check = %+v, %v, want one damage", c, err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 2<<30 {
		t.Errorf("%d MB were asked for", got>>20)
	}
}

// What planning wants of a record is what the record says.
func TestStoreHeads(t *testing.T) {
	st := Open(t.TempDir(), func(w string) { t.Error(w) })
	rec := testRecord("k2")
	rec.Status, rec.Reason, rec.CoreSeconds, rec.Provenance.Host = result.Failed, `a ,"trace":[ of it`, 2.5, "n1"
	rec.Run.Vary, rec.Run.Stop.Iterations, rec.Run.Replicate = map[string]string{"a": "1"}, 100, 4
	rec.Outputs = map[string]Array{"basis": {1, 1, []float64{1}}}
	rec.Provenance.Fingerprint = Fingerprint{"solver nmf": "a/b"}
	for _, r := range []*Record{rec, testRecord("k1")} {
		if err := st.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	heads := st.Heads("test/table1")
	if len(heads) != 2 || len(heads["k1"]) != 1 || heads["k1"][0].Status != result.OK {
		t.Fatalf("%+v", heads)
	}
	rec.Run.Metrics = nil // and what else names no run
	want := []Head{{Key: "k2", Run: rec.Run, Status: result.Failed, Reason: rec.Reason, CoreSeconds: 2.5, Provenance: rec.Provenance}}
	if diff := cmp.Diff(want, heads["k2"]); diff != "" {
		t.Error(diff)
	}
}

// Two folders are joined: equal runs are one, those of another build stay beside each other, unequal ones are told of.
func TestMerge(t *testing.T) {
	from, into := t.TempDir(), t.TempDir()
	build := func(digest string) func(*Record) {
		return func(rec *Record) {
			rec.Provenance.Arch, rec.Provenance.Fingerprint = "amd64/v1", Fingerprint{"solver nmf": digest}
		}
	}
	a, b := Open(into, nil), Open(from, nil)
	put(t, a, 0, 4, build("a/a"))
	put(t, b, 2, 4, build("a/a"))
	put(t, b, 3, 6, build("b/b"))
	put(t, b, 0, 1, func(rec *Record) { build("a/a")(rec); rec.Metrics = map[string]float64{"purity": 1} })
	put(t, b, 1, 2, func(rec *Record) { build("a/a")(rec); rec.Status = result.Failed })
	m, err := a.Merge(from)
	if err != nil || m.New != 3 || m.Equal != 2 || len(m.Unequal) != 2 || len(m.Damaged) != 0 {
		t.Errorf("Merge = %+v, %v, want 3 new, 2 equal, 2 unequal", m, err)
	}
	for key, want := range map[string]int{"k0003": 2, "k0004": 1, "k0000": 1} {
		if heads := Open(into, nil).Heads("test/table1")[key]; len(heads) != want {
			t.Errorf("%d records of %s, want %d", len(heads), key, want)
		}
	}
	if m, err = a.Merge(from); err != nil || m.New != 0 || m.Equal != 5 {
		t.Errorf("again Merge = %+v, %v, want 5 equal", m, err)
	}
	c, err := a.Compare(b)
	if err != nil || c.Unequal != 2 || c.Equal == 0 || len(c.Cells) != 1 {
		t.Errorf("Compare = %+v, %v", c, err)
	}
}

// A metric that is null is damage in a log and in an archive, and not 0.
func TestNullMetric(t *testing.T) {
	if name := without([]byte(`{"metrics":{"acc":0.5,"nmi":null},"trace":null}`)); name != "nmi" {
		t.Errorf("the metric %q", name)
	}
	body := []byte(`{"key":"k","unit":{},"metrics":{"acc":null}}`)
	if _, err := parse(slices.Concat([]byte(lineBegin+sumOf(body)+lineMiddle), body, []byte("}\n"))); err == nil || !strings.Contains(err.Error(), "metric acc is null") {
		t.Error(err)
	}
	if _, err := (head{Origins: []Provenance{{}}}).record(body, 1); err == nil || !strings.Contains(err.Error(), "metric acc is null") {
		t.Error(err)
	}
}
