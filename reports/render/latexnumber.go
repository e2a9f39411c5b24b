package render

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"nmfrepro/reports/result"
)

// latexDigits is how many places before the point the means and the deviations of a column take.
type latexDigits struct{ mean, sd int }

// digits returns the places of each column of a panel, over the lines that are shown.
func (t *latexTable) digits(p panel) []latexDigits {
	all := make([]latexDigits, len(p.Columns))
	for _, r := range p.Rows {
		for j, c := range r.Cells {
			ours, reported := t.ours(c), c.Paper
			if c.State != "" {
				ours = result.Number{}
			}
			if !p.Reported {
				reported = result.Number{}
			}
			for _, n := range []result.Number{ours, reported} {
				all[j] = latexDigits{max(all[j].mean, places(n.Mean)), max(all[j].sd, places(n.SD))}
			}
		}
	}
	return all
}

// places counts the digits before the point, and a sign; 0 of what is no number.
func places(s string) int {
	whole, _, _ := strings.Cut(s, ".")
	if strings.Trim(whole, "-0123456789") != "" {
		return 0
	}
	return len(whole)
}

// ours returns our number as a paper shows it.
func (t *latexTable) ours(c cell) result.Number {
	n := c.Ours
	if mean := c.Mean(); math.Abs(mean) >= 1e5 { // of which nobody reads thousandths
		if n.Mean = fmt.Sprintf("%.0f", mean); n.SD != "" {
			n.SD = fmt.Sprintf("%.0f", c.SD())
		}
	}
	return n
}

// rankBehind matches the rank behind the name of a data set, as in ORL, K = 5.
var rankBehind = regexp.MustCompile(`, ([A-Za-z]) = ([0-9]+)`)

// lines returns a row as a line of ours and one of the reported numbers.
func (t *latexTable) lines(r row, digits []latexDigits) (ours, reported []string) {
	ours, reported = []string{rankBehind.ReplaceAllString(latex(r.Label), `, \ensuremath{$1=$2}`)}, []string{"\\quad reported"}
	for j, c := range r.Cells {
		s := t.number(t.ours(c), digits[j])
		if c.State != "" {
			s = "--"
		}
		if c.Count != "" && !t.opt.NoN {
			s += " (" + latex(strings.Fields(c.Count)[0]) + ")"
		}
		if c.standIn() {
			s += latex(standInMark)
		}
		if c.Foot > 0 && !t.everywhere {
			s += fmt.Sprintf("\\textsuperscript{%d}", c.Foot)
		}
		p := t.number(c.Paper, digits[j])
		if c.Paper.Mean == "" && c.Address != "" {
			p = "--"
		}
		if sign := c.Sign(); sign != "" && !t.opt.NoSigns {
			p += " " + latex(sign)
		}
		ours, reported = append(ours, s), append(reported, p)
	}
	return ours, reported
}

// number writes a number with room for the digits that others of its column have before the point, so that their points are in line.
// Deviations that siunitx sets have no such room.
func (t *latexTable) number(n result.Number, digits latexDigits) string {
	room := func(s string, most int) string {
		if places(s) == 0 {
			return ""
		}
		return strings.Repeat(`\phantom{0}`, max(0, most-places(s)))
	}
	s := latexNumber(n)
	if !t.opt.SIunitx {
		s = strings.Replace(s, `\pm}`, `\pm}`+room(n.SD, digits.sd), 1)
	}
	return room(n.Mean, digits.mean) + s
}

func latexNumber(n result.Number) string {
	s := latex(n.Text("±"))
	if digits, negative := strings.CutPrefix(s, "-"); negative {
		s = `\ensuremath{-}` + digits
	}
	if n.Bold {
		return "\\textbf{" + s + "}"
	}
	return s
}
