package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports"
)

func smallSegments(t *testing.T, records int) {
	t.Helper()
	was := packRecords
	packRecords = records
	t.Cleanup(func() { packRecords = was })
}

func put(t *testing.T, st *Store, from, to int, change func(*Record)) {
	t.Helper()
	for i := from; i < to; i++ {
		rec := testRecord(fmt.Sprintf("k%04d", i))
		rec.Unit.Replicate = i
		rec.Provenance.Host = "n1"
		if change != nil {
			change(rec)
		}
		if err := st.Put(rec); err != nil {
			t.Fatal(err)
		}
	}
}

// contents is all that a store tells: keys, heads, records.
func contents(t *testing.T, st *Store) (all struct {
	Keys    []string
	Heads   []Head
	Records []*Record
}) {
	t.Helper()
	var err, err2 error
	all.Keys, err = st.Keys("test/table1")
	all.Heads, err2 = st.Heads("test/table1")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, key := range all.Keys {
		rec, ok := st.Get("test/table1", key)
		if !ok {
			t.Errorf("%s is listed and not there", key)
		}
		all.Records = append(all.Records, rec)
	}
	return all
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "test", "table1", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range found {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = string(data)
	}
	return all
}

func packs(t *testing.T, st *Store, want Packed) {
	t.Helper()
	got, err := st.Pack(context.Background())
	if err != nil || got != want {
		t.Errorf("Pack = %+v, %v, want %+v", got, err, want)
	}
}

// A packed store tells what it told before, to whoever had it open too, and takes more; unpacked it has the same bytes.
func TestPack(t *testing.T) {
	smallSegments(t, 10)
	dir := t.TempDir()
	st, reader := Open(dir, nil), Open(dir, func(w string) { t.Error("unexpected warning:", w) })
	put(t, st, 0, 24, nil)
	put(t, st, 24, 25, func(rec *Record) { rec.Status, rec.Reason = reports.Failed, "NaN" })
	before, bytesBefore := contents(t, reader), files(t, dir)
	packs(t, st, Packed{Records: 24, Segments: 3, Left: 1})
	for name, s := range map[string]*Store{"the one that packed": st, "another": reader, "a new one": Open(dir, nil)} {
		if diff := cmp.Diff(before, contents(t, s)); diff != "" {
			t.Errorf("%s sees another store:\n%s", name, diff)
		}
	}
	if left := files(t, dir); len(left) != 1 {
		t.Errorf("%d files are left, want that of the failed unit", len(left))
	}
	if c, err := st.Check(false); err != nil || c.Records != 25 || c.Failed != 1 || len(c.Damaged) > 0 {
		t.Errorf("Check = %+v, %v", c, err)
	}
	put(t, st, 24, 27, nil)                                                                 // the failed one, and two new ones
	put(t, st, 3, 4, func(rec *Record) { rec.Seconds = 7 })                                 // in a full segment already
	put(t, st, 22, 23, func(rec *Record) { rec.Metrics = map[string]float64{"purity": 1} }) // and in one that is packed again
	before = contents(t, reader)
	packs(t, st, Packed{Records: 8, Segments: 1})
	if diff := cmp.Diff(before, contents(t, Open(dir, nil))); diff != "" {
		t.Errorf("packed again it is another store:\n%s", diff)
	}
	packs(t, st, Packed{})
	for name := range bytesBefore {
		if name == "k0003.json" || name == "k0022.json" || name == "k0024.json" {
			delete(bytesBefore, name)
		}
	}
	if _, err := st.Unpack(); err != nil {
		t.Fatal(err)
	}
	after := files(t, dir)
	if diff := cmp.Diff(before, contents(t, reader)); diff != "" || len(after) != 27 {
		t.Errorf("unpacked it is another store of %d files:\n%s", len(after), diff)
	}
	for name, data := range bytesBefore {
		if after[name] != data {
			t.Errorf("%s has other bytes than before the pack", name)
		}
	}
}

