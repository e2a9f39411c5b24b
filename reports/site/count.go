package site

import (
	"math"
	"strconv"
	"strings"
)

// functions are those of templates that need the whole site.
type functions struct{ site Site }

// count is how many cells have a verdict, and which share of all.
type count struct {
	Verdict
	N     int
	Share float64 // percent
}

func (f functions) sign(verdict string) string {
	for _, v := range f.site.Verdicts {
		if v.Name == verdict {
			return v.Sign
		}
	}
	return ""
}

func (f functions) tableCounts(t Table) []count {
	number := map[string]int{}
	all := 0
	for _, p := range t.Panels {
		for _, r := range p.Rows {
			for _, c := range r.Cells {
				if c.Verdict != "" {
					number[c.Verdict]++
					all++
				}
			}
		}
	}
	return f.counts(number, all)
}

func (f functions) paperCounts(p Paper) []count {
	number := map[string]int{}
	all := 0
	for _, t := range p.Tables {
		for _, c := range f.tableCounts(t) {
			number[c.Name] += c.N
			all += c.N
		}
	}
	return f.counts(number, all)
}

// counts lists the verdicts that occur, in their order.
func (f functions) counts(number map[string]int, all int) []count {
	var found []count
	for _, v := range f.site.Verdicts {
		if n := number[v.Name]; n > 0 {
			found = append(found, count{v, n, 100 * float64(n) / float64(all)})
		}
	}
	return found
}

// outcomes of claims, in the order of legends, with signs for those who see no colour.
var outcomes = []Verdict{{Name: "holds", Sign: "✓"}, {Name: "does not hold", Sign: "✗"}, {Name: "undecided", Sign: "?"}, {Name: "undefined", Sign: "·"}}

// claimCounts are how many claims ended in each way on our numbers.
func claimCounts(claims []Claim) []count {
	var found []count
	for _, v := range outcomes {
		n := 0
		for _, c := range claims {
			if c.Ours == v.Name {
				n++
			}
		}
		if n > 0 {
			found = append(found, count{v, n, 100 * float64(n) / float64(len(claims))})
		}
	}
	return found
}

// outcome is a word with what lies behind it.
type outcome struct{ Name, Why string }

// reasoned is the cells of one verdict with its reasons.
type reasoned struct {
	Verdict
	Cells []Cell
}

// reasons are the cells of a table that are no match, by verdict, for the lists below it.
func (f functions) reasons(t Table) []reasoned {
	var found []reasoned
	for _, v := range f.site.Verdicts {
		r := reasoned{Verdict: v}
		for _, p := range t.Panels {
			for _, row := range p.Rows {
				for _, c := range row.Cells {
					if c.Verdict == v.Name && c.Verdict != "MATCH" && c.Reason != "" {
						r.Cells = append(r.Cells, c)
					}
				}
			}
		}
		if len(r.Cells) > 0 {
			found = append(found, r)
		}
	}
	return found
}

// group is a heading over neighbouring columns.
type group struct {
	Label string
	Span  int
}

// groups are the headings above those of columns, nil if there are none.
func groups(columns []Column) []group {
	var found []group
	any := false
	for i, c := range columns {
		if i > 0 && c.Group == columns[i-1].Group {
			found[len(found)-1].Span++
		} else {
			found = append(found, group{c.Group, 1})
		}
		any = any || c.Group != ""
	}
	if !any {
		return nil
	}
	return found
}

// sortKey is the number that the script sorts by, "" for none.
func sortKey(c Cell) string {
	if c.State != "" || math.IsNaN(c.Value) {
		return ""
	}
	return strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// class is the CSS class of a verdict or an outcome.
func class(name string) string { return "v-" + slug(name) }

// slug is s as an identifier: lower case, other characters than letters and digits as hyphens.
func slug(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, s), "-")
}
