package figure

import (
	"io"

	"nmfrepro/reports/figure/ink"
)

// Format is one way of writing a figure.
type Format struct {
	Name  string
	Doc   string // one sentence
	write func(w io.Writer, p ink.Sheet) error
}

// Formats lists the ways of writing a figure; the first is the default.
var Formats = []Format{
	{"svg", "vector graphics for the web; text stays text", ink.SVG},
	{"png", "pixels, 200 to the inch", ink.PNG},
	{"pdf", "vector graphics for LaTeX; text as outlines", ink.PDF},
}

// Names lists the names of the formats.
func Names() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}
