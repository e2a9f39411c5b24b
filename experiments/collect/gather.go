package collect

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Results are the records of a plan, grouped into what tables, figures and claims show. They are gathered once; everything
// else of this package is read from them.
type Results struct {
	*run.Plan
	Paper *published.Paper // nil for an experiment without one

	records   map[run.Key][]*store.Record
	want      map[run.Key]int
	published *published.Table // nil where the paper prints no such table
	number    string           // what the paper calls it, if it is the paper's
}

// Gather looks the units of a plan up in a set.
func Gather(lib *spec.Library, p *run.Plan, set *store.Set) *Results {
	paper, table := lib.PaperOf(p.Spec)
	g := &Results{p, paper, map[run.Key][]*store.Record{}, map[run.Key]int{}, table, lib.Number(p.Spec)}
	found := make([]*store.Record, len(p.Units))
	reports.Each(len(found), func(i int) { found[i], _ = set.Get(p.Units[i].Unit.Experiment, p.Units[i].Key) })
	for i, j := range p.Units {
		at := j.Place()
		g.want[at]++
		if found[i] != nil {
			g.records[at] = append(g.records[at], found[i])
		}
	}
	return g
}

// heading fills what tables and figures have in common.
func (g *Results) heading() (paper, key, title, cite string) {
	s := g.Spec
	paper, key = s.Paper(), s.Table()
	title = s.Title
	if g.Paper != nil {
		cite = g.Paper.Cite
	}
	if g.number != "" {
		title = g.number + ". " + s.Title
	}
	return paper, key, title, cite
}

// notes are the lines under a table or figure: profile, deviations, data, what is missing, and the warnings in the records of
// the methods that it shows.
func (g *Results) notes(shows func(method string) bool) []string {
	notes := []string{fmt.Sprintf("Profile %s: %s; seed %d.", g.Profile, reports.Count(g.Replicates, "replicate"), g.Units[0].Unit.Seed)}
	for _, d := range g.Deviations {
		notes = append(notes, "Deviation: "+d+".")
	}
	var used []string             // what is known of the sets
	keys := map[string][]string{} // of the sets of which the same is known
	for _, s := range g.Sources {
		m, n := s.Size()
		text := fmt.Sprintf("(%s, %d×%d)", s.Entry.Name, m, n)
		if s.Key == s.Entry.Name {
			text = fmt.Sprintf("(%d×%d)", m, n)
		}
		missing, what := s.Err, "missing"
		switch {
		case errors.As(missing, new(*datasets.MissingError)):
		case missing != nil:
			what = "wrong"
		case g.lacks(s.Key): // seen at a glance, without reading
			missing = s.Missing()
		}
		switch {
		case missing != nil:
			notes = append(notes, fmt.Sprintf("Data %s: %s: %v", what, s.Key, missing))
		case g.Uses(s.Key) && !slices.Contains(keys[text], s.Key):
			if keys[text] == nil {
				used = append(used, text)
			}
			keys[text] = append(keys[text], s.Key)
		}
	}
	for i, text := range used {
		used[i] = strings.Join(keys[text], ", ") + " " + text
	}
	if len(used) > 0 {
		notes = append(notes, "Data: "+strings.Join(used, ", ")+".")
	}
	if g.published != nil && g.published.Runs != nil {
		r := g.published.Runs
		notes = append(notes, fmt.Sprintf("The verdicts count %s behind each printed number: %s.", reports.Count(r.Value, "independent run"), r.Reason))
	}
	notes = append(notes, g.Spec.Notes...)
	return append(notes, g.doubts(shows)...)
}

// doubts counts the warnings of records by method, with the data sets that they are of.
func (g *Results) doubts(shows func(method string) bool) []string {
	type doubt struct{ method, warning string }
	counts, sets := map[doubt]int{}, map[doubt]map[string]bool{}
	for at, recs := range g.records {
		for _, rec := range recs {
			for _, w := range rec.Warnings {
				if of := (doubt{at.Method, w}); shows(at.Method) {
					if sets[of] == nil {
						sets[of] = map[string]bool{}
					}
					counts[of]++
					sets[of][at.Dataset] = true
				}
			}
		}
	}
	var lines []string
	for of, n := range counts {
		on := slices.SortedFunc(maps.Keys(sets[of]), func(a, b string) int {
			return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) // n20 before n100
		})
		lines = append(lines, fmt.Sprintf("Doubt: %s on %s: %s (%s).", of.method, strings.Join(on, ", "), of.warning, reports.Count(n, "replicate")))
	}
	slices.Sort(lines)
	return lines
}

// absent tells why units of a data set have no record.
func (g *Results) absent(dataset string) (status reports.Status, note string, lost bool) {
	if s := g.source(dataset); s != nil {
		if err := s.Missing(); err != nil {
			return reports.MissingData, err.Error(), s.Lost()
		}
	}
	return reports.Pending, "not run yet", false
}

// source is where the plan has a data set from, nil if it leaves it out.
func (g *Results) source(dataset string) *run.Source {
	for _, s := range g.Sources {
		if s.Key == dataset {
			return s
		}
	}
	return nil
}

// lacks tells whether a unit of a data set has no record.
func (g *Results) lacks(dataset string) bool {
	for at, want := range g.want {
		if at.Dataset == dataset && len(g.records[at]) < want {
			return true
		}
	}
	return false
}
