package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// Address names a paper, an experiment or some of its cells: paper, paper/table, paper/table:key=value,...
type Address struct {
	Paper string
	Table string // "" is every experiment of the paper
	Only  Filter
}

// ParseAddress reads an address and checks that the library has it.
func (l *Library) ParseAddress(text string) (Address, error) {
	place, cells, _ := strings.Cut(text, ":")
	only, err := ParseFilter(cells)
	if err != nil {
		return Address{}, fmt.Errorf("address %q: %w", text, err)
	}
	place = l.tidy(place)
	paper, table := reports.SplitAddress(place)
	a := Address{paper, table, only}
	switch tables := list.Map(l.Of(paper), func(s *Experiment) string { return s.Address }); {
	case len(tables) == 0:
		papers := list.Map(l.Papers, func(p *published.Paper) string { return p.Key })
		return a, fmt.Errorf("address %q: %w", text, unknown("paper", paper, papers))
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
	paper, table := reports.SplitAddress(strings.ToLower(strings.TrimSpace(place)))
	if p, found := list.First(l.Papers, func(p *published.Paper) bool { return strings.EqualFold(p.Key, paper) }); found {
		paper = p.Key
	}
	if table == "" {
		if slices.ContainsFunc(l.Specs, func(s *Experiment) bool { return s.Paper() == paper }) {
			return paper
		}
		return place
	}
	names := []string{table}
	if found := shortTable.FindStringSubmatch(table); found != nil {
		names = []string{"table" + found[2], "fig" + found[2]}
		if strings.HasPrefix(found[1], "f") {
			names = names[1:]
		} else if found[1] != "" {
			names = names[:1]
		}
	}
	for _, name := range names {
		if s, found := list.First(l.Specs, func(s *Experiment) bool { return strings.EqualFold(s.Address, paper+"/"+name) }); found {
			return s.Address
		}
	}
	return place
}

// Select returns the experiments that the address names, in the order of the library.
func (l *Library) Select(a Address) []*Experiment {
	return slices.DeleteFunc(slices.Clone(l.Specs), func(s *Experiment) bool { return s.Paper() != a.Paper || a.Table != "" && a.Table != s.Table() })
}
