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
		var row []Cell
		for _, f := range strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|") {
			row = append(row, marked(strings.ReplaceAll(f, "\x00", "|"), i+1))
		}
		g.Rows = append(g.Rows, row)
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
	var grids []Grid
	var rows [][]place
	var heads, depth int
	var content strings.Builder
	var cell *place
	var caption, allHead, inTable bool
	title := ""
	var start int
	end := func() { // of a cell
		if cell == nil {
			return
		}
		c := marked(content.String(), cell.Line)
		cell.Text, cell.Bold = c.Text, cell.Bold || c.Bold
		rows[len(rows)-1] = append(rows[len(rows)-1], *cell)
		cell = nil
	}
	endRow := func() {
		end()
		if n := len(rows); n > 0 && allHead && heads == n-1 && len(rows[n-1]) > 0 {
			heads = n
		}
	}
	at := 0
	for _, m := range tag.FindAllStringSubmatchIndex(text, -1) {
		content.WriteString(text[at:m[0]])
		at = m[1]
		closing, name, attributes := m[3] > m[2], strings.ToLower(text[m[4]:m[5]]), text[m[6]:m[7]]
		line := 1 + strings.Count(text[:m[0]], "\n")
		switch {
		case name == "table" && !closing:
			depth++
			if depth == 1 {
				rows, heads, title, start, inTable, allHead = nil, 0, "", line, true, false
			}
		case name == "table":
			depth--
			if depth == 0 && inTable {
				endRow()
				grids = append(grids, Grid{Caption: title, Rows: spread(rows, false), Heads: heads, Line: start})
				inTable = false
			}
		case depth != 1:
		case name == "caption" && !closing:
			caption = true
			content.Reset()
		case name == "caption" && caption:
			title, caption = marked(content.String(), line).Text, false
		case name == "tr" && !closing:
			endRow()
			rows, allHead = append(rows, nil), true
		case name == "tr":
			endRow()
			allHead = false
		case (name == "td" || name == "th") && !closing && len(rows) > 0:
			end()
			allHead = allHead && name == "th"
			cell = &place{Cell: Cell{Line: line, Span: 1, Bold: heavy.MatchString(attributes)}, rows: 1}
			for _, s := range spanning.FindAllStringSubmatch(attributes, -1) {
				n, _ := strconv.Atoi(s[2])
				n = min(max(n, 1), mostSpan)
				if strings.EqualFold(s[1], "colspan") {
					cell.Span = n
				} else {
					cell.rows = n
				}
			}
			content.Reset()
		case name == "td" || name == "th":
			end()
		case name == "sup":
			if !closing {
				content.WriteString("\x01")
			} else if s := content.String(); strings.Contains(s, "\x01") {
				before, _, _ := strings.Cut(s, "\x01") // a mark of a note
				content.Reset()
				content.WriteString(before)
			}
		case name == "b" || name == "strong" || name == "br":
			content.WriteString(text[m[0]:m[1]])
		}
	}
	return grids
}
