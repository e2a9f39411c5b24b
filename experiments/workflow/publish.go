package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
	"nmfrepro/reports/render"
	"nmfrepro/reports/site"
	"nmfrepro/solvers"
)

// gather collects the records of some plans of one paper into an archive and encodes it. A unit that several plans share is
// packed once. Units without a record are left out and counted; those of the extra plans, which belong to alternative
// protocols, are left out silently.
func gather(paper string, plans, extra []*run.Plan, from store.Reader) (data []byte, absent int, err error) {
	var records []*store.Record
	var made []store.Experiment
	seen := map[string]bool{}
	take := func(u *run.Unit) (there bool) {
		rec, there := from.Get(u)
		if there && !seen[u.Key] {
			seen[u.Key] = true
			records = append(records, rec)
		}
		return there
	}
	for _, p := range plans {
		address := p.Spec.Base
		n := 0
		for _, u := range p.Units {
			if take(u) {
				n++
			} else {
				absent++
			}
		}
		switch k := slices.IndexFunc(made, func(e store.Experiment) bool { return e.Address == address }); {
		case n == 0:
		case k < 0:
			made = append(made, store.Experiment{Address: address, Profile: p.Profile, Replicates: p.Replicates})
		case p.Replicates > made[k].Replicates: // plans may share units: the one with most replicates stands for them
			made[k].Profile, made[k].Replicates = p.Profile, p.Replicates
		}
	}
	for _, p := range extra {
		for _, u := range p.Units {
			take(u)
		}
	}
	if len(records) == 0 {
		return nil, absent, fmt.Errorf("no results of %s are in the folder; run it first", paper)
	}
	_, data, err = store.NewArchive(paper, made, records)
	return data, absent, err
}

// Archive packs the records of a paper's plans.
func (p *Pass) Archive(paper string) ([]byte, error) {
	data, _, err := gather(paper, p.of(paper), nil, p.Set)
	return data, With(Data, err)
}

// Pack packs what a reader has of a paper into an archive, and says how many units have no record. amounts is what is packed
// of each experiment, by address. What sensitivity computed under alternative protocols goes with it.
func Pack(lib *spec.Library, p *published.Paper, amounts map[string]run.Request, from store.Reader) (data []byte, absent int, err error) {
	plans, extra, err := plansOf(lib, p, amounts)
	if err != nil {
		return nil, 0, err
	}
	data, absent, err = gather(p.Key, plans, extra, store.NewSet(from))
	return data, absent, usage(err)
}

// plansOf plans the experiments of a paper, and those under alternative protocols.
func plansOf(lib *spec.Library, p *published.Paper, amounts map[string]run.Request) (plans, extra []*run.Plan, err error) {
	for _, s := range lib.Of(p.Key) {
		plan, err := run.NewPlan(s, amounts[s.Address])
		if err != nil {
			return nil, nil, usage(err)
		}
		plans = append(plans, plan)
		for _, altered := range judge.Readings(lib, s) {
			if plan, err = run.NewPlan(altered, amounts[s.Address]); err != nil {
				return nil, nil, usage(err)
			}
			extra = append(extra, plan)
		}
	}
	return plans, extra, nil
}

// PlansBehind are the plans whose records a paper's archive holds.
func PlansBehind(lib *spec.Library, p *published.Paper, a *store.Archive, data string) ([]*run.Plan, error) {
	amounts := map[string]run.Request{}
	for _, s := range lib.Of(p.Key) {
		profile, replicates := a.Made(s.Base)
		amounts[s.Address] = run.Request{Profile: cmp.Or(profile, spec.DefaultProfile), Replicates: replicates, Data: data}
	}
	plans, extra, err := plansOf(lib, p, amounts)
	return append(plans, extra...), err
}

// Refreshed is an archive whose records have the fingerprints of this build, but for those of wrong strata. left is how many have none:
// those, and records that no plan asks for. By [Recompute] a caller knows that this build gives the same numbers.
func Refreshed(lib *spec.Library, p *published.Paper, a *store.Archive, data string, wrong map[Stratum]bool) (file []byte, left int, err error) {
	units := map[string]*run.Unit{}
	for _, folder := range []string{"", data} { // without any data, substitutes take the place of files
		plans, err := PlansBehind(lib, p, a, folder)
		if err != nil {
			return nil, 0, err
		}
		for _, plan := range plans {
			for _, u := range plan.Units {
				units[u.Key] = u
			}
		}
	}
	records, err := a.Records()
	if err != nil {
		return nil, 0, err
	}
	for i, rec := range records {
		u := units[rec.Key]
		now := *rec
		if u == nil || wrong[StratumOf(u, rec)] {
			left++
			now.Provenance.Fingerprint = nil
		} else {
			now.Provenance.Fingerprint = u.Fingerprint()
		}
		records[i] = &now
	}
	_, file, err = store.NewArchive(p.Key, a.Experiments, records)
	return file, left, err
}

// Document writes RESULTS.md of a paper: what the records of an archive say beside the reported numbers, in short. The same archive
// gives the same bytes. It returns what was written.
func Document(w io.Writer, lib *spec.Library, p *published.Paper, a *store.Archive, data string) (reports.Paper, error) {
	look, err := Open(lib, a, Request{
		Addresses: []string{p.Key}, Kind: Either, Profile: spec.DefaultProfile, Data: data, Archive: a, Blind: true,
	})
	if err != nil {
		return reports.Paper{}, err
	}
	r, err := look.Paper(p)
	if err != nil {
		return r, err
	}
	return r, render.Document(w, r)
}

// Site fills the report with what a pass has of some papers.
func (p *Pass) Site(papers []*published.Paper) (site.Site, error) {
	s := site.Site{
		Lead:    "Every number is computed again and stands beside the reported one, with a verdict on the difference. Profiles of the runs: " + p.Profiles("") + ".",
		Solvers: solverCards(p.Lib), Datasets: datasetCards(), Machine: machine(), Version: run.Here().Program,
		Cite: "The nmfrepro authors: nmfrepro, replication of experiments on non-negative matrix factorisation, version " + run.Here().Program + ".",
	}
	s.Papers = make([]reports.Paper, len(papers))
	errs := make([]error, len(papers))
	list.Parallel(len(papers), func(i int) { s.Papers[i], errs[i] = p.Paper(papers[i]) })
	return s, errors.Join(errs...)
}

// solverCards describe the solvers, with the methods of the papers that are computed by them.
func solverCards(lib *spec.Library) (cards []site.Card) {
	methods := map[string][]string{}
	for _, s := range lib.Specs {
		for _, m := range s.Methods {
			methods[m.Solver] = list.AppendUnique(methods[m.Solver], m.Heading()+" in "+s.Base)
		}
	}
	for _, entry := range slices.Concat(solvers.Catalog, lib.Programs) {
		card := site.Card{Key: entry.Name, Doc: entry.Doc, Cite: entry.Cite}
		if used := methods[entry.Name]; len(used) > 0 {
			card.Facts = append(card.Facts, site.Fact{Name: "used as", Value: strings.Join(used, ", ")})
		}
		for _, o := range solvers.Options(entry.New()) {
			doc := o.Doc
			if !strings.Contains(doc, "default") {
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
		{Name: "program", Value: here.Program}, {Name: "Go", Value: here.Go}, {Name: "processor", Value: here.CPU}, {Name: "kernel", Value: here.Kernel},
	}
}
