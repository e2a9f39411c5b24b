package workflow

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Take takes the committed records of runs that have none in the results folder, by their keys, and counts them: the same run gives the
// same bits.
func (p *Pass) Take(plans []*run.Plan) int {
	return p.borrow(plans, func(*run.Run) bool { return true })
}

// Borrow takes the committed records of runs whose data is missing; their numbers are shown and marked.
func (p *Pass) Borrow(plans []*run.Plan) {
	p.borrow(plans, func(r *run.Run) bool { return errors.As(r.Lacks(), new(*datasets.MissingError)) })
}

func (p *Pass) borrow(plans []*run.Plan, may func(*run.Run) bool) (taken int) {
	for _, plan := range plans {
		paper, _ := result.SplitAddress(plan.Spec.Base)
		a, err := p.request.shelf().Committed(paper)
		if err != nil || p.request.Cached || !a.Has(plan.Spec.Base) {
			continue
		}
		for _, r := range plan.Missing(p.Records) {
			if rec, ok := a.Get(r); ok && may(r) {
				p.Records.Put(rec)
				p.answers.borrowed.Store(r.Key, true)
				taken++
			}
		}
	}
	return taken
}

// borrowing tells whether a record was taken for want of data.
func (p *Pass) borrowing(r *run.Run) bool { _, yes := p.answers.borrowed.Load(r.Key); return yes }

// marked says in the cells of a table that their runs are carried ones, where others were made here.
func (p *Pass) marked(plan *run.Plan, t *result.Table) {
	made := map[string]string{} // when and where, by data set
	for _, r := range plan.Runs {
		if rec, ok := p.Records.Get(r); ok && p.borrowing(r) {
			made[r.ID.Dataset] = "carried, run on " + rec.Provenance.Finished.Format("2006-01-02") + " on " + rec.Provenance.CPU
		}
	}
	for i := range t.Panels {
		for k := range t.Panels[i].Rows {
			for c := range t.Panels[i].Rows[k].Cells {
				cell := &t.Panels[i].Rows[k].Cells[c]
				if text := made[cell.At.Dataset]; text != "" && cell.State.Note == "" {
					cell.State.Note = text
				}
			}
		}
	}
}

// Carried says on which days and machines, and with which versions, those records were made that a plan shows from among the
// committed results. It is "" if there are none.
func (p *Pass) Carried(plan *run.Plan) string {
	var days, cpus, programs, lacking []string
	own, carried := 0, 0
	for _, r := range plan.Runs {
		rec, ok := p.Records.Get(r)
		if !ok {
			continue
		}
		if p.borrowing(r) {
			lacking = list.AppendUnique(lacking, r.ID.Dataset)
		} else if !p.request.Cached {
			own++
			continue
		} else {
			paper, _ := result.SplitAddress(r.ID.Experiment)
			a, err := p.request.shelf().Committed(paper)
			if err != nil {
				return ""
			}
			if same, ok := a.Get(r); !ok || !same.Provenance.Finished.Equal(rec.Provenance.Finished) {
				own++
				continue
			}
		}
		carried++
		days = list.AppendUnique(days, rec.Provenance.Finished.Format("2006-01-02"))
		cpus = list.AppendUnique(cpus, rec.Provenance.CPU)
		programs = list.AppendUnique(programs, rec.Provenance.Program)
	}
	if carried == 0 {
		return ""
	}
	slices.Sort(days)
	when := days[0]
	if last := days[len(days)-1]; last != when {
		when += " to " + last
	}
	text := "from the results that this program carries: run " + when + " on " + strings.Join(cpus,
		" and ") + ", program " + strings.Join(programs, " and ")
	if len(lacking) > 0 {
		text = "for " + strings.Join(lacking, ", ") + ", whose data is not here, " + text
	}
	if own > 0 {
		text += ", and " + result.Count(own, "run") + " of the results folder"
	}
	return text
}

// Some tells whether the pass has a record of any run.
func (p *Pass) Some() bool {
	return slices.ContainsFunc(p.Plans, func(plan *run.Plan) bool {
		return slices.ContainsFunc(plan.Runs, func(r *run.Run) bool { _, ok := p.Records.Get(r); return ok })
	})
}

