package printed

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"
)

// unshared leaves out a heading above all columns, as "Method".
func unshared(names [][]string) [][]string {
	for len(names) > 1 && len(names[0]) > 1 && !slices.ContainsFunc(names, func(parts []string) bool { return len(parts) < 2 || parts[0] != names[0][0] || label(parts[1:]) == "" }) {
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
	{Average, regexp.MustCompile(`(?i)^(avg|avg\.|average|averages|ave|ave\.|mean|overall average|overall mean|average over all.*|mean over all.*|Ø|⌀)$`)},
	{Rank, regexp.MustCompile(`(?i)^((avg|average|ave|mean)\.? ?)rank(ing)?s?$`)},
	{Wins, regexp.MustCompile(`(?i)^(#? ?(of )?(wins|best|firsts)|number of wins|win count|best count|times best)$`)},
	{Sum, regexp.MustCompile(`(?i)^(sum|total)$`)},
	{Other, regexp.MustCompile(`(?i)^(std|sd|st\. ?dev\.?|std\. ?dev\.?|standard deviation|median|p|p-value|rank|ranks)$`)},
}

// KindOf tells what a label says that its row or column holds.
func KindOf(label string) Kind {
	label = strings.TrimSpace(label)
	for _, l := range labels {
		if l.words.MatchString(label) {
			return l.kind
		}
	}
	return Data
}

// IsAverage tells whether a label says that its row or column is the mean of the others.
func IsAverage(label string) bool { return KindOf(label) == Average }
