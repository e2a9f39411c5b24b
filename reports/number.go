package reports

import (
	"fmt"
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

// exact formats v so that it is read back to the last bit.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func count(n, want int) string {
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
