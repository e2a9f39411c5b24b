package store

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/reports"
)

// format is raised when a line changes its meaning.
const format = 1

// most bounds what is read of a file: far beyond any archive, far below what a forged one may expand to.
const most = 1 << 28

// Encode writes the archive. The order of records and experiments does not matter.
func (a *Archive) Encode() ([]byte, error) {
	records := slices.Clone(a.Records)
	slices.SortFunc(records, before)
	experiments := slices.Clone(a.Experiments)
	slices.SortFunc(experiments, func(x, y Experiment) int { return strings.Compare(x.Address, y.Address) })
	all, place := origins(records)

	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head{format, a.Paper, experiments, len(records), all}); err != nil {
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

// DecodeArchive reads an archive, whole or not at all.
func DecodeArchive(data []byte) (*Archive, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	plain, err := io.ReadAll(io.LimitReader(z, most))
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	lines := bytes.Split(bytes.TrimSuffix(plain, []byte("\n")), []byte("\n"))
	var h head
	if err := json.Unmarshal(lines[0], &h); err != nil {
		return nil, fmt.Errorf("archive: head: %w", err)
	}
	lines = lines[1:]
	if h.Format != format {
		return nil, fmt.Errorf("archive: format %d, want %d", h.Format, format)
	}
	if len(lines) != h.Records {
		return nil, fmt.Errorf("archive: %s: %d records, the head says %d", h.Paper, len(lines), h.Records)
	}
	a := &Archive{Paper: h.Paper, Experiments: h.Experiments, Records: make([]Record, len(lines))}
	errs := make([]error, len(lines))
	reports.Each(len(lines), func(i int) {
		var l line
		if err := json.Unmarshal(lines[i], &l); err != nil {
			errs[i] = fmt.Errorf("archive: %s: record %d: %w", h.Paper, i+1, err)
		} else if l.Origin < 0 || l.Origin >= len(h.Origins) {
			errs[i] = fmt.Errorf("archive: %s: record %s has origin %d of %d", h.Paper, l.Key, l.Origin, len(h.Origins))
		} else {
			a.Records[i] = l.record(h.Origins)
		}
	})
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 { // the others may be its consequences
		return nil, errs[i]
	}
	return a, a.index()
}

// NewArchive makes an archive of records, as DecodeArchive(Encode) would give it.
func NewArchive(paper string, experiments []Experiment, records []Record) (*Archive, []byte, error) {
	data, err := (&Archive{Paper: paper, Experiments: experiments, Records: records}).Encode()
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
