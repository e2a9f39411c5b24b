package render

import (
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// writeMarkdown writes a table as GitHub reads it; the columns are aligned for those who read the source.
func writeMarkdown(out *strings.Builder, m model, _ Options) {
	out.WriteString("### " + markdown(m.Title) + "\n\n" + markdown(m.Source()) + "\n\n" + markdown(m.legend("bold")) + "\n")
	for _, p := range m.Panels {
		out.WriteString("\n**" + markdown(p.Title) + "**\n\n")
		markdownRows(out, markdownLines(p), true)
	}
	for _, s := range reports.Sections(m.Says) {
		out.WriteString("\n**" + markdown(s.Title) + "**\n\n")
		markdownRows(out, list.Map(s.Lines, func(line []string) []string { return list.Map(line, markdown) }), true)
	}
	out.WriteString("\n")
	for _, line := range m.Below() {
		out.WriteString("- " + markdown(line) + "\n")
	}
}

func markdownLines(p panel) [][]string {
	heading := func(c result.Column) string { return markdown(strings.TrimSpace(c.Group + " " + c.Label)) }
	lines := [][]string{append([]string{markdown(p.Corner), ""}, list.Map(p.Columns, heading)...)}
	for _, r := range p.Rows {
		ours, paper := markdownScript.lines(r)
		lines = append(lines, ours)
		if p.Reported {
			lines = append(lines, paper)
		}
	}
	return lines
}

var markdownScript = script{markdown, markdownNumber, func(foot int) string { return markdown(bracket(foot)) }, nothing}

func markdownNumber(n result.Number) string {
	s := markdown(n.Text("±"))
	if n.Bold {
		return "**" + s + "**"
	}
	return s
}

// markdownRows writes cells as lines of a table, the first being the header. Where a cell may hold a whole sentence, aligned
// columns would help nobody.
func markdownRows(out *strings.Builder, lines [][]string, align bool) {
	widths := make([]int, len(lines[0]))
	rules := make([]string, len(lines[0]))
	for j := range rules {
		for _, cells := range lines {
			if align {
				widths[j] = max(widths[j], term.Width(cells[j]), 3)
			}
		}
		rules[j] = strings.Repeat("-", max(widths[j], 3))
	}
	for i, cells := range lines {
		padded := make([]string, len(cells))
		for j, s := range cells {
			padded[j] = term.Pad(s, widths[j])
		}
		out.WriteString("| " + strings.Join(padded, " | ") + " |\n")
		if i == 0 {
			out.WriteString("| " + strings.Join(rules, " | ") + " |\n")
		}
	}
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "~", `\~`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"[", `\[`, "]", `\]`, "#", `\#`, "\n", " ",
)

func markdown(s string) string { return markdownEscapes.Replace(s) }
