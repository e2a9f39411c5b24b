package reports

import (
	"fmt"

	"nmfrepro/reports/result"
)

// MeanText returns our number in a sentence: 54.80±1.20 (20) is mean and deviation over 20 replicates. A cell without a number
// says why there is none.
func MeanText(c result.Cell) string {
	if len(c.Runs.Values) == 0 {
		return StateText(c.State.Status)
	}
	return fmt.Sprintf("%s (%d)", c.Ours().Text("±"), len(c.Runs.Values))
}

// ReportedText returns the reported number of a cell as it is reported: 61.25±1.30; "" where the paper has none.
func ReportedText(c result.Cell) string { return c.Reported.Number().Text("±") }

// StateText returns the text of a cell without a number.
func StateText(s result.Status) string {
	switch s {
	case result.MissingData:
		return "data missing"
	case result.OK, result.Pending:
		return "pending"
	}
	return string(s)
}
