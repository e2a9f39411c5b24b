package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/site"
)

func newReport(env *Env) *cobra.Command {
	var folder string
	var overwrite bool
	var req workflow.Request
	cmd := &cobra.Command{
		Use:   "report [PAPER...]",
		Short: "the whole picture as a site that opens from a file: verdicts, claims, errata, figures, protocol",
		Long: `Report writes static pages into a folder: the papers at a glance, a page per paper and per table with the paper's numbers,
ours and the verdict on each cell, the figures, claims, errata and protocol, and cards of all solvers and data sets. It
shows what the results folder has for the profile and computes nothing (see nmfrepro run). Experiments of --specs without a paper.yaml
have pages too. The pages take the place of earlier
ones all at once; pages with other names stay.`,
		Example: `  nmfrepro report
  nmfrepro report pnmf --profile paper -o site/`,
		RunE: func(cmd *cobra.Command, keys []string) error {
			lib, err := env.faultless(keys)
			if err != nil {
				return err
			}
			req.Lib = lib.Shown()
			papers, err := workflow.PapersOf(req.Lib, keys)
			if err != nil {
				return err
			}
			if err := replaceable(folder, []string{"index.html", "style.css"}, "index.html", site.Generator, overwrite); err != nil {
				return err // before any work is done
			}
			r, err := env.Reproduce(cmd.Context(), req, workflow.Addresses(papers), workflow.Either, workflow.Papers)
			if err != nil {
				return err
			}
			pages, err := site.Pages(cmd.Context(), r.Pass.Site(r.Papers))
			if err != nil {
				return err
			}
			html := list.Map(pages, func(page site.File) files.File { return files.File(page) })
			names := list.Map(html, func(f files.File) string { return f.Name })
			if err := replaceable(folder, names, "index.html", site.Generator, overwrite); err != nil {
				return err
			}
			if err := files.WriteFolder(folder, html); err != nil {
				return fmt.Errorf("-o: %w", err)
			}
			fmt.Fprintln(env.Stdout, filepath.Join(folder, "index.html"))
			return nil
		},
	}
	f := cmd.Flags()
	profileFlag(cmd, &req, "size of the runs that are shown")
	fallFlags(cmd, &req, "show the committed results too")
	f.StringVarP(&folder, "output", "o", "report", "folder of the pages")
	f.BoolVar(&overwrite, "overwrite", false, "replace files of the folder that nmfrepro did not write")
	return cmd
}
