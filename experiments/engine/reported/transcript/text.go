package transcript

import (
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"nmfrepro/datasets/list"
)

// separated reads CSV, with the separator that the first line has most of, or TSV.
func separated(text string, comma rune) ([]Grid, error) {
	if comma == 0 {
		comma = ','
		first, _, _ := strings.Cut(text, "\n")
		for _, other := range ";\t" {
			if strings.Count(first, string(other)) > strings.Count(first, string(comma)) {
				comma = other
			}
		}
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = comma, -1, true, comma != '\t'
	g := Grid{Line: 1, Semicolons: comma == ';'}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return []Grid{g}, nil
		}
		if err != nil {
			return nil, fmt.Errorf("csv: %w", err)
		}
		var row []Cell
		for i, f := range fields {
			line, _ := r.FieldPos(i)
			row = append(row, marked(f, line))
		}
		g.Rows = append(g.Rows, row)
	}
}

// tag is what Markdown takes over from HTML.
var (
	tag      = regexp.MustCompile(`</?[A-Za-z]+(\s[^<>]*)?/?>`)
	footmark = regexp.MustCompile(`(?i)<sup>[^<>]*</sup>|\[\^[^\]]*\]`)
)

// marked returns a cell whose boldface is written as **bold**, <b>bold</b> or \textbf{bold}.
func marked(text string, line int) Cell {
	c := Cell{Line: line, Span: 1}
	if plainNumber(text) {
		c.Text = text
		return c
	}
	if strings.ContainsAny(text, `\$`) {
		text, c.Bold = plain(text)
	}
	text = footmark.ReplaceAllString(text, "")
	text = tag.ReplaceAllStringFunc(text, func(t string) string {
		name, _, _ := strings.Cut(strings.ToLower(strings.Trim(t, "</>")), " ")
		switch {
		case name == "b" || name == "strong":
			return "**"
		case name == "del" || name == "s" || name == "strike": // what is struck out is no number
			return "⊘"
		case name == "sub" && !strings.HasPrefix(t, "</"):
			return "_"
		case name == "sub" || name == "i" || name == "u" || name == "em" || name == "span" || name == "font" || name == "mark":
			return ""
		}
		return " "
	})
	text = strings.ReplaceAll(html.UnescapeString(text), "__", "**")
	if strings.Contains(text, "**") {
		c.Bold, text = true, strings.ReplaceAll(text, "**", "")
	}
	text = strings.Trim(strings.TrimSpace(text), "`")
	if inner, ok := strings.CutPrefix(text, "*"); ok && strings.HasSuffix(inner, "*") { // italics
		text = strings.TrimSuffix(inner, "*")
	}
	c.Text = strings.Join(strings.Fields(text), " ")
	return c
}

var rule = regexp.MustCompile(`^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?)?\s*$`)

// markdown reads pipe tables; a table ends at the first line without a pipe.
func markdown(text string) []Grid {
	var grids []Grid
	var g *Grid
	above := "" // the last line of text before a table
	for i, line := range strings.Split(text, "\n") {
		switch {
		case !strings.Contains(line, "|"):
			g = nil
			if t := strings.TrimSpace(line); t != "" {
				above = strings.Trim(t, "#*_ ")
			}
			continue
		case g == nil:
			grids = append(grids, Grid{Line: i + 1, Caption: above})
			g = &grids[len(grids)-1]
		}
		if rule.MatchString(line) {
			g.Heads = len(g.Rows)
			continue
		}
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
		fields := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
		g.Rows = append(g.Rows, list.Map(fields, func(f string) Cell { return marked(strings.ReplaceAll(f, "\x00", "|"), i+1) }))
	}
	return grids
}
