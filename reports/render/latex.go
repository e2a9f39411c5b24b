package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// writeLaTeX writes a table environment with booktabs for each panel; one that is wider or higher than a page of the article
// class is divided, each part with the row labels. What the signs mean is a paragraph behind them, which may break between
// pages. Macros for a text to quote are a format of their own, tex-macros.
func writeLaTeX(to *strings.Builder, m model, opt Options) {
	var out strings.Builder
	fmt.Fprintf(&out, "%% %s\n%% \\usepackage{booktabs}\n", strings.ReplaceAll(m.Address, "\n", " "))
	for _, p := range m.Panels {
		lines := latexLines(p, opt.Layout)
		if lines == 0 {
			fmt.Fprintf(&out, "%% %s: the paper prints none of it\n", latex(p.Title))
			continue
		}
		n := 0
		for _, columns := range latexParts(p) {
			for rows := range slices.Chunk(p.Rows, latexRows/lines) {
				n++
				latexFloat(&out, m, p.part(columns, rows), n, opt.Layout)
			}
		}
	}
	out.WriteString("{\\footnotesize\\sloppy\n")
	for _, line := range m.Below("bold") {
		out.WriteString("\\noindent " + latex(line) + "\\par\n")
	}
	out.WriteString("}\n")
	text := out.String()
	if opt.SIunitx {
		text = strings.Replace(meanAndDeviation.ReplaceAllString(text, `\num{$1 +- $2}`), "{booktabs}", "{booktabs,siunitx}", 1)
	}
	to.WriteString(text)
}

// meanAndDeviation matches the numbers that siunitx sets as the author's document has it.
var meanAndDeviation = regexp.MustCompile(`([0-9.]+)\\ensuremath\{\\pm\}([0-9.]+)`)

// A page of the article class at 10 points has 345 by 550 points for text. A character of \footnotesize takes about 4.7, with
// bold and signs counted in, and a space between columns 6.
const (
	latexWidth     = 345.0 - latexMargin
	latexMargin    = 5
	latexCharacter = 4.7
	latexGap       = 6
	latexRows      = 40 // lines of a float, beside its head and caption
)

// latexLines is how many lines a row has.
func latexLines(p panel, layout Layout) int {
	switch {
	case layout == PublishedOnly && !p.Published:
		return 0
	case layout == PublishedOnly, layout == OursOnly, !p.Published:
		return 1
	}
	return 2
}

// part is a panel with some of its columns and rows.
func (p panel) part(columns []int, rows []row) panel {
	all := p.Columns
	p.Columns = reports.Mapped(columns, func(j int) reports.Column { return all[j] })
	p.Rows = reports.Mapped(rows, func(r row) row {
		return row{r.Label, reports.Mapped(columns, func(j int) cell { return r.Cells[j] })}
	})
	return p
}

// latexParts divides the columns of a panel as a terminal of the page's width would, counted in points.
func latexParts(p panel) [][]int {
	widths := make([]float64, len(p.Columns))
	for j := range p.Columns {
		widths[j] = latexPoints(term.Widest(append(terminal{}.column(p, j), p.Columns[j].Label)))
	}
	room := latexWidth - latexPoints(term.Widest(p.labels())) - latexPoints(len("paper"))
	return divided(p.Columns, widths, func(group string) float64 { return latexPoints(term.Width(group)) }, room)
}

func latexPoints(characters int) float64 { return float64(characters)*latexCharacter + latexGap }

// numbered matches the paper's number before a title, which LaTeX puts its own before.
var numbered = regexp.MustCompile(`^((?:Table|Fig\.|Figure) [0-9IVXLC]+)[.:] *`)

