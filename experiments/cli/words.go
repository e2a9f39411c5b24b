package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nmfrepro/reports/list"
)

// ForTerminal makes a message fit to be shown: what a terminal would act upon is spelt out, as \x1b, and lines that carry an
// argument of 100 kB are cut in the middle, so that both what was found and what is wanted are still there.
func ForTerminal(message string) string {
	return list.Join(strings.Split(message, "\n"), "\n", func(line string) string { return cut(spelt(line)) })
}

// spelt writes characters that are not to be seen as Go and C do.
func spelt(line string) string {
	var b strings.Builder
	for line != "" {
		r, size := utf8.DecodeRuneInString(line)
		if seen := unicode.IsPrint(r) || r == '\t'; seen && (r != utf8.RuneError || size > 1) {
			b.WriteString(line[:size])
		} else {
			b.WriteString(strings.Trim(strconv.Quote(line[:size]), `"`))
		}
		line = line[size:]
	}
	return b.String()
}

// cut leaves the start and the end of a line that nobody would read.
func cut(line string) string {
	const most, start, end = 2000, 1200, 500
	if len(line) <= most {
		return line
	}
	head, tail := strings.ToValidUTF8(line[:start], ""), strings.ToValidUTF8(line[len(line)-end:], "")
	return fmt.Sprintf("%s ... %d bytes left out ... %s", head, len(line)-len(head)-len(tail), tail)
}

// QuoteShort quotes s, cut where it is long.
func QuoteShort(s string) string {
	const limit = 40
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}
