package collect

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// Results are the records of a plan, grouped by the cells of tables, figures and claims. They are gathered once; tables, figures and
// paths are read from them.
type Results struct {
	*run.Plan
	Paper  *reported.Paper // nil for an experiment without one
	Absent []string        // rows, as the paper names them, whose data nobody has: there is substitute data, or there is none

	records  map[result.Address][]*store.Record
	want     map[result.Address]int
	stale    map[result.Address]string  // why records of another build do not count
	choices  map[result.Address]*choice // of tuned methods, by the variant that stands for the points that were chosen
	reported *reported.Table            // nil where the paper reports no such table
	number   string                     // what the paper calls it, if it is the paper's
	remedy   func() string              // the command that computes what is lacking
	oneDraw  []string                   // data sets of which all replicates may have the classes of one draw, says the paper's protocol
}

// Gather looks the runs of a plan up in a set.
func Gather(lib *spec.Library, p *run.Plan, set *store.Records) *Results {
	paper, table := lib.PaperOf(p.Spec)
	g := &Results{Plan: p, Paper: paper, records: map[result.Address][]*store.Record{}, want: map[result.Address]int{},
		stale: map[result.Address]string{}, number: lib.Number(p.Spec)}
	g.oneDraw, g.remedy = g.mayBeOneDraw(), sync.OnceValue(g.commandOfLacking)
	found := make([]*store.Record, len(p.Runs))
	list.Parallel(len(found), func(i int) { found[i], _ = set.Get(p.Runs[i]) })
	for i, r := range p.Runs {
		at := r.Place()
		g.want[at]++
		if found[i] != nil {
			g.records[at] = append(g.records[at], found[i])
		} else if why := set.Stale(r); why != "" {
			g.stale[at] = store.Because(why)
		}
	}
	g.choose()
	g.Absent = g.absentRows()
	if table != nil {
		_, key := result.SplitAddress(p.Spec.Original)
		comparable, _ := paper.Comparable(func(_, row string) bool { return g.gone(row) }).Tables.Get(key)
		g.reported = &comparable
	}
	return g
}

// absentRows returns the rows of data sets that nobody has. A row that several data sets share is absent if all of them are.
func (g *Results) absentRows() (rows []string) {
	substitute, computed := map[string]bool{}, map[string]bool{}
	for at, recs := range g.records {
		for _, r := range recs {
			computed[at.Dataset] = true
			substitute[at.Dataset] = substitute[at.Dataset] || g.SubstituteOf(at.Dataset, r) != ""
		}
	}
	var there []string
	for _, d := range g.Spec.Datasets {
		source := g.source(d.Key)
		labels := &there
		if substitute[d.Key] || !computed[d.Key] && source != nil && source.Lost() {
			labels = &rows
		}
		*labels = append(*labels, d.Heading())
		for _, rank := range d.Ranks {
			*labels = list.AppendUnique(*labels, d.RowLabel(rank))
		}
	}
	if len(there) == 0 { // then what was computed is all that there is to show
		return nil
	}
	return slices.DeleteFunc(rows, func(row string) bool { return slices.Contains(there, row) })
}

// SubstituteOf names the data that the data of a record replaces in this experiment, "" if the record has the data that the experiment
// asks for.
func (g *Results) SubstituteOf(key string, rec *store.Record) string {
	if rec.Provenance.Substitute == "" || !g.substitutes(key) {
		return ""
	}
	return rec.Provenance.Substitute
}

// substitutes tells whether a data set takes the place of another: that which the spec names and whose files are missing, or that of the
// paper whose numbers stand beside ours. A set that is named as itself in an experiment of one's own is no substitute.
func (g *Results) substitutes(key string) bool {
	s := g.source(key)
	named, found := list.First(g.Spec.Datasets, func(d spec.Dataset) bool { return d.Key == key })
	switch {
	case s == nil || !found:
		return false
	case s.Entry.Name != named.Source:
		return true
	}
	return g.Paper != nil && slices.ContainsFunc(s.Entry.Papers, func(u dataset.Use) bool {
		return u.Paper == g.Paper.Key && u.Fidelity == dataset.StandIn
	})
}

