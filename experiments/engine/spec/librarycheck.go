package spec

// This file checks papers against their experiments.

import (
	"path/filepath"
	"slices"
	"strings"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
)

// Settable reports alternatives of papers that none of the experiments they concern can put into force.
func (l *Library) Settable(papers []*reported.Paper) (problems strict.Problems) {
	for _, p := range papers {
		experiments := l.Of(p.Key)
		for i, c := range p.Protocol {
			concerned := list.Filter(experiments, func(s *Experiment) bool { return Where(c.Where, s) })
			for k, alt := range c.Alternatives {
				var why error
				for _, s := range concerned {
					if _, why = l.Alter(s, alt.Set); why == nil {
						break
					}
				}
				if why != nil {
					problems = append(problems, p.Node.Get("protocol").Index(i).Get("alternatives").Index(k).Get("set").Problem(
						"%q can be set in none of %s; in the last: %v", alt.Set, list.Join(concerned, ", ", func(s *Experiment) string {
							return s.Table()
						}), firstLine(why)))
				}
			}
		}
	}
	return problems
}

// settableBeside returns Settable of a paper and the experiments beside it, as far as these are valid.
func (l *Library) settableBeside(folder, key string) strict.Problems {
	all, _ := filepath.Glob(filepath.Join(folder, "*.yaml"))
	beside := &Library{Papers: l.Papers, Programs: l.Programs, beside: l.beside}
	for _, file := range all {
		if filepath.Base(file) == "paper.yaml" {
			continue
		}
		data, err := strict.ReadAll(files.Open(file))
		if err != nil || len(beside.add(file, key, data)) > 0 {
			return nil // its own check says why
		}
	}
	if len(beside.resolve()) > 0 {
		return nil
	}
	for _, s := range beside.Specs {
		if len(beside.check(s)) > 0 {
			return nil
		}
	}
	return beside.Settable(beside.Papers)
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// notes reports notes of papers on cells that their experiments do not have.
func (l *Library) notes() (problems strict.Problems) {
	for _, p := range l.Papers {
		for i, n := range p.Notes {
			for _, place := range n.Places() {
				table, cells, _ := strings.Cut(place, ":")
				s := l.Find(p.Key + "/" + table)
				if s == nil { // said by the paper's own check, or an experiment that is not written yet
					continue
				}
				only, err := ParseFilter(cells)
				if err == nil {
					err = only.Check(s)
				}
				if err != nil {
					problems = append(problems, p.Node.Get("notes").Index(i).Get("about").Problem("%v", err))
				}
			}
		}
	}
	return problems
}

// rowNames reports names of rows that no experiment of the paper has.
func (l *Library) rowNames() (problems strict.Problems) {
	for _, p := range l.Papers {
		specs := l.Of(p.Key)
		if p.Names == nil || len(specs) == 0 {
			continue
		}
		var known []string
		for _, s := range specs {
			for _, d := range s.Datasets {
				known = append(known, d.Heading())
				for _, rank := range d.Ranks {
					known = append(known, d.RowLabel(rank))
				}
			}
		}
		for _, row := range p.Names.Rows.Names() {
			if !slices.Contains(known, row) {
				at := p.Node.Get("names").Get("rows").Get(row)
				problems = append(problems, at.Problem("no data set of the paper's experiments is called %q, %s", row, list.DidYouMean(row, known)))
			}
		}
	}
	return problems
}
