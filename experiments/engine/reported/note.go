package reported

import (
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
)

// Note is an explanation of differences by a person.
type Note struct {
	About string `yaml:"about" doc:"what it is about: addresses within the paper with blanks between, as table2:metric=acc fig4; the whole paper if empty"`
	Open  bool   `yaml:"open" doc:"no cause was found, so that it explains nothing"`

	Settings []string `yaml:"settings" doc:"open settings that it tells of, by their keys: what their alternatives do to the cells is said with it"`

	Says string `yaml:"says" strict:"required" doc:"Markdown: a heading in bold, what was run and what came out, the command that redoes it"`
}

// Places returns the addresses that the note is about, each as table:key=value,...
func (n Note) Places() []string { return strings.Fields(n.About) }

// notes reports notes on tables and figures that the paper does not have.
func (c *checker) notes(n strict.Node) {
	shown := append(c.paper.Tables.Names(), c.paper.Figures.Names()...)
	settings := list.Map(c.paper.Protocol, func(x Choice) string { return x.Key })
	for i, note := range c.paper.Notes {
		for _, place := range note.Places() {
			table, _, _ := strings.Cut(place, ":")
			c.name(n.Index(i).Get("about"), "table or figure", table, shown)
		}
		for k, key := range note.Settings {
			c.name(n.Index(i).Get("settings").Index(k), "open setting", key, settings)
		}
	}
}
