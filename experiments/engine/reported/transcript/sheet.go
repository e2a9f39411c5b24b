package transcript

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// label joins parts of a name, without the same part twice in a row.
func label(parts []string) string {
	var kept []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" && (len(kept) == 0 || kept[len(kept)-1] != p) {
			kept = append(kept, p)
		}
	}
	return strings.NewReplacer("/", "|", "**", "").Replace(strings.Join(kept, " "))
}

// sheet is a block of numbers with the parts of its names.
type sheet struct {
	title   string
	rows    [][]string // parts of the names
	columns [][]string
	cells   [][]Cell
	assumed []string
}

func (b *builder) block(p block) {
	s := sheet{title: p.title, assumed: p.assumed}
	if corner := p.heads[len(p.heads)-1][0].Text; s.title == "" {
		if m, ok := metricOf(corner); ok && m.Name != "rank" { // the corner names what the numbers are; ranks stand in rows
			s.title = corner
		}
	}
	width := len(p.rows[0])
	for k := p.stubs; k < width; k++ {
		s.columns = append(s.columns, list.Map(p.heads, func(h []Cell) string { return h[k].Text }))
	}
	s.columns = metricsApart(continued(s.columns))
	head := p.heads[len(p.heads)-1]
	previous := make([]string, p.stubs)
	for _, row := range p.rows {
		parts := make([]string, p.stubs)
		for k := range p.stubs {
			text := row[k].Text
			if text == "" && k < p.stubs-1 { // a label that stands once above its rows
				text = previous[k]
			}
			previous[k] = text
			if k > 0 && rankWord.MatchString(head[k].Text) && numeric(row[k]) {
				text = "r=" + text
			}
			parts[k] = text
		}
		if row[0].Span > 1 && p.stubs > 1 { // one label over several columns
			parts = parts[:1]
		}
		if n, t := countNumbers(row[p.stubs:]); n+t == 0 {
			b.bad(row[0].Line, "row %q has no numbers: left out", label(parts))
			continue
		}
		s.rows, s.cells = append(s.rows, parts), append(s.cells, row[p.stubs:])
	}
	if len(s.rows) == 0 {
		return
	}
	s = b.deviating(s)
	if slices.ContainsFunc(s.rows, func(parts []string) bool { _, ok := without(parts, errorWord, deviationWord); return ok }) {
		s = b.deviating(s.turned()).turned()
	}
	if b.turns(s) {
		s = s.turned()
	}
	s = metricRows(s)
	parts := byMetric(s)
	parts[0].assumed = s.assumed
	for _, part := range parts {
		b.panel(part)
	}
}

func (s sheet) turned() sheet {
	t := sheet{title: s.title, rows: s.columns, columns: s.rows, assumed: s.assumed}
	for k := range s.columns {
		t.cells = append(t.cells, list.Map(s.cells, func(r []Cell) Cell { return r[k] }))
	}
	return t
}

// methodWord is in the names of methods, in this field.
var methodWord = regexp.MustCompile(`(?i)nmf|k-?means|\bpca\b|svd|spectral|n-?cut|\bours?\b|proposed|baseline|svm|knn|umap|isomap|\blle\b|\bsnmf|ssc|lrr|autoencoder|\bdec\b|factoriz`)

// methods counts the names that are those of methods.
func methods(names [][]string) int {
	return len(list.Filter(names, func(parts []string) bool { return methodWord.MatchString(label(parts)) }))
}

// turns tells whether rows are methods.
func (b *builder) turns(s sheet) bool {
	switch b.options.Turn {
	case "yes":
		return true
	case "no":
		return false
	}
	down, across := methods(s.rows), methods(s.columns)
	if down != across {
		return down*len(s.columns) > across*len(s.rows)
	}
	aggregate := func(names [][]string) bool {
		return slices.ContainsFunc(names, func(parts []string) bool { return IsAverage(parts[len(parts)-1]) })
	}
	return aggregate(s.columns) && !aggregate(s.rows)
}

