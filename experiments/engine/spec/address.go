package spec

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Selection is a parsed address of a command line: a paper, an experiment or some of its cells, as paper, paper/table,
// paper/table:key=value,... The address of one cell is a [result.Address].
type Selection struct {
	Paper string
	Table string // "" is every experiment of the paper
	Only  Filter
}

// ParseAddress reads an address and checks that the library has it.
func (l *Library) ParseAddress(text string) (Selection, error) {
	place, cells, _ := strings.Cut(text, ":")
	only, err := ParseFilter(cells)
	if err != nil {
		return Selection{}, fmt.Errorf("address %q: %w", text, err)
	}
	place = l.tidy(place)
	paper, table := result.SplitAddress(place)
	a := Selection{paper, table, only}
	switch tables := list.Map(l.Of(paper), func(s *Experiment) string { return s.Address }); {
	case len(tables) == 0:
		papers := list.Map(l.Papers, func(p *reported.Paper) string { return p.Key })
		if err := unknown("paper", paper, papers); strings.Contains(place, "=") {
			return a, fmt.Errorf("address %q: the cells of a table follow its colon, as in rpr/table2:method=nmf", text)
		} else if !strings.Contains(err.Error(), "did you mean") {
			return a, fmt.Errorf("address %q: %w; experiments of your own: --specs DIR", text, err)
		} else {
			return a, fmt.Errorf("address %q: %w", text, err)
		}
	case table != "" && strings.Contains(table, "="):
		return a, fmt.Errorf("address %q: the cells of a table follow its colon, as in rpr/table2:method=nmf", text)
	case table != "" && l.Find(place) == nil:
		return a, fmt.Errorf("address %q: %w", text, unknown("experiment", place, tables))
	}
	return a, nil
}

// shortTable matches what people call a table or figure: table 2, Tab2, fig. 4, Figure4, 2.
var shortTable = regexp.MustCompile(`^(?i)(table|tab|figure|fig|)[. ]*([0-9]+)$`)

// tidy returns the address that somebody wrote in another case or in short; a text that fits no experiment or paper stays.
func (l *Library) tidy(place string) string {
	if l.Find(place) != nil {
		return place
	}
	paper, table := result.SplitAddress(strings.ToLower(strings.TrimSpace(place)))
	if p, found := list.First(l.Papers, func(p *reported.Paper) bool { return strings.EqualFold(p.Key, paper) }); found {
		paper = p.Key
	}
	if table == "" {
		if slices.ContainsFunc(l.Specs, func(s *Experiment) bool { return s.Paper() == paper }) {
			return paper
		}
		return place
	}
	for _, name := range tableNames(table) {
		if s, found := list.First(l.Specs, func(s *Experiment) bool { return strings.EqualFold(s.Address, paper+"/"+name) }); found {
			return s.Address
		}
	}
	return place
}

// tableNames lists what may be meant by a table or figure in short.
func tableNames(table string) []string {
	found := shortTable.FindStringSubmatch(table)
	switch {
	case found == nil:
		return []string{table}
	case strings.HasPrefix(found[1], "f"):
		return []string{"fig" + found[2]}
	case found[1] != "":
		return []string{"table" + found[2]}
	}
	return []string{"table" + found[2], "fig" + found[2]}
}

// Select returns the experiments that the address names, in the order of the library.
func (l *Library) Select(a Selection) []*Experiment {
	return slices.DeleteFunc(slices.Clone(l.Specs), func(s *Experiment) bool {
		return s.Paper() != a.Paper || a.Table != "" && a.Table != s.Table()
	})
}

// Filter selects cells: key=value,..., with alternatives separated by | (dataset=iris|orl), and the word average for the rows of
// averages alone. An empty filter selects all.
type Filter map[string][]string

// filterKeys are the keys that every experiment has in its addresses; the options that its methods vary over come with it.
var filterKeys = []string{"dataset", "rank", "method", "replicate", "panel", "metric", "column"}

// averageWord stands in an address for the rows of averages; it has no value.
const averageWord = "average"

// Average tells whether only rows of averages are selected. All other rows must still be computed: they are averaged.
func (f Filter) Average() bool {
	_, average := f[averageWord]
	return average
}

// ParseFilter reads key=value,...; several strings are joined.
func ParseFilter(texts ...string) (Filter, error) {
	f := Filter{}
	for _, text := range texts {
		for part := range strings.SplitSeq(text, ",") {
			if strings.TrimSpace(part) == "" {
				continue
			}
			key, values, ok := strings.Cut(part, "=")
			if key = strings.TrimSpace(key); key == averageWord && !ok {
				f[averageWord] = nil
				continue
			}
			if !ok || key == "" || values == "" {
				return nil, fmt.Errorf("%q, want key=value with a key of %s", part,
					strings.Join(slices.Sorted(slices.Values(append(slices.Clone(filterKeys), averageWord))), ", "))
			}
			f[key] = append(f[key], strings.Split(values, "|")...)
		}
	}
	return f, nil
}

// Limits is the filter of a profile, which is read with the spec.
type Limits struct{ filter Filter }

// Filter returns the filter of the profile; an empty filter is all.
func (l Limits) Filter() Filter { return l.filter }

