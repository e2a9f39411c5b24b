package printed

import (
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"

	"nmfrepro/reports"
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
	g := Grid{Line: 1}
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

// marked is a cell whose boldface is written as **bold**, <b>bold</b> or \textbf{bold}.
func marked(text string, line int) Cell {
	c := Cell{Line: line, Span: 1}
	if strings.ContainsAny(text, `\$`) {
		text, c.Bold = plain(text)
	}
	if tag.MatchString(text) {
		text = tag.ReplaceAllStringFunc(text, func(t string) string {
			m := tag.FindStringSubmatch(t)
			switch strings.ToLower(m[2]) {
			case "b", "strong":
				return "**"
			case "br":
				return " "
			}
			return ""
		})
	}
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
		g.Rows = append(g.Rows, reports.Mapped(fields, func(f string) Cell { return marked(strings.ReplaceAll(f, "\x00", "|"), i+1) }))
	}
	return grids
}

var (
	tag       = regexp.MustCompile(`<(/?)([A-Za-z][A-Za-z0-9]*)([^>]*)>`)
	spanning  = regexp.MustCompile(`(?i)(colspan|rowspan)\s*=\s*["']?(\d+)`)
	heavy     = regexp.MustCompile(`(?i)font-weight\s*:\s*(bold|[6-9]00)`)
	comments  = regexp.MustCompile(`(?s)<!--.*?-->`)
	invisible = regexp.MustCompile(`(?is)<(style|script)[^>]*>.*?</(style|script)>`)
)

// mostSpan is a span that no printed table has.
const mostSpan = 100

// hypertext reads the tables of a page; those within tables are read as a part of the cell.
func hypertext(text string) []Grid {
	blank := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }
	text = invisible.ReplaceAllStringFunc(comments.ReplaceAllStringFunc(text, blank), blank)
	var p page
	at := 0
	for _, m := range tag.FindAllStringSubmatchIndex(text, -1) {
		p.content.WriteString(text[at:m[0]])
		at = m[1]
		name := strings.ToLower(text[m[4]:m[5]])
		p.tag(name, m[3] > m[2], text[m[6]:m[7]], 1+strings.Count(text[:m[0]], "\n"))
		if p.depth == 1 && (name == "b" || name == "strong" || name == "br") {
			p.content.WriteString(text[m[0]:m[1]])
		}
	}
	return p.grids
}

// page is what was read of a page so far.
type page struct {
	grids   []Grid
	grid    Grid      // the table that is open
	rows    [][]place // its rows
	heads   bool      // its last row has header cells only
	depth   int       // of tables within tables
	cell    *place    // that is open, nil for none
	caption bool      // one is open
	content strings.Builder
}

// tag reads the begin or the end of an element.
func (p *page) tag(name string, closing bool, attributes string, line int) {
	switch {
	case name == "table" && !closing:
		if p.depth++; p.depth == 1 {
			p.grid, p.rows, p.heads = Grid{Line: line}, nil, false
		}
	case name == "table":
		if p.depth--; p.depth == 0 {
			p.endRow()
			p.grid.Rows = spread(p.rows, false)
			p.grids = append(p.grids, p.grid)
		}
		p.depth = max(p.depth, 0) // more ends than begins
	case p.depth != 1:
	case name == "caption" && !closing:
		p.caption = true
		p.content.Reset()
	case name == "caption" && p.caption:
		p.grid.Caption, p.caption = marked(p.content.String(), line).Text, false
	case name == "tr":
		p.endRow()
		if p.heads = !closing; !closing {
			p.rows = append(p.rows, nil)
		}
	case (name == "td" || name == "th") && !closing && len(p.rows) > 0:
		p.endCell()
		p.heads = p.heads && name == "th"
		p.cell = &place{Cell: Cell{Line: line, Span: 1, Bold: heavy.MatchString(attributes)}, rows: 1}
		for _, s := range spanning.FindAllStringSubmatch(attributes, -1) {
			n, _ := strconv.Atoi(s[2])
			n = min(max(n, 1), mostSpan)
			if strings.EqualFold(s[1], "colspan") {
				p.cell.Span = n
			} else {
				p.cell.rows = n
			}
		}
		p.content.Reset()
	case name == "td" || name == "th":
		p.endCell()
	case name == "sup" && !closing:
		p.content.WriteString("\x01")
	case name == "sup":
		if before, _, opened := strings.Cut(p.content.String(), "\x01"); opened { // a mark of a note
			p.content.Reset()
			p.content.WriteString(before)
		}
	}
}

func (p *page) endCell() {
	if p.cell == nil {
		return
	}
	c := marked(p.content.String(), p.cell.Line)
	p.cell.Text, p.cell.Bold = c.Text, p.cell.Bold || c.Bold
	p.rows[len(p.rows)-1] = append(p.rows[len(p.rows)-1], *p.cell)
	p.cell = nil
}

func (p *page) endRow() {
	p.endCell()
	if n := len(p.rows); n > 0 && p.heads && p.grid.Heads == n-1 && len(p.rows[n-1]) > 0 {
		p.grid.Heads = n
	}
}