// A pack that is killed loses nothing, wherever it was.
func TestPackKilled(t *testing.T) {
	const records = 400
	if dir := os.Getenv("NMFREPRO_TEST_PACK"); dir != "" { // the process that is killed
		packRecords = 10
		if _, err := Open(dir, nil).Pack(context.Background()); err != nil {
			t.Error(err)
		}
		return
	}
	dir := t.TempDir()
	put(t, Open(dir, nil), 0, records, nil)
	want := contents(t, Open(dir, nil))
	loose := func() int {
		names, _ := filepath.Glob(filepath.Join(dir, "test", "table1", "*.json"))
		return len(names)
	}
	for segments := 1; segments <= 3; segments++ {
		pack := exec.Command(os.Args[0], "-test.run=^TestPackKilled$")
		pack.Env = append(os.Environ(), "NMFREPRO_TEST_PACK="+dir)
		before := loose()
		if err := pack.Start(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if n := loose(); n <= before-10*segments || n == 0 {
				break
			}
		}
		if err := pack.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = pack.Wait()
		if left := loose(); left == 0 || left == before {
			t.Fatalf("killed with %d of %d files left: the test shows nothing", left, before)
		}
		if diff := cmp.Diff(want, contents(t, Open(dir, nil))); diff != "" {
			t.Errorf("another store:\n%s", diff)
		}
	}
	if _, err := Open(dir, nil).Pack(context.Background()); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, contents(t, Open(dir, nil))); diff != "" || loose() != 0 {
		t.Errorf("another store, or files are left:\n%s", diff)
	}
}

// Whoever reads while others pack and unpack finds every record.
func TestPackWhileRead(t *testing.T) {
	smallSegments(t, 16)
	dir := t.TempDir()
	st, reader := Open(dir, nil), Open(dir, func(w string) { t.Error("unexpected warning:", w) })
	put(t, st, 0, 100, nil)
	want := contents(t, reader)
	done := make(chan error, 1)
	go func() {
		for range 5 {
			if _, err := st.Pack(context.Background()); err != nil {
				done <- err
				return
			}
			if _, err := st.Unpack(); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for looks := 0; ; looks++ {
		for _, rec := range want.Records {
			if got, ok := reader.Get("test/table1", rec.Key); !ok || got.Unit.Replicate != rec.Unit.Replicate {
				t.Fatalf("look %d: %s is not there", looks, rec.Key)
			}
		}
		select {
		case err := <-done:
			if err != nil || looks == 0 {
				t.Errorf("%d looks, %v", looks, err)
			}
			return
		default:
		}
	}
}

// Damage in a segment costs the records that it hits, and a repair takes the segment apart.
func TestPackDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		damage         func([]byte) []byte
		found, damaged int
	}{
		"a record":       {func(b []byte) []byte { return bytes.Replace(b, []byte(`"purity":0.3`), []byte(`"purity":0.9`), 1) }, 8, 1},
		"its first line": {func(b []byte) []byte { return bytes.Replace(b, []byte(`k0004`), []byte(`k0009`), 1) }, 9, 1},
		"its end":        {func(b []byte) []byte { return b[:len(b)-40] }, 8, 1},
		"all":            {func([]byte) []byte { return []byte("<html>\n") }, 0, 1},
	} {
		dir := t.TempDir()
		put(t, Open(dir, nil), 0, 9, nil)
		packs(t, Open(dir, nil), Packed{Records: 9, Segments: 1})
		segments, _ := filepath.Glob(filepath.Join(dir, "test", "table1", packedFolder, "*.jsonl"))
		data, err := os.ReadFile(segments[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(segments[0], c.damage(data), 0o666); err != nil {
			t.Fatal(err)
		}
		var warnings []string
		st := Open(dir, func(w string) { warnings = append(warnings, w) })
		found := 0
		for i := range 9 {
			if _, ok := st.Get("test/table1", fmt.Sprintf("k%04d", i)); ok {
				found++
			}
		}
		if found != c.found || len(warnings) != 1 || !strings.Contains(warnings[0], "check --repair") {
			t.Errorf("%s: %d of 9 records are found, want %d; warnings %q", name, found, c.found, warnings)
		}
		if got, err := st.Check(true); err != nil || len(got.Damaged) != c.damaged {
			t.Errorf("%s: Check = %+v, %v, want %d damaged", name, got, err, c.damaged)
		}
		if got, err := Open(dir, nil).Check(false); err != nil || got.Records != c.found || len(got.Damaged) > 0 {
			t.Errorf("%s: repaired, Check = %+v, %v, want %d records", name, got, err, c.found)
		}
		if kept, err := os.ReadFile(filepath.Join(dir, "corrupt", filepath.Base(segments[0]))); err != nil || !bytes.Equal(kept, c.damage(data)) {
			t.Errorf("%s: the segment was not kept as it was: %v", name, err)
		}
	}
}
