package render

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// AllColumns stands for all columns, also where the terminal has no room for them side by side.
const AllColumns = "all"

// chosen returns the table with those of its columns that one of names means, by group, label, both or the key of the method. A key means
// all measures of the method that stand under one heading. Titles name the methods that are left. What a table says of all its cells, as
// which is the best, follows from the columns that are shown.
func chosen(t result.Table, names []string) (result.Table, error) {
	if !(Options{Columns: names}).selects() {
		return t, nil
	}
	var known, all, shown []string
	found := map[string]bool{}
	t.Panels = list.Map(t.Panels, func(p result.Panel) result.Panel {
		var columns []int
		for _, run := range result.Runs(p.Columns) {
			for _, j := range run {
				known, all = list.AppendUnique(known, cmp.Or(p.Columns[j].Label, p.Columns[j].Group)), list.AppendUnique(all, methodName(p, j))
				for _, want := range names {
					if slices.ContainsFunc(meant(p, run, j), func(name string) bool { return want != "" && strings.EqualFold(name, want) }) {
						found[want], columns, shown = true, list.AppendUnique(columns, j), list.AppendUnique(shown, methodName(p, j))
					}
				}
			}
		}
		return p.Part(columns)
	})
	for _, want := range names {
		if !found[want] {
			return t, fmt.Errorf("%s: no column %q, %s", t.Address, want, list.DidYouMean(want, known))
		}
	}
	t.Panels = slices.DeleteFunc(t.Panels, func(p result.Panel) bool { return len(p.Columns) == 0 })
	t.Title = ofMethods(t.Title, all, shown)
	for i := range t.Panels {
		t.Panels[i].Title = aboutShown(t.Panels[i].Title, all, shown)
	}
	return t, nil
}

// selects tells whether some columns are asked for.
func (o Options) selects() bool { return len(o.Columns) > 0 && !slices.Contains(o.Columns, AllColumns) }

// meant returns the names of column j, one of a run under one heading.
func meant(p result.Panel, run []int, j int) []string {
	c := p.Columns[j]
	names := []string{c.Group, c.Label, c.Group + " " + c.Label}
	if len(p.Rows) == 0 {
		return names
	}
	at := func(k int) result.Address { return p.Rows[0].Cells[k].At }
	names = append(names, at(j).Method)
	// the heading is the method, of which there is one a measure
	if !slices.ContainsFunc(run, func(k int) bool { return at(k).Measure == "" }) {
		names = append(names, list.Map(run, func(k int) string { return at(k).Method })...)
	}
	return names
}

// methodName returns the name of a column's method: the heading of several columns, or its own.
func methodName(p result.Panel, j int) string { return cmp.Or(p.Columns[j].Group, p.Columns[j].Label) }

var someMethods = regexp.MustCompile(`\b(two|three|four|five|six|seven|eight|nine|ten) methods\b`)

// ofMethods returns a title that names the methods that are shown where it names or counts all of them.
func ofMethods(title string, all, shown []string) string {
	if len(shown) == len(all) {
		return title
	}
	if at := someMethods.FindStringIndex(title); at != nil {
		return title[:at[0]] + list.Sentence(shown) + title[at[1]:]
	}
	for _, word := range []string{" by ", " of "} {
		at := strings.LastIndex(title, word)
		if at < 0 {
			continue
		}
		at += len(word)
		end := len(title)
		if k := strings.IndexAny(title[at:], ";.("); k >= 0 {
			end = at + len(strings.TrimRight(title[at:at+k], " "))
		}
		named := strings.FieldsFunc(strings.ReplaceAll(title[at:end], " and ", ", "), func(r rune) bool { return r == ',' })
		isMethod := func(name string) bool {
			return slices.ContainsFunc(all, func(known string) bool { return strings.EqualFold(known, strings.TrimSpace(name)) })
		}
		if n := len(list.Filter(named, isMethod)); n >= 2 && 2*n >= len(named) {
			return title[:at] + list.Sentence(shown) + title[end:]
		}
	}
	return title
}

var inBrackets = regexp.MustCompile(`\s*\([^()]*\)`)

// aboutShown returns a title without what it says in brackets of methods that are not shown.
func aboutShown(title string, all, shown []string) string {
	return inBrackets.ReplaceAllStringFunc(title, func(bracket string) string {
		names := func(methods []string) bool {
			return slices.ContainsFunc(methods, func(name string) bool { return name != "" && word(bracket, name) })
		}
		if names(list.Filter(all, func(name string) bool { return !slices.Contains(shown, name) })) && !names(shown) {
			return ""
		}
		return bracket
	})
}

// word tells whether a name stands in a text with no letter or hyphen before or behind it.
func word(text, name string) bool {
	return regexp.MustCompile(`(^|[^\pL-])` + regexp.QuoteMeta(name) + `($|[^\pL-])`).MatchString(text)
}
