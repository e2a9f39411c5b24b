package store

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"nmfrepro/reports"
)

// Head is what planning wants to know of a record: which unit it is of, how it ended and what it cost.
type Head struct {
	Key          string         `json:"key"`
	Unit         Unit           `json:"-"` // what names it, and its limit on iterations
	Status       reports.Status `json:"status"`
	Reason       string         `json:"reason"`
	Seconds      float64        `json:"seconds"`
	StartSeconds float64        `json:"start_seconds"`
	CoreSeconds  float64        `json:"core_seconds"`
	Host         string         `json:"-"`
}

// headFile is the part of a record's file that a Head shows.
type headFile struct {
	Record headRecord `json:"record"`
}

type headRecord struct {
	Head
	Unit struct {
		Experiment string            `json:"experiment"`
		Dataset    string            `json:"dataset"`
		Subset     string            `json:"subset,omitempty"`
		Rank       int               `json:"rank"`
		Method     string            `json:"method"`
		Vary       map[string]string `json:"vary,omitempty"`
		Replicate  int               `json:"replicate"`
		Stop       struct {
			Iterations int `json:"iterations"`
		} `json:"stop"`
	} `json:"unit"`
	Provenance struct {
		Host string `json:"host,omitempty"`
	} `json:"provenance"`
}

// Heads returns the heads of all records of an experiment, in the order of keys. It verifies no sums and sets nothing aside: [Store.Get]
// does, when the numbers are wanted.
func (s *Store) Heads(experiment string) ([]Head, error) {
	keys, err := s.loose(experiment)
	if err != nil {
		return nil, err
	}
	known, now := s.index(experiment), index{make([]Head, len(keys)), make([]stamp, len(keys))}
	var fresh atomic.Int64
	reports.Each(len(keys), func(i int) {
		path := s.path(experiment, keys[i])
		info, err := os.Lstat(path)
		if err != nil {
			return
		}
		now.Stamps[i] = stamp{info.Size(), info.ModTime().UnixNano()}
		if k, there := slices.BinarySearchFunc(known.Heads, keys[i], byKey); there && known.Stamps[k] == now.Stamps[i] {
			now.Heads[i] = known.Heads[k]
			return
		}
		fresh.Add(1)
		if data, err := readFile(path); err == nil {
			if h, err := headOf(excerpt(data)); err == nil && h.Key == keys[i] {
				now.Heads[i] = h
			}
		}
	})
	n := 0 // of those that are records
	for i, h := range now.Heads {
		if h.Key != "" {
			now.Heads[n], now.Stamps[n] = h, now.Stamps[i]
			n++
		}
	}
	now.Heads, now.Stamps = now.Heads[:n], now.Stamps[:n]
	if fresh.Load() >= indexFrom {
		s.saveIndex(experiment, now)
	}
	places := s.packed(experiment).places
	heads := slices.Grow(now.Heads, len(places))
	for key, p := range places {
		if _, newer := slices.BinarySearchFunc(now.Heads, key, byKey); !newer {
			heads = append(heads, p.head)
		}
	}
	slices.SortFunc(heads, func(a, b Head) int { return strings.Compare(a.Key, b.Key) })
	return heads, nil
}

// index is the heads of an experiment in the order of keys, with size and time of each file. A file that has changed in either
// is read again.
type index struct {
	Heads  []Head
	Stamps []stamp
}

type stamp struct{ Size, Time int64 }

func byKey(h Head, key string) int { return strings.Compare(h.Key, key) }

// indexFrom is the number of files read from which on an index is written, so that the next command reads none of them.
const indexFrom = 1000

func indexName(experiment string) string {
	return "heads-" + strings.ReplaceAll(experiment, "/", "-") + ".gob"
}

