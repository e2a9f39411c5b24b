package reports

import (
	"fmt"
	"io"
	"math"
	"strings"

	"nmfrepro/reports/result"
)

// ComparisonsLaTeX writes a table with booktabs for each comparison that has ranks: methods by mean rank, the difference from the
// reference method, the data sets won, tied and lost, and the tests. Notes stand in the caption.
func ComparisonsLaTeX(all []result.Comparison, w io.Writer) {
	fmt.Fprintln(w, "% \\usepackage{booktabs}")
	for _, c := range all {
		if len(c.Standings) == 0 {
			fmt.Fprintf(w, "%% %s %s: no ranks: %v\n", c.Address, comparisonName(c), c.OursErr)
			continue
		}
		caption := latexText(screenTitle(c)) + "."
		for _, note := range comparisonNotes(c) {
			caption += " " + latexText(note)
		}
		columns, heading := "lrr", "method & mean rank & places"
		against := c.Against >= 0
		if against {
			columns, heading = columns+"lrrrrrrr", heading+" & ahead of "+latexText(c.Methods[c.Against].Name)+" (95\\,\\%) & won & tied & lost & $p$ & worse & equal & better"
			if on := overOf(c); on != "" {
				caption += " Intervals hold " + on + "; *: significant; $p$: Wilcoxon's over the data sets with Holm's correction."
			}
		}
		fmt.Fprintf(w, "\\begin{table*}\n\\centering\\footnotesize\n\\caption{%s}\n\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", caption, columns, heading)
		for _, s := range c.Standings {
			row := []string{latexText(c.Methods[s.Method].Name), decimal(s.Rank), latexText(placesText(s))}
			if against {
				rest := make([]string, 8)
				if len(s.Signed) > 0 {
					rest = []string{latexText(aheadText(c, s)), fmt.Sprint(s.Wins), fmt.Sprint(s.Ties), fmt.Sprint(s.Losses), "", "", "", ""}
					if !math.IsNaN(s.Holm) {
						rest[4] = latexText(bare(s.Holm))
					}
					if p := s.Posterior; p != nil {
						rest[5], rest[6], rest[7] = decimal(p.Worse), decimal(p.Equal), decimal(p.Better)
					}
				}
				row = append(row, rest...)
			}
			fmt.Fprintln(w, strings.Join(row, " & ")+` \\`)
		}
		fmt.Fprintln(w, "\\bottomrule\n\\end{tabular}\n\\end{table*}")
	}
}

// overOf says for which rows the intervals of a comparison speak.
func overOf(c result.Comparison) string {
	for _, s := range c.Standings {
		if s.Over != nil {
			return s.Over.On
		}
	}
	return ""
}

var latexSpecial = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~",
	`\textasciitilde{}`, "^", `\textasciicircum{}`, "−", "$-$", "<", "$<$", ">", "$>$", "τ", `$\tau$`, "χ²", `$\chi^2$`, "λ", `$\lambda$`, "α", `$\alpha$`, "γ", `$\gamma$`, "β", `$\beta$`, "×", `$\times$`)

// latexText makes a text fit for LaTeX; a minus before a digit is one.
func latexText(s string) string {
	text := latexSpecial.Replace(s)
	for d := range 10 {
		text = strings.ReplaceAll(text, fmt.Sprintf("-%d", d), fmt.Sprintf("$-$%d", d))
	}
	return text
}
