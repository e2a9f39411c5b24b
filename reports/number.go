package reports

import (
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

// MeanText is our number in a sentence: 54.80±1.20 (20) is mean and deviation over 20 replicates. A cell without a number
// says why there is none.
func MeanText(c Cell) string {
	m := newCell(c, newFootnotes(nil))
	if m.state != "" {
		return m.state
	}
	return fmt.Sprintf("%s (%d)", m.ours.text("±"), m.n)
}

// PublishedText is the published number of a cell as it is printed: 61.25±1.30; "" where the paper has none.
func PublishedText(c Cell) string { return published(c).text("±") }

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

// Count is a number with a noun that takes an s: 1 cell, 2 cells.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// replicates is how many there are of those that were asked for: 20, or 17 of 20.
func replicates(n, want int) string {
	if n < want {
		return fmt.Sprintf("%d of %d", n, want)
	}
	return strconv.Itoa(n)
}

// StateText is what stands in a cell without a number.
func StateText(s Status) string {
	switch s {
	case MissingData:
		return "data missing"
	case OK, Pending:
		return "pending"
	}
	return string(s)
}

// nothing stands where the paper prints nothing.
const nothing = "–"

// numeric tells whether there is a number, rather than none or a word in its place.
func (n number) numeric() bool { return strings.ContainsAny(n.mean, "0123456789") }

// text joins the number's parts.
func (n number) text(plusMinus string) string {
	if n.sd == "" {
		return n.mean
	}
	return n.mean + plusMinus + n.sd
}
