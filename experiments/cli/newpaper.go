package cli

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/published/transcript"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
)

// skeleton is the folder that a paper of one's own begins as.
//
//go:embed newpaper/*.yaml
var skeleton embed.FS

var paperName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func newNewPaper(env *Env) *cobra.Command {
	var source string
	cmd := &cobra.Command{
		Use:   "paper NAME --specs DIR",
		Short: "write a folder for a paper of your own that runs at once, with comments that teach",
		Long: `New paper writes DIR/NAME: paper.yaml, with a reported table and a claim, and table1.yaml, the experiment that rebuilds that
table. Both are valid and run as they are, on a data set that the program carries; put your paper in their place. Nothing
that is there is changed.

With --table FILE the reported numbers are those of the tables of a file: LaTeX, Markdown, CSV or TSV. Runs and sample sizes come from
captions and text. Methods and data that the program knows by their names are filled in; the others are stubs, marked STUB, whose cells
are not judged.`,
		Example: "  nmfrepro new paper mine --specs own\n  nmfrepro new paper mine --table results.tex --specs own",
		Args:    Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if env.Specs == "" {
				return UsageError("new paper: --specs is missing, want the folder of your own specs; it is made if absent")
			}
			if !paperName.MatchString(name) || name == "solvers" {
				return UsageError("new paper: %s, want a name of lower-case letters, digits and hyphens that begins with a letter, and is not solvers",
					list.QuoteShort(name))
			}
			if lib, err := spec.Embedded(); err != nil || lib.Paper(name) != nil {
				return cmp.Or(err, UsageError("new paper: the program has a paper %s already, want another name", name))
			}
			folder := filepath.Join(env.Specs, name)
			if err := absent(folder); err != nil {
				return err
			}
			write := func() error { return writeSkeleton(env, folder, name) }
			if source != "" {
				write = func() error { return readPaper(env, folder, name, source) }
			}
			if err := write(); err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, `  nmfrepro check specs --specs %[2]s
  nmfrepro check table %[3]s
  nmfrepro verify %[1]s --specs %[2]s
`, name, env.Specs, filepath.Join(folder, "paper.yaml"))
			return nil
		},
	}
	cmd.Flags().StringVar(&source, "table", "", "file whose tables are the reported ones; - is standard input")
	return cmd
}

// absent refuses a folder that holds a paper, and makes one that is not there.
func absent(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return UsageError("new paper: %w", err)
	}
	there, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if len(there) > 0 {
		return UsageError("new paper: %s is there already, want another name; nothing was changed", there[0])
	}
	return err
}

func writeSkeleton(env *Env, folder, name string) error {
	files, err := fs.Glob(skeleton, "newpaper/*.yaml")
	if err != nil {
		return err
	}
	for _, file := range files {
		data, err := skeleton.ReadFile(file)
		if err != nil {
			return err
		}
		to := filepath.Join(folder, filepath.Base(file))
		if err := os.WriteFile(to, []byte(strings.ReplaceAll(string(data), "NAME", name)), 0o666); err != nil {
			return fmt.Errorf("new paper: %w", err)
		}
		if err := spec.ValidateFile(to, nil); err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout, to)
	}
	fmt.Fprintln(env.Stdout, "Put your paper into them. Then:")
	return nil
}

