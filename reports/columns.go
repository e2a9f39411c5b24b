package reports

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteColumns writes lines of cells in columns two spaces apart, without spaces at the ends of lines.
func WriteColumns(w io.Writer, lines [][]string) {
	var widths []int
	for _, line := range lines {
		for k, s := range line {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], utf8.RuneCountInString(s))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		end := len(line)
		for end > 0 && line[end-1] == "" {
			end--
		}
		for k, s := range line[:end] {
			b.WriteString(s)
			if k < end-1 {
				b.WriteString(strings.Repeat(" ", widths[k]-utf8.RuneCountInString(s)+2))
			}
		}
		b.WriteString("\n")
	}
	fmt.Fprint(w, b.String())
}