// UnmarshalStrict implements strict.Unmarshaler: a filter is text.
func (l *Limits) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	text, ok := n.Text()
	if !ok {
		d.Problem(n, "found no text, want key=value,...")
		return
	}
	only, err := ParseFilter(text)
	if err != nil {
		d.Problem(n, "%v", err)
	}
	l.filter = only
}

// String writes the filter as ParseFilter reads it, keys sorted.
func (f Filter) String() string {
	var parts []string
	for key, values := range f {
		if key == averageWord {
			parts = append(parts, key)
			continue
		}
		parts = append(parts, key+"="+strings.Join(values, "|"))
	}
	sort.Strings(parts)
	return strings.Join(parts, ",")
}

// Takes tells whether the filter lets a value of a key pass; a key that it does not name takes every value.
func (f Filter) Takes(key, value string) bool {
	values, given := f[key]
	return !given || slices.Contains(values, value)
}

// Run selects a run. A flat method has one run for all ranks, so that any rank selects it.
func (f Filter) Run(dataset string, rank int, v Variant, replicate int) bool {
	ranked := v.Flat || f.Takes("rank", strconv.Itoa(rank))
	return f.Variant(v) && ranked && f.Takes("dataset", dataset) && f.Takes("method", v.Key) && f.Takes("replicate", strconv.Itoa(replicate))
}

// Variant tells whether the filter lets the values of a variant pass.
func (f Filter) Variant(v Variant) bool {
	return !slices.ContainsFunc(v.At, func(c Coordinate) bool { return !f.Takes(c.Name, c.Value) })
}

// Pins tells whether the filter names an option that a method tunes: its points are then shown as they are, and none is chosen.
func (f Filter) Pins(m Method) bool {
	return m.Tune != nil && slices.ContainsFunc(m.Tune.Grid.Names(), func(name string) bool { _, named := f[name]; return named })
}

// Row tells whether a table keeps the row of a data set and rank.
func (f Filter) Row(dataset string, rank int) bool {
	return f.Takes("dataset", dataset) && f.Takes("rank", strconv.Itoa(rank))
}

// Column tells whether a table keeps a column.
func (f Filter) Column(method, panel, metric, column string) bool {
	return f.Takes("method", method) && f.Takes("panel", panel) && f.Takes("metric", metric) && f.Takes("column", column)
}

// Check reports values that the experiment does not have.
func (f Filter) Check(s *Experiment) error {
	if len(f) == 0 {
		return nil
	}
	known := map[string][]string{}
	for _, d := range s.Datasets {
		known["dataset"] = append(known["dataset"], d.Key)
		for _, r := range d.Ranks {
			known["rank"] = append(known["rank"], strconv.Itoa(r))
		}
	}
	keys := append(slices.Clone(filterKeys), averageWord)
	averaged := slices.ContainsFunc(s.Panels, func(p Panel) bool { return p.Average != "" })
	if f.Average() && !averaged {
		return fmt.Errorf("%s: no panel has a row of averages", s.Address)
	}
	for _, m := range s.Methods {
		known["method"] = append(known["method"], m.Key)
		for _, axis := range m.Axes() {
			keys = append(keys, axis.Name)
			for _, value := range axis.Value {
				known[axis.Name] = append(known[axis.Name], string(value))
			}
		}
	}
	for _, p := range s.Panels {
		known["panel"] = append(known["panel"], p.Key)
		for _, c := range s.Columns(p) {
			known["metric"] = append(known["metric"], s.MetricOf(p, c))
			known["column"] = append(known["column"], s.ColumnName(c))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f)) {
		if !slices.Contains(keys, key) {
			return fmt.Errorf("%s: %w", s.Address, unknown("key", key, keys))
		}
		for _, v := range f[key] {
			if names, limited := known[key]; limited && !slices.Contains(names, v) {
				return s.unknownValue(key, v, names)
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

// unknown returns the error of a name that is none of the valid ones.
func unknown(what, got string, valid []string) error {
	valid = slices.Compact(slices.Sorted(slices.Values(valid)))
	return fmt.Errorf("unknown %s %q, %s", what, got, list.DidYouMean(got, valid))
}

// And returns the intersection of two filters.
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

// Key is something that addresses of an experiment's cells may name.
type Key struct{ Key, Name, Doc string }

// Keys lists what the addresses of an experiment's cells may name: data sets, ranks, methods, panels and metrics, each once.
func (s *Experiment) Keys() []Key {
	keys := map[string][]Key{}
	add := func(key, name, doc string) {
		if !slices.ContainsFunc(keys[key], func(k Key) bool { return k.Name == name }) {
			keys[key] = append(keys[key], Key{key, name, doc})
		}
	}
	for _, d := range s.Datasets {
		add("dataset", d.Key, d.Source)
		for _, r := range d.Ranks {
			add("rank", fmt.Sprint(r), "")
		}
	}
	for _, m := range s.Methods {
		add("method", m.Key, m.Heading())
	}
	for _, p := range s.Panels {
		add("panel", p.Key, p.Title)
		for _, c := range s.Columns(p) {
			add("metric", s.MetricOf(p, c), "in panel "+p.Key)
		}
	}
	return slices.Concat(keys["dataset"], keys["rank"], keys["method"], keys["panel"], keys["metric"])
}