// byMetric makes a sheet for each metric, where a level of the columns' or of the rows' names consists of metrics, and one for
// each block of rows that ends in an average of its own.
func byMetric(s sheet) []sheet {
	for _, turn := range []bool{false, true} {
		if turn {
			s = s.turned()
		}
		level, names := metricLevel(s.columns)
		if level < 0 {
			continue
		}
		var parts []sheet
		for _, name := range names {
			part := sheet{title: label([]string{s.title, name}), rows: s.rows, cells: make([][]Cell, len(s.rows))}
			for k, c := range s.columns {
				if len(c) <= level || c[level] != name {
					continue
				}
				part.columns = append(part.columns, slices.Delete(slices.Clone(c), level, level+1))
				for i := range s.cells {
					part.cells[i] = append(part.cells[i], s.cells[i][k])
				}
			}
			if turn {
				part = part.turned()
			}
			parts = append(parts, part)
		}
		return parts
	}
	return byAverage(s.turned())
}

// byAverage cuts where the first part of the rows' names changes, if one of these groups has an average.
func byAverage(s sheet) []sheet {
	var parts []sheet
	averages := 0
	for i, parts2 := range s.rows {
		if len(parts2) < 2 {
			return []sheet{s}
		}
		if IsAverage(parts2[len(parts2)-1]) {
			averages++
		}
		if n := len(parts); n == 0 || parts[n-1].title != label([]string{s.title, parts2[0]}) {
			parts = append(parts, sheet{title: label([]string{s.title, parts2[0]}), columns: s.columns})
		}
		last := &parts[len(parts)-1]
		last.rows, last.cells = append(last.rows, parts2[1:]), append(last.cells, s.cells[i])
	}
	if averages < 2 || len(parts) < 2 {
		return []sheet{s}
	}
	return parts
}

// metricsApart divides headings such as "NMF ACC", "NMF NMI" or "acc_nmf" where a metric ends, or begins, all of them.
func metricsApart(names [][]string) [][]string {
	for _, last := range []bool{true, false} {
		var apart [][]string
		for _, parts := range names {
			words := strings.FieldsFunc(label(parts), func(r rune) bool { return r == ' ' || r == '_' })
			if len(words) < 2 || len(parts) > 1 {
				return names
			}
			metric, rest := words[0], words[1:]
			if last {
				metric, rest = words[len(words)-1], words[:len(words)-1]
			}
			if _, ok := metricOf(metric); ok {
				apart = append(apart, []string{strings.Join(rest, " "), metric})
			}
		}
		if len(apart) == len(names) {
			return apart
		}
	}
	return names
}

// metricRows gives the rows of a table that are metrics, all of them, a name of the data that they are of, so that each becomes a panel.
func metricRows(s sheet) sheet {
	const oneData = "data"
	seen := map[string]bool{}
	for _, parts := range s.rows {
		m, ok := metricOf(parts[0])
		if len(parts) != 1 || !ok || m.Name == "rank" || seen[m.Name] {
			return s
		}
		seen[m.Name] = true
	}
	if level, _ := metricLevel(s.columns); len(seen) < 2 || level >= 0 {
		return s
	}
	s.rows = list.Map(s.rows, func(parts []string) []string { return []string{oneData, parts[0]} })
	s.assumed = append(slices.Clone(s.assumed), "the rows are metrics, each of which is a panel; name the data in place of "+oneData)
	return s
}

// metricLevel finds the level of names at which metrics stand.
func metricLevel(names [][]string) (level int, metrics []string) {
	for level = range names[0] {
		if slices.ContainsFunc(names, func(parts []string) bool { return level >= len(parts) }) {
			continue
		}
		metrics = nil
		known, all := map[string]bool{}, true
		for _, parts := range names {
			if name := parts[level]; !known[name] {
				_, metric := metricOf(name)
				if known[name], all = true, all && metric; !all {
					break
				}
				metrics = append(metrics, name)
			}
		}
		rest := map[string]bool{} // what is left must still have a name
		if all && (len(metrics) > 1 || len(names[0]) > 1) && (len(names[0]) > 1 || len(names) == len(metrics)) {
			for _, parts := range names {
				rest[label(slices.Delete(slices.Clone(parts), level, level+1))] = true
			}
			if len(names) == len(metrics)*len(rest) && !(len(rest) == 1 && rest[""]) {
				return level, metrics
			}
		}
	}
	return -1, nil
}

