package experiments

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"nmfrepro/experiments/nearest"
)

// Filter selects cells: key=value,..., with alternatives separated by | (dataset=iris|orl). An empty filter selects all.
type Filter map[string][]string

// filterKeys are the keys that every experiment has in its addresses; the options that its methods vary over come with it.
var filterKeys = []string{"dataset", "rank", "method", "replicate", "panel", "metric", "column"}

// ParseFilter reads key=value,...; several strings are joined.
func ParseFilter(texts ...string) (Filter, error) {
	f := Filter{}
	for _, text := range texts {
		for part := range strings.SplitSeq(text, ",") {
			if strings.TrimSpace(part) == "" {
				continue
			}
			key, values, ok := strings.Cut(part, "=")
			key = strings.TrimSpace(key)
			if !ok || key == "" || values == "" {
				return nil, fmt.Errorf("%q, want key=value with a key of %s", part, strings.Join(filterKeys, ", "))
			}
			f[key] = append(f[key], strings.Split(values, "|")...)
		}
	}
	return f, nil
}

// String writes the filter as ParseFilter reads it, keys sorted.
func (f Filter) String() string {
	var parts []string
	for key, values := range f {
		parts = append(parts, key+"="+strings.Join(values, "|"))
	}
	sort.Strings(parts)
	return strings.Join(parts, ",")
}

func (f Filter) takes(key, value string) bool {
	values, given := f[key]
	return !given || slices.Contains(values, value)
}

// unit selects a unit. That of a flat method stands for every rank.
func (f Filter) unit(dataset string, rank int, v variant, replicate int) bool {
	for _, c := range v.at {
		if !f.takes(c.name, c.value) {
			return false
		}
	}
	ranked := v.Flat || f.takes("rank", strconv.Itoa(rank))
	return ranked && f.takes("dataset", dataset) && f.takes("method", v.Key) && f.takes("replicate", strconv.Itoa(replicate))
}

func (f Filter) row(dataset string, rank int) bool {
	return f.takes("dataset", dataset) && f.takes("rank", strconv.Itoa(rank))
}

func (f Filter) column(method, panel, metric, column string) bool {
	return f.takes("method", method) && f.takes("panel", panel) && f.takes("metric", metric) && f.takes("column", column)
}

// check reports values that the experiment does not have.
func (f Filter) check(s *Spec) error {
	known := map[string][]string{}
	for _, d := range s.Datasets {
		known["dataset"] = append(known["dataset"], d.Key)
		for _, r := range d.Ranks {
			known["rank"] = append(known["rank"], strconv.Itoa(r))
		}
	}
	keys := slices.Clone(filterKeys)
	for _, m := range s.Methods {
		known["method"] = append(known["method"], m.Key)
		for _, axis := range m.Vary {
			keys = append(keys, axis.Name)
			for _, value := range axis.Value {
				known[axis.Name] = append(known[axis.Name], string(value))
			}
		}
	}
	for _, p := range s.Panels {
		known["panel"] = append(known["panel"], p.Key)
		for _, c := range s.columns(p) {
			known["metric"] = append(known["metric"], s.metricOf(p, c))
			known["column"] = append(known["column"], s.columnName(c))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f)) {
		if !slices.Contains(keys, key) {
			return fmt.Errorf("%s: %w", s.Address, unknown("key", key, keys))
		}
		for _, v := range f[key] {
			if names, limited := known[key]; limited && !slices.Contains(names, v) {
				return fmt.Errorf("%s: %w", s.Address, unknown(key, v, names))
			}
		}
	}
	for _, v := range f["replicate"] {
		if n, err := strconv.Atoi(v); err != nil || n < 0 {
			return fmt.Errorf("replicate = %q, want a number from 0", v)
		}
	}
	return nil
}

// unknown is the error of a name that is none of the valid ones.
func unknown(what, got string, valid []string) error {
	valid = slices.Compact(slices.Sorted(slices.Values(valid)))
	return fmt.Errorf("unknown %s %q, %s", what, got, nearest.Hint(got, valid))
}

// And selects what both filters select.
func (f Filter) And(g Filter) Filter {
	both := Filter{}
	maps.Copy(both, f)
	for key, values := range g {
		if have, given := both[key]; given {
			values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !slices.Contains(have, v) })
		}
		both[key] = values
	}
	return both
}
