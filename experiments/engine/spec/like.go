package spec

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
)

// resolve gives every spec the address of its runs and, where it is like another, that one's runs.
func (l *Library) resolve() strict.Problems {
	var problems strict.Problems
	for _, s := range l.Specs {
		s.Base, s.Original = s.Address, s.Address
	}
	drawn := func(like bool) {
		for _, s := range l.Specs {
			if s.Draws != "" && s.node.Present() && (s.Like != "") == like {
				problems = append(problems, l.draw(s)...)
			}
		}
	}
	drawn(false) // a spec like one of these has its draws
	for _, s := range l.Specs {
		if s.Like != "" && s.node.Present() {
			problems = append(problems, l.become(s)...)
		}
	}
	drawn(true)
	return problems
}

// owned lists the keys that a spec cannot have if it shows the runs of another.
var owned = []string{"seed", "starts", "draws", "profiles", "replicates", "datasets", "init", "stop", "path", "clusters", "metrics", "outputs", "alone"}

// become makes a spec like the one that it names.
func (l *Library) become(s *Experiment) strict.Problems {
	c := &checker{spec: s}
	other := l.Find(s.likeAddress())
	foreign := other != nil && other.Paper() != s.Paper()
	switch {
	case (other == nil || other == s) && strings.Contains(s.Like, "/"):
		c.bad("like", "no other experiment %q; nmfrepro list experiments has those of the program", s.Like)
		return c.problems
	case other == nil || other == s:
		c.bad("like", "no other experiment %q in %s; one of another paper is named PAPER/TABLE", s.Like, s.Paper())
		return c.problems
	case other.Like != "" && (!foreign || len(other.Added) > 0):
		c.bad("like", "%s is itself like %s: name that one", s.Like, other.Like)
		return c.problems
	}
	if s.TuneBy != "" && c.name("tune-by", "metric that is computed", s.TuneBy, other.Metrics) {
		tuned := slices.ContainsFunc(other.Methods, func(m Method) bool { return m.Tune != nil })
		c.refuse(!tuned, "tune-by", "%s tunes no method: leave it out", s.Like)
	}
	for _, key := range owned {
		if key == "metrics" { // which is asked for in the belief that scores could be added
			c.refuse(s.node.Get(key).Present(), key, "leave it out: the runs of %s are shared, and keep scores, no factors; want a panel with one of %s, or a copy of "+
				"the spec in place of like, all of whose runs are made anew", s.Like, strings.Join(other.Metrics, ", "))
			continue
		}
		c.refuse(s.node.Get(key).Present(), key, "leave it out: it is taken from %s", s.Like)
	}
	others := other.methodKeys()
	for i, m := range s.Methods {
		c.refuse(slices.Contains(others, m.Key), fmt.Sprintf("methods[%d].key", i), "%s has a method %q already, want another key", s.Like, m.Key)
	}
	if len(c.problems) == 0 {
		s.Added = s.Methods
		s.measured(other)
		s.takeRuns(other)
		s.takeLayout(l, other, foreign)
	}
	return c.problems
}

// likeAddress returns the address of the experiment that s is like.
func (s *Experiment) likeAddress() string { return s.beside(s.Like) }

// beside returns the address of an experiment that a spec names: TABLE of its own folder, or PAPER/TABLE.
func (s *Experiment) beside(name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	return s.Paper() + "/" + name
}

// draw gives a spec the random streams of the experiment that draws names.
func (l *Library) draw(s *Experiment) strict.Problems {
	c, other := &checker{spec: s}, l.Find(s.beside(s.Draws))
	switch {
	case other == nil || other == s:
		c.bad("draws", "no other experiment %q; nmfrepro list experiments has those of the program", s.Draws)
	case other.Draws != "":
		c.bad("draws", "%s takes the draws of %s itself: name that one", s.Draws, other.Draws)
	case s.Like == "" && s.Seed != other.Seed:
		c.bad("seed", "seed = %d, and %s, whose draws these are, has %d: want the same", s.Seed, s.Draws, other.Seed)
	default:
		s.DrawsOf = other.Base
		c.sameRows(other)
	}
	return c.problems
}

// drawnBy returns the options of a data set in full, without its scale, by which nothing is drawn.
func drawnBy(d Dataset) map[string]any {
	entry, known := datasets.Source(d.Source)
	if !known {
		return nil
	}
	set := entry.New()
	_ = d.Options.Decode(set) // its problems are listed where it stands
	options := strict.Values(set)
	delete(options, "scale")
	return options
}

