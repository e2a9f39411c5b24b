package data

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/reports/term"
)

// dataRow is the card of a data set with what a glance tells about its files.
type dataRow struct {
	datasets.Entry
	State string `json:"state"` // embedded, generated, present, missing or truncated
	Get   string `json:"get"`   // what to do for its files
}

// GlanceAt is the row of a data set, whose files are looked for but not read.
func GlanceAt(folder string, e datasets.Entry) dataRow {
	state := string(datasets.Glance(folder, e))
	switch {
	case e.Embedded:
		state = "embedded"
	case len(e.Files) == 0:
		state = "generated"
	}
	return dataRow{e, state, e.HowToGet()}
}

// Fields returns the row as the JSON object that it is.
func (r dataRow) Fields() (map[string]any, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}

func newDataList(env *console.Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list every data set: shape, state, licence, papers",
		Example: "  nmfrepro data list\n  nmfrepro data list --format json",
		Args:    console.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			folder, err := Folder(env)
			if err != nil {
				return err
			}
			var rows []dataRow
			for _, e := range datasets.Registry {
				rows = append(rows, GlanceAt(folder, e))
			}
			if format == "json" {
				return console.WriteJSON(env.Stdout, rows)
			}
			writeDataList(env.Page(), rows)
			return nil
		},
	}
	console.FormatFlag(cmd, &format)
	return cmd
}

func writeDataList(w io.Writer, rows []dataRow) {
	lines := [][]string{{"NAME", "SHAPE", "CLASSES", "STATE", "TO FETCH", "PAPERS", "LICENCE", "WHAT"}}
	for _, r := range rows {
		classes := "-"
		if r.Classes > 0 {
			classes = strconv.Itoa(r.Classes)
		}
		lines = append(lines, []string{r.Name, fmt.Sprintf("%d×%d", r.Features, r.Samples), classes, r.State, fetchText(r.Entry), usesText(r.Papers), r.Licence, r.Doc})
	}
	term.Columns(w, lines)
}

// fetchText is the size of a set's download, "-" without one.
func fetchText(e datasets.Entry) string {
	if len(e.Downloads) == 0 {
		return "-"
	}
	return sizeText(e.FetchSize())
}

// usesText names the papers of a set, those where it is not exact in brackets: "dsp (stand-in)".
func usesText(uses []dataset.Use) string {
	var papers []string
	for _, u := range uses {
		paper := u.Paper
		if u.Fidelity != dataset.Exact {
			paper += " (" + string(u.Fidelity) + ")"
		}
		papers = append(papers, paper)
	}
	return strings.Join(papers, ", ")
}

func newDataInfo(env *console.Env) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "info NAME...",
		Short:   "show the card of a data set: source, citation, licence, preparation, defects, checksums",
		Example: "  nmfrepro data info yale\n  nmfrepro data info movielens1m --format json",
		Args:    console.Arguments(1, -1),
		RunE: func(_ *cobra.Command, names []string) error {
			folder, entries, err := sets(env, names...)
			if err != nil {
				return err
			}
			var cards []card
			for _, e := range entries {
				cards = append(cards, card{GlanceAt(folder, e), dataset.Options(e.New())})
			}
			if format == "json" {
				return console.WriteJSON(env.Stdout, cards)
			}
			for i, c := range cards {
				if i > 0 {
					fmt.Fprintln(env.Page())
				}
				c.write(env.Page())
			}
			return nil
		},
	}
	console.FormatFlag(cmd, &format)
	return cmd
}

// card is all that is known about a set without reading it.
type card struct {
	dataRow
	Options []dataset.Option `json:"options"`
}

func (c card) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n\n", c.Name, c.Doc)
	var lines [][]string
	for _, l := range c.lines() {
		for i, v := range l.values {
			name := l.name
			if i > 0 {
				name = ""
			}
			lines = append(lines, []string{name, v})
		}
	}
	term.Columns(w, lines)
}

// cardLine is a property with its values; none is not shown.
type cardLine struct {
	name   string
	values []string
}

func (c card) lines() []cardLine {
	shape := fmt.Sprintf("%d features × %d samples", c.Features, c.Samples)
	if c.Classes > 0 {
		shape += fmt.Sprintf(", %d classes", c.Classes)
	}
	var papers, options []string
	for _, u := range c.Papers {
		papers = append(papers, fmt.Sprintf("%s: %s, %s; scaling there: %s", u.Paper, u.Fidelity, u.Note, datasets.ScalingOf(u.Paper)))
	}
	for _, o := range c.Options {
		options = append(options, fmt.Sprintf("%s = %v: %s", o.Name, o.Value, o.Doc))
	}
	share := "not allowed, or not known to be"
	if c.Share {
		share = "allowed"
	}
	return []cardLine{
		{"shape", []string{shape}},
		{"state", []string{c.State}},
		{"stands in for", some(c.StandIn)},
		{"papers", papers},
		{"preparation", some(c.Prepare)},
		{"known defects", c.Defects},
		{"options", options},
		{"citation", some(c.Cite)},
		{"source", some(c.Source)},
		{"licence", some(c.Licence)},
		{"terms", some(c.Terms)},
		{"redistribution", []string{share}},
		{"files", filesText(c.Files)},
		{"or in their place", filesText(c.Alternates)},
		{"SHA-256 of content", some(c.Content)},
		{"downloaded from", addresses(c.Downloads)},
		{"files come from", []string{c.Get}},
	}
}

func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

func filesText(files []datasets.File) (out []string) {
	for _, f := range files {
		text := f.Path
		if f.SHA256 == "" {
			text += ", checksum unknown"
		} else {
			text += ", " + strconv.FormatInt(f.Size, 10) + " bytes, SHA-256 " + f.SHA256
		}
		out = append(out, text)
	}
	return out
}

func addresses(downloads []datasets.Download) (out []string) {
	for _, d := range downloads {
		out = append(out, strings.Join(d.Addresses(), " or "))
	}
	return out
}
