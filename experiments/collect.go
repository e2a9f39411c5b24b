package experiments

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/result"
)

// gathered is what the store has for a plan.
type gathered struct {
	*Plan
	records map[group][]result.Record
	want    map[group]int
	printed *published.Table
}

func gather(p *Plan, lib *Library, st *Store) gathered {
	_, printed := lib.PaperOf(p.Spec)
	g := gathered{p, map[group][]result.Record{}, map[group]int{}, printed}
	for _, j := range p.Jobs {
		at := j.group()
		g.want[at]++
		if rec, ok := st.Get(j.Unit.Experiment, j.Key); ok {
			g.records[at] = append(g.records[at], rec)
		}
	}
	return g
}

// heading fills what tables and figures have in common.
func heading(p *Plan, lib *Library) (paper, key, title, cite string) {
	s := p.Spec
	paper, key, _ = strings.Cut(s.Address, "/")
	title = s.Title
	from, printed := lib.PaperOf(s)
	if from != nil {
		cite = from.Cite
	}
	if printed != nil {
		title = printed.Number + ". " + s.Title
	}
	return paper, key, title, cite
}

// notes are the lines under a table or figure: profile, deviations, data, what is missing, what doubts the records of the
// methods carry that it shows.
func (g gathered) notes(shows func(method string) bool) []string {
	notes := []string{fmt.Sprintf("Profile %s: %s; seed %d.", g.Profile, plural(g.Replicates, "replicate"), g.Jobs[0].Unit.Seed)}
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
		missing := s.Err
		if g.lacks(s.Key) {
			missing = s.missing()
		}
		switch {
		case missing != nil:
			notes = append(notes, fmt.Sprintf("Data missing: %s: %v", s.Key, missing))
		case g.uses(s.Key) && !slices.Contains(keys[text], s.Key):
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
	if g.printed != nil && g.printed.Runs != nil {
		r := g.printed.Runs
		notes = append(notes, fmt.Sprintf("The verdicts count %s behind each printed number: %s.", plural(r.Value, "independent run"), r.Reason))
	}
	notes = append(notes, g.Spec.Notes...)
	return append(notes, g.doubts(shows)...)
}

// doubts counts the warnings of records, per method and data set.
func (g gathered) doubts(shows func(method string) bool) []string {
	counts := map[string]int{}
	for at, recs := range g.records {
		if !shows(at.method) {
			continue
		}
		for _, rec := range recs {
			for _, w := range rec.Warnings {
				counts[fmt.Sprintf("%s on %s: %s", at.method, at.dataset, w)]++
			}
		}
	}
	var lines []string
	for w, n := range counts {
		lines = append(lines, fmt.Sprintf("Doubt: %s (%s).", w, plural(n, "replicate")))
	}
	sort.Strings(lines)
	return lines
}

// absent tells why units of a data set have no record.
func absent(p *Plan, dataset string) (result.Status, string) {
	for _, s := range p.Sources {
		if s.Key != dataset {
			continue
		}
		if err := s.missing(); err != nil {
			return result.MissingData, err.Error()
		}
	}
	return result.Pending, "not run yet"
}

// lacks tells whether a unit of a data set has no record.
func (g gathered) lacks(dataset string) bool {
	for at, want := range g.want {
		if at.dataset == dataset && len(g.records[at]) < want {
			return true
		}
	}
	return false
}
