package reports

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// width is the number of columns that s takes on a terminal, escape sequences not counted. Characters of ambiguous width
// are narrow whatever the environment says, for the same bytes everywhere.
func width(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

func widest(lines []string) int {
	w := 0
	for _, s := range lines {
		w = max(w, width(s))
	}
	return w
}

func pad(s string, to int) string { return s + strings.Repeat(" ", max(0, to-width(s))) }

func padLeft(s string, to int) string { return strings.Repeat(" ", max(0, to-width(s))) + s }

// oneLine makes any text fit for a line of a table or a note.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
