package store

import (
	"bytes"
	"testing"
)

// What is taken for a record is written again as it was read; a head of it agrees, and nothing else does harm.
func FuzzRecord(f *testing.F) {
	data, err := encodeRecord(testRecord("k1"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(bytes.ReplaceAll(data, []byte("\n"), nil))
	f.Add([]byte(`{"sha256": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", "record": {}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		excerpt(data)
		rec, err := decodeRecord(data)
		if err != nil {
			return
		}
		again, err := encodeRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		same, err := decodeRecord(again)
		if err != nil || Canonical(same) != Canonical(rec) {
			t.Fatalf("%v: %s\nwant %s", err, Canonical(same), Canonical(rec))
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
