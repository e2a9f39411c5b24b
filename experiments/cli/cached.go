package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
)

// looking is the flags that say which results are looked at: of which profile, and whether the committed ones count.
type looking struct {
	profile string
	cached  bool
	given   func() bool    // whether the command names a profile
	only    *store.Archive // look at nothing else; nil for the results folder
}

func (l *looking) bindProfile(cmd *cobra.Command, doc string) {
	names := spec.ProfileNames
	choiceFlag(cmd, &l.profile, "profile", spec.DefaultProfile, doc+": "+strings.Join(names, ", "), names)
	l.given = func() bool { return cmd.Flags().Changed("profile") }
}

// cachedDoc goes into the long help of every verb that has --cached.
const cachedDoc = `

With --cached, results that the results folder lacks are taken from those that this program carries, with the profile that
they were made with if none is named. Without it, committed results are never used.`

func (l *looking) bindCached(cmd *cobra.Command, doc string) {
	cmd.Long += cachedDoc
	cmd.Flags().BoolVar(&l.cached, "cached", false, doc)
}

// request asks for an experiment with the profile and the replicates of its committed results, if they count and the command
// names no profile.
func (l *looking) request(s *spec.Experiment) run.Request {
	a := l.only
	if l.cached && !l.given() {
		paper, _, _ := strings.Cut(s.Address, "/")
		a, _ = store.Committed(paper) // the store warns of one that cannot be read
	}
	if a != nil {
		if profile, replicates := a.Made(s.Base); profile != "" {
			return run.Request{Profile: profile, Replicates: replicates}
		}
	}
	return run.Request{Profile: l.profile}
}

// profiles names the profiles of a paper's experiments, for a heading.
func (l *looking) profiles(specs []*spec.Experiment) string {
	var names []string
	for _, s := range specs {
		if p := l.request(s).Profile; !slices.Contains(names, p) {
			names = append(names, p)
		}
	}
	if len(names) == 0 {
		names = append(names, l.profile)
	}
	return strings.Join(names, ", ")
}

// results is the store to look at.
func (e *Env) results(l *looking) *store.Store {
	switch {
	case l.only != nil:
		return store.Only(l.only)
	case l.cached:
		return e.store().WithCommitted()
	}
	return e.store()
}

// specsOf are the experiments of a paper.
func specsOf(lib *spec.Library, paper string) []*spec.Experiment {
	var specs []*spec.Experiment
	for _, s := range lib.Specs {
		if strings.HasPrefix(s.Address, paper+"/") {
			specs = append(specs, s)
		}
	}
	return specs
}

func (e *Env) store() *store.Store {
	return store.Open(e.Results, func(warning string) { fmt.Fprintln(e.Stderr, "warning: "+warning) })
}
