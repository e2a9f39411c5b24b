package render

import (
	"strings"
	"testing"

	"nmfrepro/reports"
)

// The marks of a matrix of leads are set by pdflatex, which knows no arrows as text.
func TestMarksOfLeads(t *testing.T) {
	for _, line := range (reports.LeadMatrix{}).Keys() {
		for _, r := range strings.Trim(latex(line), " ") {
			if r > 127 {
				t.Errorf("%q stays in LaTeX: %s", r, line)
			}
		}
	}
}
