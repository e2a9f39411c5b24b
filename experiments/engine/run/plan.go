package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Request says which part of an experiment is wanted, and how much of it.
type Request struct {
	Profile    string // smoke, quick or paper
	Replicates int    // instead of the profile's; 0 keeps it
	Seed       *uint64
	Only       spec.Filter
	Data       string // data folder, resolved
	Blind      bool   // do not look which files are there: what has no record has not been run, on any machine alike
}

// Plan is an experiment cut into runs.
type Plan struct {
	Spec       *spec.Experiment
	Profile    string
	Replicates int
	Runs       []*Run // in the order of the table: data set, rank, method, replicate
	Sources    []*Source
	Deviations []string    // notes of the overrides that apply to a run, and what the profile leaves out
	Only       spec.Filter // what the plan was restricted to, by the request and the profile

	request Request
	on      []*variants // of each data set
}

// NewPlan expands the spec, which must be valid. It reads no data.
func NewPlan(s *spec.Experiment, req Request) (*Plan, error) { return newPlan(s, req, nil) }

// Widened returns the plan of the same request under another filter. Both plans share their resolved variants.
func (p *Plan) Widened(only spec.Filter) (*Plan, error) {
	req := p.request
	req.Only = only
	return newPlan(p.Spec, req, p.on)
}

// newPlan expands a spec; on are the variants on its data sets where they are resolved, nil if they are not.
func newPlan(s *spec.Experiment, req Request, on []*variants) (*Plan, error) {
	profile, ok := s.Profiles.Find(req.Profile)
	if !ok {
		return nil, fmt.Errorf("profile %q, want one of %s", req.Profile, strings.Join(spec.ProfileNames, ", "))
	}
	if err := req.Only.Check(s); err != nil {
		return nil, err
	}
	p := &Plan{Spec: s, Profile: req.Profile, Replicates: cmp.Or(req.Replicates, profile.Replicates), request: req, on: on}
	p.Only = p.restrict(req.Only, profile.Only.Filter())
	reps := p.replicates()
	if n := p.count(len(reps)); n > mostRuns || p.Replicates > mostRuns {
		return nil, fmt.Errorf("%s: %.0f runs with %d replicates, want at most %d at a time: lower --reps or the profile's replicates, or "+
			"choose with --only",
			s.Address, n*float64(p.Replicates)/float64(max(1, len(reps))), p.Replicates, mostRuns)
	}
	if p.on == nil {
		p.on = variantsOf(s, profile, req)
	}
	for i, d := range s.Datasets {
		on := p.on[i]
		p.Sources = append(p.Sources, on.source)
		for _, rank := range d.Ranks {
			for _, m := range s.Methods {
				if !m.RunsOn(d.Key) || m.Flat && rank != d.Ranks[0] {
					continue
				}
				only := p.Only
				if m.Tune != nil && !only.Pins(m) {
					only = shared(m.Tune.Scope(), only, req.Only, profile.Only.Filter())
				}
				p.add(on, m, rank, reps, only)
			}
		}
	}
	if len(p.Runs) == 0 {
		return nil, fmt.Errorf("%s: nothing is left of the experiment after --only %s", s.Address, p.Only)
	}
	return p, nil
}

// variantsOf binds the data sets of an experiment to those of a request.
func variantsOf(s *spec.Experiment, profile spec.Profile, req Request) (all []*variants) {
	seed := s.Seed
	if req.Seed != nil {
		seed = *req.Seed
	}
	metrics := list.Map(s.Metrics, func(name string) measure {
		base, reading := result.SplitMetric(name)
		metric, _ := eval.Find(base)
		return measure{name, metric, reading}
	})
	for _, d := range s.Datasets {
		src := newSource(s, d, req.Data, seed)
		if src.blind = req.Blind; !src.blind {
			src.refuse(datasets.Changed(req.Data, src.Entry, src.set))
		}
		all = append(all, &variants{spec: s, profile: profile, dataset: d, source: src, seed: seed, metrics: metrics,
			first: map[result.Address]*variant{}})
	}
	return all
}