// index is what an earlier look left. One that cannot be read is none.
func (s *Store) index(experiment string) (known index) {
	data, err := readFile(filepath.Join(s.dir, ".agreed", indexName(experiment)))
	if err != nil || gob.NewDecoder(bytes.NewReader(data)).Decode(&known) != nil || len(known.Heads) != len(known.Stamps) {
		return index{}
	}
	one := names{}
	for i, h := range known.Heads {
		known.Heads[i] = one.share(h)
	}
	return known
}

// names are the few that many heads share.
type names map[string]string

// share has a head hold the names that the others hold.
func (one names) share(h Head) Head {
	for _, name := range []*string{&h.Unit.Experiment, &h.Unit.Dataset, &h.Unit.Method, &h.Host, (*string)(&h.Status)} {
		if _, there := one[*name]; !there {
			one[*name] = *name
		}
		*name = one[*name]
	}
	return h
}

// saveIndex keeps what was read. A folder that cannot be written to does without.
func (s *Store) saveIndex(experiment string, now index) {
	_, _ = s.Agreed(indexName(experiment), true, func() ([]byte, error) {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(now)
		return b.Bytes(), err
	})
}

// headOf reads the head of a record's file.
func headOf(data []byte) (Head, error) {
	var file headFile
	err := json.Unmarshal(data, &file)
	return file.Record.head(), err
}

func (r headRecord) head() Head {
	h, u := r.Head, r.Unit
	h.Unit = Unit{Experiment: u.Experiment, Dataset: u.Dataset, Subset: u.Subset, Rank: u.Rank, Method: u.Method, Vary: u.Vary, Replicate: u.Replicate}
	h.Unit.Stop.Iterations = u.Stop.Iterations
	h.Host = r.Provenance.Host
	return h
}

// headFields are the fields of a record that a Head shows, by the indentation of their line in the file; a value ends before
// the first line that is indented no further.
var headFields = []struct{ from, to string }{
	{"\n  \"key\": ", "\n"},
	{"\n  \"unit\": ", "\n  }"},
	{"\n  \"status\": ", "\n"},
	{"\n  \"reason\": ", "\n"},
	{"\n  \"seconds\": ", "\n"},
	{"\n  \"start_seconds\": ", "\n"},
	{"\n  \"core_seconds\": ", "\n"},
	{"\n  \"provenance\": ", "\n  }"},
}

// excerpt cuts the fields of a Head out of a record's file, as JSON: most of a file is its trace. A file that is laid out
// in another way, as by an editor, is returned as it is. No string of JSON holds an end of line, so nothing else is taken
// for a field.
func excerpt(data []byte) []byte {
	if !bytes.HasPrefix(data, []byte("{\n \"sha256\": ")) || !bytes.HasSuffix(data, []byte("\n  }\n }\n}\n")) {
		return data
	}
	cut := []byte(`{"record":{`)
	for _, f := range headFields {
		at := bytes.Index(data, []byte(f.from))
		if at < 0 {
			continue
		}
		value := data[at+1:]
		end := bytes.Index(value, []byte(f.to))
		if f.to != "\n" {
			end += len(f.to)
		}
		if cut[len(cut)-1] != '{' {
			cut = append(cut, ',')
		}
		cut = append(cut, bytes.TrimSuffix(value[:end], []byte(","))...)
	}
	return append(cut, '}', '}')
}

// Keys lists the keys of an experiment that have a record, sorted. It reads none of them.
func (s *Store) Keys(experiment string) ([]string, error) {
	keys, err := s.loose(experiment)
	if places := s.packed(experiment).places; err == nil && len(places) > 0 {
		keys = slices.AppendSeq(keys, maps.Keys(places))
		slices.Sort(keys)
		keys = slices.Compact(keys)
	}
	return keys, err
}

// loose lists the keys that have a file of their own.
func (s *Store) loose(experiment string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, filepath.FromSlash(experiment)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	keys := make([]string, 0, len(entries))
	for _, e := range entries {
		if key, isRecord := strings.CutSuffix(e.Name(), ".json"); isRecord {
			keys = append(keys, key)
		}
	}
	return keys, nil
}
