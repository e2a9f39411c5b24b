package audit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

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
	Paper   *reported.Paper
	Files   fs.FS // the folder that holds the paper's
	Data    string
	Outcome result.Paper // what came out, once Check has been called
}

// OpenReplication reads the specs of a folder with a replication, and tells whether they are sound; data is the folder of the data sets.
// Specs may name programs as solvers. An error of type strict.Problems lists the faults of the specs; the observer was told of them.
func OpenReplication(folder, data string, tell func(Answer), programs ...solvers.Entry) (*Replication, error) {
	at, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	parent, key := filepath.Split(at)
	r := &Replication{Files: files.Dir(parent), Data: data}
	r.Lib, err = spec.LoadFolder(folder, programs...)
	if problems, ok := errors.AsType[strict.Problems](err); ok {
		tell(Answer{Outcome: Fault, Of: "specs", Found: result.Count(len(problems), "problem")})
	}
	if err != nil {
		return nil, err
	}
	if r.Paper = r.Lib.Paper(key); r.Paper == nil || filepath.Dir(r.Paper.File) != filepath.Clean(folder) {
		return nil, fmt.Errorf("there is no paper.yaml in %s, want a folder as nmfrepro new paper writes it", folder)
	}
	tell(Answer{Outcome: Sound, Of: "specs",
		Found: fmt.Sprintf("paper.yaml and %s: no problems", result.Count(len(r.Lib.Specs), "experiment"))})
	return r, nil
}

// Recorded returns the records of the replication with the plans that ask for them.
func (r *Replication) Recorded() ([]Recorded, error) {
	return RecordsOf(r.Lib, []string{r.Paper.Key}, store.ShelfOf(r.Files), nil, r.Data)
}

// ByName matches a version that tells which source it is: a release, or the digits of a commit without changes to it.
var ByName = regexp.MustCompile(`^v\d+\.\d+\.\d+$|[0-9a-f]{12}$`)

// Check looks at everything except the runs, one answer after the other. Whether ours agrees with the paper is no answer: a replication
// in which nothing does is as sound as another.
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
	answers, missing := r.files()
	if missing { // the records cannot be told to be of these files
		answers = append(answers, makers(records)...)
	} else {
		answers = append(answers, r.records(a, records)...)
	}
	for _, answer := range answers {
		tell(answer)
	}
	look, err := workflow.Open(r.Lib, store.NewRecords(a), workflow.Request{Addresses: []string{key}, Kind: workflow.Either,
		Amount: workflow.Amount{Profile: spec.DefaultProfile}, Lookup: workflow.Lookup{Data: r.Data, Archive: a, Blind: true}})
	if err != nil {
		return err
	}
	if r.Outcome, err = look.Paper(r.Paper); err != nil {
		return err
	}
	var document bytes.Buffer
	if _, err := workflow.Document(&document, r.Lib, r.Paper, a, r.Data); err != nil {
		return err
	}
	if missing {
		return nil
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
		parts = append(parts, strings.TrimSpace(s.URL+" "+s.Version), "terms: "+s.Licence)
		for _, v := range s.Others {
			parts = append(parts, strings.TrimSpace("version "+v.Version+" "+strings.Join(v.Tables, " "))+": "+v.URL)
		}
	}
	switch {
	case len(parts) == 0:
		return Answer{Noted, "source", "the citation alone says where the reported numbers can be read",
			"paper.yaml: doi, and source with url and licence"}
	case r.Paper.Source != nil && noAddress(*r.Paper.Source) != "":
		return Answer{Fault, "source", noAddress(*r.Paper.Source) + " is no address", "paper.yaml: source.url, as https://..."}
	case r.Paper.Source == nil:
		return Answer{Noted, "source", strings.Join(parts, ", ") + "; nothing says under which terms", "paper.yaml: source with url and licence"}
	}
	return Answer{Sound, "source", strings.Join(parts, ", "), ""}
}

// noAddress returns the first address of a source that is none, "" if all are.
func noAddress(s reported.Source) string {
	urls := append([]string{s.URL}, list.Map(s.Others, func(v reported.SourceVersion) string { return v.URL })...)
	url, _ := list.First(urls, func(url string) bool { return !strings.HasPrefix(url, "http") })
	return url
}

