package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/steps"
	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/workflow"
)

func newPublish(env *Env) *cobra.Command {
	var x publication
	var look workflow.Request
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
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, keys []string) error {
			lib, papers, err := env.papers(keys)
			if err != nil {
				return err
			}
			if x.pack.Data, err = datasets.Folder(env.Data); err != nil {
				return usageError("%w", err)
			}
			x.pack.Store, x.pack.Profile, x.pack.Own = env.Store(), look.Profile, env.Specs != ""
			return x.all(cmd.Context(), env, lib, papers)
		},
	}
	profileFlag(cmd, &look, "which results are packed")
	f := cmd.Flags()
	f.StringArrayVar(&x.pack.At, "at", nil, "another profile for one experiment, or other replicates: table=profile or table=profile:N")
	f.StringVar(&x.pack.Commit, "commit", "", "the commit that made records which do not name it, as of a build without version control")
	f.BoolVar(&x.pack.Keep, "keep", false, "keep the records of the source tree that the results folder lacks")
	f.BoolVar(&x.document, "document", false, "write RESULTS.md from the committed records")
	f.StringVar(&x.refresh, "refresh", "",
		"compute so many of the committed records again, as 2%, and give all the fingerprint of this build if none differs")
	f.BoolVar(&x.overwrite, "overwrite", false, "replace a RESULTS.md that publish did not write")
	f.StringVar(&x.pack.Into, "into", "experiments", "folder of the papers in the source tree")
	return cmd
}

// publication is the flags of publish.
type publication struct {
	pack                audit.Publication // of each paper
	document, overwrite bool              // RESULTS.md alone; one that was written by hand, too
	refresh             string
}

// all renews or writes papers, one after the other.
func (x *publication) all(ctx context.Context, env *Env, lib *spec.Library, papers []*reported.Paper) error {
	if x.refresh != "" {
		for _, p := range papers {
			if err := x.renew(ctx, env, lib, p); err != nil {
				return err
			}
		}
		return nil
	}
	written := steps.Begin(ctx, "papers written", len(papers))
	var said []string // once the count is gone
	defer func() {
		written.End()
		for _, line := range said {
			fmt.Fprintln(env.Stdout, line)
		}
	}()
	for _, p := range papers {
		line, err := x.publish(lib, p)
		if line != "" {
			said = append(said, line)
		}
		if err != nil {
			return err
		}
		written.Step()
	}
	return nil
}

// renew gives committed records the fingerprint of this build, once a share of them has the same bits.
func (x *publication) renew(ctx context.Context, env *Env, lib *spec.Library, p *reported.Paper) error {
	share, err := parseShare(x.refresh)
	if err != nil {
		return usageError("--refresh: %w", err)
	}
	said, err := x.pack.Renew(lib, p, share, func(from []audit.Recorded, how audit.Recomputation) (audit.Recomputed, error) {
		done, err := recompute(ctx, env.Stderr, env.Stdout, from, how, fmt.Sprint(how.Seed), "auto", true)
		if err == nil {
			fmt.Fprintln(env.Stdout, done)
		}
		return done, err
	})
	if said != "" {
		fmt.Fprintln(env.Stdout, said)
	}
	return err
}

// publish writes what the results folder has of a paper into the tree, and says what it wrote.
func (x *publication) publish(lib *spec.Library, p *reported.Paper) (said string, err error) {
	folder := filepath.Join(x.pack.Into, p.Key)
	if _, err := os.Stat(filepath.Join(folder, "paper.yaml")); err != nil {
		return "", usageError("--into: no paper.yaml in %s: run it in the root of the source tree, or name the folder of the papers", folder)
	}
	if err := replaceable(folder, []string{"RESULTS.md", workflow.KeptFile}, "RESULTS.md", "<!-- written by nmfrepro publish",
		x.overwrite); err != nil {
		return "", err
	}
	if said, err = x.pack.Publish(lib, p, x.document); err == nil && said == "" {
		said = p.Key + " has no committed results"
	}
	return said, err
}