// add adds the runs of a method at a rank of a data set, as far as a filter takes them.
func (p *Plan) add(on *variants, m spec.Method, rank int, reps []int, only spec.Filter) {
	_, note := p.Spec.StopFor(on.profile, on.dataset.Key, m)
	from := on.starts(m, rank)
	for _, v := range m.Points() {
		all := on.at(v, rank)
		for _, rep := range reps {
			if rep > 0 && p.Spec.Once(on.dataset, m) || !only.Run(on.dataset.Key, rank, v, rep) {
				continue
			}
			if note != "" && !slices.Contains(p.Deviations, note) {
				p.Deviations = append(p.Deviations, note)
			}
			p.Runs = append(p.Runs, on.run(all, rep, from))
		}
	}
}

// mostRuns bounds what one command holds in memory.
const mostRuns = spec.MostReplicates

// mostTuned is how many runs of one grid are run without being asked for twice: grids grow by multiplying.
const mostTuned = 10_000

// LargeGrid returns an error if the grid of a tuned method has so many runs that they need a flag.
func (p *Plan) LargeGrid() error {
	of := list.Count(p.Runs, func(r *Run) string { return r.ID.Method })
	for i, m := range p.Spec.Methods {
		if m.Tune != nil && of[m.Key] > mostTuned {
			return p.Spec.Problem(fmt.Sprintf("methods[%d].tune.grid", i),
				"%d points of %s make %d runs here, and more than %d are run with --yes-large only: take fewer points, or fewer rows and "+
					"replicates with --only and --reps",
				len(m.Points()), m.Key, of[m.Key], mostTuned)
		}
	}
	return nil
}

// replicates returns the numbers of the replicates that the plan takes, at most mostRuns of them.
func (p *Plan) replicates() []int {
	var reps []int
	if named, limited := p.Only["replicate"]; limited {
		for _, text := range named {
			if rep, err := strconv.Atoi(text); err == nil && rep < p.Replicates {
				reps = append(reps, rep)
			}
		}
		slices.Sort(reps)
		return slices.Compact(reps)
	}
	for rep := range min(p.Replicates, mostRuns) {
		reps = append(reps, rep)
	}
	return reps
}

// count returns the number of runs with so many replicates, before --only; a float64 does not overflow.
func (p *Plan) count(reps int) float64 {
	var places float64
	for _, m := range p.Spec.Methods {
		variants := 1.0 // not those of Points: there may be more than memory takes
		for _, axis := range m.Axes() {
			variants *= float64(len(axis.Value))
		}
		for _, d := range p.Spec.Datasets {
			if !p.Only.Takes("dataset", d.Key) || !p.Only.Takes("method", m.Key) || !m.RunsOn(d.Key) {
				continue
			}
			if m.Flat {
				places += variants
			} else {
				places += variants * float64(len(d.Ranks))
			}
		}
	}
	return places * float64(reps)
}

// For returns the plan of another experiment that shows the same runs in other panels or plots.
func (p *Plan) For(s *spec.Experiment) *Plan {
	q := *p
	q.Spec = s
	return &q
}

// restrict adds the filter of the profile to that of the request. Where both name a key, the request decides.
func (p *Plan) restrict(request, limits spec.Filter) spec.Filter {
	only := spec.Filter{}
	for key, values := range limits {
		if _, asked := request[key]; !asked {
			only[key] = values
		}
	}
	if len(only) > 0 {
		p.Deviations = append(p.Deviations, fmt.Sprintf("profile %s computes %s only", p.Profile, only))
	}
	maps.Copy(only, request)
	return only
}

// shared returns the filter of the runs that a choice rests on: a request for one of the rows that share it needs them all, as far as
// the profile has them.
func shared(scope string, only, request, limits spec.Filter) spec.Filter {
	wide := maps.Clone(only)
	for _, key := range map[string][]string{spec.PerExperiment: {"dataset", "rank"}, spec.PerDataset: {"rank"}}[scope] {
		if _, asked := request[key]; asked {
			delete(wide, key)
		}
		if values, limited := limits[key]; limited {
			wide[key] = values
		}
	}
	return wide
}