// reported looks at the reported tables: numbers, experiments that rebuild them, errors of arithmetic.
func (r *Replication) reported() (all []Answer) {
	rebuilt := 0
	for _, t := range r.Paper.Tables {
		if r.Lib.Find(r.Paper.Key+"/"+t.Name) != nil {
			rebuilt++
		}
	}
	found := fmt.Sprintf("%s, %d of %s with an experiment", result.Count(len(r.Paper.Reported()), "reported number"), rebuilt,
		result.Count(len(r.Paper.Tables), "table"))
	tables := Answer{Sound, "tables", found, ""}
	if len(r.Paper.Reported()) == 0 || rebuilt == 0 {
		tables.Outcome, tables.Do = Fault, "paper.yaml: tables, under the name of the experiment that rebuilds each"
	} else if rebuilt < len(r.Paper.Tables) {
		tables.Outcome = Noted
	}
	all = append(all, tables)
	grades := result.Grades(workflow.Errata(r.Paper))
	if len(grades) == 0 {
		return append(all, Answer{Sound, "errata", "no error of arithmetic", ""})
	}
	text := list.JoinByName(grades, ", ", func(grade string, n int) string { return result.Count(n, grade) })
	return append(all, Answer{Noted, "errata", text + ": the paper's, or of copying it", "look at each: nmfrepro verify errata " +
		r.Paper.Key})
}

// files looks at the user's own files that the specs read without their sums: records belong to what a file held. missing tells that one
// is not there.
func (r *Replication) files() (all []Answer, missing bool) {
	var seen []string
	for _, s := range r.Lib.Of(r.Paper.Key) {
		for _, d := range s.Datasets {
			entry, own := datasets.Source(d.Source)
			if !own {
				continue
			}
			set := entry.New()
			_ = d.Options.Decode(set) // the spec is valid, so they fit
			for _, f := range datasets.Unnamed(r.Data, entry, set) {
				switch {
				case slices.Contains(seen, f.Path):
				case f.SHA256 == "":
					missing = true
					all = append(all, Answer{Fault, "data", f.Path + " is not there, and no spec says its SHA-256: nobody can tell which records are of it",
						"name its folder: --data FOLDER; for others, say sha256 among the options of " + d.Key})
				default:
					all = append(all, Answer{Noted, "data", f.Path + ": no spec says its SHA-256, so that others cannot tell whether they have the same file",
						"say sha256: " + f.SHA256 + " among the options of " + d.Key})
				}
				seen = append(seen, f.Path)
			}
		}
	}
	return all, missing
}

// coverage is how the records of a paper and the runs that its experiments ask for stand to each other.
type coverage struct {
	asked                  map[string]bool // keys of records that a run asks for
	stale, absent, without int
	lacking                map[string]int // absent runs of each experiment
}

// coverageOf sets the records of a paper beside the runs that its experiments and their alternatives ask for.
func (r *Replication) coverageOf(a *store.Archive, records []*store.Record) (coverage, error) {
	c := coverage{asked: map[string]bool{}, lacking: map[string]int{}}
	plans, err := PlansBehind(r.Lib, r.Paper, a, r.Data)
	blind, err2 := PlansBehind(r.Lib, r.Paper, a, "")
	if err := cmp.Or(err, err2); err != nil {
		return c, err
	}
	on := map[string]bool{} // experiments and data sets that have records
	for _, rec := range records {
		on[rec.Run.Experiment+" "+rec.Run.Dataset] = true
	}
	own := len(r.Lib.Of(r.Paper.Key)) // the plans of the protocol, before those of its alternatives
	take := func(planned *run.Run) (found bool) {
		rec, found := a.Get(store.Ref{Key: planned.Key})
		if found && !c.asked[planned.Key] {
			if c.asked[planned.Key] = true; planned.Stale(rec.Provenance) != "" {
				c.stale++
			}
		}
		return found
	}
	for i := range plans {
		for k, planned := range plans[i].Runs {
			here, elsewhere := take(planned), take(blind[i].Runs[k]) // with the data of this machine, or with what takes its place
			switch there := here || elsewhere; {
			case there || i >= own || !a.Has(plans[i].Spec.Base):
			case !on[planned.ID.Experiment+" "+planned.ID.Dataset] && planned.Source().Missing() != nil:
				c.without++
			default:
				c.absent++
				c.lacking[plans[i].Spec.Address]++
			}
		}
	}
	return c, nil
}

