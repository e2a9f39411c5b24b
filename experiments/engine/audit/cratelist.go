package audit

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
)

// list compares what the crate's list says of crate, runs, data and papers with what specs and records give. Checksums and sizes of
// files, and which files there are, are those of the files that lie there: see [Crate.listed] and [Crate.compare].
func (c *Crate) list(data []byte, made [][]byte) error {
	theirs, err := describedIn(data)
	if err != nil {
		return err
	}
	ours := make([]map[string]entity, len(made))
	for i := range made {
		if ours[i], err = describedIn(made[i]); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(theirs)) {
		there := list.Filter(ours, func(graph map[string]entity) bool { return graph[id] != nil })
		switch {
		case len(there) == 0 && theirs[id]["@type"] == "File": // which was told of
		case slices.ContainsFunc(there, func(graph map[string]entity) bool { return reflect.DeepEqual(graph[id], theirs[id]) }):
		case len(there) == 0 || c.version == run.Program():
			c.Findings.wrong("%s: what it says of %s is not what its specs and records give", metadata, id)
		case !slices.ContainsFunc(there, func(graph map[string]entity) bool { return len(beyond(told(theirs[id]), told(graph[id]))) == 0 }):
			c.Findings.wrong("%s: what it says of %s has numbers that its specs and records do not give", metadata, id)
		}
	}
	return nil
}

// told returns the numbers that an entity tells in words.
func told(e entity) []string {
	return numbersIn(fmt.Append(nil, e["name"], " ", e["description"], " ", e["value"]))
}

// describedIn returns the entities of a crate's list by identifier, without what is of its files.
func describedIn(data []byte) (map[string]entity, error) {
	var listed struct {
		Graph []entity `json:"@graph"`
	}
	if err := json.Unmarshal(data, &listed); err != nil {
		return nil, fmt.Errorf("%s: %w", metadata, err)
	}
	all := map[string]entity{}
	for _, e := range listed.Graph {
		for _, key := range []string{"sha256", "contentSize", "hasPart"} {
			delete(e, key)
		}
		all[fmt.Sprint(e["@id"])] = e
	}
	return all, nil
}
