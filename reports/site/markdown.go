package site

import (
	"html/template"
	"regexp"
	"strings"
)

// note renders the Markdown of a note: paragraphs and tables with blank lines between, **bold** and `code`. Anything else stays as it is
// written; nothing of it is taken for HTML.
func note(text string) template.HTML {
	var b strings.Builder
	for _, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(block, "|") {
			b.WriteString(tableHTML(strings.Split(block, "\n")))
		} else if block != "" {
			b.WriteString("<p>" + inline(strings.Join(strings.Fields(block), " ")) + "</p>")
		}
	}
	return template.HTML(b.String())
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