// gone tells whether nobody has the data of a row.
func (g *Results) gone(row string) bool { return slices.Contains(g.Absent, row) }

// atHand leaves out the rows whose data nobody has, unless none is left.
func (g *Results) atHand(rows []string) []string {
	if left := slices.DeleteFunc(slices.Clone(rows), g.gone); len(left) > 0 {
		return left
	}
	return rows
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

// notes returns the lines under a table or figure: profile, deviations, data, what is missing, and the warnings in the records of
// the methods that it shows.
func (g *Results) notes(shows func(method string) bool) []string {
	notes := []string{fmt.Sprintf("Profile %s: %s; seed %d.", g.Profile, g.Amount(), g.Runs[0].ID.Seed)}
	notes = append(notes, list.Map(g.Deviations, func(d string) string { return "Deviation: " + d + "." })...)
	var used []string             // what is known of the sets
	keys := map[string][]string{} // of the sets of which the same is known
	for _, s := range g.Sources {
		text := strings.TrimPrefix(g.taken(s), map[bool]string{true: s.Entry.Name + ", "}[s.Key == s.Entry.Name])
		text = "(" + text + ")"
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
			why := strings.TrimPrefix(strings.TrimPrefix(missing.Error(), "datasets: "), s.Entry.Name+": ")
			notes = append(notes, fmt.Sprintf("Data %s: %s: %s", what, s.Key, why))
		case g.Uses(s.Key) && !slices.Contains(keys[text], s.Key):
			if keys[text] == nil {
				used = append(used, text)
			}
			keys[text] = append(keys[text], s.Key)
		}
	}
	if len(used) > 0 {
		notes = append(notes, "Data: "+list.Join(used, ", ", func(text string) string { return strings.Join(keys[text], ", ") + " " + text })+".")
	}
	switch {
	case g.reported == nil:
	case g.reported.Runs != nil:
		r := g.reported.Runs
		notes = append(notes, fmt.Sprintf("The verdicts count %s behind each reported number: %s.", result.Count(r.Value, "independent run"),
			r.Reason))
	default:
		notes = append(notes,
			result.RunsNotSaid(g.Spec.Profiles.Paper.Replicates))
	}
	gone := list.AppendUnique(nil, slices.DeleteFunc(list.Map(g.Spec.Datasets, spec.Dataset.Heading), func(row string) bool {
		return !g.gone(row)
	})...)
	if len(gone) > 0 && slices.ContainsFunc(g.Spec.Panels, func(p spec.Panel) bool { return p.Average != "" || len(p.Firsts) > 0 }) {
		notes = append(notes, fmt.Sprintf("Averages and counts leave out %s, of ours and of the reported numbers: nobody has the data.",
			strings.Join(gone, " and ")))
	}
	return slices.Concat(notes, g.endings(shows), g.homes(shows), g.tunings(shows), g.Spec.Notes, g.doubts(shows))
}

// taken says what the runs take of a data set: its name, its features and samples, and how it was scaled and drawn.
func (g *Results) taken(s *run.Source) string {
	d, _ := list.First(g.Spec.Datasets, func(d spec.Dataset) bool { return d.Key == s.Key })
	m, n := s.Size()
	text := fmt.Sprintf("%s, %d×%d", s.Entry.Name, m, n)
	if d.Every > 1 {
		text = fmt.Sprintf("%s, %d×%d, one sample of %d", s.Entry.Name, m, run.Kept(d, n), d.Every)
	}
	if scale, given := d.Options.Get("scale").Text(); given {
		text += ", scale " + scale
	}
	if d.Shuffle {
		text += ", shuffled"
	}
	return text
}

