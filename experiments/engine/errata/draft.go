package errata

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
)

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
	d.line("title: %q\nseed: 1", cmp.Or(t.Caption, "Reported table"))
	d.stub("how many runs are behind each number", "replicates: 20")
	d.line("datasets:")
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
		if average = average || r.Name == reported.AverageRow; transcript.KindOf(r.Name) == transcript.Data {
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
		named := fmt.Sprintf("key: %q, label: %q", untaken(key, keys), row)
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
		key := untaken(slug(column), seen)
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
		more += ", reported: " + spec.Nothing
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

// untaken returns a key that has not been taken, and takes it.
func untaken(key string, taken map[string]bool) string {
	for taken[key] {
		key += "-2"
	}
	taken[key] = true
	return key
}