// paperOf writes a paper whose tables are those of a file: paper.yaml with their numbers, and for each an experiment with stubs where the
// table does not say how its numbers are made. It returns how many stubs there are.
func paperOf(folder, name, source string, tables []transcript.Table) (files []string, stubs int, err error) {
	columns := list.AppendUnique(nil, list.FlatMap(tables, func(t transcript.Table) []string { return t.Panels[0].Columns })...)
	texts := map[string]string{"paper.yaml": fmt.Sprintf(`# What the paper %s reports, read from %s: look it over. nmfrepro check specs --schema paper lists the keys.
title: The title of the paper
cite: Authors, venue, year, pages
short: %q # STUB: the method that the paper proposes; the last column was taken

%s`, name, source, columns[len(columns)-1], transcript.YAML(tables, "table1"))}
	order := []string{"paper.yaml"}
	stubs = 1 // short
	for i, t := range tables {
		key := "table1"
		if len(tables) > 1 {
			key = fmt.Sprintf("table1-%d", i+1)
		}
		text, n := experimentOf(t)
		order, stubs = append(order, key+".yaml"), stubs+n
		texts[key+".yaml"] = fmt.Sprintf("# The experiment behind table %d of %s. Lines that say STUB are to be filled in.\n%s", i+1, source,
			text)
	}
	for _, file := range order {
		to := filepath.Join(folder, file)
		if err := os.WriteFile(to, []byte(texts[file]), 0o666); err != nil {
			return nil, 0, err
		}
		files = append(files, to)
	}
	for _, file := range files {
		if err := spec.ValidateFile(file, nil); err != nil {
			return files, stubs, err
		}
	}
	return files, stubs, nil
}

// draft is the spec of a table while it is written, with stubs for what the table does not say.
type draft struct {
	strings.Builder
	stubs int
}

func (d *draft) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *draft) stub(what, format string, args ...any) {
	d.line("%s # STUB: %s", fmt.Sprintf(format, args...), what)
	d.stubs++
}

// experimentOf writes the spec of a table: what it says, and stubs for the rest.
func experimentOf(t transcript.Table) (text string, stubs int) {
	var d draft
	d.line("title: %q\nseed: 1\nreplicates: %d\ndatasets:", cmp.Or(t.Caption, "Reported table"), cmp.Or(t.Known.Runs, 20))
	average := d.datasets(t)
	d.stub("the initialisation, as random, scaled or nndsvd", "init: random")
	d.stub("when the methods stop", "stop: {iterations: 200}")
	d.line("methods:")
	keyOf := d.methods(t)
	d.stub("how clusters are read", "clusters:\n  - {name: h, from: h, method: argmax}")
	var metrics, panels []string
	for _, p := range t.Panels {
		metric, line := d.panel(p, keyOf, average)
		metrics, panels = list.AppendUnique(metrics, metric), append(panels, line)
	}
	d.line("metrics: [%s]\npanels:\n%s", strings.Join(metrics, ", "), strings.Join(panels, "\n"))
	return d.String(), d.stubs
}

// datasets writes the data sets of the rows, and tells whether a row is an average.
func (d *draft) datasets(t transcript.Table) (average bool) {
	var rows []string
	ranks := map[string][]string{}
	for _, r := range list.FlatMap(t.Panels, func(p transcript.Panel) []transcript.Row { return p.Rows }) {
		if average = average || r.Name == published.AverageRow; transcript.KindOf(r.Name) == transcript.Data {
			name, rank, _ := strings.Cut(r.Name, " r=")
			rows = list.AppendUnique(rows, name)
			if rank != "" {
				ranks[name] = list.AppendUnique(ranks[name], rank)
			}
		}
	}
	keys := map[string]bool{}
	for _, row := range rows {
		entry, known := datasets.Source(strings.ToLower(row))
		rank, key := strings.Join(ranks[row], ", "), slug(row)
		named := fmt.Sprintf("key: %q, label: %q", unused(key, keys), row)
		if known && (rank != "" || entry.Classes > 0) {
			d.line("  - {%s, source: %s, ranks: [%s]}", named, entry.Name, cmp.Or(rank, fmt.Sprint(entry.Classes)))
			continue
		}
		d.stub("your files below the folder of --data, and the rank; or a source of nmfrepro list datasets",
			"  - {%s, source: file, options: {x: %s.csv, labels: %s-labels.csv}, ranks: [%s]}", named, key, key, cmp.Or(rank, "2"))
	}
	return average
}

