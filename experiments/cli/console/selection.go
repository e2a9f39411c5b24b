package console

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Looking is the flags that say which results are looked at: of which profile, and whether the committed ones count.
type Looking struct {
	Profile string
	Cached  bool
	given   func() bool // whether the command names a profile
}

// BindProfile gives a verb --profile.
func (l *Looking) BindProfile(cmd *cobra.Command, doc string) {
	names := spec.ProfileNames
	ChoiceFlag(cmd, &l.Profile, "profile", spec.DefaultProfile, doc+": "+strings.Join(names, ", "), names)
	l.given = func() bool { return cmd.Flags().Changed("profile") }
}

// cachedDoc goes into the long help of every verb that has --cached.
const cachedDoc = `

With --cached, results that the results folder lacks are taken from those that this program carries, with the profile that
they were made with if none is named. Without it, committed results are never used.`

// BindCached gives a verb --cached, with its paragraph of help.
func (l *Looking) BindCached(cmd *cobra.Command, doc string) {
	cmd.Long += cachedDoc
	cmd.Flags().BoolVar(&l.Cached, "cached", false, doc)
}

// Request asks for what the flags say.
func (l *Looking) Request(env *Env, addresses []string, kind pass.Kind) pass.Request {
	return pass.Request{Addresses: addresses, Kind: kind, Profile: l.Profile, Named: l.given(), Data: env.Data, Cached: l.Cached, Shelf: env.Shelf()}
}

// Reader is where records are looked up.
func (l *Looking) Reader(env *Env) store.Reader {
	var r store.Reader = env.Store()
	if l.Cached {
		r = env.Store().WithCommitted(env.Shelf())
	}
	if env.Reader != nil {
		r = env.Reader(r)
	}
	return r
}

// Store is the results folder.
func (e *Env) Store() *store.Store { return e.StoreAt(e.Results) }

// StoreAt is a folder of results that a verb names.
func (e *Env) StoreAt(folder string) *store.Store {
	return store.Open(folder, func(warning string) { fmt.Fprintln(e.Stderr, "warning: "+warning) })
}

// Shelf is the committed results that the program carries and, with --specs, those in that folder.
func (e *Env) Shelf() *store.Shelf {
	if e.committed == nil {
		var own fs.FS
		if e.Specs != "" {
			own = os.DirFS(e.Specs)
		}
		e.committed = store.NewShelf(own)
	}
	return e.committed
}

// Selection is the flags that say which units are meant.
type Selection struct {
	Looking
	Replicates int
	Looks      int     // at fewer replicates; of verify
	Seed       *uint64 // nil for the experiment's
	Only       []string
}

// Bind gives a verb the flags.
func (s *Selection) Bind(cmd *cobra.Command) {
	f := cmd.Flags()
	s.BindProfile(cmd, "how much to compute")
	f.IntVar(&s.Replicates, "reps", 0, "replicates, instead of the profile's number")
	seed := f.Uint64("seed", 0, "master seed, instead of the experiment's")
	f.StringArrayVar(&s.Only, "only", nil, "only these cells: key=value,... (dataset=iris|orl,method=pnmf)")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if f.Changed("seed") {
			s.Seed = seed
		}
		if f.Changed("reps") && s.Replicates < 1 {
			return UsageError("--reps = %d, want ≥ 1", s.Replicates)
		}
		return nil
	}
}

func (s *Selection) request(env *Env, addresses []string, kind pass.Kind) pass.Request {
	r := s.Looking.Request(env, addresses, kind)
	r.Replicates, r.Looks, r.Only, r.Seed = s.Replicates, s.Looks, s.Only, s.Seed
	return r
}

// Open plans what the flags and addresses say.
func (s *Selection) Open(env *Env, addresses []string, kind pass.Kind) (*pass.Pass, error) {
	lib, err := env.ReadLibrary(addresses...)
	if err != nil {
		return nil, err
	}
	return pass.Open(lib, s.Reader(env), s.request(env, addresses, kind))
}

// showsCarried are the verbs that have --cached.
var showsCarried = map[string]bool{
	"claims": true, "compare": true, "explain": true, "figure": true, "report": true, "sensitivity": true, "table": true, "verify": true,
}

// OfferCarried says, before anything else, that data or results are missing which the program carries, and the command that
// shows them.
func (e *Env) OfferCarried(addresses []string) {
	verb := e.Verb
	if len(addresses) == 0 && verb != "report" {
		return
	}
	if !showsCarried[verb] {
		verb = "table"
		if _, name := reports.SplitAddress(addresses[0]); strings.HasPrefix(name, "fig") {
			verb = "figure"
		}
	}
	made := ""
	if len(addresses) == 1 {
		paper, _ := reports.SplitAddress(addresses[0])
		if a, err := e.Shelf().Committed(paper); err == nil {
			made = madeOn(a, addresses[0])
		}
	}
	why := "Not all of it can be computed here, but"
	if verb == "report" || verb == "claims" {
		why, made = "The results folder does not have all of it, but", ""
	}
	command := strings.Join(slices.Concat([]string{"nmfrepro", verb}, addresses, []string{"--cached"}), " ")
	fmt.Fprintf(Messages(e.Stderr), "%s this program carries results%s:\n  %s\n", why, made, command)
}

// madeOn is how many replicates were published of an experiment.
func madeOn(a *store.Archive, address string) string {
	for _, made := range a.Experiments {
		if made.Address == address {
			return fmt.Sprintf(" of %s (%s profile)", reports.Count(made.Replicates, "replicate"), made.Profile)
		}
	}
	return ""
}
