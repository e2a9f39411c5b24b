package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
)

// dataRow is the card of a data set with what a glance tells about its files.
type dataRow struct {
	datasets.Entry
	State string `json:"state"` // embedded, generated, present, missing or truncated
	Get   string `json:"get"`   // what to do for its files
}

func glanceAt(folder string, e datasets.Entry) dataRow {
	state := string(datasets.Glance(folder, e))
	switch {
	case e.Embedded:
		state = "embedded"
	case len(e.Files) == 0:
		state = "generated"
	}
	return dataRow{e, state, e.HowToGet()}
}

// fields returns the row as the JSON object that it is.
func (r dataRow) fields() (map[string]any, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}

func newDataList(env *Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list every data set: shape, state, licence, papers",
		Example: "  nmfrepro data list\n  nmfrepro data list --format json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			folder, err := env.dataFolder()
			if err != nil {
				return err
			}
			var rows []dataRow
			for _, e := range datasets.Registry {
				rows = append(rows, glanceAt(folder, e))
			}
			if format == "json" {
				return writeJSON(env.Stdout, rows)
			}
			return writeDataList(env.Stdout, rows)
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

func writeDataList(w io.Writer, rows []dataRow) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tSHAPE\tCLASSES\tSTATE\tPAPERS\tLICENCE\tWHAT")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%d×%d\t%d\t%s\t%s\t%s\t%s\n", r.Name, r.Features, r.Samples, r.Classes, r.State, usesText(r.Papers), r.Licence, r.Doc)
	}
	return t.Flush()
}

// usesText names the papers of a set, those where it is not exact in brackets: "dsp (stand-in)".
func usesText(uses []datasets.Use) string {
	text := ""
	for i, u := range uses {
		if i > 0 {
			text += ", "
		}
		text += u.Paper
		if u.Fidelity != datasets.Exact {
			text += " (" + string(u.Fidelity) + ")"
		}
	}
	return text
}
