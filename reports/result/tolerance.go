package result

// ToleranceUsed is a tolerance that some cells of one metric have for one reason.
type ToleranceUsed struct {
	Metric, Reason string  // the metric in words
	Low, High      float64 // in the unit of the table; the same where it does not depend on the reported number
}

// TolerancesUsed lists the tolerances of cells by metric and reason, in the order in which they first occur.
func TolerancesUsed(cells []Cell) (all []ToleranceUsed) {
	at := map[[2]string]int{}
	for _, c := range cells {
		of, v := [2]string{MetricWords(c.At.Metric), c.Verdict.ToleranceReason}, c.Metric.Scale.Of(c.Verdict.Tolerance)
		i, there := at[of]
		if !there {
			at[of] = len(all)
			all = append(all, ToleranceUsed{of[0], of[1], v, v})
			continue
		}
		all[i].Low, all[i].High = min(all[i].Low, v), max(all[i].High, v)
	}
	return all
}
