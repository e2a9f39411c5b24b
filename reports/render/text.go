package render

import (
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// writeText writes for a terminal: under each of our numbers stands the paper's, and the second column says which is
// which. A panel wider than the terminal is printed in parts, each with the row labels; a number is never cut.
func writeText(w io.Writer, m model, opt Options) error {
	t := terminal{ansi: opt.ANSI, width: opt.Width}
	var out strings.Builder
	out.WriteString(t.wrap(t.bold(m.title), "") + "\n")
	out.WriteString(t.wrap(t.faint(m.source()), "") + "\n")
	for _, p := range m.panels {
		for i, columns := range t.parts(p) {
			heading := p.title
			if i > 0 {
				heading += " (continued)"
			}
			out.WriteString("\n" + t.wrap(t.bold(heading), "") + "\n")
			if err := t.panel(&out, p, columns); err != nil {
				return err
			}
		}
	}
	out.WriteString("\n")
	for _, line := range m.below(style{best: t.mark(), standIn: standInMark, foot: bracket}) {
		out.WriteString(t.wrap(line, "  ") + "\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// terminal is what the output looks like.
type terminal struct {
	ansi  bool
	width int
}

const starMark = "*"

// mark is what the legend calls the sign of a best cell.
func (t terminal) mark() string {
	if t.ansi {
		return t.bold("bold")
	}
	return starMark
}

func (t terminal) bold(s string) string  { return t.escape("1", s) }
func (t terminal) faint(s string) string { return t.escape("2", s) }

func (t terminal) sign(s string) string {
	if !t.ansi {
		return s
	}
	return term.Coloured(s, s)
}

func (t terminal) escape(code, s string) string {
	if !t.ansi || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// wrap breaks a line between words at the terminal's width; later lines begin with indent.
func (t terminal) wrap(s, indent string) string {
	if t.width <= 0 || term.Width(s) <= t.width {
		return s
	}
	return strings.Join(term.Words(s, t.width, t.width-len(indent)), "\n"+indent)
}

// panel writes the given columns of a panel.
func (t terminal) panel(out *strings.Builder, p panel, columns []int) error {
	header := [][]string{{"", ""}, {p.corner, ""}}
	body := make([][]string, 0, 2*len(p.rows))
	for _, r := range p.rows {
		body = append(body, []string{r.label, "ours"})
		if p.published {
			body = append(body, []string{"", t.faint("paper")})
		}
	}
	for _, j := range columns {
		header[0] = append(header[0], p.columns[j].Group)
		header[1] = append(header[1], p.columns[j].Label)
		for i, line := range t.column(p, j) {
			body[i] = append(body[i], line)
		}
	}
	var drawn strings.Builder
	table := tablewriter.NewTable(&drawn, booktabs()...)
	table.Header(joined(header))
	if err := table.Bulk(body); err != nil {
		return err
	}
	if err := table.Render(); err != nil {
		return err
	}
	for line := range strings.Lines(drawn.String()) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return nil
}

// joined makes one heading of a column's group and label; where no column of the part has a group there is only the label.
func joined(header [][]string) []string {
	if strings.Join(header[0], "") == "" {
		return header[1]
	}
	line := make([]string, len(header[1]))
	for j := range line {
		line[j] = header[0][j] + "\n" + header[1][j]
	}
	return line
}

// booktabs are horizontal rules only. Width is counted as outside East Asia whatever the environment says, for the same
// bytes everywhere.
func booktabs() []tablewriter.Option {
	align := tw.CellAlignment{Global: tw.AlignLeft}
	padding := tw.CellPadding{Global: tw.Padding{Left: " ", Right: " "}}
	return []tablewriter.Option{
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithTrimLine(tw.Off),
		tablewriter.WithHeaderConfig(tw.CellConfig{
			Alignment:  align,
			Padding:    padding,
			Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		}),
		tablewriter.WithRowConfig(tw.CellConfig{
			Alignment:  align,
			Padding:    padding,
			Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		}),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.Border{Left: tw.Off, Right: tw.Off, Top: tw.On, Bottom: tw.On},
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowTop: tw.On, ShowBottom: tw.On, ShowHeaderLine: tw.On},
			},
		})),
	}
}

// parts divides a panel's columns so that each part fits the terminal; a group of columns stays together if it can.
func (t terminal) parts(p panel) [][]int {
	all := make([]int, len(p.columns))
	widths := make([]int, len(p.columns))
	for j := range p.columns {
		all[j] = j
		widths[j] = t.columnWidth(p, j)
	}
	room := t.width - t.labelWidth(p)
	if t.width <= 0 {
		return [][]int{all}
	}
	var parts [][]int
	used := 0
	for _, group := range groups(p.columns) {
		need := 0
		for _, j := range group {
			need += widths[j]
		}
		if len(parts) == 0 || used+need > room && used > 0 {
			parts, used = append(parts, nil), 0
		}
		for _, j := range group {
			if last := len(parts) - 1; used+widths[j] > room && len(parts[last]) > 0 {
				parts, used = append(parts, nil), 0
			}
			last := len(parts) - 1
			parts[last] = append(parts[last], j)
			used += widths[j]
		}
	}
	return parts
}

// groups are the runs of neighbours under one heading; a column without a group is a run of its own.
func groups(columns []reports.Column) [][]int {
	var runs [][]int
	for j, c := range columns {
		if j > 0 && c.Group != "" && c.Group == columns[j-1].Group {
			last := len(runs) - 1
			runs[last] = append(runs[last], j)
			continue
		}
		runs = append(runs, []int{j})
	}
	return runs
}

const cellPadding = 2 // one space on each side

func (t terminal) labelWidth(p panel) int {
	labels := []string{p.corner}
	for _, r := range p.rows {
		labels = append(labels, r.label)
	}
	return term.Widest(labels) + cellPadding + len("paper") + cellPadding
}

func (t terminal) columnWidth(p panel, j int) int {
	c := p.columns[j]
	return term.Widest(append(t.column(p, j), c.Group, c.Label)) + cellPadding
}
