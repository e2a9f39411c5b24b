package data

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/reports"
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

func newDataList(env *console.Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list every data set: shape, state, licence, papers",
		Example: "  nmfrepro data list\n  nmfrepro data list --format json",
		Args:    console.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			folder, err := Folder(env)
			if err != nil {
				return err
			}
			rows := reports.Mapped(datasets.Registry, func(e datasets.Entry) dataRow { return GlanceAt(folder, e) })
			if format == "json" {
				return console.WriteJSON(env.Stdout, rows)
			}
			writeDataList(env.Page(), rows)
			return nil
		},
	}
	console.FormatFlag(cmd, &format)
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
	return reports.Joined(uses, ", ", func(u dataset.Use) string {
		if u.Fidelity == dataset.Exact {
			return u.Paper
		}
		return fmt.Sprintf("%s (%s)", u.Paper, u.Fidelity)
	})
}
