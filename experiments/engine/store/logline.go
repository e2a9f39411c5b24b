package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
)

// The text of a line around the checksum and the record, which begins with its key.
const (
	lineBegin  = `{"sha256":"`
	lineMiddle = `","record":`
	keyBegin   = `{"key":"`
	sumDigits  = 64
)

// logForm is raised when a line changes its meaning.
const logForm = 1

// logHead is the first line of a log.
type logHead struct {
	Form       int    `json:"nmfrepro_results"`
	Experiment string `json:"experiment"`
}

func firstLine(experiment string) []byte {
	return []byte(Canonical(logHead{logForm, experiment}) + "\n")
}

// errEndless is the error of a line that no record has.
var errEndless = fmt.Errorf("a line of more than %d MB", mostBytes>>20)

// readLine returns the next line with its end, until the next call. It is an error where the file ends without one.
func readLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	long := bytes.Clone(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(long) > mostBytes {
			return nil, errEndless
		}
		text, err = in.ReadSlice('\n')
		long = append(long, text...)
	}
	return long, err
}

// errNewer is the error of a log in a form that this program does not know.
var errNewer = errors.New("a newer program has written it")

// checkFirst says what is wrong with the first line of a log.
func checkFirst(text []byte, experiment string) error {
	var h logHead
	switch err := json.Unmarshal(text, &h); {
	case err != nil || h.Form == 0:
		return damaged("not the first line of a file of results")
	case h.Form != logForm:
		return fmt.Errorf("found form %d, want %d: %w", h.Form, logForm, errNewer)
	case h.Experiment != experiment:
		return damaged("results of %s", h.Experiment)
	}
	return nil
}

// keyOfLine returns the key of the record in a line.
func keyOfLine(text []byte) (key string, ok bool) {
	rest, ok1 := bytes.CutPrefix(text, []byte(lineBegin))
	if !ok1 || len(rest) < sumDigits {
		return "", false
	}
	rest, ok2 := bytes.CutPrefix(rest[sumDigits:], []byte(lineMiddle+keyBegin))
	value, _, ended := bytes.Cut(rest, []byte(`"`))
	return string(value), ok2 && ended && bytes.HasSuffix(text, []byte("}}\n"))
}

// line returns a record as a line of a log.
func (r *Record) line() ([]byte, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", r.Key, err)
	}
	if len(body) > mostBytes {
		return nil, fmt.Errorf("store: %s: a record of %d MB, want at most %d MB: keep fewer outputs", r.Key, len(body)>>20, mostBytes>>20)
	}
	return slices.Concat([]byte(lineBegin+sumOf(body)+lineMiddle), body, []byte("}\n")), nil
}

// bodyOf returns the record of a line that [keyOfLine] takes, as JSON.
func bodyOf(text []byte) []byte {
	return text[len(lineBegin)+sumDigits+len(lineMiddle) : len(text)-len("}\n")]
}

// parse reads the record of a line, once its sum is right.
func parse(text []byte) (*Record, error) {
	if _, ok := keyOfLine(text); !ok {
		return nil, damaged("not a whole record")
	}
	sum, body := string(text[len(lineBegin):][:sumDigits]), bodyOf(text)
	if found := sumOf(body); sum != found {
		return nil, damaged("checksum %.12s…, found %.12s…", sum, found)
	}
	rec := new(Record)
	if err := json.Unmarshal(body, rec); err != nil {
		return nil, damaged("not a record: %v", err)
	}
	if name := without(body); name != "" {
		return nil, damaged("metric %s is null, want a number", name)
	}
	return rec, nil
}

// without returns a metric of a record in JSON, or of a point of its path, that is null, which would be read as 0; "" if there is none.
func without(record []byte) string {
	if !bytes.Contains(record, []byte("null")) {
		return ""
	}
	type scored struct {
		Metrics map[string]*float64 `json:"metrics"`
	}
	var r struct {
		scored
		Path []scored `json:"path"`
	}
	_ = json.Unmarshal(record, &r) // the caller has read it
	for _, at := range append(r.Path, r.scored) {
		names := slices.Sorted(maps.Keys(at.Metrics))
		if name, found := list.First(names, func(name string) bool { return at.Metrics[name] == nil }); found {
			return name
		}
	}
	return ""
}
