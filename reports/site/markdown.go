package site

import (
	"html/template"
	"regexp"
	"strings"
)

// notes renders the Markdown of notes.md: paragraphs, lists of one level whose items may hold a table, **bold** and `code`.
// Anything else stays as it is written; nothing of it is taken for HTML.
func notes(text string) template.HTML {
	var b strings.Builder
	inList := false
	for _, block := range blocks(text) {
		if block.item != inList {
			b.WriteString(map[bool]string{true: "<ul>\n", false: "</ul>\n"}[block.item])
			inList = block.item
		}
		if !block.item {
			b.WriteString(block.html() + "\n")
			continue
		}
		b.WriteString("<li>" + block.html() + "</li>\n")
	}
	if inList {
		b.WriteString("</ul>\n")
	}
	return template.HTML(b.String())
}

// block is a paragraph, or an item of a list.
type block struct {
	item  bool
	lines []string // without indentation; "" parts paragraphs
}

// blocks cuts a text at empty lines and at the hyphens of items. What is indented belongs to the item before it.
func blocks(text string) (all []block) {
	for _, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		rest, item := strings.CutPrefix(line, "- ")
		indented := strings.HasPrefix(line, "  ")
		last := len(all) - 1
		switch {
		case item:
			all = append(all, block{true, []string{rest}})
		case trimmed == "" && last >= 0:
			all[last].lines = append(all[last].lines, "")
		case trimmed == "":
		case last < 0, !indented && all[last].lines[len(all[last].lines)-1] == "":
			all = append(all, block{false, []string{trimmed}})
		default:
			all[last].lines = append(all[last].lines, trimmed)
		}
	}
	return all
}

func (b block) html() string {
	var out strings.Builder
	var prose, table []string
	flush := func() {
		if len(prose) > 0 {
			out.WriteString("<p>" + inline(strings.Join(prose, " ")) + "</p>")
		}
		if len(table) > 0 {
			out.WriteString(tableHTML(table))
		}
		prose, table = nil, nil
	}
	for _, line := range b.lines {
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, "|"):
			if len(prose) > 0 {
				flush()
			}
			table = append(table, line)
		default:
			prose = append(prose, line)
		}
	}
	flush()
	return out.String()
}

var rule = regexp.MustCompile(`^\|[ :|-]+\|$`)

func tableHTML(lines []string) string {
	var b strings.Builder
	b.WriteString(`<div class="scroll" tabindex="0" role="region" aria-label="Table of the notes"><table class="plain">`)
	for i, line := range lines {
		if rule.MatchString(line) {
			continue
		}
		tag := "td"
		if i == 0 && len(lines) > 1 && rule.MatchString(lines[1]) {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			b.WriteString("<" + tag + ">" + inline(strings.TrimSpace(cell)) + "</" + tag + ">")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table></div>")
	return b.String()
}

var (
	strong   = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	codeText = regexp.MustCompile("`([^`]+)`")
)

func inline(s string) string {
	s = template.HTMLEscapeString(s)
	s = codeText.ReplaceAllString(s, "<code>$1</code>")
	return strong.ReplaceAllString(s, "<b>$1</b>")
}
