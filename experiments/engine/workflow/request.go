package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// Request says which experiments and runs a command needs, how they are computed, and which answer it shows.
type Request struct {
	Addresses []string
	Kind      Kind // of experiments that the command can show
	Amount
	Lookup

	Lib       *spec.Library // read already; nil reads what the addresses name
	Home      Home          // of Reproduce
	How       *How          // missing runs are computed; nil computes nothing
	Want      Want          // the answer that is shown
	Rival     string        // that comparisons are with; "" for the paper's own method
	Tolerance float64       // difference that counts as none in comparisons, in the unit of the table; 0 for that of the metric
	By        []string      // the metrics by which leads are looked at; none for all

	known map[*spec.Experiment]*run.Plan // whole ones, which are not planned again
}

// Amount says which runs of an experiment are meant.
type Amount struct {
	Profile    string   // see Named
	Named      bool     // the user named the profile: it goes before that of committed records
	Replicates int      // instead of the profile's; 0 keeps it
	Seed       *uint64  // instead of the experiment's
	Only       []string // filters, as key=value,...
}

// Lookup says which data and records are used.
type Lookup struct {
	Data    string         // data folder as given; "" is the usual one
	Blind   bool           // do not look which data is there
	Cached  bool           // records that the program carries count where the results folder has none
	Fall    Fall           // when they count although Cached is not set
	Shelf   *store.Shelf   // the committed records; nil for those that the program carries
	Archive *store.Archive // look at these records and no others; nil for the results folder
}

// How says how missing runs are computed.
type How struct {
	Workers  int
	Timeout  time.Duration           // of a run; 0 is none
	Progress string                  // how it is shown
	Leave    bool                    // runs that other processes hold to those
	Apart    run.Apart               // computes each run in a process of its own; nil for this one
	Large    bool                    // grids of any size
	Borrows  bool                    // carried records count for runs whose data is not here
	Takes    bool                    // carried records count for the same runs, in place of making them again; always where methods stand beside those of another table
	Planned  func([]*run.Plan) error // refuses plans before anything runs; nil takes all
}

// Kind is the part that an experiment must have to be shown: tables, figures or either.
type Kind struct {
	Part  string // of a spec: panels or plots; "" for either
	other string // the command for those that have none
	has   func(*spec.Experiment) bool
}

// The kinds.
var (
	Either  = Kind{"", "", func(*spec.Experiment) bool { return true }}
	Tables  = Kind{"panels", "figure", func(s *spec.Experiment) bool { return len(s.Panels) > 0 }}
	Figures = Kind{"plots", "table", func(s *spec.Experiment) bool { return len(s.Plots) > 0 }}
)

// Library returns the experiments that the program carries and, if specs names a folder, those in it, whose methods may be programs.
// Without a folder it may be of the papers that addresses name alone: see [spec.Embedded]. Problems of files that the addresses need are an
// error. Other files with problems are left out and told to broken; if that is nil they are an error, too.
func Library(specs string, addresses []string, broken func(strict.Problems), programs ...solvers.Entry) (*spec.Library, error) {
	if specs == "" {
		lib, err := spec.Embedded(addresses...)
		return lib, usage(err)
	}
	lib, err := spec.Embedded()
	if err != nil {
		return nil, usage(err)
	}
	if info, err := os.Stat(specs); err != nil || !info.IsDir() {
		return nil, Errorf(Usage, "--specs: there is no folder %s, want one that holds your papers or solvers", specs)
	}
	more, err := lib.LoadBeside(files.Dir(specs), filepath.Clean(specs)+string(filepath.Separator), nil, programs...)
	problems, isProblems := errors.AsType[strict.Problems](err)
	if err != nil && (!isProblems || broken == nil) {
		return nil, usage(err)
	}
	if broken != nil {
		more = more.Without(problems)
		if len(addresses) > 0 {
			if err := more.Faults(addresses...).Err(); err != nil {
				return nil, usage(err)
			}
		}
		if len(problems) > 0 {
			broken(problems)
		}
	}
	if len(more.Specs) == 0 && len(programs) == 0 && len(more.Faults()) == 0 {
		return nil, Errorf(Usage, "--specs: %s holds no NAME/TABLE.yaml", specs)
	}
	lib, err = lib.With(more)
	return lib, usage(err)
}

func usage(err error) error { return With(Usage, err) }