// homes names the data sets that the authors of a method chose.
func (g *Results) homes(shows func(method string) bool) []string {
	home := list.Filter(g.Spec.Methods, func(m spec.Method) bool { return len(m.Home) > 0 && shows(m.Key) })
	if len(home) == 0 {
		return nil
	}
	return []string{"In the method's own paper: " + list.Join(home, "; ", func(m spec.Method) string {
		return m.Heading() + " on " + strings.Join(m.Home, ", ")
	}) + "."}
}

// endings says how many runs of methods that iterate ended at their limit, and what the limit means of those whose steps are starts or
// epochs.
func (g *Results) endings(shows func(method string) bool) (notes []string) {
	ended, limit := 0, 0
	for at, recs := range g.records {
		if entry, _ := g.solverOf(at.Method); !shows(at.Method) || entry.Step() != solvers.StepIteration || g.choices[at] != nil {
			continue
		}
		for _, rec := range recs {
			if rec.Status == result.OK && rec.Iterations > 0 {
				ended++
				if rec.Stopped == solvers.MaxIterations.String() {
					limit++
				}
			}
		}
	}
	switch {
	case limit == 0:
	case limit == ended:
		notes = append(notes, fmt.Sprintf("All %s of methods that iterate ended at the limit on iterations.", result.Count(ended, "run")))
	default:
		notes = append(notes, fmt.Sprintf("%d of %s of methods that iterate ended at the limit on iterations.", limit, result.Count(ended, "run")))
	}
	for _, n := range g.Spec.StepNotes(g.profile(), func(d spec.Dataset) int {
		if s := g.source(d.Key); s != nil && g.Uses(d.Key) {
			_, samples := s.Size()
			return run.Kept(d, samples)
		}
		return 0
	}) {
		if shows(n.Method.Key) {
			notes = append(notes, n.Says+".")
		}
	}
	return notes
}

func (g *Results) profile() spec.Profile {
	p, _ := g.Spec.Profiles.Find(g.Profile)
	return p
}

// solverOf returns the solver of a method.
func (g *Results) solverOf(method string) (solvers.Entry, bool) {
	m, _ := g.Spec.FindMethod(method)
	return g.Spec.FindSolver(m.Solver)
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
		lines = append(lines, fmt.Sprintf("Doubt: %s on %s: %s (%s).", of.method, strings.Join(on, ", "), of.warning,
			result.Count(n, "replicate")))
	}
	slices.Sort(lines)
	return lines
}

// absent tells why runs of a data set have no record, or none that counts, and which command makes one.
func (g *Results) absent(dataset, stale string) (status result.Status, note string, lost bool) {
	if s := g.source(dataset); s != nil {
		if err := s.Missing(); err != nil {
			return result.MissingData, err.Error(), s.Lost()
		}
	}
	return result.Pending, cmp.Or(stale, "not run yet") + "; to run: " + g.remedy(), false
}

// commandOfLacking returns the command that computes what is lacking: of some methods only where the others lack nothing.
func (g *Results) commandOfLacking() string {
	var all, lacking []string
	for at, want := range g.want {
		all = list.AppendUnique(all, at.Method)
		if len(g.records[at]) < want {
			lacking = list.AppendUnique(lacking, at.Method)
		}
	}
	if len(lacking) == 0 || len(lacking) == len(all) {
		return g.Command()
	}
	plan := *g.Plan
	plan.Only = maps.Clone(g.Only)
	if plan.Only == nil {
		plan.Only = spec.Filter{}
	}
	plan.Only["method"] = slices.Sorted(slices.Values(lacking))
	return plan.Command()
}

// source says where the plan has a data set from, nil if it leaves it out.
func (g *Results) source(dataset string) *run.Source {
	s, _ := list.First(g.Sources, func(s *run.Source) bool { return s.Key == dataset })
	return s
}

// lacks tells whether a run of a data set has no record.
func (g *Results) lacks(dataset string) bool {
	for at, want := range g.want {
		if at.Dataset == dataset && len(g.records[at]) < want {
			return true
		}
	}
	return false
}
