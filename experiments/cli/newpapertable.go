package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
	"nmfrepro/solvers"
)

// paperOf writes a paper whose tables are those of a file: paper.yaml with their numbers, and for each an experiment with stubs where the
// table does not say how its numbers are made. It returns how many stubs there are.
func paperOf(folder, name, source string, tables []printed.Table) (files []string, stubs int, err error) {
	columns := list.AppendUnique(nil, list.FlatMap(tables, func(t printed.Table) []string { return t.Panels[0].Columns })...)
	texts := map[string]string{"paper.yaml": fmt.Sprintf(`# What the paper %s reports, read from %s: look it over. nmfrepro check specs --schema paper lists the keys.
title: The title of the paper
cite: Authors, venue, year, pages
short: %q # the method that the paper proposes

%s`, name, source, columns[len(columns)-1], printed.YAML(tables, "table1"))}
	order := []string{"paper.yaml"}
	for i, t := range tables {
		key := "table1"
		if len(tables) > 1 {
			key = fmt.Sprintf("table1-%d", i+1)
		}
		text, n := experimentOf(t)
		order, stubs = append(order, key+".yaml"), stubs+n
		texts[key+".yaml"] = fmt.Sprintf("# The experiment behind table %d of %s. Lines that say STUB are to be filled in.\n%s", i+1, source, text)
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

// experimentOf is the spec of a table: what it says, and stubs for the rest.
func experimentOf(t printed.Table) (text string, stubs int) {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	stub := func(what, format string, args ...any) {
		line("%s # STUB: %s", fmt.Sprintf(format, args...), what)
		stubs++
	}
	line("title: %q\nseed: 1\nreplicates: %d\ndatasets:", cmp.Or(t.Caption, "Reported table"), cmp.Or(t.Known.Runs, 20))
	var rows []string
	ranks := map[string][]string{}
	average := false
	for _, p := range t.Panels {
		for _, r := range p.Rows {
			if average = average || r.Name == published.AverageRow; printed.KindOf(r.Name) == printed.Data {
				name, rank, _ := strings.Cut(r.Name, " r=")
				rows = list.AppendUnique(rows, name)
				if rank != "" {
					ranks[name] = list.AppendUnique(ranks[name], rank)
				}
			}
		}
	}
	keys := map[string]bool{}
	for _, row := range rows {
		entry, known := datasets.Source(strings.ToLower(row))
		rank, key := strings.Join(ranks[row], ", "), slug(row)
		named := fmt.Sprintf("key: %q, label: %q", unused(key, keys), row)
		if known && (rank != "" || entry.Classes > 0) {
			line("  - {%s, source: %s, ranks: [%s]}", named, entry.Name, cmp.Or(rank, fmt.Sprint(entry.Classes)))
			continue
		}
		stub("your files below the folder of --data, and the rank; or a source of nmfrepro list datasets", "  - {%s, source: file, options: {x: %s.csv, labels: %s-labels.csv}, ranks: [%s]}", named, key, key, cmp.Or(rank, "2"))
	}
	stub("the initialisation, as random, scaled or nndsvd", "init: random")
	stub("when the methods stop", "stop: {iterations: 200}")
	line("methods:")
	seen, keyOf := map[string]bool{}, map[string]string{}
	for _, column := range list.AppendUnique(nil, list.FlatMap(t.Panels, func(p printed.Panel) []string { return p.Columns })...) {
		key := unused(slug(column), seen)
		keyOf[column] = key
		if _, found := solvers.Find(key); found {
			line("  - {key: %q, label: %q, solver: %s}", key, column, key)
			continue
		}
		stub("its solver and options; then leave out proxy", "  - {key: %q, label: %q, solver: nmf, proxy: a stub and not the method}", key, column)
	}
	stub("how clusters are read", "clusters:\n  - {name: h, from: h, method: argmax}")
	var metrics, panels []string
	for _, p := range t.Panels {
		metric, known := metricOf(p)
		what := ""
		if !known {
			what = " # STUB: its metric, of nmfrepro list metrics"
			stubs++
		}
		metrics = list.AppendUnique(metrics, metric)
		more := ""
		if len(p.Range) == 2 && p.Range[1] == 100 {
			more += ", times: 100"
		}
		if average {
			more += ", average: avg"
		}
		panels = append(panels, fmt.Sprintf("  - {key: %q, title: %q, metric: %s, columns: [%s]%s}%s", p.Key, cmp.Or(p.Metric, p.Key), metric,
			list.Join(p.Columns, ", ", func(c string) string { return fmt.Sprintf("{method: %q}", keyOf[c]) }), more, what))
	}
	line("metrics: [%s]\npanels:\n%s", strings.Join(metrics, ", "), strings.Join(panels, "\n"))
	return b.String(), stubs
}

// metricOf is the metric of a panel by the names that papers have for it; acc where none is known.
func metricOf(p printed.Panel) (string, bool) {
	usual := map[string]string{"accuracy": "acc", "ac": "acc", "ca": "acc", "nmi": "nmi-max", "mi": "nmi-max", "f1": "f-score", "time": "seconds"}
	for _, name := range []string{p.Metric, p.Key} {
		name = strings.ToLower(name)
		if slices.Contains(eval.Names(), cmp.Or(usual[name], name)) {
			return cmp.Or(usual[name], name), true
		}
	}
	return "acc", false
}

// slug is a name as a key: small letters, digits and hyphens.
func slug(s string) string {
	key := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(s)), "-")
	return cmp.Or(key, "x")
}

// unused is a key that has not been taken, and takes it.
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
	fmt.Fprintf(env.Stdout, "%s\n%s left in them: grep STUB. Then:\n", strings.Join(files, "\n"), reports.Count(stubs, "stub is", "stubs are"))
	return nil
}
