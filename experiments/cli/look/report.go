package look

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/judge/errata/sheet"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/store/whole"
	"nmfrepro/reports"
	"nmfrepro/reports/site"
)

func newReport(env *console.Env) *cobra.Command {
	var folder, page string
	var look console.Looking
	cmd := &cobra.Command{
		Use:   "report [PAPER...]",
		Short: "the whole picture as a site that opens from a file: verdicts, claims, errata, figures, protocol",
		Long: `Report writes static pages into a folder: the papers at a glance, a page per paper and per table with the paper's numbers,
ours and the verdict on each cell, the figures, claims, errata and protocol, and cards of all solvers and data sets. It
shows what the results folder has for the profile and computes nothing (see nmfrepro run). Experiments of --specs without a paper.yaml
have pages too. The pages take the place of earlier
ones all at once; pages with other names stay.

With --errata-page it writes one file instead: a page on which a table is pasted and checked (see nmfrepro errata), without a
server and without network, by this program compiled for the browser. A program that carries that page, as make errata-page
builds it, puts it into the site, too.`,
		Example: `  nmfrepro report
  nmfrepro report pnmf --profile paper -o site/`,
		RunE: func(_ *cobra.Command, keys []string) error {
			table, err := sheet.Page()
			if page != "" {
				if err != nil {
					return console.UsageError("--errata-page: %w", err)
				}
				return env.Write(page, table)
			}
			lib, err := env.ReadLibrary(keys...)
			if err != nil {
				return err
			}
			lib = lib.Shown()
			papers, err := pass.PapersOf(lib, keys)
			if err != nil {
				return err
			}
			p, err := pass.Open(lib, look.Reader(env), look.Request(env, pass.Addresses(papers), pass.Either))
			if err != nil {
				return err
			}
			if lacking := p.OnlyCarried(p.Plans, false); len(lacking) > 0 {
				env.OfferCarried(keys)
			}
			s, err := p.Site(papers)
			if err != nil {
				return err
			}
			s.Errata = table
			pages, err := site.Pages(s)
			if err != nil {
				return err
			}
			files := reports.Mapped(pages, func(page site.File) whole.File { return whole.File(page) })
			if err := whole.WriteFolder(folder, files); err != nil {
				return fmt.Errorf("-o: %w", err)
			}
			fmt.Fprintln(env.Stdout, filepath.Join(folder, "index.html"))
			return nil
		},
	}
	f := cmd.Flags()
	look.BindProfile(cmd, "size of the runs that are shown")
	look.BindCached(cmd, "show the committed results too")
	f.StringVarP(&folder, "output", "o", "report", "folder of the pages")
	f.StringVar(&page, "errata-page", "", "write the page that checks a table, alone, into this file")
	return cmd
}
