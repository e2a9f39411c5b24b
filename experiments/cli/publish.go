package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/store/whole"
	"nmfrepro/experiments/engine/workflow"
)

func newPublish(env *Env) *cobra.Command {
	var x publication
	cmd := &cobra.Command{
		Use:   "publish PAPER...",
		Short: "for maintainers: write a paper's results folder into the source tree, as records and RESULTS.md",
		Long: `Publish is for those who maintain this program. It packs what the results folder has of a paper, for a profile, into
experiments/PAPER/records.jsonl.gz, and writes RESULTS.md from these records and from paper.yaml, and readings.json.gz, what
they say under each reading of the protocol, all in one step, whatever ends the program.
The program carries the records from its next build on; --cached shows them. Nothing is computed: run the paper first. What
compare alternatives computed goes with it. Each record of a paper that the program carries names the commit that made it.

With --document the records stay as they are and what is made of them is written anew, as after a change of paper.yaml.

With --refresh SHARE a share of the committed records is computed again, at least one of each table, solver and program that ran it.
Where all have the same bits, the records of that table, solver and program get the fingerprint of this build, which says that
it computes their numbers. The others get none and count as stale.`,
		Example: `  nmfrepro publish pnmf --profile quick
  nmfrepro publish rpr --profile quick --at fig4=paper --at table3=quick:5
  nmfrepro publish pnmf --document
  nmfrepro publish pnmf --refresh 2%`,
		Args: Arguments(1, -1),
		RunE: func(cmd *cobra.Command, keys []string) error {
			lib, err := env.ReadLibrary(keys...)
			if err != nil {
				return err
			}
			papers, err := workflow.PapersOf(lib, keys)
			if err != nil {
				return err
			}
			if x.data, err = datasets.Folder(env.Data); err != nil {
				return UsageError("%w", err)
			}
			for _, p := range papers {
				if x.refresh != "" {
					err = x.renew(cmd.Context(), env, lib, p)
				} else {
					err = x.publish(env, lib, p)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	profileFlag(cmd, &x.look, "which results are packed")
	f := cmd.Flags()
	f.StringArrayVar(&x.at, "at", nil, "another profile for one experiment, or other replicates: table=profile or table=profile:N")
	f.StringVar(&x.commit, "commit", "", "the commit that made records which do not name it, as of a build without version control")
	f.BoolVar(&x.keep, "keep", false, "keep the records of the source tree that the results folder lacks")
	f.BoolVar(&x.document, "document", false, "write RESULTS.md from the committed records")
	f.StringVar(&x.refresh, "refresh", "", "compute so many of the committed records again, as 2%, and give all the fingerprint of this build if none differs")
	f.BoolVar(&x.overwrite, "overwrite", false, "replace a RESULTS.md that publish did not write")
	f.StringVar(&x.into, "into", "experiments", "folder of the papers in the source tree")
	return cmd
}

// publication is the flags of publish.
type publication struct {
	look           workflow.Request
	at             []string
	keep, document bool
	overwrite      bool // a RESULTS.md by hand
	into, data     string
	commit         string
	refresh        string
}

// renew gives committed records the fingerprint of this build, once a share of them has the same bits.
func (x *publication) renew(ctx context.Context, env *Env, lib *spec.Library, p *published.Paper) error {
	share, err := ParseShare(x.refresh)
	if err != nil {
		return UsageError("--refresh: %w", err)
	}
	a, err := store.ShelfOf(files.Dir(x.into)).Committed(p.Key)
	if err != nil || a.Len() == 0 {
		return err
	}
	from, err := audit.RecordsOf(lib, []string{p.Key}, store.ShelfOf(files.Dir(x.into)), nil, x.data)
	if err != nil {
		return err
	}
	how := audit.Recomputation{Share: share, Seed: uint64(a.Len()), Workers: run.Workers()}
	done, err := recompute(ctx, env.Stderr, env.Stdout, from, how, fmt.Sprint(a.Len()), "none", true)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout, done)
	data, left, err := audit.Refreshed(lib, p, a, x.data, done.Wrong())
	if err != nil {
		return err
	}
	file := filepath.Join(x.into, p.Key, store.File)
	fmt.Fprintf(env.Stdout, "%s: %s, %.1f kB, %d without a fingerprint\n", file, result.Count(a.Len(), "record"), float64(len(data))/1e3, left)
	if err := whole.WriteFile(file, data, 0o666, ""); err != nil || left == 0 {
		return err
	}
	return workflow.Errorf(workflow.Difference, "%s, and those of the same table, solver and program, have no fingerprint: run them anew, then publish %s --keep", result.Count(len(done.Differing()), "record"), p.Key)
}

func (x *publication) publish(env *Env, lib *spec.Library, p *published.Paper) error {
	folder := filepath.Join(x.into, p.Key)
	if _, err := os.Stat(filepath.Join(folder, "paper.yaml")); err != nil {
		return UsageError("--into: no paper.yaml in %s: run it in the root of the source tree, or name the folder of the papers", folder)
	}
	if err := replaceable(folder, []string{"RESULTS.md"}, "RESULTS.md", "<!-- written by nmfrepro publish", x.overwrite); err != nil {
		return err
	}
	// The tree may be ahead of what this program carries.
	a, err := store.ShelfOf(files.Dir(x.into)).Committed(p.Key)
	if err != nil {
		return err
	}
	if x.document && a.Len() == 0 {
		fmt.Fprintf(env.Stderr, "%s has no committed results\n", p.Key)
		return nil
	}
	name := filepath.Join(folder, "RESULTS.md")
	said, written := name, []whole.File{{Name: "RESULTS.md"}, {Name: workflow.KeptFile}}
	records, err := os.ReadFile(filepath.Join(folder, store.File))
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if !x.document {
		data, absent, err := x.pack(env, lib, p, a)
		if err == nil {
			a, err = store.DecodeArchive(data)
		}
		if err != nil {
			return err
		}
		records, written = data, append(written, whole.File{Name: store.File, Data: data})
		said = fmt.Sprintf("%s: %s, %.1f kB; %d runs have no record\n%s", filepath.Join(folder, store.File), result.Count(a.Len(), "record"), float64(len(data))/1e3, absent, name)
	}
	var text bytes.Buffer
	r, err := workflow.Document(&text, lib, p, a, env.Data)
	if err != nil {
		return err
	}
	written[0].Data = text.Bytes()
	if written[1].Data, err = workflow.Keep(files.Dir(x.into), r, records); err != nil {
		return err
	}
	if err := whole.WriteFolder(folder, written); err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout, said)
	return nil
}

// pack makes the archive of the results folder's records, and counts the runs that have none.
func (x *publication) pack(env *Env, lib *spec.Library, p *published.Paper, tree *store.Archive) (data []byte, absent int, err error) {
	amounts, err := x.amounts(lib, p, tree)
	if err != nil {
		return nil, 0, err
	}
	from := namedRecords{Store: env.Store(), commit: x.commit}
	if x.keep {
		if _, err := tree.Records(); err != nil { // before any of them is kept
			return nil, 0, err
		}
		from.kept = tree
	}
	data, absent, err = audit.Pack(lib, p, amounts, &from)
	if err == nil {
		err = from.Kept()
	}
	if from.nameless > 0 && env.Specs == "" {
		return nil, 0, UsageError("%s of %s, as one by %q, do not name the commit that made them: run a build from a clean checkout, or name it with --commit",
			result.Count(from.nameless, "record"), p.Key, from.program)
	}
	return data, absent, err
}

// named is the results folder with committed records behind it, if they are kept. What the folder has must name a commit or a
// release, or gets the name of one.
type namedRecords struct {
	*store.Store
	kept     store.Reader // nil keeps none
	commit   string
	nameless int
	program  string // of one without a name
}

func (n *namedRecords) Get(w store.Wanted) (*store.Record, bool) {
	rec, ok := n.Store.Get(w)
	if !ok && n.kept != nil {
		return n.kept.Get(w)
	}
	if !ok {
		return nil, false
	}
	switch made := &rec.Provenance; {
	case audit.ByName.MatchString(made.Program):
	case n.commit != "":
		made.Program += " " + n.commit
	default:
		n.nameless, n.program = n.nameless+1, made.Program
	}
	return rec, ok
}

// amounts is what is packed of every experiment of a paper, by address. Of committed records that are kept, all are.
func (x *publication) amounts(lib *spec.Library, p *published.Paper, kept *store.Archive) (map[string]run.Request, error) {
	of := map[string]run.Request{}
	for _, s := range lib.Of(p.Key) {
		req := run.Request{Profile: x.look.Profile, Data: x.data}
		if profile, replicates := kept.ProfileOf(s.Base); x.keep && profile != "" {
			req.Profile, req.Replicates = profile, replicates
		}
		of[s.Address] = req
	}
	for _, text := range x.at {
		table, amount, _ := strings.Cut(text, "=")
		profile, number, counted := strings.Cut(amount, ":")
		if !slices.Contains(spec.ProfileNames, profile) {
			return nil, UsageError("--at %s: unknown profile %q, %s", text, profile, list.DidYouMean(profile, spec.ProfileNames))
		}
		req, known := of[p.Key+"/"+table]
		if !known {
			return nil, UsageError("--at %s: no experiment %s/%s", text, p.Key, table)
		}
		req.Profile = profile
		if counted {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 {
				return nil, UsageError("--at %s: replicates = %q, want a whole number from 1 on", text, number)
			}
			req.Replicates = n
		}
		of[p.Key+"/"+table] = req
	}
	return of, nil
}