// unshared leaves out a heading above all columns, as "Method".
func unshared(names [][]string) [][]string {
	for len(names) > 1 && len(names[0]) > 1 && !slices.ContainsFunc(names, func(parts []string) bool {
		return len(parts) < 2 || parts[0] != names[0][0] || label(parts[1:]) == ""
	}) {
		names = list.Map(names, func(parts []string) []string { return parts[1:] })
	}
	return names
}

// unique names the rows or columns; a name that stands twice gets a number.
func (b *builder) unique(names [][]string, line func(int) int, what string) []string {
	seen := map[string]int{}
	var all []string
	for i, parts := range names {
		name := label(parts)
		if len(parts) > 0 && IsAverage(parts[len(parts)-1]) && label(parts[:len(parts)-1]) == "" || IsAverage(name) {
			name = "avg"
		}
		if name == "" {
			name = what + " " + strconv.Itoa(i+1)
			b.bad(line(i), "a %s without a name: called %q", what, name)
		}
		if seen[name]++; seen[name] > 1 {
			again := fmt.Sprintf("%s (%d)", name, seen[name])
			b.bad(line(i), "%s %q stands twice: called %q", what, name, again)
			name = again
		}
		all = append(all, name)
	}
	return all
}

// groups finds which columns compete: those with the same last part, under headings that repeat the same parts.
func (p *Panel) groups(parts [][]string) {
	if len(parts[0]) < 2 {
		return
	}
	var lasts []string
	group := map[string][]string{}
	for k, c := range parts {
		last := c[len(c)-1]
		if label(c[:len(c)-1]) == "" || last == "" {
			return
		}
		if _, ok := group[last]; !ok {
			lasts = append(lasts, last)
		}
		group[last] = append(group[last], p.Columns[k])
	}
	if len(lasts) < 2 || len(lasts)*2 > len(parts) {
		return
	}
	if !slices.ContainsFunc(lasts, func(last string) bool { return len(group[last]) < 2 }) {
		p.Groups = list.Map(lasts, func(last string) []string { return group[last] })
	}
}

// Kind says what a row or column holds, by its label.
type Kind int

// The kinds.
const (
	Data    Kind = iota
	Average      // mean of the others
	Rank         // mean ranks
	Wins         // in how many of the others a method is the best
	Sum
	Other // deviations, medians and the like of the others
)

// labels are the words for each kind, in the languages and spellings of papers.
var labels = []struct {
	kind  Kind
	words *regexp.Regexp
}{
	{Average, regexp.MustCompile(`(?i)^(avg|avg\.|average|averages|ave|ave\.|mean|overall average|overall mean|average over all.*|mean over all.*|(mean|average|avg\.?) \(all\)|mittelwert|mittel|durchschnitt|moyenne|promedio|media|média|gemiddelde|medelvärde|średnia|среднее|平均|Ø|⌀)$`)},
	{Rank, regexp.MustCompile(`(?i)^((avg|average|ave|mean)\.? ?)rank(ing)?s?$`)},
	{Wins, regexp.MustCompile(`(?i)^(#? ?(of )?(wins|best|firsts)|number of wins|win count|best count|times best)$`)},
	{Sum, regexp.MustCompile(`(?i)^(sum|total)$`)},
	{Other, regexp.MustCompile(`(?i)^(std|sd|st\. ?dev\.?|std\. ?dev\.?|standard deviation|median|mediane?|mediana|p|p-values?|overall|weighted (avg|average|mean)\.?|w[/|]t[/|]l|win[/|]tie[/|]loss|rank|ranks)$`)},
}

// KindOf tells by its label whether a row or column holds an average, a count, a rank or data.
func KindOf(label string) Kind {
	label = strings.TrimSpace(label)
	// as most rows of a long table
	if c := label[:min(1, len(label))]; strings.ContainsAny(label, "0123456789") && !strings.ContainsAny(c, "aAmM") {
		return Data
	}
	for _, l := range labels {
		if l.words.MatchString(label) {
			return l.kind
		}
	}
	return Data
}

// IsAverage tells whether a label says that its row or column is the mean of the others.
func IsAverage(label string) bool { return KindOf(label) == Average }
