package spec

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
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

// Paths returns the keys that an alternative sets.
func Paths(set string) (paths []string) {
	all, _ := assignments(set) // checked with the open settings
	return list.Map(all, func(a assignment) string { return a.path })
}

// Alter returns the experiment with an alternative of the open settings in force: path = value, ... as [strict.Node.With]
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
		shown.takeRuns(altered)
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

// Alternatives returns the experiment under each alternative of the open settings that concerns it and can be put into force.
func (l *Library) Alternatives(s *Experiment) []*Experiment {
	paper, _ := l.PaperOf(s)
	if paper == nil {
		return nil
	}
	var all []*Experiment
	for _, c := range list.Filter(paper.Protocol, func(c reported.Choice) bool { return Where(c.Where, s) }) {
		for _, alt := range c.Alternatives {
			if altered, err := l.Alter(s, alt.Set); err == nil {
				all = append(all, altered)
			}
		}
	}
	return all
}

// family returns the common name of metrics that can take each other's place, whatever reading of the clusters they score.
func family(metric string) string {
	base := BaseOf(metric)
	m, _ := eval.Find(base)
	return cmp.Or(m.Kin(), base)
}

// swap shows a metric in place of an old one, or of all those of its family that are read alike; false if there are none.
func (s *Experiment) swap(old, metric string) bool {
	s.Metrics = list.AppendUnique(slices.Clone(s.Metrics), metric)
	_, named := result.SplitMetric(metric)
	found := false
	take := func(name *string) {
		_, reading := result.SplitMetric(*name)
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

// Where tells whether an experiment is among those whose tables a text of paper.yaml names, as table1, or whether it names none.
// What the open settings call figure4 is the experiment fig4.
func Where(names string, s *Experiment) bool {
	if names == "" {
		return true
	}
	_, table := result.SplitAddress(s.Original)
	return slices.Contains(strings.Split(shortFigure.Replace(names), ","), strings.Replace(table, "figure", "fig", 1))
}

var shortFigure = strings.NewReplacer(" ", "", "figure", "fig")
