package list

import (
	"strconv"
)

// QuoteShort quotes s, cut where it is long.
func QuoteShort(s string) string {
	const limit = 40
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}
