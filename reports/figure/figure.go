package figure

import (
	"io"

	"nmfrepro/reports/figure/ink"
)

// formats are the ways of writing a figure; the first is the default.
var formats = []struct {
	name  string
	write func(w io.Writer, p ink.Sheet) error
}{
	{"svg", ink.SVG}, // text stays text
	{"png", ink.PNG}, // 200 pixels to the inch
	{"pdf", ink.PDF}, // for LaTeX; text as outlines
}

// Names lists the names of the formats.
func Names() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}