// methods writes the methods of the columns, and gives the key of each.
func (d *draft) methods(t transcript.Table) map[string]string {
	seen, keyOf := map[string]bool{}, map[string]string{}
	for _, column := range list.AppendUnique(nil, list.FlatMap(t.Panels, func(p transcript.Panel) []string { return p.Columns })...) {
		key := unused(slug(column), seen)
		keyOf[column] = key
		if _, found := solvers.Find(key); found {
			d.line("  - {key: %q, label: %q, solver: %s}", key, column, key)
			continue
		}
		if slices.Contains([]string{"k-means", "kmeans", "k-means--"}, key) { // no solver: the samples themselves are clustered
			d.line("  - {key: %q, label: %q, clusters: [{name: x, from: x, method: kmeans}]}", key, column)
			continue
		}
		d.stub("its solver and options; then leave out proxy", "  - {key: %q, label: %q, solver: nmf, proxy: a stub and not the method}", key,
			column)
	}
	return keyOf
}

// panel gives the metric of a panel, and its line.
func (d *draft) panel(p transcript.Panel, keyOf map[string]string, average bool) (metric, line string) {
	metric, known := metricOf(p)
	what, more := "", ""
	if !known {
		what = " # STUB: its metric, of nmfrepro list metrics"
		d.stubs++
	}
	if len(p.Range) == 2 && p.Range[1] == 100 {
		more += ", times: 100"
	}
	if average {
		more += ", average: avg"
	}
	if !known && p.Metric != "" { // what is computed in its place is not compared with it
		more += fmt.Sprintf(", %s: %s", "published", spec.Nothing)
		what += "; then leave none out"
	}
	columns := list.Join(p.Columns, ", ", func(c string) string { return fmt.Sprintf("{method: %q}", keyOf[c]) })
	return metric, fmt.Sprintf("  - {key: %q, title: %q, metric: %s, columns: [%s]%s}%s", p.Key, cmp.Or(p.Metric, p.Key), metric, columns,
		more, what)
}

// metricOf returns the metric of a panel by the names that papers have for it; acc where none is known.
func metricOf(p transcript.Panel) (string, bool) {
	usual := map[string]string{"accuracy": "acc", "ac": "acc", "ca": "acc", "nmi": "nmi-max", "mi": "nmi-max", "f1": "f-score",
		"time": "seconds"}
	for _, name := range []string{p.Metric, p.Key} {
		name = strings.ToLower(name)
		if slices.Contains(eval.Names(), cmp.Or(usual[name], name)) {
			return cmp.Or(usual[name], name), true
		}
	}
	return "acc", false
}

// slug returns a name as a key: small letters, digits and hyphens.
func slug(s string) string {
	key := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(s)), "-")
	return cmp.Or(key, "x")
}

// unused returns a key that has not been taken, and takes it.
func unused(key string, taken map[string]bool) string {
	for taken[key] {
		key += "-2"
	}
	taken[key] = true
	return key
}

// readPaper writes a paper from a file of tables and tells what is left to do.
func readPaper(env *Env, folder, name, source string) error {
	tables, err := ReadTables(env, errata.Reading{}, source)
	if err != nil {
		return UsageError("new paper: %w", err)
	}
	files, stubs, err := paperOf(folder, name, source, tables)
	if err != nil {
		for _, file := range files {
			_ = os.Remove(file) // what was not there before
		}
		return fmt.Errorf("new paper: %s: what was read makes no valid paper: %w", source, err)
	}
	for _, t := range tables {
		for _, said := range t.Known.Said {
			fmt.Fprintf(env.Stdout, "%s:%d: %s\n", source, t.Line, said)
		}
		for _, p := range t.Problems {
			fmt.Fprintf(env.Stderr, "%s:%d: %s\n", source, p.Line, p.What)
		}
	}
	fmt.Fprintf(env.Stdout, "%s\n%s left in them: grep STUB. Then:\n", strings.Join(files, "\n"), result.Count(stubs, "stub is", "stubs are"))
	return nil
}
