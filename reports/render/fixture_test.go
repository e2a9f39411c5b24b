package render

import (
	"fmt"

	"nmfrepro/reports/result"
)

// canned is a table with every kind of cell: values, a tie, a lower-is-better panel, substitute data, partial, failed,
// skipped, missing and pending cells, what the paper does not print or we cannot read, groups, and text that every format
// has to escape. The numbers are invented.
func canned() result.Table {
	return result.Table{
		Address: "pnmf/table3", Paper: "pnmf", Key: "table3",
		Title: "Table III. Clustering performance of K-means, NMF & PNMF",
		Cite:  "Z. Yang and E. Oja, IEEE Trans. Neural Networks 21(5), 734-749, 2010",
		Panels: []result.Panel{
			purity(), objective(), sparseness(),
		},
		Notes: []string{
			"Profile quick: 3 replicates; seed 20100501.",
			"Data missing: orl: orl-full/faces.npy is not there; get it with: nmfrepro data get orl-full",
			"Cost is 100 % of <all> of it_s $5 #1 ~ ^ {x} \\ [y] | *z* `q` \"r\".",
		},
	}
}

func purity() result.Panel {
	methods := []string{"K-means", "NMF", "CNMF", "PNMF", "CNMF by W"}
	reported := map[string][]string{
		"iris": {"0.83", "0.78", "0.81", "0.97", ""}, "digit": {"0.92", "0.98", "0.96", "0.98", ""}, "orl": {"0.72", "illegible", "0.68", "0.72", ""},
	}
	values := map[string][][]float64{
		"iris":  {{0.8, 0.9, 0.85}, {0.78, 0.78, 0.781}, {0.81, 0.8, 0.82}, {0.97, 0.96, 0.98}, {0.7, 0.71, 0.72}},
		"digit": {{0.92, 0.93, 0.94}, {0.9810, 0.981, 0.981}, {0.96, 0.95}, {0.9799, 0.98, 0.98}, nil},
		"orl":   {nil, nil, nil, nil, nil},
	}
	b := result.Panel{Key: "a", Title: "(a) Purity, Eq. (60)", Corner: "dataset"}
	for _, m := range methods {
		b.Columns = append(b.Columns, result.Column{Label: m})
	}
	for _, d := range []string{"iris", "digit", "orl"} {
		row := result.Row{Label: d}
		for j, m := range methods {
			c := cellOf(d, m, "purity", values[d][j], reported[d][j], "0.03")
			c.Reported.Bold = c.Reported.Value == "0.97" || c.Reported.Value == "0.98"
			row.Cells = append(row.Cells, c)
		}
		b.Rows = append(b.Rows, row)
	}
	partial, skipped := &b.Rows[1].Cells[2], &b.Rows[1].Cells[4]
	partial.State.Note = "1 of 3 failed: solvers: convex-nmf: diverged\nafter 17 iterations"
	skipped.State.Status, skipped.State.Note = result.Skipped, "a mask cannot be honoured"
	for j := range b.Rows[2].Cells {
		b.Rows[2].Cells[j].State.Status, b.Rows[2].Cells[j].State.Note = result.MissingData, "orl-full/faces.npy is not there"
	}
	for i := range b.Rows {
		b.Rows[i].Cells[4].At.Metric = "purity@w"
	}
	b.Rows[0].Cells[0].Verdict = result.Verdict{Kind: result.KindAgrees, Sign: "="}
	b.Rows[0].Cells[1].Verdict = result.Verdict{Kind: result.KindDiffers, Sign: "≠"}
	b.Rows[1].Cells[0].Verdict = result.Verdict{Kind: result.KindInconclusive, Sign: "≈"}
	b.Rows[2].Cells[0].Verdict = result.Verdict{Kind: result.KindMissing, Sign: "·"}
	return b
}

func objective() result.Panel {
	b := result.Panel{Key: "b", Title: "(b) Objective, lower is better", Corner: "r", Columns: []result.Column{{Label: "NMF"}, {Label: "PNMF"}}}
	one := cellOf("iris", "NMF", "objective", []float64{1234.25}, "1234.3", "")
	one.Runs.Want, one.State.Substitute = 1, "the iris data of 1936"
	ten := cellOf("iris", "PNMF", "objective", []float64{9.875, -0.125, 4}, "", "")
	ten.State.Substitute = one.State.Substitute
	failed := cellOf("iris", "NMF", "objective", nil, "-5.0", "0.5")
	failed.State.Status, failed.State.Note = result.Failed, "3 of 3 failed: timeout after 1s"
	pending := cellOf("iris", "PNMF", "objective", nil, "8.0", "0.5")
	pending.State.Status = result.Pending
	rows := []result.Row{{Label: "3", Cells: []result.Cell{one, ten}}, {Label: "10", Cells: []result.Cell{failed, pending}}}
	for i := range rows {
		for j := range rows[i].Cells {
			c := &rows[i].Cells[j]
			c.Metric.Lower, c.Metric.Scale.Decimals, c.At.Measure, c.At.Rank = true, 1, "euclidean", []int{3, 10}[i]
		}
	}
	b.Rows = rows
	return b
}

func sparseness() result.Panel {
	b := result.Panel{Key: "c", Title: "(c') Sparseness, σ ≥ ½, of W~ and H", Corner: "dataset", Columns: []result.Column{
		{Group: "NMF_1", Label: "W"}, {Group: "NMF_1", Label: "H"}, {Label: "alone"}, {Group: "CNMF", Label: "W~"},
	}}
	row := result.Row{Label: "iris"}
	for j, metric := range []string{"sparseness-w", "sparseness-h", "sparseness-w", "sparseness-w"} {
		row.Cells = append(row.Cells, cellOf("iris", fmt.Sprint("m", j), metric, []float64{0.5 + float64(j)/100, 0.52, 0.54}, "", ""))
	}
	b.Rows = []result.Row{row}
	return b
}

func cellOf(dataset, method, metric string, values []float64, reported, sd string) result.Cell {
	if reported == "" || reported == "illegible" {
		sd = ""
	}
	return result.Cell{
		Address:  fmt.Sprintf("pnmf/table3:dataset=%s,method=%s,metric=%s", dataset, method, metric),
		At:       result.Address{Row: dataset, Column: method, Dataset: dataset, Rank: 3, Method: method, Metric: metric},
		Runs:     result.Sample{Values: values, Want: 3},
		State:    result.State{Status: result.OK},
		Metric:   result.Metric{Scale: result.Scale{Decimals: 2}},
		Reported: result.Reported{Value: reported, SD: sd},
	}
}
