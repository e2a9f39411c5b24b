package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/term"
)

func newDataGet(env *Env) *cobra.Command {
	var opts datasets.GetOptions
	var progress string
	var all bool
	cmd := &cobra.Command{
		Use:   "get NAME|PAPER|PAPER/TABLE...",
		Short: "download data sets and verify them",
		Long: `Get downloads what is missing of sets, or of all that a paper or a table needs, and says first how much that is. An interrupted download is taken up where it was, other addresses are tried in
order, and a file gets its name only when it is whole and right: by its SHA-256, or by what it holds. What is there is never
replaced. The licence is shown; terms that must be accepted need --accept-license. HTTP_PROXY and HTTPS_PROXY are honoured.

Exit codes: 0 everything is there, 2 terms not accepted, 3 a set could not be had, 130 interrupted.`,
		Example: `  nmfrepro data get orl-full coil20
  nmfrepro data get rpr/table2
  nmfrepro data get movielens1m --accept-license
  nmfrepro data get pie --accept-license --from http://mirror.example/nmf-data`,
		Args: func(cmd *cobra.Command, words []string) error {
			if all {
				return argumentCount(0, 0)(cmd, words)
			}
			return argumentCount(1, -1)(cmd, words)
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			if err := checkMirror(opts.From); err != nil {
				return err
			}
			folder, entries, err := workflow.SetsFor(env.Specs, env.Data, words, all)
			if err != nil {
				return err
			}
			if len(entries) == 0 {
				_, err := fmt.Fprintf(env.Stdout, "%s: all its data is part of the program: nothing to do\n", strings.Join(words, ", "))
				return err
			}
			writeSizes(env.Stderr, folder, entries)
			var failed []error
			for _, e := range entries {
				if err := getSet(cmd.Context(), env, folder, e, opts, progress); err != nil {
					failed = append(failed, err)
				}
				if cmd.Context().Err() != nil {
					break
				}
			}
			return dataExit(cmd.Context(), failed...)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every set that has files")
	cmd.Flags().BoolVar(&opts.Accept, "accept-license", false, "the terms of the sets are accepted")
	cmd.Flags().StringVar(&opts.From, "from", "", "address of a mirror with the layout of the data folder, used in place of the sets' own")
	progressFlag(cmd, &progress)
	return cmd
}

func checkMirror(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return usageError("--from = %q, want an address as http://host/folder", address)
	}
	return nil
}

// getSet downloads one set and says on standard output what came of it.
func getSet(ctx context.Context, env *Env, folder string, e datasets.Entry, opts datasets.GetOptions, mode string) error {
	if datasets.Outside(e) {
		fmt.Fprintf(env.Stderr, "%s: %s\nlicence: %s\n", e.Name, e.Doc, e.Licence)
		if e.Terms != "" {
			fmt.Fprintf(env.Stderr, "terms: %s\n", e.Terms)
		}
		fmt.Fprintf(env.Stderr, "to cite: %s\n", e.Cite)
	}
	bar := newTransfer(env.Stderr, mode)
	opts.Progress, opts.Failed = bar.update, bar.failed
	err := datasets.Get(ctx, folder, e, opts)
	bar.Close()
	switch {
	case errors.Is(err, datasets.ErrHave):
		_, err = fmt.Fprintf(env.Page(), "%s: %s\n", e.Name, strings.TrimPrefix(err.Error(), "datasets: "+e.Name+": "))
		return err
	case err != nil:
		return err
	}
	for _, f := range datasets.Check(folder, e) {
		if f.State == datasets.StateUnchecked {
			fmt.Fprintf(env.Stderr, "%s: nobody told us the checksum of %s: its content is taken as it came\n", e.Name, f.Path)
		}
		fmt.Fprintf(env.Stdout, "%s: %s: %s\n", e.Name, f.Path, f.State)
	}
	return nil
}

// dataExit gives the errors of downloads or imports their exit code, nil for none. Terms that were not accepted are a
// mistake in the command if nothing else went wrong.
func dataExit(ctx context.Context, all ...error) error {
	licences := list.Filter(all, func(err error) bool { return errors.As(err, new(*datasets.LicenceError)) })
	err := errors.Join(all...)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return &workflow.Error{Code: workflow.Interrupted, Err: fmt.Errorf("interrupted: %w", err)}
	case len(licences) == len(all):
		return usageError("%w", err)
	}
	return dataError("%w", err)
}

// writeSizes says what is about to be fetched, and how much that is.
func writeSizes(w io.Writer, folder string, entries []datasets.Entry) {
	wanted := datasets.ToFetch(folder, entries)
	if len(wanted) == 0 {
		return
	}
	fmt.Fprintf(w, "to fetch into %s:\n", folder)
	lines := list.Map(wanted, func(e datasets.Entry) []string {
		return []string{"  " + e.Name, sizeText(e.FetchSize()), map[bool]string{true: "its terms are to be accepted"}[e.Accept]}
	})
	if len(lines) > 1 {
		lines = append(lines, []string{"  together", sizeText(dataset.FetchSizes(wanted))})
	}
	term.Columns(w, lines)
}

// sizeText returns a size that is known in whole, in part or not at all.
func sizeText(bytes int64, known bool) string {
	switch {
	case known:
		return bytesText(bytes)
	case bytes == 0:
		return "size not known"
	}
	return "more than " + bytesText(bytes)
}
