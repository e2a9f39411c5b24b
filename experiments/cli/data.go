package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/nearest"
)

func newData(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "list the data sets, check their files, say where they are",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDataList(env), newDataPath(env), newDataVerify(env))
	return cmd
}

// dataRow is a data set as list and verify show it.
type dataRow struct {
	Name     string     `json:"name"`
	Doc      string     `json:"doc"`
	Features int        `json:"features"`
	Samples  int        `json:"samples"`
	Classes  int        `json:"classes"`
	State    string     `json:"state"`
	Embedded bool       `json:"embedded,omitempty"`
	Licence  string     `json:"licence"`
	Cite     string     `json:"cite"`
	Source   string     `json:"source,omitempty"`
	Files    []dataFile `json:"files,omitempty"`
}

// dataFile is what was found about one file.
type dataFile struct {
	Path        string `json:"path"`
	State       string `json:"state"`
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"`
	Found       int64  `json:"found_size"`
	FoundSHA256 string `json:"found_sha256,omitempty"`
	Reason      string `json:"reason,omitempty"`
}

func newDataList(env *Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list every data set: shape, state, licence",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := datasets.Folder(env.Data)
			if err != nil {
				return dataError("%w", err)
			}
			var rows []dataRow
			for _, e := range datasets.Registry {
				rows = append(rows, rowOf(e, string(datasets.Glance(folder, e))))
			}
			if err := checkFormat(format); err != nil {
				return err
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

func newDataPath(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "print the data folder",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := datasets.Folder(env.Data)
			if err != nil {
				return dataError("%w", err)
			}
			_, err = fmt.Fprintln(env.Stdout, folder)
			return err
		},
	}
}

func newDataVerify(env *Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "verify [SET...]",
		Short: "compute the checksums of the files that are there; exit 3 if one is wrong or a set that was named is missing",
		RunE: func(_ *cobra.Command, names []string) error {
			folder, err := datasets.Folder(env.Data)
			if err != nil {
				return dataError("%w", err)
			}
			entries, err := entriesNamed(names)
			if err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			rows, bad := verifySets(folder, entries, len(names) > 0)
			write := writeDataVerify
			if format == "json" {
				write = func(w io.Writer, rows []dataRow) error { return writeJSON(w, rows) }
			}
			if err := write(env.Stdout, rows); err != nil {
				return err
			}
			if bad != nil {
				return dataError("%w", bad)
			}
			return nil
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

// verifySets checks the sets and returns what is wrong; a missing set is wrong only if it was asked for.
func verifySets(folder string, entries []datasets.Entry, asked bool) (rows []dataRow, bad error) {
	for _, e := range entries {
		found := datasets.Check(folder, e)
		row := rowOf(e, string(datasets.StateOK))
		for _, f := range found {
			file := dataFile{f.Path, string(f.State), f.Size, f.SHA256, f.Found, f.FoundSHA256, ""}
			if f.Err != nil {
				file.Reason = f.Err.Error()
			}
			row.Files = append(row.Files, file)
			if f.State != datasets.StateOK && (row.State == string(datasets.StateOK) || !f.State.Good()) {
				row.State = string(f.State)
			}
		}
		err := datasets.Problem(folder, e, found)
		var absent *datasets.MissingError
		if asked || !errors.As(err, &absent) {
			bad = errors.Join(bad, err)
		}
		rows = append(rows, row)
	}
	return rows, bad
}

// entriesNamed looks up names; none means all.
func entriesNamed(names []string) ([]datasets.Entry, error) {
	if len(names) == 0 {
		return datasets.Registry, nil
	}
	var out []datasets.Entry
	for _, name := range names {
		e, ok := datasets.Find(name)
		if !ok {
			if near, found := nearest.Name(name, datasets.Names()); found {
				return nil, usageError("unknown data set %q, did you mean %q?", name, near)
			}
			return nil, usageError("unknown data set %q, want one of %s", name, strings.Join(datasets.Names(), ", "))
		}
		out = append(out, e)
	}
	return out, nil
}

func rowOf(e datasets.Entry, state string) dataRow {
	return dataRow{
		Name: e.Name, Doc: e.Doc, Features: e.Features, Samples: e.Samples, Classes: e.Classes, State: state,
		Embedded: e.Embedded, Licence: e.Licence, Cite: e.Cite, Source: e.Source,
	}
}

func writeDataList(w io.Writer, rows []dataRow) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tSHAPE\tCLASSES\tSTATE\tWHAT")
	for _, r := range rows {
		state := r.State
		if r.Embedded {
			state = "embedded"
		}
		fmt.Fprintf(t, "%s\t%d×%d\t%d\t%s\t%s\n", r.Name, r.Features, r.Samples, r.Classes, state, r.Doc)
	}
	return t.Flush()
}

func writeDataVerify(w io.Writer, rows []dataRow) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SET\tFILE\tSTATE\tSHA-256")
	for _, r := range rows {
		for _, f := range r.Files {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.Name, f.Path, f.State, f.FoundSHA256)
			if f.State == string(datasets.StateWrong) || f.State == string(datasets.StateTruncated) {
				fmt.Fprintf(t, "\t\twant %d bytes, found %d\t%s\n", f.Size, f.Found, f.SHA256)
			}
		}
	}
	return t.Flush()
}

var dataFormats = []string{"text", "json"}

func formatFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", dataFormats[0], "text or json")
}

func checkFormat(format string) error {
	if !slices.Contains(dataFormats, format) {
		return usageError("unknown format %q, want %s", format, strings.Join(dataFormats, " or "))
	}
	return nil
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
