package answer

import (
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// A method that a comparison adds to a paper's table is named, since no verdict is about it; the paper's own methods are not, whether or not
// each of their numbers is reported.
func TestAddedMethodsAreNamed(t *testing.T) {
	cell := func(method, reported string, values ...float64) result.Cell {
		return result.Cell{At: result.Address{Method: method}, Reported: result.Reported{Value: reported}, Runs: result.Sample{Values: values}}
	}
	table := result.Table{
		Address: "mine/table3", Base: "pnmf/table3", Own: []string{"mine", "pnmf", "later"},
		Panels: []result.Panel{{
			Columns: []result.Column{{Label: "PNMF"}, {Label: "Mine"}, {Label: "NMF"}, {Label: "Later"}},
			Rows: []result.Row{
				{Label: "iris", Cells: []result.Cell{cell("pnmf", "", 1), cell("mine", "", 1, 2), cell("nmf", "", 1), cell("later", "")}},
				{Label: "orl", Cells: []result.Cell{cell("pnmf", "0.7", 1), cell("mine", "", 1, 2), cell("nmf", "0.6", 1), cell("later", "")}},
			},
		}},
	}
	var out strings.Builder
	(&Verification{Tables: []result.Table{table}, Specs: " --specs own"}).Text(&out, "")
	want := "mine/table3: nothing is reported of Mine; against the others: nmfrepro compare mine/table3 --specs own --cached\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
	table.Base = table.Address
	if names := table.Added(); names != nil {
		t.Errorf("a paper's own table adds %q", names)
	}
}
