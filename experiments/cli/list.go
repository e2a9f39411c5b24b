package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
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

// listing is one kind of what exists.
type listing struct {
	what  string
	items func(env *Env, lib *spec.Library) ([]item, error)
}

// lists are what exists, in the order of an unqualified list.
var lists = []listing{
	{"papers", func(_ *Env, lib *spec.Library) ([]item, error) {
		return list.Map(lib.Papers, func(p *reported.Paper) item {
			return item{p.Key, p.Title + " (" + p.Cite + ")", map[string]any{"title": p.Title, "cite": p.Cite, "doi": p.DOI}}
		}), lib.Faults().Err()
	}},
	{"experiments", func(_ *Env, lib *spec.Library) ([]item, error) {
		return list.Map(lib.Specs, func(s *spec.Experiment) item {
			number := lib.Number(s)
			return item{s.Address, strings.TrimPrefix(number+": "+s.Title, ": "), map[string]any{"title": s.Title, "number": number}}
		}), lib.Faults().Err()
	}},
	{"solvers", func(_ *Env, lib *spec.Library) ([]item, error) {
		return list.Map(slices.Concat(solvers.Catalog, lib.Programs), func(e solvers.Entry) item {
			options := list.Map(solvers.Options(e.New()), func(o solvers.Option) map[string]any {
				return map[string]any{"name": o.Name, "type": o.Type, "default": o.Value, "choices": o.Choices, "doc": o.Doc}
			})
			more := map[string]any{"cite": e.Cite, "version": e.Version, "options": options, "takes": e.Capabilities(), "loss": e.Fits.Loss,
				"family": e.Fits.Family}
			return item{e.Name, e.Doc + " (" + e.Cite + ")", more}
		}), nil
	}},
	{"datasets", func(env *Env, _ *spec.Library) (items []item, err error) {
		folder, err := datasets.Folder(env.Data)
		if err != nil {
			return nil, err
		}
		for _, e := range datasets.Registry {
			row := datasets.GlanceAt(folder, e)
			more, err := row.Fields()
			if err != nil {
				return nil, err
			}
			items = append(items, item{e.Name, fmt.Sprintf("%-9s %5d×%-5d %s", row.State, e.Features, e.Samples, e.Doc), more})
		}
		return items, nil
	}},
	{"metrics", func(*Env, *spec.Library) ([]item, error) {
		return list.Map(eval.Metrics, func(m eval.Metric) item {
			better := map[eval.Direction]string{eval.Higher: "higher", eval.Lower: "lower", eval.Neither: "neither"}[m.Better]
			more := map[string]any{"doc": m.Doc, "cite": m.Cite, "better": better, "version": m.Version}
			return item{m.Name, m.Doc + " (" + better + " is better)", more}
		}), nil
	}},
	{"words", func(*Env, *spec.Library) ([]item, error) { return wordItems(solvers.Elsewhere), nil }},
}

func wordItems(rows []solvers.Word) []item {
	return list.Map(rows, func(w solvers.Word) item {
		ours := list.Join(w.Flags, ", ", func(flag string) string { return "--" + flag })
		return item{cmp.Or(ours, w.Instead), "others say " + strings.Join(w.Others, ", "),
			map[string]any{"flags": w.Flags, "python": w.Python, "r": w.R, "instead": w.Instead, "others": w.Others, "values": w.Values, "foreign": w.Foreign}}
	})
}