// Address returns the address of the experiment with the filter of the plan.
func (p *Plan) Address() string {
	return strings.TrimSuffix(p.Spec.Address+":"+p.Only.String(), ":")
}

// Asked returns the address of the experiment with the filter of the plan beyond that of its profile.
func (p *Plan) Asked() string {
	profile, _ := p.Spec.Profiles.Find(p.Profile)
	limits := profile.Only.Filter()
	only := maps.Clone(p.Only)
	maps.DeleteFunc(only, func(key string, values []string) bool { return slices.Equal(values, limits[key]) })
	return strings.TrimSuffix(p.Spec.Address+":"+only.String(), ":")
}

// Amount says how many replicates there are to be, and how many the protocol of the paper has where these are more.
func (p *Plan) Amount() string {
	if whole := p.Spec.Profiles.Paper.Replicates; p.Replicates < whole {
		return fmt.Sprintf("%s, of the %d of the paper's protocol", result.Count(p.Replicates, "replicate"), whole)
	}
	return result.Count(p.Replicates, "replicate")
}

// Command returns the command that computes the runs without a record.
func (p *Plan) Command() string {
	profile, _ := p.Spec.Profiles.Find(p.Profile)
	words := []string{"nmfrepro run", result.Quoted(p.Asked())}
	if p.Profile != spec.DefaultProfile {
		words = append(words, "--profile "+p.Profile)
	}
	if p.Replicates != profile.Replicates {
		words = append(words, "--reps "+strconv.Itoa(p.Replicates))
	}
	if len(p.Runs) > 0 && p.Runs[0].ID.Seed != p.Spec.Seed {
		words = append(words, "--seed "+strconv.FormatUint(p.Runs[0].ID.Seed, 10))
	}
	if p.Spec.Folder != "" {
		words = append(words, "--specs "+result.Quoted(p.Spec.Folder))
	}
	return strings.Join(words, " ")
}

// Missing returns the runs without a usable record.
func (p *Plan) Missing(set *store.Records) []*Run {
	return slices.DeleteFunc(slices.Clone(p.Runs), func(r *Run) bool { return set.Usable(r) })
}

// Ready loads and checks the data that runs need and returns the runs whose data is there. For the others, Sources says why
// it is not.
func (p *Plan) Ready(jobs []*Run) []*Run {
	ready := slices.DeleteFunc(slices.Clone(jobs), func(r *Run) bool { return r.Lacks() != nil })
	for _, s := range p.Sources {
		s.Err = s.err
	}
	return ready
}

// Uses tells whether a run of the plan is on a data set.
func (p *Plan) Uses(dataset string) bool {
	return slices.ContainsFunc(p.Runs, func(r *Run) bool { return r.ID.Dataset == dataset })
}

// Lost tells whether the data is missing and nobody can get it. A blind plan does not look into the data folder.
func (s *Source) Lost() bool {
	return s.Entry.Lost != "" && (s.blind || datasets.Glance(s.folder, s.Entry) == datasets.StateMissing)
}

// Missing says why the data cannot be read: the error of reading it or, if no run needed it, the state of its file.
func (s *Source) Missing() error {
	if s.Lost() {
		return fmt.Errorf("%s cannot be had: %s; if you have it: nmfrepro data import %s FILE", s.Entry.Name, s.Entry.Lost, s.Entry.Name)
	}
	if s.Err == nil && !s.blind && datasets.Glance(s.folder, s.Entry) == datasets.StateMissing {
		return fmt.Errorf("%s is not in the data folder; %s", s.Entry.Name, s.Entry.HowToGet()) // without the folder: it goes into RESULTS.md
	}
	return s.Err
}

// Statuses counts the runs of a plan by how they ended; those without a record are pending.
func (p *Plan) Statuses(set *store.Records) map[result.Status]int {
	return list.Count(p.Runs, func(r *Run) result.Status {
		if rec, ok := set.Get(r); ok {
			return rec.Status
		}
		return result.Pending
	})
}
