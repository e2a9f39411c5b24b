package term

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Width is the number of columns that s takes on a terminal, escape sequences not counted. Characters of ambiguous width
// are narrow whatever the environment says, for the same bytes everywhere.
func Width(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

// Widest is the width of the widest line.
func Widest(lines []string) int {
	w := 0
	for _, s := range lines {
		w = max(w, Width(s))
	}
	return w
}

// Pad fills s with spaces at its end.
func Pad(s string, to int) string { return s + strings.Repeat(" ", max(0, to-Width(s))) }

// PadLeft fills s with spaces at its begin.
func PadLeft(s string, to int) string { return strings.Repeat(" ", max(0, to-Width(s))) + s }

// OneLine makes any text fit for a line of a table or a note.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
