package store

import (
	"bytes"
	"testing"
)

// What is taken for a record is written again as it was read; a head of it agrees, and nothing else does harm.
func FuzzRecord(f *testing.F) {
	line, err := testRecord("k1").line()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add(bytes.ReplaceAll(line, []byte("purity"), []byte(`,\"trace\":[`)))
	f.Fuzz(func(t *testing.T, line []byte) {
		if _, ok := keyOfLine(line); ok {
			headOf(line)
		}
		rec, err := parse(line)
		if err != nil {
			return
		}
		again, err := rec.line()
		if err != nil {
			t.Fatal(err)
		}
		same, err := parse(again)
		if err != nil || Canonical(same) != Canonical(rec) {
			t.Fatalf("%v: %s\nwant %s", err, Canonical(same), Canonical(rec))
		}
		if h := headOf(again); h == nil || h.Key != rec.Key || h.Run.Method != rec.Run.Method || h.Status != rec.Status {
			t.Fatalf("head %+v of %s", h, Canonical(rec))
		}
	})
}

// What is taken for an archive is written again as it was read.
func FuzzArchive(f *testing.F) {
	_, data, err := NewArchive("test", nil, []*Record{testRecord("k1"), testRecord("k2")})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := DecodeArchive(data)
		if err != nil {
			return
		}
		records, err := a.Records()
		if err != nil {
			return
		}
		if b, _, err := NewArchive(a.Paper, a.Experiments, records); err != nil || b.Len() != a.Len() {
			t.Fatalf("%d records: %v", a.Len(), err)
		}
	})
}
