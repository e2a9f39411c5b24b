package reports

import (
	"fmt"
	"strings"

	"nmfrepro/reports/result"
)

// SelectionText returns the selection bias in a sentence: 97.10, -0.30 (-0.55 to -0.05).
func SelectionText(c result.Cell) string {
	if c.Verdict.Selection == nil {
		return ""
	}
	return HonestText(c) + ", " + BiasText(c)
}

// HonestText returns the honest number with the digits of the table.
func HonestText(c result.Cell) string {
	s := c.Verdict.Selection
	return c.Metric.Scale.Text(s.Honest)
}

// BiasText returns the difference of the honest number, with its interval.
func BiasText(c result.Cell) string {
	s := c.Verdict.Selection
	return fmt.Sprintf("%s (%s)", result.Signed(-c.Metric.Scale.Of(s.Bias)),
		result.IntervalText(-c.Metric.Scale.Of(s.High), -c.Metric.Scale.Of(s.Low)))
}

// SelectionNotes say what choosing is worth, a sentence for each panel.
func SelectionNotes(all []result.Selected) (notes []string) {
	var said []string
	for i, s := range all {
		said = append(said, s.Column+" "+SelectionText(s.Mean))
		if i+1 == len(all) || all[i+1].Panel != s.Panel {
			notes = append(notes,
				s.Panel+", options chosen on one half of the replicates and scored on the other, mean of random halves over the rows, with the "+
					"difference on these rows: "+strings.Join(said, "; ")+".")
			said = nil
		}
	}
	return notes
}