func newList(env *Env) *cobra.Command {
	var format, purpose string
	names := list.Map(lists, func(l listing) string { return l.what })
	cmd := &cobra.Command{
		Use:       "list [" + strings.Join(names, "|") + "|PAPER/TABLE] [WORD]",
		Short:     "what exists, one line each; which data is present; which solver suits which data; what an address may name",
		Example:   "  nmfrepro list\n  nmfrepro list pnmf/table3\n  nmfrepro list solvers --format json\n  nmfrepro list solvers --for counts",
		ValidArgs: names,
		Args:      argumentCount(0, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 2 { // what a word of another program is here
				if args[0] != "words" {
					return usageError("list %s takes no %q; list words WORD tells what a word of another program is here", args[0], args[1])
				}
				switch rows := wordItems(solvers.Meanings(args[1])); {
				case format != "text":
					return writeJSON(env.Stdout, append([]item{}, rows...))
				case rows == nil:
					fmt.Fprintf(env.Page(), "%s is no word of another program that is known here\n", args[1])
				default:
					printLists(env.Page(), map[string][]item{"words": rows})
				}
				return nil
			}
			if len(args) == 1 && strings.Contains(args[0], "/") {
				return listKeys(env, args[0], format)
			}
			wanted := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "words" }) // which are many
			if len(args) == 1 {                                                                                 // in any case, and of one thing or of many
				word := strings.ToLower(args[0])
				word = cmp.Or(map[string]string{"data": "datasets", "sets": "datasets", "methods": "solvers", "algorithms": "solvers", "tables": "experiments",
					"figures": "experiments", "scores": "metrics", "measures": "metrics"}[word], word)
				at := slices.IndexFunc(names, func(name string) bool { return name == word || name == word+"s" })
				if at < 0 {
					return usageError("cannot list %q, %s", args[0], list.DidYouMean(args[0], names))
				}
				wanted = names[at : at+1]
			}
			if purpose != "" {
				if !slices.Equal(wanted, []string{"solvers"}) {
					return usageError("--for chooses among solvers: nmfrepro list solvers --for %s", purpose)
				}
				return listSuited(env, purpose, format)
			}
			lib, err := env.ReadLibrary()
			if err != nil {
				return err
			}
			all := map[string][]item{}
			for _, l := range lists {
				if !slices.Contains(wanted, l.what) {
					continue
				}
				if all[l.what], err = l.items(env, lib); err != nil {
					return workflow.With(workflow.Usage, err)
				}
			}
			switch {
			case format == "text":
				printLists(env.Page(), all)
				return nil
			case len(wanted) == 1:
				return writeJSON(env.Stdout, all[wanted[0]])
			}
			return writeJSON(env.Stdout, all)
		},
	}
	formatFlag(cmd, &format)
	choiceFlag(cmd, &purpose, "for", "", "solvers that were measured on such data, the best first: "+strings.Join(solvers.Purposes, ", "),
		solvers.Purposes)
	return cmd
}

// listSuited lists the solvers that were measured for a purpose.
func listSuited(env *Env, purpose, format string) error {
	suited, kinds := solvers.SuitedFor(purpose)
	rows := [][]string{{"solver", "recovery", "seconds", "MB", ""}}
	var items []item
	for _, s := range suited {
		e, _ := solvers.Find(s.Solver)
		doc, _, _ := strings.Cut(e.Doc, ";")
		seconds, megabytes := "–", "–" // took too long
		if !math.IsNaN(s.Seconds) {
			seconds, megabytes = fmt.Sprintf("%.2g", s.Seconds), fmt.Sprintf("%.0f", s.Megabytes)
		}
		rows = append(rows, []string{s.Solver, fmt.Sprintf("%.3f", s.Recovery), seconds, megabytes, doc})
		items = append(items, item{s.Solver, e.Doc,
			map[string]any{"recovery": s.Recovery, "recoveries": s.Kinds, "seconds": result.Finite(s.Seconds),
				"megabytes": result.Finite(s.Megabytes)}})
	}
	if format != "text" {
		return writeJSON(env.Stdout, items)
	}
	w := env.Page()
	term.Columns(w, rows)
	what := "mean cosine of the planted components with those found"
	if purpose == "graph" || purpose == "labels" {
		what = "samples in the right cluster"
	}
	if tied := solvers.Tied(suited); len(tied) > 1 {
		most := "and " + suited[0].Solver
		if tied[0].Solver == suited[0].Solver {
			most = "and"
		}
		fmt.Fprintf(w, "\n%d solvers are tied: their recovery is within %g of the best. Of these %s is the fastest, %s recovers most.\n",
			len(tied), solvers.TieWidth, tied[0].Solver, most)
	}
	_, err := fmt.Fprintf(w,
		"\nRecovery: %s, over %s.\nSeconds of a processor, and memory at most, for %s. solvers/CHOOSING.md tells how this was measured.\n", what,
		strings.Join(kinds, "; "), solvers.LargeKind)
	return err
}

// printLists prints a list, or all of them, each below its heading.
func printLists(w io.Writer, all map[string][]item) {
	for _, l := range lists {
		width := 0
		for _, i := range all[l.what] {
			width = max(width, len(i.Name))
		}
		line := fmt.Sprintf("%%-%ds  %%s\n", width)
		if len(all) > 1 {
			fmt.Fprintln(w, l.what)
			line = "  " + line
		}
		for _, i := range all[l.what] {
			fmt.Fprintf(w, line, i.Name, i.Doc)
		}
		if len(all) > 1 {
			fmt.Fprintln(w)
		}
	}
}

// listKeys lists what the addresses of an experiment's cells may name: the data sets, ranks, methods, panels and metrics.
func listKeys(env *Env, address, format string) error {
	lib, err := env.ReadLibrary(address)
	if err != nil {
		return err
	}
	a, err := lib.ParseAddress(address)
	if err != nil {
		return usageError("%w", err)
	}
	s := lib.Select(a)[0]
	all := list.Map(s.Keys(), func(k spec.Key) item { return item{k.Key + "=" + k.Name, k.Doc, nil} })
	if format == "json" {
		return writeJSON(env.Stdout, all)
	}
	term.Columns(env.Page(), list.Map(all, func(i item) []string { return []string{s.Address + ":" + i.Name, i.Doc} }))
	return nil
}
