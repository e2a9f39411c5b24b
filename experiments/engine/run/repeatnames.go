package run

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"nmfrepro/datasets/list"
)

// repeatedSettings returns the settings that the replicates of a run share, each by its place in the record, as clusters[0].unit-basis.
func repeatedSettings(r *Run) map[string]string {
	id := r.ID
	id.Replicate, id.InitFrom = 0, nil // each replicate has its own
	text, err := json.Marshal(id)
	var tree any
	if err != nil || json.Unmarshal(text, &tree) != nil {
		return nil
	}
	all := map[string]string{}
	leaves(all, "", tree)
	return all
}

// leaves adds the values of a tree by their places.
func leaves(all map[string]string, at string, tree any) {
	switch node := tree.(type) {
	case map[string]any:
		for key, value := range node {
			place := key
			if at != "" {
				place = at + "." + key
			}
			leaves(all, place, value)
		}
	case []any:
		for i, value := range node {
			leaves(all, fmt.Sprintf("%s[%d]", at, i), value)
		}
	default:
		all[at] = fmt.Sprint(node)
	}
}

// namesOfRepeats names what each run repeats, by key. Runs of one method on one data set that have different settings repeat different
// things, and their names tell the settings that most of these have not.
func namesOfRepeats(runs []*Run) map[string]string {
	settings, beside := map[string]map[string]string{}, map[string][]map[string]string{}
	for _, r := range runs {
		s := repeatedSettings(r)
		settings[r.Key] = s
		if name := repeated(r); !slices.ContainsFunc(beside[name], func(t map[string]string) bool { return maps.Equal(s, t) }) {
			beside[name] = append(beside[name], s)
		}
	}
	names := map[string]string{}
	for _, r := range runs {
		name, s, tells := repeated(r), settings[r.Key], ""
		places := map[string]string{}
		if len(beside[name]) > 1 {
			for _, t := range beside[name] {
				maps.Copy(places, t)
			}
		}
		for _, place := range slices.Sorted(maps.Keys(places)) {
			value, has := s[place]
			same := list.Filter(beside[name], func(t map[string]string) bool {
				v, also := t[place]
				return v == value && also == has
			})
			switch {
			case 2*len(same) > len(beside[name]): // as most have it
			case has:
				tells += fmt.Sprintf(" %s=%s", place, value)
			default:
				tells += " without " + place
			}
		}
		name += tells
		names[r.Key] = name
	}
	return names
}