// latexFloat writes the n-th part of a panel.
func latexFloat(out *strings.Builder, m model, p panel, n int, layout Layout) {
	title, source := m.Title, m.Source()
	if found := numbered.FindStringSubmatch(title); found != nil {
		title, source = title[len(found[0]):], found[1]+" in "+source
	}
	label := "tab:" + strings.ReplaceAll(m.Address, "/", "-") + "-" + p.Key
	heading := p.Title
	if n > 1 {
		label += fmt.Sprintf("-%d", n)
		heading += ", continued"
	}
	fmt.Fprintf(out, "\\begin{table}[htbp]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{%dpt}\n", latexGap/2)
	fmt.Fprintf(out, "\\caption{%s. %s (%s)}\\label{%s}\n", latex(strings.TrimRight(title, ".")), latex(heading), latex(source), labelled(label))
	latexPanel(out, p, layout)
	out.WriteString("\\end{table}\n\n")
}

// labelled is a text without the characters that a \label cannot have.
func labelled(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(":-.+", r)) {
			return r
		}
		return '-'
	}, s)
}

func latexPanel(out *strings.Builder, p panel, layout Layout) {
	fmt.Fprintf(out, "\\begin{tabular}{ll%s}\n\\toprule\n", strings.Repeat("l", len(p.Columns)))
	latexGroups(out, p.Columns)
	line := append([]string{latex(p.Corner), ""}, reports.Mapped(p.Columns, func(c reports.Column) string { return latex(c.Label) })...)
	out.WriteString(latexLine(line) + "\\midrule\n")
	both := latexLines(p, layout) == 2
	for i, r := range p.Rows {
		if i > 0 && both {
			out.WriteString("\\addlinespace\n")
		}
		ours, paper := latexScript.lines(r)
		if layout == PublishedOnly {
			paper[0] = ours[0]
		} else {
			out.WriteString(latexLine(ours))
		}
		if both || layout == PublishedOnly {
			out.WriteString(latexLine(paper))
		}
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// latexGroups writes the headings that columns share, with a rule under each.
func latexGroups(out *strings.Builder, columns []reports.Column) {
	line, rules := []string{"", ""}, ""
	for _, run := range groups(columns) {
		group := columns[run[0]].Group
		if group == "" {
			line = append(line, "")
			continue
		}
		line = append(line, fmt.Sprintf("\\multicolumn{%d}{l}{%s}", len(run), latex(group)))
		rules += fmt.Sprintf("\\cmidrule(lr){%d-%d}", run[0]+3, run[len(run)-1]+3)
	}
	if rules != "" {
		out.WriteString(latexLine(line) + rules + "\n")
	}
}

func latexLine(cells []string) string { return strings.Join(cells, " & ") + " \\\\\n" }

var latexScript = script{latex, latexNumber, bracket, "--"}

func latexNumber(n reports.Number) string {
	s := latex(n.Text("±"))
	if digits, negative := strings.CutPrefix(s, "-"); negative {
		s = `\ensuremath{-}` + digits
	}
	if n.Bold {
		return "\\textbf{" + s + "}"
	}
	return s
}

// latexEscapes covers what is special to LaTeX and what pdflatex cannot typeset from UTF-8 text. A leading bracket would be
// taken for the option of the line break before it.
var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	"[", "{[}", "]", "{]}", "±", `\ensuremath{\pm}`, "×", `\ensuremath{\times}`, "†", `\dag{}`, "≠", `\ensuremath{\neq}`, "·", `\ensuremath{\cdot}`, "–", "--", "…", `\dots{}`,
	"≥", `\ensuremath{\ge}`, "≤", `\ensuremath{\le}`, "≈", `\ensuremath{\approx}`, "−", `\ensuremath{-}`, "·", `\ensuremath{\cdot}`,
	"²", `\ensuremath{^2}`, "⁴", `\ensuremath{^4}`, "⁻", `\ensuremath{^-}`, "√", `\ensuremath{\surd}`, "ᵀ", `\ensuremath{^T}`, "‖", `\ensuremath{\|}`, "λ", `\ensuremath{\lambda}`, "β", `\ensuremath{\beta}`,
	"σ", `\ensuremath{\sigma}`, "α", `\ensuremath{\alpha}`, "½", `\ensuremath{\frac12}`, "′", `\ensuremath{'}`, "\n", " ",
)

func latex(s string) string { return latexEscapes.Replace(s) }