// records looks whether each record is one that the specs ask for, what is missing, and who made them.
func (r *Replication) records(a *store.Archive, records []*store.Record) (all []Answer) {
	c, err := r.coverageOf(a, records)
	if err != nil {
		return append(all, Answer{Fault, "records", fmt.Sprint(err), ""})
	}
	all = append(makers(records), c.answers(records)...)
	if impossible := impossible(records); len(impossible) > 0 {
		n := len(impossible)
		all = append(all, Answer{Fault, "records", result.Count(n, "record") + " that no run can have left: " + impossible[0], "nmfrepro run " +
			r.Paper.Key + ", then nmfrepro publish"})
	}
	if len(c.asked) == 0 {
		all = append(all, Answer{Fault, "records", "no experiment asks for any of them", "records and specs must be of one version"})
	}
	return all
}

// makers says which programs made the records, and whether they are named by a release or a commit.
func makers(records []*store.Record) []Answer {
	made := Answer{Sound, "records", fmt.Sprintf("%s by %s", result.Count(len(records), "record"), programsOf(records)), ""}
	nameless := len(list.Filter(records, func(rec *store.Record) bool { return !ByName.MatchString(rec.Provenance.Program) }))
	switch {
	case nameless == len(records):
		made.Outcome, made.Do = Fault, "name the release or the commit of the program that made them: nmfrepro publish --commit"
	case nameless > 0:
		return []Answer{made, {Noted, "records", result.Count(nameless, "record") + " by a program without a commit",
			"nmfrepro publish --commit"}}
	}
	return []Answer{made}
}

// answers says of how many records and runs something is to be said.
func (c coverage) answers(records []*store.Record) (all []Answer) {
	failed := len(list.Filter(records, func(rec *store.Record) bool { return rec.Status == result.Failed }))
	for _, n := range []struct {
		count        int
		of, what, do string
		outcome      string
	}{
		{len(records) - len(c.asked), "record", "that no experiment asks for: another version, other options or other data",
			"run them anew, or leave them out: nmfrepro publish", Noted},
		{c.stale, "record", "of a build whose numbers may be others", "nmfrepro publish --refresh", Noted},
		{failed, "record", "of runs that failed: each is computed again below", "", Noted},
		{c.absent, "run", "of the experiments without a record (" + list.JoinByName(c.lacking, ", ", func(address string, n int) string {
			return fmt.Sprintf("%d of %s", n, address)
		}) + "): a mean of the others may be another", "nmfrepro run " + strings.Join(slices.Sorted(maps.Keys(c.lacking)), " ") +
			", then nmfrepro publish", Fault},
		{c.without, "run", "without a record, on data sets that no record is on and whose data is not here", "", Noted},
	} {
		if n.count > 0 {
			all = append(all, Answer{n.outcome, "records", result.Count(n.count, n.of) + " " + n.what, n.do})
		}
	}
	return all
}

// impossible lists the records that no run can have left, and why.
func impossible(records []*store.Record) (all []string) {
	for _, rec := range records {
		if what := run.Implausible(rec); what != "" {
			all = append(all, fmt.Sprintf("%s, record %s: %s", run.Address(rec.Run), rec.Key, what))
		}
	}
	return all
}

// programsOf names the programs that made records.
func programsOf(records []*store.Record) string {
	all := list.AppendUnique(nil, list.Map(records, func(rec *store.Record) string { return rec.Provenance.Program })...)
	if some := 3; len(all) > some {
		return fmt.Sprintf("%d builds of the program, %s the first", len(all), all[0])
	}
	return strings.Join(all, " and ")
}
