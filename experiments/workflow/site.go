package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/datasets"
	"nmfrepro/experiments"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/reports"
	"nmfrepro/reports/site"
	"nmfrepro/solvers"
)

// Notes is what a person found out about the differences of a paper: the notes.md beside its paper.yaml, "" if there is none.
func Notes(p *published.Paper) string {
	data, err := fs.ReadFile(experiments.Files, p.Key+"/notes.md")
	if err != nil { // a paper of the user's own lies in a folder
		data, _ = os.ReadFile(filepath.Join(filepath.Dir(p.File), "notes.md"))
	}
	return string(data)
}

// Site fills the report with what a pass has of some papers.
func (p *Pass) Site(papers []*published.Paper) (site.Site, error) {
	s := site.Site{
		Lead: "Every cell is computed from the code and data described here and set beside the number that the paper prints, with a " +
			"verdict on the difference. Profile of the runs: " + p.Profiles("") + ".",
		Solvers: solverCards(), Datasets: datasetCards(), Machine: machine(),
	}
	s.Papers = make([]reports.Paper, len(papers))
	errs := make([]error, len(papers))
	list.Parallel(len(papers), func(i int) { s.Papers[i], errs[i] = p.Paper(papers[i], Notes(papers[i])) })
	return s, errors.Join(errs...)
}

func solverCards() (cards []site.Card) {
	for _, entry := range solvers.Catalog {
		card := site.Card{Key: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
		for _, o := range solvers.Options(entry.New()) {
			card.Facts = append(card.Facts, site.Fact{Name: o.Name, Value: fmt.Sprintf("%v: %s", o.Value, o.Doc)})
		}
		card.Facts = append(card.Facts, site.Fact{Name: "version", Value: strconv.Itoa(entry.Version)})
		cards = append(cards, card)
	}
	return cards
}

func datasetCards() (cards []site.Card) {
	for _, entry := range datasets.Registry {
		card := site.Card{Key: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
		add := func(name, value string) {
			if value != "" {
				card.Facts = append(card.Facts, site.Fact{Name: name, Value: value})
			}
		}
		add("shape", fmt.Sprintf("%d×%d", entry.Features, entry.Samples))
		if entry.Classes > 0 {
			add("classes", strconv.Itoa(entry.Classes))
		}
		add("licence", entry.Licence)
		add("source", entry.Source)
		add("preparation", entry.Prepare)
		add("stands in for", entry.StandIn)
		for _, d := range entry.Defects {
			add("known defect", d)
		}
		for _, use := range entry.Papers {
			add(use.Paper, strings.TrimSuffix(string(use.Fidelity)+": "+use.Note, ": "))
		}
		cards = append(cards, card)
	}
	return cards
}

func machine() []site.Fact {
	here := run.Here()
	return []site.Fact{
		{Name: "program", Value: here.Program}, {Name: "Go", Value: here.Go}, {Name: "processor", Value: here.CPU}, {Name: "kernel", Value: here.Kernel},
	}
}
