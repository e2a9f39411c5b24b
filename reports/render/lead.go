package render

import (
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports"
)

// Leads writes what the leads of a table are made of as Markdown.
func Leads(out *strings.Builder, t result.Table, all []result.LeadSource) {
	out.WriteString("### " + markdown(t.Address+": "+reports.LeadsSummary(all)) + "\n\n")
	markdownRows(out, list.Map(reports.LeadsLines(all), func(line []string) []string { return list.Map(line, markdown) }), true)
	out.WriteString("\n")
	for _, line := range reports.LeadsNotes(all) {
		out.WriteString("- " + markdown(line) + "\n")
	}
}
