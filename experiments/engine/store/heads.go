package store

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Head is the part of a record that planning needs: its run, status, time and build.
type Head struct {
	Key          string        `json:"key"`
	Run          Identity      `json:"unit"`
	Status       result.Status `json:"status"`
	Reason       string        `json:"reason"`
	Seconds      float64       `json:"seconds"`
	StartSeconds float64       `json:"start_seconds"`
	CoreSeconds  float64       `json:"core_seconds"`
	Provenance   Provenance    `json:"provenance"`
}

// Heads returns the heads of all records of an experiment by key, those of a key in the order in which they were put. It verifies no
// checksums; [Store.Get] does.
func (s *Store) Heads(experiment string) map[string][]Head {
	l := s.logs(experiment)
	l.mu.Lock()
	places := slices.Concat(slices.Collect(maps.Values(l.places))...)
	l.mu.Unlock()
	heads := make([]*Head, len(places))
	list.Parallel(len(places), func(i int) {
		if text, err := places[i].text(); err == nil {
			heads[i] = headOf(text)
		}
	})
	all := map[string][]Head{}
	for _, h := range heads {
		if h != nil {
			all[h.Key] = append(all[h.Key], *h)
		}
	}
	return all
}

// HeadOf returns the head of the record that [Store.Get] returns of a run, if any.
func HeadOf(of []Head, w Wanted) (h Head, there bool) {
	for _, other := range slices.Backward(of) {
		if w.Stale(other.Provenance) == "" && (!there || h.Status == result.Failed && other.Status != result.Failed) {
			h, there = other, true
		}
	}
	return h, there
}

// headOf reads the head of a line. The course and the outputs of a run, most of its record, come last.
func headOf(text []byte) *Head {
	body := bodyOf(text)
	for _, rest := range []string{`,"trace":[`, `,"outputs":{`} { // in a string the quotes would be escaped
		if at := bytes.Index(body, []byte(rest)); at > 0 {
			body = append(body[:at:at], '}')
		}
	}
	h := new(Head)
	if json.Unmarshal(body, h) != nil {
		return nil
	}
	id := &h.Run
	id.Data, id.Constraints, id.Options, id.Clusters, id.Metrics, id.Outputs = nil, nil, nil, nil, nil, nil // many heads are held at once
	return h
}

// keys lists the keys of an experiment that have a record, sorted.
func (s *Store) keys(experiment string) []string {
	l := s.logs(experiment)
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.places))
}
