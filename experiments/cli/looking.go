package cli

import (
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
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
func (l *Looking) Request(env *Env, addresses []string, kind workflow.Kind) workflow.Request {
	return workflow.Request{Addresses: addresses, Kind: kind, Profile: l.Profile, Named: l.given(), Data: env.Data, Cached: l.Cached, Shelf: env.Shelf()}
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
func (e *Env) Store() *store.Store {
	if e.results == nil {
		e.results = e.StoreAt(e.Results)
	}
	return e.results
}

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
