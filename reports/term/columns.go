package term

import (
	"io"
	"strings"
)

const (
	columnGap = 2  // blanks between columns
	rowIndent = 4  // of what of a row is in its later lines
	leastRoom = 30 // columns into which text is folded
)

// Columns writes rows of cells, each column as wide as its widest cell. On a page that is narrower than the rows each row
// goes on in further lines, and so does the heading; text in the last column is folded.
func Columns(w io.Writer, rows [][]string) {
	limit := 0
	if page, ok := w.(*Page); ok {
		limit = page.Width
	}
	var widths []int
	for _, row := range rows {
		for k, s := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], Width(s))
		}
	}
	breaks := lineBreaks(rows, widths, limit)
	var b strings.Builder
	for _, row := range rows {
		indent := ""
		for i, from := range breaks {
			to := len(row)
			if i+1 < len(breaks) {
				to = min(to, breaks[i+1])
			}
			if from < to {
				writeCells(&b, indent, row[from:to], widths[from:], limit)
			}
			indent = strings.Repeat(" ", rowIndent+len(row[0])-len(strings.TrimLeft(row[0], " ")))
		}
	}
	_, _ = io.WriteString(w, b.String())
}

// lineBreaks are the columns that begin a line. A last column of text that can be folded needs little room.
func lineBreaks(rows [][]string, widths []int, limit int) []int {
	breaks := []int{0}
	at := 0
	for k, wide := range widths {
		if k == len(widths)-1 && limit-at >= leastRoom {
			wide = min(wide, max(leastRoom, longestWord(rows, k)))
		}
		if limit > 0 && k > 0 && at+wide > limit {
			breaks, at = append(breaks, k), rowIndent
		}
		at += widths[k] + columnGap
	}
	return breaks
}

func longestWord(rows [][]string, k int) int {
	longest := 0
	for _, row := range rows {
		if k < len(row) {
			longest = max(longest, Widest(strings.Fields(row[k])))
		}
	}
	return longest
}

// writeCells writes cells in a line, the last one folded.
func writeCells(b *strings.Builder, indent string, cells []string, widths []int, limit int) {
	line := indent
	for k, s := range cells {
		if k < len(cells)-1 {
			line += Pad(s, widths[k]+columnGap)
			continue
		}
		if room := limit - Width(line); limit > 0 && Width(s) > room {
			s = strings.Join(Words(s, room, room), "\n"+strings.Repeat(" ", Width(line)))
		}
		line += s
	}
	if line = strings.TrimRight(line, " "); line != "" {
		b.WriteString(line + "\n")
	}
}
