package spec

import (
	"fmt"
	"nmfrepro/reports"
	"strings"
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
	paper, table := reports.SplitAddress(place)
	a := Address{paper, table, only}
	var papers, tables []string
	for _, p := range l.Papers {
		papers = append(papers, p.Key)
	}
	for _, s := range l.Specs {
		if s.Paper() == paper {
			tables = append(tables, s.Address)
		}
	}
	switch {
	case len(tables) == 0:
		return a, fmt.Errorf("address %q: %w", text, unknown("paper", paper, papers))
	case table != "" && l.Find(place) == nil:
		return a, fmt.Errorf("address %q: %w", text, unknown("experiment", place, tables))
	}
	return a, nil
}

// Select returns the experiments that the address names, in the order of the library.
func (l *Library) Select(a Address) []*Experiment {
	var specs []*Experiment
	for _, s := range l.Specs {
		if s.Paper() == a.Paper && (a.Table == "" || a.Table == s.Table()) {
			specs = append(specs, s)
		}
	}
	return specs
}
