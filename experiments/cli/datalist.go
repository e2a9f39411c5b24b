package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/term"
)

func newDataList(env *Env) *cobra.Command {
	var format string
	var verify, path bool
	cmd := &cobra.Command{
		Use:   "list [NAME...]",
		Short: "list the data sets, show the cards of some, or verify their files",
		Long: `Data list shows a line per data set: shape, state, licence, papers. Of sets that are named it shows the cards: source, citation,
licence, preparation, defects, checksums.

With --verify it computes the SHA-256 of every file that is there, loads every set, and compares shapes with the registry. It exits
with 3 if something is wrong, or if a set that was named is missing. States: ok (the sum is right), variant (other bytes that hold the
same), unchecked (nobody could tell us the sum; the shape is right), missing, truncated, wrong-sum.`,
		Example: `  nmfrepro data list
  nmfrepro data list yale movielens1m
  nmfrepro data list orl coil20 --verify --format json
  cp Yale_32x32.mat "$(nmfrepro data list --path)/yale/"`,
		RunE: func(cmd *cobra.Command, names []string) error {
			folder, entries, err := sets(env, names...)
			if err != nil {
				return err
			}
			page := env.Page()
			switch {
			case path:
				_, err = fmt.Fprintln(env.Stdout, folder)
				return err
			case verify:
				rows, bad := datasets.VerifyAll(cmd.Context(), folder, entries, len(names) > 0)
				if format == "json" {
					err = writeJSON(env.Stdout, rows)
				} else {
					writeDataVerify(page, rows)
				}
				return cmp.Or(err, workflow.With(workflow.Data, bad))
			case len(names) > 0:
				return writeCards(env, folder, entries, format)
			}
			rows := list.Map(entries, func(e datasets.Entry) datasets.Row { return datasets.GlanceAt(folder, e) })
			if format == "json" {
				return writeJSON(env.Stdout, rows)
			}
			writeDataList(page, rows)
			return nil
		},
	}
	formatFlag(cmd, &format)
	cmd.Flags().BoolVar(&verify, "verify", false, "compute checksums, shapes and class counts of what is there")
	cmd.Flags().BoolVar(&path, "path", false, "show the folder of the data sets and nothing else")
	return cmd
}

func writeDataList(w io.Writer, rows []datasets.Row) {
	lines := [][]string{{"NAME", "SHAPE", "CLASSES", "STATE", "TO FETCH", "PAPERS", "LICENCE", "WHAT"}}
	for _, r := range rows {
		classes := "-"
		if r.Classes > 0 {
			classes = strconv.Itoa(r.Classes)
		}
		size := "-"
		if len(r.Downloads) > 0 {
			size = sizeText(r.FetchSize())
		}
		lines = append(lines, []string{r.Name, fmt.Sprintf("%d×%d", r.Features, r.Samples), classes, r.State, size, usesText(r.Papers),
			r.Licence, r.Doc})
	}
	term.Columns(w, lines)
}

// usesText names the papers of a set, those where it is not exact in brackets: "dsp (stand-in)".
func usesText(uses []dataset.Use) string {
	return list.Join(uses, ", ", func(u dataset.Use) string {
		if u.Fidelity == dataset.Exact {
			return u.Paper
		}
		return fmt.Sprintf("%s (%s)", u.Paper, u.Fidelity)
	})
}

// writeCards shows the cards of data sets.
func writeCards(env *Env, folder string, entries []datasets.Entry, format string) error {
	cards := list.Map(entries, func(e datasets.Entry) card { return card{datasets.GlanceAt(folder, e), dataset.Options(e.New())} })
	if format == "json" {
		return writeJSON(env.Stdout, cards)
	}
	for i, c := range cards {
		if i > 0 {
			fmt.Fprintln(env.Page())
		}
		c.write(env.Page())
	}
	return nil
}

// card is all that is known about a set without reading it.
type card struct {
	datasets.Row
	Options []dataset.Option `json:"options"`
}

func (c card) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n\n", c.Name, c.Doc)
	var lines [][]string
	line := func(name string, values ...string) { // a line a value; none is not shown
		for _, v := range values {
			if v != "" {
				lines = append(lines, []string{name, v})
				name = ""
			}
		}
	}
	shape := fmt.Sprintf("%d features × %d samples", c.Features, c.Samples)
	if c.Classes > 0 {
		shape += fmt.Sprintf(", %d classes", c.Classes)
	}
	line("shape", shape)
	line("state", c.State)
	line("substitute for", c.StandIn)
	line("papers", list.Map(c.Papers, func(u dataset.Use) string {
		return fmt.Sprintf("%s: %s, %s; scaling there: %s", u.Paper, u.Fidelity, u.Note, datasets.ScalingOf(u.Paper))
	})...)
	line("preparation", c.Prepare)
	line("known defects", c.Defects...)
	line("options", list.Map(c.Options, func(o dataset.Option) string { return fmt.Sprintf("%s = %v: %s", o.Name, o.Value, o.Doc) })...)
	line("citation", c.Cite)
	line("source", c.Source)
	line("licence", c.Licence)
	line("terms", c.Terms)
	share := "not allowed, or not known to be"
	if c.Share {
		share = "allowed"
	}
	line("redistribution", share)
	line("files", filesText(c.Files)...)
	line("or in their place", filesText(c.Alternates)...)
	line("SHA-256 of content", c.Content)
	line("downloaded from", list.Map(c.Downloads, func(d datasets.Download) string { return strings.Join(d.Addresses(), " or ") })...)
	line("files come from", c.Get)
	term.Columns(w, lines)
}

func filesText(files []datasets.File) []string {
	return list.Map(files, func(f datasets.File) string {
		if f.SHA256 == "" {
			return f.Path + ", checksum unknown"
		}
		return fmt.Sprintf("%s, %d bytes, SHA-256 %s", f.Path, f.Size, f.SHA256)
	})
}

func writeDataVerify(w io.Writer, rows []datasets.VerifiedRow) {
	lines := [][]string{{"SET", "SHAPE", "CLASSES", "FILE", "STATE", "SHA-256", "HOLDS"}}
	for _, r := range rows {
		name, shape, classes := r.Name, "", countsText(r.ClassCounts)
		if r.Features > 0 {
			shape = fmt.Sprintf("%d×%d", r.Features, r.Samples)
		}
		if r.Known > 0 {
			classes = fmt.Sprintf("%d known", r.Known)
		}
		for _, f := range r.Files {
			lines = append(lines, []string{name, shape, classes, f.Path, f.State, f.FoundSHA256, f.Holds})
			if f.State == string(datasets.StateWrong) || f.State == string(datasets.StateTruncated) {
				lines = append(lines, []string{"", "", "", fmt.Sprintf("want %d bytes, found %d", f.Size, f.Found), "", f.SHA256})
			}
			name, shape, classes = "", "", ""
		}
		if r.Doubt != "" {
			lines = append(lines, []string{"", "", "", r.Doubt})
		}
	}
	term.Columns(w, lines)
}

// countsText says how many samples the classes have: "40 of 10" where all have as many, else each number.
func countsText(counts []int) string {
	if len(counts) == 0 {
		return ""
	}
	if slices.Min(counts) == slices.Max(counts) {
		return fmt.Sprintf("%d of %d", len(counts), counts[0])
	}
	return strings.Trim(fmt.Sprint(counts), "[]")
}
