package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments"
	"nmfrepro/experiments/nearest"
	"nmfrepro/reports/site"
)

func newReport(env *Env) *cobra.Command {
	var profile, folder string
	cmd := &cobra.Command{
		Use:   "report [PAPER...]",
		Short: "the whole picture as a site that opens from a file: verdicts, claims, errata, figures, protocol",
		Long: `Report writes static pages into a folder: the papers at a glance, a page per paper and per table with the paper's numbers,
ours and the verdict on each cell, the figures, claims, errata and protocol, and cards of all solvers and data sets. It
shows what the results folder has for the profile and computes nothing (see nmfrepro run).`,
		Example: `  nmfrepro report
  nmfrepro report pnmf --profile paper -o site/`,
		RunE: func(_ *cobra.Command, keys []string) error {
			if !contains(experiments.ProfileNames, profile) {
				return usageError("--profile: unknown profile %q, %s", profile, nearest.Hint(profile, experiments.ProfileNames))
			}
			data, err := datasets.Folder(env.Data)
			if err != nil {
				return usageError("%w", err)
			}
			lib, err := experiments.Embedded()
			if err != nil {
				return usageError("%w", err)
			}
			papers, err := papersOf(keys)
			if err != nil {
				return err
			}
			s, err := env.site(lib, papers, experiments.Request{Profile: profile, Data: data})
			if err != nil {
				return err
			}
			if err := site.Write(folder, s); err != nil {
				return fmt.Errorf("-o: %w", err)
			}
			fmt.Fprintln(env.Stdout, filepath.Join(folder, "index.html"))
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&profile, "profile", experiments.DefaultProfile, "size of the runs that are shown: "+strings.Join(experiments.ProfileNames, ", "))
	f.StringVarP(&folder, "output", "o", "report", "folder of the pages")
	return cmd
}
