package cli

import (
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
)

// looking is the flags that say which results are looked at: of which profile, and whether the committed ones count.
type looking struct {
	profile string
	cached  bool
	given   func() bool // whether the command names a profile
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

// request asks for what the flags say.
func (l *looking) request(env *Env, addresses []string, kind pass.Kind) pass.Request {
	return pass.Request{Addresses: addresses, Kind: kind, Profile: l.profile, Named: l.given(), Data: env.Data, Cached: l.cached, Shelf: env.shelf()}
}

// reader is where records are looked up.
func (l *looking) reader(env *Env) store.Reader {
	var r store.Reader = env.store()
	if l.cached {
		r = env.store().WithCommitted(env.shelf())
	}
	if env.reader != nil {
		r = env.reader(r)
	}
	return r
}

func (e *Env) store() *store.Store {
	return store.Open(e.Results, func(warning string) { fmt.Fprintln(e.Stderr, "warning: "+warning) })
}

// shelf is the committed results that the program carries and, with --specs, those in that folder.
func (e *Env) shelf() *store.Shelf {
	if e.committed == nil {
		var own fs.FS
		if e.Specs != "" {
			own = os.DirFS(e.Specs)
		}
		e.committed = store.NewShelf(own)
	}
	return e.committed
}