// sameRows reports data sets whose draws another experiment does not have.
func (c *checker) sameRows(other *Experiment) {
	for i, d := range c.spec.Datasets {
		at := fmt.Sprintf("datasets[%d]", i)
		k := slices.IndexFunc(other.Datasets, func(o Dataset) bool { return o.Key == d.Key })
		if k < 0 {
			c.bad(at+".key", "%s has no data set %q whose draws these could be", c.spec.Draws, d.Key)
			continue
		}
		o := other.Datasets[k]
		same := o.Source == d.Source && slices.Equal(o.Ranks, d.Ranks) && o.Classes == d.Classes && o.Every == d.Every &&
			o.Shuffle == d.Shuffle && reflect.DeepEqual(drawnBy(o), drawnBy(d))
		c.refuse(!same, at, "%s differs from that of %s: source, options but for the scale, ranks, classes, every and shuffle have to be the same", d.Key,
			c.spec.Draws)
	}
}

// takeRuns makes another experiment's runs those of s, with the methods that s adds.
func (s *Experiment) takeRuns(other *Experiment) {
	s.Base = other.Base
	if s.Tolerances == nil {
		s.Tolerances = other.Tolerances
	}
	s.Seed, s.Profiles, s.Datasets, s.Init, s.Stop = other.Seed, other.Profiles, other.Datasets, other.Init, other.Stop
	s.Starts, s.DrawsOf = other.Starts, other.DrawsOf
	s.Path, s.Clusters, s.Metrics, s.Outputs, s.Alone = other.Path, other.Clusters, other.Metrics, other.Outputs, other.Alone
	s.Methods = slices.Concat(other.Methods, s.Added)
	for i, m := range s.Methods {
		if m.Tune != nil && s.TuneBy != "" && i < len(other.Methods) {
			tune := *m.Tune
			tune.By, s.Methods[i].Tune = s.TuneBy, &tune
		}
	}
}

// measured gives added methods without an objective measure the first measure of the others, if those have any.
func (s *Experiment) measured(other *Experiment) {
	if !slices.ContainsFunc(other.Methods, func(m Method) bool { return m.Measure != "" }) {
		return
	}
	for i := range s.Added {
		if s.Added[i].Measure == "" {
			s.Added[i].Measure = measures[0]
		}
	}
}

// takeLayout gives s the panels and plots of the experiment that it is like, unless it has its own, with a column for each
// added method; and the reported numbers of that experiment, where it is another paper's.
func (s *Experiment) takeLayout(l *Library, other *Experiment, foreign bool) {
	inherits := len(s.Panels) == 0 && len(s.Plots) == 0 && len(s.Added) > 0
	if foreign || inherits {
		s.Original = other.Original
	}
	switch {
	case inherits:
		s.Across, s.Notes = other.Across, slices.Concat(other.Notes, s.Notes)
		for _, p := range other.Panels {
			p.Columns = s.extended(other, p)
			s.Panels = append(s.Panels, p)
		}
		for _, p := range other.Plots {
			if len(p.Methods) > 0 && p.Varies == "" { // such a plot is of one method
				p.Methods = slices.Concat(p.Methods, keysOf(s.Added))
			}
			s.Plots = append(s.Plots, p)
		}
	case len(s.Added) > 0 || foreign:
		for i, p := range s.Panels {
			s.Panels[i] = s.unpublished(l, p)
		}
	}
}

// unpublished marks the columns of added methods, and a panel that the paper's table lacks, as having no reported numbers.
func (s *Experiment) unpublished(l *Library, p Panel) Panel {
	_, table := l.PaperOf(s)
	if table == nil {
		return p
	}
	if !slices.Contains(table.Panels.Names(), p.ReportedKey()) && p.Reported == "" {
		p.Reported = Nothing
	}
	p.Columns = slices.Clone(s.Columns(p))
	added := keysOf(s.Added)
	for i, c := range p.Columns {
		if slices.Contains(added, c.Method) {
			p.Columns[i].Reported = Nothing
		}
	}
	return p
}