// recorded returns the keys of the runs of a pass that have a record.
func (p *Pass) recorded() map[string]bool {
	keys := map[string]bool{}
	for _, r := range p.Runs() {
		if _, ok := p.Records.Get(r); ok {
			keys[r.Key] = true
		}
	}
	return keys
}

// Beside counts the runs of another pass, which looks at the results folder alone, and the further runs that this pass shows. all tells
// whether this pass shows every run of the other; runs with other settings have other keys.
func (p *Pass) Beside(own *Pass) (made, more int, all bool) {
	shown, all := p.recorded(), true
	for key := range own.recorded() {
		made++
		all = all && shown[key]
		delete(shown, key)
	}
	return made, len(shown), all
}

// Displaces lists the experiments for which the program carries more replicates than the pass takes from the results folder, unless a
// flag asked for that number.
func (p *Pass) Displaces() (addresses []string) {
	if p.request.Replicates > 0 || p.request.Named || p.request.Seed != nil {
		return nil
	}
	for _, plan := range p.Plans {
		if !p.Carries(plan) {
			continue
		}
		a, _ := p.request.shelf().Committed(plan.Spec.Paper()) // Carries has read it
		if _, replicates := a.ProfileOf(plan.Spec.Base); replicates > plan.Replicates {
			addresses = list.AppendUnique(addresses, plan.Asked())
		}
	}
	return addresses
}

// Anew tells whether a command that computes has something to compute in spite of the committed results: a method of the user's own,
// or one of which this build computes other numbers.
func (p *Pass) Anew() bool {
	return slices.ContainsFunc(p.Plans, func(plan *run.Plan) bool {
		return len(plan.Spec.Added) > 0 || slices.ContainsFunc(plan.Runs, func(r *run.Run) bool {
			_, ok := p.Records.Get(r)
			return !ok && p.Records.Stale(r) != ""
		})
	})
}

// Carries tells whether --cached, which was not given, would show results of a plan.
func (p *Pass) Carries(plan *run.Plan) bool {
	if p.request.Cached {
		return false
	}
	a, err := p.request.shelf().Committed(plan.Spec.Paper())
	return err == nil && a.Has(plan.Spec.Base)
}

// CarriedOf returns the addresses of the estimated plans of which some runs wait for data and the program carries results.
func (p *Pass) CarriedOf(all []run.Estimate) (addresses []string) {
	for i, e := range all {
		if e.Waiting > 0 && p.Carries(p.Plans[i]) {
			addresses = append(addresses, p.Plans[i].Asked())
		}
	}
	return addresses
}

// OnlyCarried lists the plans that --cached would show more of: the results folder lacks a usable record of some run, and the
// program carries results. With run set, runs whose data is there do not count, since the command computes them.
func (p *Pass) OnlyCarried(plans []*run.Plan, run bool) (addresses []string) {
	if p.request.Cached {
		return nil
	}
	for _, plan := range plans {
		missing := plan.Missing(p.Records)
		if len(missing) > 0 && !(run && len(missing) == len(plan.Ready(missing))) && p.Carries(plan) {
			addresses = list.AppendUnique(addresses, plan.Asked())
		}
	}
	return addresses
}

// KeptFile is the name of the file in a paper's folder with the conclusions of its committed records under each reading of the protocol,
// which take longer than the rest of a report. The file counts while records, specs and the conclusions as chosen are unchanged.
const KeptFile = "readings.json.gz"

type kept struct {
	Of          string                        `json:"of"`
	Conclusions map[string]*result.Robustness `json:"conclusions"` // by kind and key
	Claims      map[string]*result.Readings   `json:"claims"`
	NotRun      []result.Unread               `json:"not_run"`
	Reasons     map[string][]keptReason       `json:"reasons"` // why cells differ, by table
	Sources     []result.LeadSource           `json:"sources"` // what leads are made of; null of a file that does not say
}

