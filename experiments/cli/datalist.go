package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports/list"
	"nmfrepro/reports/term"
)

// dataRow is the card of a data set with what a glance tells about its files.
type dataRow struct {
	datasets.Entry
	State string `json:"state"` // embedded, generated, present, missing or truncated
	Get   string `json:"get"`   // what to do for its files
}

// GlanceAt is the row of a data set, whose files are looked for but not read.
func GlanceAt(folder string, e datasets.Entry) dataRow {
	state := string(datasets.Glance(folder, e))
	switch {
	case e.Embedded:
		state = "embedded"
	case len(e.Files) == 0:
		state = "generated"
	}
	return dataRow{e, state, e.HowToGet()}
}

// Fields returns the row as the JSON object that it is.
func (r dataRow) Fields() (map[string]any, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}

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
		RunE: func(_ *cobra.Command, names []string) error {
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
				rows, bad := verifySets(folder, entries, len(names) > 0)
				if format == "json" {
					err = WriteJSON(env.Stdout, rows)
				} else {
					writeDataVerify(page, rows)
				}
				return cmp.Or(err, workflow.With(workflow.Data, bad))
			case len(names) > 0:
				return writeCards(env, folder, entries, format)
			}
			rows := list.Map(entries, func(e datasets.Entry) dataRow { return GlanceAt(folder, e) })
			if format == "json" {
				return WriteJSON(env.Stdout, rows)
			}
			writeDataList(page, rows)
			return nil
		},
	}
	FormatFlag(cmd, &format)
	cmd.Flags().BoolVar(&verify, "verify", false, "compute checksums, shapes and class counts of what is there")
	cmd.Flags().BoolVar(&path, "path", false, "show the folder of the data sets and nothing else")
	return cmd
}

func writeDataList(w io.Writer, rows []dataRow) {
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
		lines = append(lines, []string{r.Name, fmt.Sprintf("%d×%d", r.Features, r.Samples), classes, r.State, size, usesText(r.Papers), r.Licence, r.Doc})
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
