package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

func newErrata(env *Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "errata [PAPER...]",
		Short: "what cannot be right in the tables of a paper, found without any experiment",
		Long: `Errata runs detectors over the published tables, all papers if none is named:

` + detectors() + `
Each finding has its place (table/panel/row/column), what was found, why it cannot be, and how grave it is: error (cannot
be right as printed), doubt (contradicts what the paper says elsewhere, or needs an unusual reason), note. Whether the
paper or our copy of it is wrong, only the paper can tell.`,
		Example: `  nmfrepro errata
  nmfrepro errata ornmf
  nmfrepro errata dsp --format json`,
		RunE: func(_ *cobra.Command, keys []string) error {
			lib, err := env.library()
			if err != nil {
				return err
			}
			papers, err := pass.PapersOf(lib, keys)
			if err != nil {
				return err
			}
			if format == "json" {
				return errataJSON(env.Stdout, papers)
			}
			for i, p := range papers {
				if i > 0 {
					fmt.Fprintln(env.Stdout)
				}
				errataText(env.Stdout, p)
			}
			return nil
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

func detectors() string {
	var b strings.Builder
	for _, d := range errata.Detectors {
		fmt.Fprintf(&b, "  %-12s %s\n", d.Name, d.Doc)
	}
	return b.String()
}

func errataText(w io.Writer, p *published.Paper) {
	fmt.Fprintf(w, "%s: %s\n", p.Key, p.Title)
	counts := map[errata.Severity]int{}
	for _, f := range errata.Find(p) {
		counts[f.Severity]++
		fmt.Fprintf(w, "\n%s %s (%s)\n", f.Severity, f.Place, f.Detector)
		fmt.Fprintf(w, "      %s\n      why: %s\n", f.What, f.Why)
	}
	fmt.Fprintf(w, "\n%s: %s, %s, %s\n", p.Key, reports.Count(counts[errata.Error], "error"), reports.Count(counts[errata.Doubt], "doubt"), reports.Count(counts[errata.Note], "note"))
}

func errataJSON(w io.Writer, papers []*published.Paper) error {
	type finding struct {
		Paper string `json:"paper"`
		errata.Finding
	}
	all := []finding{}
	for _, p := range papers {
		for _, f := range errata.Find(p) {
			all = append(all, finding{p.Key, f})
		}
	}
	return writeJSON(w, all)
}
