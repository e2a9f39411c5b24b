package term

import (
	"io"
	"slices"
	"strings"
)

const (
	columnGap = 2  // blanks between columns
	rowIndent = 4  // of what of a row is in its later lines
	leastRoom = 30 // columns into which text is folded
)

// Columns writes rows of cells below their headings, each column as wide as its widest cell. On a page that is too narrow the columns
// of the spare headings are left out, the first named before the others, and a line says so. Where that is not enough each row goes
// on in further lines, with all columns, and so do the headings; text in the last column is folded.
func Columns(w io.Writer, rows [][]string, spare ...string) {
	limit := 0
	if page, ok := w.(*Page); ok {
		limit = page.Width
	}
	widths := widthsOf(rows)
	breaks := lineBreaks(rows, widths, limit)
	var left []string
	for i := range spare {
		if len(breaks) == 1 {
			break
		}
		fewer := without(rows, spare[:i+1])
		if some := lineBreaks(fewer, widthsOf(fewer), limit); len(some) == 1 {
			rows, widths, breaks, left = fewer, widthsOf(fewer), some, spare[:i+1]
		}
	}
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
	if len(left) > 0 {
		indent := rows[0][0][:len(rows[0][0])-len(strings.TrimLeft(rows[0][0], " "))]
		b.WriteString(Fold(indent+"left out for want of room: "+strings.Join(left, ", ")+" (through a pipe, as | less -S, all are shown)", limit) + "\n")
	}
	_, _ = io.WriteString(w, b.String())
}

// without are rows without the columns of some headings.
func without(rows [][]string, headings []string) (fewer [][]string) {
	for _, row := range rows {
		var kept []string
		for k, s := range row {
			if !slices.Contains(headings, strings.TrimSpace(rows[0][k])) {
				kept = append(kept, s)
			}
		}
		fewer = append(fewer, kept)
	}
	return fewer
}

func widthsOf(rows [][]string) (widths []int) {
	for _, row := range rows {
		for k, s := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], Width(s))
		}
	}
	return widths
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
