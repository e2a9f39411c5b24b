package result

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// fixed formats v with so many digits after the point. A zero has no sign.
func fixed(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', max(decimals, 0), 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// Fixed formats v with so many digits after the point and its sign; a zero has a plus.
func Fixed(v float64, decimals int) string {
	if text := fixed(v, decimals); strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + fixed(v, decimals)
}

// Number is a mean and its deviation as text.
type Number struct {
	Mean string // "" for none; of the paper's, perhaps "illegible"
	SD   string // "" for none
	Bold bool
}

// Numeric tells whether there is a number, rather than none or a word in its place.
func (n Number) Numeric() bool { return strings.ContainsAny(n.Mean, "0123456789") }

// Text joins the number's parts.
func (n Number) Text(plusMinus string) string {
	if n.SD == "" {
		return n.Mean
	}
	return n.Mean + plusMinus + n.SD
}

// Ours returns our number with the digits of the table; the deviation is that of two replicates or more.
func (c Cell) Ours() (n Number) {
	if len(c.Runs.Values) > 0 {
		n.Mean = fixed(c.Mean(), c.Metric.Scale.Decimals)
	}
	if len(c.Runs.Values) > 1 {
		n.SD = fixed(c.SD(), c.Metric.Scale.Decimals)
	}
	return n
}

// Number returns the reported number with its digits.
func (p Reported) Number() Number { return Number{p.Value, p.SD, p.Bold} }

// Plain formats v with three significant digits; a number that is not known is "-".
func Plain(v float64) string { return significant("%.3g", v) }

// Signed formats v as Plain does, with its sign: +0.61.
func Signed(v float64) string { return significant("%+.3g", v) }

// IntervalText formats the ends of an interval: -0.2 to 1.3; "-" if one is not known.
func IntervalText(low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return "-"
	}
	return Plain(low) + " to " + Plain(high)
}

func significant(format string, v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf(format, v+0) // -0 + 0 is 0
}

// Count returns a number with a noun that takes an s, 1 cell, 2 cells; or with the plural that is given.
func Count(n int, what string, plural ...string) string {
	switch {
	case n == 1:
		return "1 " + what
	case len(plural) > 0:
		return fmt.Sprintf("%d %s", n, plural[0])
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Scale is how a table reports natural units: 0.6125 is 61.25 at {Times: 100, Decimals: 2}. Only text of numbers applies it;
// comparisons, tolerances and claims stay in natural units.
type Scale struct {
	Times    float64 // factor on natural units, as 100 where the paper reports percentages; 0 is 1
	Decimals int     // digits after the point
}

// Of returns v in the unit of the table.
func (s Scale) Of(v float64) float64 { return v * cmp.Or(s.Times, 1) }

// Natural returns v, a number in the unit of the table, in natural units.
func (s Scale) Natural(v float64) float64 { return v / cmp.Or(s.Times, 1) }

// Text returns v in the unit of the table with its digits.
func (s Scale) Text(v float64) string { return fixed(s.Of(v), s.Decimals) }
