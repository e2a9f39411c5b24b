package transcript

import (
	"fmt"
	"strings"
	"testing"
)

// Powers of ten of means and deviations are those of one number, and those of a row are made one, digit by digit.
func TestPowersOfTen(t *testing.T) {
	for _, test := range []struct{ cells, want, says string }{
		{"5.29e-07±9.17e-09,5.31E-07 ± 1.0E-08,5e-7", "×0.0000001 5.29±0.0917 5.31±0.10 5", ""},
		{"5.29e-07±9.17e-09,1.2e-05±3e-07,**1.1e-08±2e-10**", " 0.000000529±0.00000000917 0.000012±0.0000003 **0.000000011±0.0000000002**", ""},
		{"1.535504e+09±2.5e+06,1.6e+09,1.7e+10", " illegible illegible illegible", "different powers of ten"},
		{"1.5e+09,1.6e+09,1.75e+09", "×1000000000 1.5 1.6 1.75", ""},
		{"0.5123±8.1e-05,0.6±0.01,0.7", " 0.5123±0.000081 0.6±0.01 0.7", ""},
		{"5.29e-07±0.09,5.3e-07±5e-9,1e-7", "×0.0000001 illegible 5.3±0.05 1", "does not say whether the power of ten"},
		{"1.25e1,500,2", " 12.5 500 2", ""},
		{"1.2e3,500,2", " illegible 500 2", "different powers of ten"},
		{"1.2×10^3±0.1,1.3e3,2", " illegible illegible 2", "is no number"},
		{"5.29e+02±3,5,6", " illegible 5 6", "does not say whether the power of ten is that of the deviation, too"},
		{"1e300,1e-300,2", " illegible illegible 2", "different powers of ten"},
		{"0e+00±0e+00,1.5e-2±1e-3,2e-2", " 0±0 0.015±0.001 0.02", ""},
	} {
		grids, err := Read([]byte("Loss,A,B,C\niris,"+test.cells+"\n"), "csv")
		if err != nil {
			t.Fatal(err)
		}
		table := grids[0].Panels(Options{})
		p := table.Panels[0]
		row := p.Rows[0]
		got := ""
		if row.Times != "" {
			got = "×" + row.Times
		}
		if got += " " + strings.Join(row.Cells, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.cells, got, test.want)
		}
		if said := fmt.Sprint(p.Assumed, table.Problems); !strings.Contains(said, test.says) {
			t.Errorf("%s: %s", test.cells, said)
		}
	}
}