// extended returns the columns of a panel of other with those of the added methods, each as the first method with a solver (and of the
// same measure) has its own. Panels that count first places are left as they are: one more column would change the counts of the others.
func (s *Experiment) extended(other *Experiment, p Panel) []Column {
	columns := slices.Clone(other.Columns(p))
	if len(p.Firsts) > 0 {
		return columns
	}
	for _, m := range s.Added {
		for _, c := range other.modelOf(m, columns) {
			for _, mine := range c.of(m) {
				at := len(columns)
				for mine.Group == c.Group && c.Group != "" && columns[at-1].Group != c.Group { // a heading over several methods
					at--
				}
				columns = slices.Insert(columns, at, mine)
			}
		}
	}
	return columns
}

// model is a column whose metric, heading and unit the columns of added methods take over.
type model struct {
	Column
	heading string // of its method
}

// modelOf lists the columns of the method like which an added one is shown.
func (s *Experiment) modelOf(m Method, columns []Column) (all []model) {
	find := func(ok func(Method) bool) string {
		c, _ := list.First(columns, func(c Column) bool {
			o, err := s.FindMethod(c.Method)
			return err == nil && ok(o)
		})
		return c.Method
	}
	key := cmp.Or(find(func(o Method) bool {
		return o.Solver != "" && o.Measure == m.Measure
	}), find(func(o Method) bool { return o.Measure == m.Measure }))
	for _, c := range columns {
		sameBut := func(o model) bool { // the values of its options
			return o.Metric == c.Metric && o.OverRanks == c.OverRanks && (len(o.At) > 0 || len(c.At) > 0)
		}
		if o, err := s.FindMethod(key); err == nil && c.Method == key && !slices.ContainsFunc(all, sameBut) {
			all = append(all, model{Column: c, heading: o.Heading()})
		}
	}
	return all
}

// of makes the columns of a method after the model: one, or one for each variant if the method varies.
func (c model) of(m Method) []Column {
	col := c.Column
	col.Method, col.At, col.Reported = m.Key, nil, Nothing
	switch {
	case col.Group == c.heading:
		col.Group = m.Heading()
	case col.Label != "" && col.Group == "":
		col.Label = ""
	}
	col.Worst = false
	if len(m.Vary) == 0 {
		return []Column{col}
	}
	var all []Column
	for _, v := range m.Variants() {
		one := col
		one.Label = v.Title()
		for _, at := range v.At {
			one.At = append(one.At, strict.Entry[strict.Literal]{Name: at.Name, Value: strict.Literal(at.Value)})
		}
		all = append(all, one)
	}
	return all
}

// unshown reports methods that would be computed and shown nowhere: neither in a panel or plot of any experiment that has the same
// runs, nor as the start of another method.
func (l *Library) unshown(s *Experiment) strict.Problems {
	c := &checker{spec: s}
	own := s.Methods
	if s.Like != "" {
		own = s.Added
	}
	shown := map[string]bool{}
	for _, o := range l.Specs {
		if o.Base == s.Base && (o == s || s.Like == "") {
			o.shows(shown)
		}
	}
	for i, m := range own {
		c.refuse(!shown[m.Key], fmt.Sprintf("methods[%d].key", i),
			"method %s is in no panel and no plot: it would be computed and shown nowhere", m.Key)
	}
	return c.problems
}

// shows marks the methods that an experiment shows, or that others start from.
func (s *Experiment) shows(marked map[string]bool) {
	for _, p := range s.Panels {
		marked[p.RatioTo] = true
		for _, c := range s.Columns(p) {
			marked[c.Method] = true
		}
	}
	added := list.ByKey(s.Added, func(m Method) string { return m.Key })
	for _, p := range s.Plots {
		keys := p.Methods
		if len(keys) == 0 {
			keys = keysOf(s.Methods)
		}
		for _, key := range keys {
			m, isAdded := added[key]
			marked[key] = marked[key] || !isAdded || !s.misses(p, m)
		}
	}
	for _, m := range s.Methods {
		for _, key := range m.InitFrom {
			marked[key] = true
		}
	}
}

// misses tells whether the axis of a plot is an option that an added method does not vary, so that it has no curve there.
func (s *Experiment) misses(p Plot, m Method) bool {
	return p.Over != "" && p.Over != OverRank && !slices.Contains(m.Axes().Names(), p.Over) &&
		!slices.ContainsFunc(s.Datasets, func(d Dataset) bool { return slices.Contains(d.At.Names(), p.Over) })
}
