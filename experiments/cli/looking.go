package cli

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Looking is the flags that say which results are looked at: of which profile, and whether the committed ones count.
type Looking struct {
	Profile string
	Cached  bool
	given   func() bool // whether the command names a profile

	computes bool        // the command computes what is missing
	fall     func() bool // whether committed results may stand in for those of a folder without any; nil for never
}

// BindProfile gives a verb --profile.
func (l *Looking) BindProfile(cmd *cobra.Command, doc string) {
	names := spec.ProfileNames
	ChoiceFlag(cmd, &l.Profile, "profile", spec.DefaultProfile, doc+": "+strings.Join(names, ", "), names)
	l.given = func() bool { return cmd.Flags().Changed("profile") }
}

// cachedDoc goes into the long help of every command that has --cached.
const cachedDoc = `

With --cached, results that the results folder lacks are taken from those that this program carries, with the profile that
they were made with if none is named.`

// fallDoc is about commands that show committed results unasked; of those that compute, so much more is true.
const (
	fallDoc = ` Where the folder has none of the results that are asked for, those of the program are shown without it, and the
first line says so; --no-cached forbids that.`
	fallComputingDoc = ` Nor are they shown where a flag asks for runs: --profile, --reps, --seed, -j, --baseline and the like.`
)

// BindCached gives a command --cached, with its paragraph of help.
func (l *Looking) BindCached(cmd *cobra.Command, doc string) {
	cmd.Long += cachedDoc
	cmd.Flags().BoolVar(&l.Cached, "cached", false, doc)
}

// BindFall gives a command --cached and --no-cached: it shows committed results where the folder has none at all. A command that
// computes does so unless a flag asks for runs: their number or their execution, or what they are to be compared with.
func (l *Looking) BindFall(cmd *cobra.Command, computes bool, doc string) {
	l.BindCached(cmd, doc)
	l.computes = computes
	cmd.Long += fallDoc
	asks := []string{"cached", "no-cached"}
	if computes {
		cmd.Long += fallComputingDoc
		asks = append(asks, "profile", "reps", "seed", "jobs", "timeout", "looks", "baseline", "write-baseline")
	}
	cmd.Flags().Bool("no-cached", false, "never show results that the program carries")
	cmd.MarkFlagsMutuallyExclusive("cached", "no-cached")
	l.fall = func() bool { return !slices.ContainsFunc(asks, cmd.Flags().Changed) }
}

// Open plans what a request asks for. If the results folder has nothing of it, and the program does, the request becomes one for
// committed results, and the first line says so.
func (l *Looking) Open(env *Env, lib *spec.Library, r workflow.Request) (*workflow.Pass, error) {
	p, err := workflow.Open(lib, l.Reader(env), r)
	if err != nil || l.fall == nil || l.Cached {
		return p, err
	}
	if !l.fall() || p.Some() {
		if !l.computes && len(p.OnlyCarried(p.Plans, false)) > 0 {
			env.OfferCarried(env.Args)
		}
		return p, nil
	}
	look := *l
	look.Cached, r.Cached = true, true
	carried, err := workflow.Open(lib, look.Reader(env), r)
	if err != nil || !carried.Some() || l.computes && carried.Anew() {
		return p, err
	}
	l.Cached = true
	fmt.Fprintf(Messages(env.Stderr), "%s has no results of this build. Shown are those that the program carries%s; for your own: nmfrepro run %s\n",
		env.Results, env.made(env.Args), cmp.Or(strings.Join(env.Args, " "), "PAPER"))
	return carried, nil
}

// made says how many runs of an address the program carries, "" where several are asked for.
func (e *Env) made(addresses []string) string {
	if len(addresses) != 1 {
		return ""
	}
	place, _, _ := strings.Cut(addresses[0], ":")
	paper, _ := reports.SplitAddress(place)
	a, err := e.Shelf().Committed(paper)
	if err != nil {
		return ""
	}
	profile, replicates := a.Made(place)
	if profile == "" {
		return ""
	}
	return fmt.Sprintf(" of %s (%s profile)", reports.Count(replicates, "replicate"), profile)
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

// findingText says first what became of a paper, and what of it the runs that are looked at do not support.
func findingText(w io.Writer, p reports.Paper) {
	f := p.Finding
	if f.Answer == "" {
		return
	}
	fmt.Fprintf(w, "%s (%s): %s.\n", p.Key, p.Short, f.Headed())
	for _, sentence := range list.Filter([]string{f.Lead, f.Replicates, f.Fails, f.Why}, func(s string) bool { return s != "" }) {
		fmt.Fprintf(w, "  %s\n", sentence)
	}
	if other := f.Otherwise(); len(other) > 0 {
		fmt.Fprintf(w, "  These runs have otherwise, of %s that this rests on: %s.\n", reports.Count(len(f.Rests), "outcome"),
			list.Join(other, "; ", func(r reports.Rest) string { return fmt.Sprintf("%s: %s, not %s", r.What, r.Got, r.Want) }))
	}
	fmt.Fprintln(w)
}

// WholePapers are the papers that a command names without a table.
func WholePapers(p *workflow.Pass, addresses []string) (papers []*published.Paper) {
	for _, text := range addresses {
		a, err := p.Lib.ParseAddress(text)
		if err != nil || a.Table != "" || len(a.Only) > 0 {
			continue
		}
		if paper := p.Lib.Paper(a.Paper); paper != nil {
			papers = append(papers, paper)
		}
	}
	return papers
}

// Outputs are values of what the commands write as JSON whose form is promised, by the name of their schema.
var Outputs = map[string]any{"verify": verifyJSON{}, "claims": claimsOutput{}, "explain": explainJSON{}, "recompute": recomputedJSON{}}
