package reports

import (
	"fmt"
	"io"
	"strings"
)

// writeLaTeX writes a table environment with booktabs, after one macro for every cell, so that a text can quote a number
// by its address: \nmfrepro{pnmf/table3:dataset=iris,...}.
func writeLaTeX(w io.Writer, m model, _ Options) error {
	var out strings.Builder
	out.WriteString("% " + strings.ReplaceAll(m.address, "\n", " ") + `
% \usepackage{booktabs}
\providecommand{\nmfrepro}[1]{\csname nmfrepro@\detokenize{#1}\endcsname}
\providecommand{\nmfreprodef}[2]{\expandafter\def\csname nmfrepro@\detokenize{#1}\endcsname{#2}}
`)
	for _, p := range m.panels {
		for _, r := range p.rows {
			for _, c := range r.cells {
				if c.ours.mean != "" {
					fmt.Fprintf(&out, "\\nmfreprodef{%s}{%s}\n", c.src.Address, latexNumber(number{mean: c.ours.mean, sd: c.ours.sd}))
				}
			}
		}
	}
	out.WriteString("\\begin{table*}\n\\centering\\small\n\\caption{" + latex(m.title) + " (" + latex(m.source()) + ")}\n")
	for _, p := range m.panels {
		latexPanel(&out, p)
	}
	out.WriteString("\\begin{flushleft}\\footnotesize\n")
	for _, line := range m.below(style{best: "bold", standIn: standInMark, foot: bracket}) {
		out.WriteString(latex(line) + "\\par\n")
	}
	out.WriteString("\\end{flushleft}\n\\end{table*}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

func latexPanel(out *strings.Builder, p panel) {
	fmt.Fprintf(out, "\\medskip\n%s\\\\[2pt]\n\\begin{tabular}{ll%s}\n\\toprule\n", latex(p.title), strings.Repeat("l", len(p.columns)))
	latexGroups(out, p.columns)
	line := []string{latex(p.corner), ""}
	for _, c := range p.columns {
		line = append(line, latex(c.Label))
	}
	out.WriteString(latexLine(line) + "\\midrule\n")
	for i, r := range p.rows {
		if i > 0 && p.published {
			out.WriteString("\\addlinespace\n")
		}
		ours, paper := []string{latex(r.label), "ours"}, []string{"", "paper"}
		for _, c := range r.cells {
			ours = append(ours, latexOurs(c))
			paper = append(paper, latexPaper(c))
		}
		out.WriteString(latexLine(ours))
		if p.published {
			out.WriteString(latexLine(paper))
		}
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n\n")
}

// latexGroups writes the headings that columns share, with a rule under each.
func latexGroups(out *strings.Builder, columns []Column) {
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

func latexOurs(c cell) string {
	s := c.state
	if s == "" {
		s = latexNumber(c.ours) + " (" + c.count + ")"
		if c.standIn() {
			s += latex(standInMark)
		}
		if c.sign() != "" {
			s += " " + latex(c.sign())
		}
	}
	if c.foot > 0 {
		s += " " + bracket(c.foot)
	}
	return s
}

func latexPaper(c cell) string {
	if c.paper.mean == "" {
		return "--"
	}
	return latexNumber(c.paper)
}

func latexNumber(n number) string {
	s := latex(n.text("±"))
	if digits, negative := strings.CutPrefix(s, "-"); negative {
		s = `\ensuremath{-}` + digits
	}
	if n.bold {
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
	"²", `\ensuremath{^2}`, "ᵀ", `\ensuremath{^T}`, "‖", `\ensuremath{\|}`, "λ", `\ensuremath{\lambda}`, "β", `\ensuremath{\beta}`,
	"σ", `\ensuremath{\sigma}`, "′", `\ensuremath{'}`, "\n", " ",
)

func latex(s string) string { return latexEscapes.Replace(s) }
