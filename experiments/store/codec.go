package store

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// format is raised when a line changes its meaning.
const format = 1

// most bounds what is read of a file: far beyond any archive, far below what a forged one may expand to.
const most = 1 << 28

// encode writes an archive. The order of records and experiments does not matter.
func encode(paper string, experiments []Experiment, records []*Record) ([]byte, error) {
	records = slices.SortedFunc(slices.Values(records), before)
	experiments = slices.SortedFunc(slices.Values(experiments), func(x, y Experiment) int { return strings.Compare(x.Address, y.Address) })
	all, place := origins(records)

	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head{format, paper, experiments, len(records), all}); err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	for _, rec := range records {
		if err := enc.Encode(newLine(rec, place[Canonical(originOf(rec))])); err != nil {
			return nil, fmt.Errorf("archive: %s: %w", rec.Key, err)
		}
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression) // no name and no time in its head: the same bytes again
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	_, err = plain.WriteTo(z)
	err = errors.Join(err, z.Close()) // into memory: neither fails
	return packed.Bytes(), err
}

// DecodeArchive reads an archive, whole or not at all. Its records are decoded later, each when it is asked for.
func DecodeArchive(data []byte) (*Archive, error) {
	plain, err := expand(data)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	first, rest, _ := bytes.Cut(plain, []byte("\n"))
	var h head
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, fmt.Errorf("archive: head: %w", err)
	}
	if h.Format != format {
		return nil, fmt.Errorf("archive: format %d, want %d", h.Format, format)
	}
	lines := slices.Collect(bytes.Lines(rest))
	if len(lines) != h.Records {
		return nil, fmt.Errorf("archive: %s: %d records, the head says %d", h.Paper, len(lines), h.Records)
	}
	a := &Archive{Paper: h.Paper, Experiments: h.Experiments, records: make([]archived, 0, h.Records), byKey: make(map[string]int, h.Records)}
	for i, text := range lines {
		n := i + 1
		key, ok := keyIn(text)
		if !ok {
			return nil, fmt.Errorf("archive: %s: record %d does not begin with its key", h.Paper, n)
		}
		if err := a.add(key, func() (*Record, error) { return h.record(text, n) }); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// expand undoes the compression. The end of the file says how long the text is, which saves its growing; a forged end costs no
// more memory than such a file can hold.
func expand(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	const densest = 1032 // bytes for one of deflate
	size := min(int(binary.LittleEndian.Uint32(data[len(data)-4:])), densest*len(data), most)
	plain := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err = plain.ReadFrom(io.LimitReader(z, most))
	return plain.Bytes(), err
}

// keyIn is the key of a line, its first field.
func keyIn(text []byte) (key string, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte(`{"key":"`))
	value, _, ended := bytes.Cut(rest, []byte(`"`))
	return string(value), ok && ended
}

// record decodes line n of an archive.
func (h head) record(text []byte, n int) (*Record, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("archive: %s: record %d: %w", h.Paper, n, err)
	}
	if l.Origin < 0 || l.Origin >= len(h.Origins) {
		return nil, fmt.Errorf("archive: %s: record %s has origin %d of %d", h.Paper, l.Key, l.Origin, len(h.Origins))
	}
	return l.record(h.Origins), nil
}

// NewArchive makes an archive of records, as DecodeArchive gives it, and its file.
func NewArchive(paper string, experiments []Experiment, records []*Record) (*Archive, []byte, error) {
	data, err := encode(paper, experiments, records)
	if err != nil {
		return nil, nil, err
	}
	a, err := DecodeArchive(data)
	return a, data, err
}

// Canonical is a value as JSON with one text for equal values: Go writes the keys of maps sorted, and numbers so short that they
// are read back.
func Canonical(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("store: " + err.Error()) // records came from JSON, units hold plain values
	}
	return string(b)
}
