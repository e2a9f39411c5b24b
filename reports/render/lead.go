package render

import (
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// Leads writes what the leads of a table are made of as Markdown.
func Leads(out *strings.Builder, t result.Table, all []result.LeadSource) {
	m := reports.NewLeadMatrix(all)
	out.WriteString("### " + markdown(t.Address+": "+reports.LeadsSummary(all)) + "\n\n")
	markdownRows(out, list.Map(m.Lines(), func(line []string) []string { return list.Map(line, markdown) }), true)
	out.WriteString("\n")
	for _, line := range append(m.Keys(), reports.LeadsNotes(all)...) {
		out.WriteString("- " + markdown(line) + "\n")
	}
}

// LeadsLaTeX writes the matrix of leads as a table of LaTeX.
func LeadsLaTeX(out *strings.Builder, t result.Table, all []result.LeadSource) {
	m := reports.NewLeadMatrix(all)
	lines := m.Lines()
	fmt.Fprintf(out, "%% \\usepackage{booktabs}\n\\begin{table*}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3.5pt}\n\\caption{%s. %s.}\n\\begin{tabular}{ll%sl}\n\\toprule\n",
		latex(m.Title(all)), latex(strings.Join(m.Keys(), "; ")), strings.Repeat("r", len(lines[0])-3))
	for i, line := range lines {
		out.WriteString(list.Join(line, " & ", latex) + " \\\\\n")
		if i == 0 {
			out.WriteString("\\midrule\n")
		}
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table*}\n")
}
