package cli

import (
	"fmt"
	"io"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/reports/list"
	"nmfrepro/reports/term"
)

// writeCards shows the cards of data sets.
func writeCards(env *Env, folder string, entries []datasets.Entry, format string) error {
	cards := list.Map(entries, func(e datasets.Entry) card { return card{GlanceAt(folder, e), dataset.Options(e.New())} })
	if format == "json" {
		return WriteJSON(env.Stdout, cards)
	}
	for i, c := range cards {
		if i > 0 {
			fmt.Fprintln(env.Page())
		}
		c.write(env.Page())
	}
	return nil
}

// card is all that is known about a set without reading it.
type card struct {
	dataRow
	Options []dataset.Option `json:"options"`
}

func (c card) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n\n", c.Name, c.Doc)
	var lines [][]string
	line := func(name string, values ...string) { // a line a value; none is not shown
		for _, v := range values {
			if v != "" {
				lines = append(lines, []string{name, v})
				name = ""
			}
		}
	}
	shape := fmt.Sprintf("%d features × %d samples", c.Features, c.Samples)
	if c.Classes > 0 {
		shape += fmt.Sprintf(", %d classes", c.Classes)
	}
	line("shape", shape)
	line("state", c.State)
	line("substitute for", c.StandIn)
	line("papers", list.Map(c.Papers, func(u dataset.Use) string {
		return fmt.Sprintf("%s: %s, %s; scaling there: %s", u.Paper, u.Fidelity, u.Note, datasets.ScalingOf(u.Paper))
	})...)
	line("preparation", c.Prepare)
	line("known defects", c.Defects...)
	line("options", list.Map(c.Options, func(o dataset.Option) string { return fmt.Sprintf("%s = %v: %s", o.Name, o.Value, o.Doc) })...)
	line("citation", c.Cite)
	line("source", c.Source)
	line("licence", c.Licence)
	line("terms", c.Terms)
	share := "not allowed, or not known to be"
	if c.Share {
		share = "allowed"
	}
	line("redistribution", share)
	line("files", filesText(c.Files)...)
	line("or in their place", filesText(c.Alternates)...)
	line("SHA-256 of content", c.Content)
	line("downloaded from", list.Map(c.Downloads, func(d datasets.Download) string { return strings.Join(d.Addresses(), " or ") })...)
	line("files come from", c.Get)
	term.Columns(w, lines)
}

func filesText(files []datasets.File) []string {
	return list.Map(files, func(f datasets.File) string {
		if f.SHA256 == "" {
			return f.Path + ", checksum unknown"
		}
		return fmt.Sprintf("%s, %d bytes, SHA-256 %s", f.Path, f.Size, f.SHA256)
	})
}