type keptReason struct {
	result.Reason
	Key string `json:"key"`
}

// digest returns that of the records of a paper and of its files in a folder.
func digest(folder fs.FS, paper string, records []byte) (string, error) {
	h := sha256.New()
	h.Write(records)
	files, err := fs.Glob(folder, paper+"/*.yaml") // sorted
	for _, file := range files {
		data, err := fs.ReadFile(folder, file)
		if err != nil {
			return "", err
		}
		h.Write([]byte(file))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// Keep returns the file of a paper whose records, and whose folder in a tree, are given.
func Keep(folder fs.FS, r result.Paper, records []byte) ([]byte, error) {
	of, err := digest(folder, r.Key, records)
	if err != nil {
		return nil, err
	}
	k := kept{Of: of, Conclusions: map[string]*result.Robustness{}, Claims: map[string]*result.Readings{},
		NotRun: r.Says.NotRun, Reasons: map[string][]keptReason{}, Sources: nil}
	each(&r.Says, func(key string, _ result.Reading, a **result.Robustness) {
		if *a != nil {
			k.Conclusions[key] = *a
		}
	})
	for _, c := range r.Claims {
		if c.Readings != nil {
			k.Claims[c.Key] = c.Readings
		}
	}
	if k.Sources = r.Says.Sources; k.Sources == nil {
		k.Sources = []result.LeadSource{}
	}
	for _, t := range r.Tables {
		k.Reasons[t.Key] = list.Map(t.Reasons, func(x result.Reason) keptReason { return keptReason{x, x.Key} })
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed) // no name and no time in its head: the same bytes again
	if err := json.NewEncoder(z).Encode(k); err != nil {
		return nil, err
	}
	err = z.Close()
	return packed.Bytes(), err
}

// each visits the conclusions with their keys, what they are under the reading that was chosen, and their readings.
func each(says *result.Conclusions, visit func(key string, chosen result.Reading, a **result.Robustness)) {
	for kind, all := range map[string][]result.Conclusion{"row ": says.Rows, "panel ": says.Panels} {
		for i := range all {
			visit(kind+all[i].Key(), all[i].Reading(), &all[i].Readings)
		}
	}
	for i := range says.Leads {
		visit("lead "+says.Leads[i].Key(), says.Leads[i].Reading(), &says.Leads[i].Readings)
	}
}

// recall fills in the readings that are kept of a paper, and gives the reasons why cells differ, if nothing but its committed records is
// looked at and they are of these conclusions.
func (p *Pass) recall(paper *reported.Paper, all []result.Claim, says *result.Conclusions) (why map[string][]result.Reason, ok bool) {
	if !p.request.Cached || p.request.Archive != nil || !p.Records.Carried(paper.Key) {
		return nil, false
	}
	var k kept
	records, err := fs.ReadFile(experiments.Files, paper.Key+"/"+store.File)
	packed, err2 := fs.ReadFile(experiments.Files, paper.Key+"/"+KeptFile)
	if err != nil || err2 != nil {
		return nil, false
	}
	of, err := digest(experiments.Files, paper.Key, records)
	z, err2 := gzip.NewReader(bytes.NewReader(packed))
	if err != nil || err2 != nil || json.NewDecoder(z).Decode(&k) != nil || k.Of != of {
		return nil, false
	}
	found := 0
	each(says, func(key string, chosen result.Reading, _ **result.Robustness) {
		if a := k.Conclusions[key]; a != nil && a.Each[0].Same(chosen) {
			found++
		}
	})
	if found != len(k.Conclusions) {
		return nil, false
	}
	each(says, func(key string, _ result.Reading, a **result.Robustness) { *a = k.Conclusions[key] })
	for i := range all {
		all[i].Readings = k.Claims[all[i].Key]
	}
	says.NotRun, says.Sources = k.NotRun, k.Sources
	why = map[string][]result.Reason{}
	for table, kept := range k.Reasons {
		why[table] = list.Map(kept, func(x keptReason) result.Reason { x.Reason.Key = x.Key; return x.Reason })
	}
	return why, true
}
