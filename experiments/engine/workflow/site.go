package workflow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
	"nmfrepro/reports/site"
	"nmfrepro/solvers"
)

// Site returns the report on papers: tables, figures, claims, findings and errata.
func (p *Pass) Site(papers []result.Paper) site.Site {
	return site.Site{
		Lead: "Numbers are computed again, as far as data and time allow, and stand beside the reported ones, with a verdict on the difference. Profiles of the runs: " +
			p.Profiles("") + ".",
		Papers:  papers,
		Solvers: solverCards(p.Lib, papers), Datasets: datasetCards(), Machine: machine(), Version: run.Here().Program,
		Cite: "The nmfrepro authors: nmfrepro, replication of experiments on non-negative matrix factorisation, version " + run.Here().Program +
			".",
	}
}

// solverCards describe the solvers, with the methods of these papers that are computed by them.
func solverCards(lib *spec.Library, papers []result.Paper) (cards []site.Card) {
	methods := map[string][]string{}
	for _, s := range lib.Specs {
		if !slices.ContainsFunc(papers, func(p result.Paper) bool { return p.Key == s.Paper() }) {
			continue
		}
		for _, m := range s.Methods {
			methods[m.Solver] = list.AppendUnique(methods[m.Solver], m.Heading()+" in "+s.Base)
		}
	}
	for _, entry := range slices.Concat(solvers.Catalog, lib.Programs) {
		card := site.Card{Key: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
		if used := methods[entry.Name]; len(used) > 0 {
			card.Facts = append(card.Facts, site.Fact{Name: "used as", Value: strings.Join(used, ", ")})
		}
		solver := entry.New()
		_, outside := solver.(solvers.Outside)
		for _, o := range solvers.Options(solver) {
			doc := o.Doc
			if outside { // what stands in the catalog tells its defaults itself
				doc = fmt.Sprintf("%s; default %v", doc, o.Value)
			}
			card.Facts = append(card.Facts, site.Fact{Name: o.Name, Value: doc})
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
		add("substitute for", entry.StandIn)
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
		{Name: "program", Value: here.Program}, {Name: "Go", Value: here.Go}, {Name: "processor", Value: here.CPU}, {Name: "kernel",
			Value: here.Kernel},
	}
}
