package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// assignment is one path = value of an alternative.
type assignment struct{ path, value string }

// next matches the begin of another assignment; a comma alone may belong to a value.
var next = regexp.MustCompile(`,\s*([^\s=,]+)\s*=\s`)

// assignments cuts "path = value, path = value".
func assignments(set string) ([]assignment, error) {
	var all []assignment
	for rest := set; rest != ""; {
		part := rest
		rest = ""
		if at := next.FindStringSubmatchIndex(part); at != nil {
			part, rest = part[:at[0]], part[at[2]:]
		}
		path, value, ok := strings.Cut(part, "=")
		path, value = strings.TrimSpace(path), strings.TrimSpace(value)
		if !ok || path == "" || value == "" {
			return nil, fmt.Errorf("experiments: %q, want path = value", part)
		}
		all = append(all, assignment{path, value})
	}
	return all, nil
}

// Paths are the keys that an alternative sets.
func Paths(set string) (paths []string) {
	all, _ := assignments(set) // checked with the ledger
	return list.Map(all, func(a assignment) string { return a.path })
}

// Alter returns the experiment with an alternative of the protocol ledger in force: path = value, ... as [strict.Node.With]
// has it. The path metrics stands for another metric of the same family: nmi-mean takes the place of nmi-max, purity@w that
// of purity, wherever the experiment shows them; metrics.nmi-max for one that takes the place of nmi-max alone. What is shown
// of another reading of the clusters, as nmi-max@random, stays beside a metric that names none. Seeds stay, so that replicates
// share their draws with the experiment's.
func (l *Library) Alter(s *Experiment, set string) (*Experiment, error) {
	all, err := assignments(set)
	if err != nil {
		return nil, err
	}
	base := l.Find(s.Base)
	node := base.node
	var swaps []assignment
	for _, a := range all {
		if a.path == "metrics" || strings.HasPrefix(a.path, "metrics.") {
			swaps = append(swaps, a)
			continue
		}
		if node, err = node.With(a.path, a.value); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Address, err)
		}
	}
	altered := &Experiment{Address: base.Address, File: base.File, Base: base.Base, Original: base.Original, programs: base.programs}
	if problems := node.Decode(altered); len(problems) > 0 {
		return nil, problems.Err()
	}
	altered.node = node
	altered.fillProfiles()
	if s != base {
		shown := *s
		shown.takeUnits(altered)
		altered = &shown
	}
	for _, a := range swaps {
		if !altered.swap(strings.TrimPrefix(strings.TrimPrefix(a.path, "metrics"), "."), a.value) {
			return nil, fmt.Errorf("%s: shows no metric that %s could take the place of", s.Address, a.value)
		}
	}
	if problems := l.check(altered); len(problems) > 0 {
		return nil, problems.Err()
	}
	return altered, nil
}

// Alternatives are the experiment under each alternative of the ledger that concerns it and can be put into force.
func (l *Library) Alternatives(s *Experiment) []*Experiment {
	paper, _ := l.PaperOf(s)
	if paper == nil {
		return nil
	}
	var all []*Experiment
	for _, c := range list.Filter(paper.Protocol, func(c published.Choice) bool { return Concerns(c, s) }) {
		for _, alt := range c.Alternatives {
			if altered, err := l.Alter(s, alt.Set); err == nil {
				all = append(all, altered)
			}
		}
	}
	return all
}

// family is the common name of metrics that can take each other's place: the name without its variant and reading.
func family(metric string) string {
	base, _ := reports.SplitMetric(metric)
	base, _, _ = strings.Cut(base, "-")
	return base
}

// swap shows a metric in place of an old one, or of all those of its family that are read alike; false if there are none.
func (s *Experiment) swap(old, metric string) bool {
	s.Metrics = list.AppendUnique(slices.Clone(s.Metrics), metric)
	_, named := reports.SplitMetric(metric)
	found := false
	take := func(name *string) {
		_, reading := reports.SplitMetric(*name)
		alike := family(*name) == family(metric) && (named != "" || reading == "")
		if *name != "" && (*name == old || old == "" && alike) {
			*name, found = metric, true
		}
	}
	s.Panels = slices.Clone(s.Panels)
	for i := range s.Panels {
		p := &s.Panels[i]
		take(&p.Metric)
		p.Columns = slices.Clone(p.Columns)
		for k := range p.Columns {
			take(&p.Columns[k].Metric)
		}
	}
	return found
}

// Concerns tells whether a choice of the ledger concerns an experiment: those whose printed tables it names, or all. What
// the ledger calls figure4 is the experiment fig4.
func Concerns(c published.Choice, s *Experiment) bool { return Where(c.Where, s) }

// Where tells whether an experiment is among those that a text names, as table1, figure4.
func Where(names string, s *Experiment) bool {
	_, table := reports.SplitAddress(s.Original)
	where := strings.Split(strings.NewReplacer(" ", "", "figure", "fig").Replace(names), ",")
	return names == "" || slices.Contains(where, strings.Replace(table, "figure", "fig", 1))
}
