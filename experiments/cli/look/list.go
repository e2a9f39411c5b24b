package look

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/cli/data"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/solvers"
)

// item is one line of a list; More holds what only this kind has, for JSON.
type item struct {
	Name string
	Doc  string
	More map[string]any
}

// MarshalJSON writes name, doc and the rest as one flat object.
func (i item) MarshalJSON() ([]byte, error) {
	flat := map[string]any{"name": i.Name, "doc": i.Doc}
	maps.Copy(flat, i.More)
	return json.Marshal(flat)
}

// lists are what exists, in the order of an unqualified list.
var lists = []struct {
	what  string
	items func(env *console.Env, lib *spec.Library) ([]item, error)
}{
	{"papers", listPapers},
	{"experiments", listExperiments},
	{"solvers", listSolvers},
	{"datasets", listDatasets},
	{"metrics", listMetrics},
}

func newList(env *console.Env) *cobra.Command {
	var format string
	var names []string
	for _, l := range lists {
		names = append(names, l.what)
	}
	cmd := &cobra.Command{
		Use:       "list [" + strings.Join(names, "|") + "]",
		Short:     "what exists, one line each; which data is present",
		Example:   "  nmfrepro list\n  nmfrepro list solvers --format json",
		ValidArgs: names,
		Args:      console.Arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				args[0] = plural(args[0], names)
			}
			if len(args) == 1 && !slices.Contains(names, args[0]) {
				return console.UsageError("cannot list %q, %s", args[0], nearest.Hint(args[0], names))
			}
			lib, err := env.ReadLibrary()
			if err != nil {
				return err
			}
			all := map[string][]item{}
			for _, l := range lists {
				if len(args) == 1 && args[0] != l.what {
					continue
				}
				items, err := l.items(env, lib)
				if err != nil {
					return console.UsageError("%w", err)
				}
				all[l.what] = items
			}
			if format == "text" {
				return printLists(env.Page(), all, len(args) == 0)
			}
			if len(args) == 1 {
				return console.WriteJSON(env.Stdout, all[args[0]])
			}
			return console.WriteJSON(env.Stdout, all)
		},
	}
	console.FormatFlag(cmd, &format)
	return cmd
}

// plural is what a list is called, of a word for one thing or in another case.
func plural(word string, names []string) string {
	if lower := strings.ToLower(word); slices.Contains(names, lower+"s") {
		return lower + "s"
	} else if slices.Contains(names, lower) {
		return lower
	}
	return word
}

func printLists(w io.Writer, all map[string][]item, headings bool) error {
	for _, l := range lists {
		items, wanted := all[l.what]
		if !wanted {
			continue
		}
		if headings {
			fmt.Fprintln(w, l.what)
		}
		width := 0
		for _, i := range items {
			width = max(width, len(i.Name))
		}
		for _, i := range items {
			indent := ""
			if headings {
				indent = "  "
			}
			fmt.Fprintf(w, "%s%-*s  %s\n", indent, width, i.Name, i.Doc)
		}
		if headings {
			fmt.Fprintln(w)
		}
	}
	return nil
}

func listPapers(_ *console.Env, lib *spec.Library) (items []item, err error) {
	for _, p := range lib.Papers {
		items = append(items, item{p.Key, p.Title + " (" + p.Cite + ")",
			map[string]any{"title": p.Title, "cite": p.Cite, "doi": p.DOI}})
	}
	return items, nil
}

func listExperiments(_ *console.Env, lib *spec.Library) (items []item, err error) {
	for _, s := range lib.Specs {
		number, doc := lib.Number(s), s.Title
		if number != "" {
			doc = number + ": " + doc
		}
		items = append(items, item{s.Address, doc, map[string]any{"title": s.Title, "number": number}})
	}
	return items, nil
}

func listSolvers(_ *console.Env, lib *spec.Library) (items []item, err error) {
	for _, e := range slices.Concat(solvers.Catalog, lib.Programs) {
		var options []map[string]any
		for _, o := range solvers.Options(e.New()) {
			options = append(options, map[string]any{"name": o.Name, "type": o.Type, "default": o.Value, "choices": o.Choices, "doc": o.Doc})
		}
		items = append(items, item{e.Name, e.Doc + " (" + e.Cite + ")",
			map[string]any{"cite": e.Cite, "version": e.Version, "options": options, "takes": e.Capabilities()}})
	}
	return items, nil
}

func listDatasets(env *console.Env, _ *spec.Library) (items []item, err error) {
	folder, err := datasets.Folder(env.Data)
	if err != nil {
		return nil, err
	}
	for _, e := range datasets.Registry {
		row := data.GlanceAt(folder, e)
		more, err := row.Fields()
		if err != nil {
			return nil, err
		}
		items = append(items, item{e.Name, fmt.Sprintf("%-9s %5d×%-5d %s", row.State, e.Features, e.Samples, e.Doc), more})
	}
	return items, nil
}

func listMetrics(*console.Env, *spec.Library) (items []item, err error) {
	for _, m := range eval.Metrics {
		better := map[eval.Direction]string{eval.Higher: "higher", eval.Lower: "lower", eval.Neither: "neither"}[m.Better]
		items = append(items, item{m.Name, m.Doc + " (" + better + " is better)",
			map[string]any{"doc": m.Doc, "cite": m.Cite, "better": better, "version": m.Version}})
	}
	return items, nil
}