// plans expands the addresses of a request. Everything that is wrong with them is reported at once.
func (r Request) plans(lib *spec.Library) ([]*run.Plan, error) {
	only, err := spec.ParseFilter(r.Only...)
	if err != nil {
		return nil, Errorf(Usage, "--only: %w", err)
	}
	var all []wanted
	var errs []error
	first := map[string]int{} // of those that show an experiment's runs
	for _, text := range r.Addresses {
		a, err := lib.ParseAddress(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, s := range lib.Select(a) {
			if !r.Kind.has(s) {
				if a.Table != "" {
					errs = append(errs, fmt.Errorf("%s has no %s: it is shown by another command, as in nmfrepro %s %s", text, r.Kind.Part, r.Kind.other,
						s.Address))
				}
				continue
			}
			w := wanted{s, only.Keyed(s).And(a.Only.Keyed(s)), len(all)}
			if len(w.only) == 0 && len(s.Added) == 0 {
				if i, planned := first[s.Base]; planned {
					w.runs = i
				} else {
					first[s.Base] = w.runs
				}
			}
			all = append(all, w)
		}
	}
	errs = append(errs, r.unreadable(all)...)
	if len(all) == 0 && len(errs) == 0 {
		errs = append(errs, fmt.Errorf("%s: no experiment with %s", strings.Join(r.Addresses, ", "), r.Kind.Part))
	}
	plans, failed := r.planned(all)
	return plans, usage(errors.Join(append(errs, failed...)...))
}

// unreadable returns why committed records of the user's own cannot be read, which would count as absent.
func (r Request) unreadable(all []wanted) (errs []error) {
	folders := map[string]string{}
	for _, w := range all {
		if w.spec.Folder != "" {
			folders[w.spec.Paper()] = w.spec.Folder
		}
	}
	for _, paper := range slices.Sorted(maps.Keys(folders)) {
		if _, err := r.shelf().Committed(paper); err != nil {
			errs = append(errs, fmt.Errorf("%s/%w; take it away: nmfrepro publish %s --specs %[1]s writes it anew from the results folder",
				folders[paper], err, paper))
		}
	}
	return errs
}

// wanted is an experiment of which a plan is wanted. One that shows another's runs shares them, and they are planned once.
type wanted struct {
	spec *spec.Experiment
	only spec.Filter
	runs int // the first that has its runs, which may be itself
}

// planned makes plans beside each other.
func (r Request) planned(all []wanted) ([]*run.Plan, []error) {
	if r.Cached {
		papers := list.AppendUnique(nil, list.Map(all, func(w wanted) string {
			paper, _ := result.SplitAddress(w.spec.Base)
			return paper
		})...)
		list.Parallel(len(papers), func(i int) { _, _ = r.shelf().Committed(papers[i]) })
	}
	plans, errs := make([]*run.Plan, len(all)), make([]error, len(all))
	list.Parallel(len(all), func(i int) {
		if w := all[i]; w.runs == i {
			plans[i], errs[i] = r.plan(w.spec, w.only)
		}
	})
	for i, w := range all {
		if first := plans[w.runs]; w.runs != i && first != nil {
			plans[i] = first.For(w.spec)
		}
	}
	return plans, errs
}

// plan cuts one experiment into runs.
func (r Request) plan(s *spec.Experiment, only spec.Filter) (*run.Plan, error) {
	if plan := r.known[s]; plan != nil && len(only) == 0 {
		return plan, nil
	}
	folder, err := datasets.Folder(r.Data)
	if err != nil {
		return nil, err
	}
	req := r.amount(s)
	req.Only, req.Data, req.Blind, req.Seed = only, folder, r.Blind, r.Seed
	req.Replicates = cmp.Or(r.Replicates, req.Replicates)
	return run.NewPlan(s, req)
}

// planOf cuts an experiment into runs with a profile and replicates of its own, 0 for those of the profile.
func (p *Pass) planOf(s *spec.Experiment, profile string, replicates int, only spec.Filter) (*run.Plan, error) {
	r := p.request
	r.Profile, r.Named, r.Replicates, r.Archive, r.known = profile, true, replicates, nil, nil
	return r.plan(s, only)
}

func (r Request) shelf() *store.Shelf {
	return cmp.Or(r.Shelf, store.NewShelf(nil))
}

// amount returns the profile and the replicates with which an experiment is looked at: those of its committed records if they
// count and the user names no profile.
func (r Request) amount(s *spec.Experiment) run.Request {
	a := r.Archive
	if r.Cached && !r.Named {
		paper, _ := result.SplitAddress(s.Base)
		a, _ = r.shelf().Committed(paper) // one that cannot be read is told in [Request.unreadable]
	}
	if a != nil {
		if profile, replicates := a.ProfileOf(s.Base); profile != "" {
			return run.Request{Profile: profile, Replicates: replicates}
		}
	}
	return run.Request{Profile: r.Profile}
}
