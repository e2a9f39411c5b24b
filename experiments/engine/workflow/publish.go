package workflow

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/render"
	"nmfrepro/reports/site"
	"nmfrepro/solvers"
)

// gather collects the records of some plans of one paper into an archive and encodes it. A run that several plans share is
// packed once. Runs without a record are left out and counted; those of the extra plans, which belong to alternative
// protocols, are left out silently.
func gather(paper string, plans, extra []*run.Plan, from store.Reader) (data []byte, absent int, err error) {
	var records []*store.Record
	var made []store.Experiment
	seen := map[string]bool{}
	take := func(u *run.Run) (there bool) {
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
		for _, u := range p.Runs {
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
		case p.Replicates > made[k].Replicates: // plans may share runs: the one with most replicates stands for them
			made[k].Profile, made[k].Replicates = p.Profile, p.Replicates
		}
	}
	for _, p := range extra {
		for _, u := range p.Runs {
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

// Pack packs what a reader has of a paper into an archive, and says how many runs have no record. amounts is what is packed
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
		profile, replicates := a.ProfileOf(s.Base)
		amounts[s.Address] = run.Request{Profile: cmp.Or(profile, spec.DefaultProfile), Replicates: replicates, Data: data}
	}
	plans, extra, err := plansOf(lib, p, amounts)
	return append(plans, extra...), err
}

// Refreshed is an archive whose records have the fingerprints of this build, but for those of wrong strata. left is how many have none:
// those, and records that no plan asks for. By [Recompute] a caller knows that this build gives the same numbers.
func Refreshed(lib *spec.Library, p *published.Paper, a *store.Archive, data string, wrong map[Stratum]bool) (file []byte, left int, err error) {
	units := map[string]*run.Run{}
	for _, folder := range []string{"", data} { // without any data, substitutes take the place of files
		plans, err := PlansBehind(lib, p, a, folder)
		if err != nil {
			return nil, 0, err
		}
		for _, plan := range plans {
			for _, u := range plan.Runs {
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
func Document(w io.Writer, lib *spec.Library, p *published.Paper, a *store.Archive, data string) (result.Paper, error) {
	look, err := Open(lib, a, Request{
		Addresses: []string{p.Key}, Kind: Either, Profile: spec.DefaultProfile, Data: data, Archive: a, Blind: true,
	})
	if err != nil {
		return result.Paper{}, err
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
	s.Papers = make([]result.Paper, len(papers))
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

// Answer is one answer of a check: a note is worth knowing and no error, FAIL is one.
type Answer struct {
	Outcome string // ok, note or FAIL
	Of      string // what was looked at
	Found   string
	Do      string // what to do, "" for nothing
}

// The outcomes of an answer.
const (
	Sound = "ok"
	Noted = "note"
	Fault = "FAIL"
)

// Replication is a paper in a folder of its own: paper.yaml, specs, records.jsonl.gz, and RESULTS.md.
type Replication struct {
	Lib     *spec.Library
	Paper   *published.Paper
	Files   fs.FS // the folder that holds the paper's
	Data    string
	Outcome result.Paper // what came out, once Check has been called
}

// ByName matches a version that tells which source it is: a release, or the digits of a commit without changes to it.
var ByName = regexp.MustCompile(`^v\d+\.\d+\.\d+$|[0-9a-f]{12}$`)

// Check looks at everything but the runs themselves, one answer after the other. Whether ours agrees with the paper is no answer: a
// replication in which nothing does is as sound as another.
func (r *Replication) Check(tell func(Answer)) error {
	key := r.Paper.Key
	tell(r.source())
	for _, a := range r.reported() {
		tell(a)
	}
	a, err := store.ShelfOf(r.Files).Committed(key)
	var records []*store.Record
	if err == nil {
		records, err = a.Records()
	}
	switch {
	case err != nil:
		tell(Answer{Fault, "records", err.Error(), "publish them again"})
		return nil
	case len(records) == 0:
		tell(Answer{Fault, "records", "there is no " + key + "/" + store.File, "nmfrepro run " + key + ", then nmfrepro publish " + key})
		return nil
	}
	for _, answer := range r.Records(a, records) {
		tell(answer)
	}
	look, err := Open(r.Lib, a, Request{Addresses: []string{key}, Kind: Either, Profile: spec.DefaultProfile, Data: r.Data, Archive: a, Blind: true})
	if err != nil {
		return err
	}
	if r.Outcome, err = look.Paper(r.Paper); err != nil {
		return err
	}
	var document bytes.Buffer
	if _, err := Document(&document, r.Lib, r.Paper, a, r.Data); err != nil {
		return err
	}
	if have, err := fs.ReadFile(r.Files, key+"/RESULTS.md"); err != nil || !bytes.Equal(have, document.Bytes()) {
		tell(Answer{Fault, "results", "RESULTS.md is not what the records say", "nmfrepro publish " + key + " --document"})
	} else {
		tell(Answer{Sound, "results", "RESULTS.md says what the records say", ""})
	}
	return nil
}

// source tells where the reported numbers can be read.
func (r *Replication) source() Answer {
	var parts []string
	if r.Paper.DOI != "" {
		parts = append(parts, "https://doi.org/"+r.Paper.DOI)
	}
	if s := r.Paper.Source; s != nil {
		parts = append(parts, s.URL, "terms: "+s.Licence)
	}
	switch {
	case len(parts) == 0:
		return Answer{Noted, "source", "the citation alone says where the reported numbers can be read", "paper.yaml: doi, and source with url and licence"}
	case r.Paper.Source != nil && !strings.HasPrefix(r.Paper.Source.URL, "http"):
		return Answer{Fault, "source", r.Paper.Source.URL + " is no address", "paper.yaml: source.url, as https://..."}
	case r.Paper.Source == nil:
		return Answer{Noted, "source", strings.Join(parts, ", ") + "; nothing says under which terms", "paper.yaml: source with url and licence"}
	}
	return Answer{Sound, "source", strings.Join(parts, ", "), ""}
}

// reported looks at the reported tables: numbers, experiments that rebuild them, errors of arithmetic.
func (r *Replication) reported() (all []Answer) {
	rebuilt := 0
	for _, t := range r.Paper.Tables {
		if r.Lib.Find(r.Paper.Key+"/"+t.Name) != nil {
			rebuilt++
		}
	}
	found := fmt.Sprintf("%s, %d of %s with an experiment", result.Count(len(r.Paper.Reported()), "reported number"), rebuilt, result.Count(len(r.Paper.Tables), "table"))
	tables := Answer{Sound, "tables", found, ""}
	if len(r.Paper.Reported()) == 0 || rebuilt == 0 {
		tables.Outcome, tables.Do = Fault, "paper.yaml: tables, under the name of the experiment that rebuilds each"
	} else if rebuilt < len(r.Paper.Tables) {
		tables.Outcome = Noted
	}
	all = append(all, tables)
	grades := list.Count(errata.Find(r.Paper), func(e errata.Finding) string { return string(e.Severity) })
	if len(grades) == 0 {
		return append(all, Answer{Sound, "errata", "no error of arithmetic", ""})
	}
	text := list.JoinByName(grades, ", ", func(grade string, n int) string { return result.Count(n, grade) })
	return append(all, Answer{Noted, "errata", text + ": the paper's, or of copying it", "look at each: nmfrepro verify errata " + r.Paper.Key})
}

// Records looks whether each record is one that the specs ask for, what is missing, and who made them.
func (r *Replication) Records(a *store.Archive, records []*store.Record) (all []Answer) {
	asked, stale, absent, without, failed, nameless := map[string]bool{}, 0, 0, 0, 0, 0
	var impossible []string
	on := map[string]bool{} // experiments and data sets that have records
	for _, rec := range records {
		if rec.Status == result.Failed {
			failed++
		}
		on[rec.Run.Experiment+" "+rec.Run.Dataset] = true
		if what := run.Implausible(rec); what != "" {
			impossible = append(impossible, fmt.Sprintf("%s, record %s: %s", run.Address(rec.Run), rec.Key, what))
		}
		if !ByName.MatchString(rec.Provenance.Program) {
			nameless++
		}
	}
	plans, err := PlansBehind(r.Lib, r.Paper, a, r.Data)
	blind, err2 := PlansBehind(r.Lib, r.Paper, a, "")
	if err != nil || err2 != nil {
		return append(all, Answer{Fault, "records", fmt.Sprint(err), ""})
	}
	own := len(r.Lib.Of(r.Paper.Key)) // the plans of the protocol, before those of its alternatives
	for i := range plans {
		for k, u := range plans[i].Runs {
			there := false
			for _, u := range []*run.Run{u, blind[i].Runs[k]} { // with the data of this machine, or with what takes its place
				rec, found := a.Get(store.Ref{Key: u.Key})
				if there = there || found; !found || asked[u.Key] {
					continue
				}
				asked[u.Key] = true
				if u.Stale(rec.Provenance) != "" {
					stale++
				}
			}
			switch {
			case there || i >= own || !a.Has(plans[i].Spec.Base):
			case !on[u.ID.Experiment+" "+u.ID.Dataset] && u.Source().Missing() != nil:
				without++
			default:
				absent++
			}
		}
	}
	all = append(all, Answer{Sound, "records", fmt.Sprintf("%s by %s", result.Count(len(records), "record"), programsOf(records)), ""})
	if nameless == len(records) {
		all[0].Outcome, all[0].Do = Fault, "name the release or the commit of the program that made them: nmfrepro publish --commit"
	} else if nameless > 0 {
		all = append(all, Answer{Noted, "records", result.Count(nameless, "record") + " by a program without a commit", "nmfrepro publish --commit"})
	}
	for _, n := range []struct {
		count        int
		of, what, do string
		outcome      string
	}{
		{len(records) - len(asked), "record", "that no experiment asks for: another version, other options or other data",
			"run them anew, or leave them out: nmfrepro publish", Noted},
		{stale, "record", "of a build whose numbers may be others", "nmfrepro publish --refresh", Noted},
		{failed, "record", "of runs that failed: each is computed again below", "", Noted},
		{absent, "run", "of the experiments without a record: a mean of the others may be another", "nmfrepro run " + r.Paper.Key + ", then nmfrepro publish", Fault},
		{without, "run", "without a record, on data sets that no record is on and whose data is not here", "", Noted},
	} {
		if n.count > 0 {
			all = append(all, Answer{n.outcome, "records", result.Count(n.count, n.of) + " " + n.what, n.do})
		}
	}
	if n := len(impossible); n > 0 {
		all = append(all, Answer{Fault, "records", result.Count(n, "record") + " that no run can have left: " + impossible[0], "nmfrepro run " + r.Paper.Key + ", then nmfrepro publish"})
	}
	if len(asked) == 0 {
		all = append(all, Answer{Fault, "records", "no experiment asks for any of them", "records and specs must be of one version"})
	}
	return all
}

func programsOf(records []*store.Record) string {
	all := list.AppendUnique(nil, list.Map(records, func(rec *store.Record) string { return rec.Provenance.Program })...)
	if some := 3; len(all) > some {
		return fmt.Sprintf("%d builds of the program, %s the first", len(all), all[0])
	}
	return strings.Join(all, " and ")
}
