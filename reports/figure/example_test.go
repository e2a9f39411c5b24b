package figure_test

import (
	"fmt"
	"math"
	"os"

	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
)

// The points behind a figure, with the paper's number at K = 10 and a line at its average.
func ExampleCSV() {
	f := result.Figure{
		Address: "rpr/figure4", Title: "Figure 4. Accuracy",
		Plots: []result.Plot{{
			Title: "ORL", X: result.Axis{Label: "K"}, Y: result.Axis{Label: "Accuracy"}, Status: result.OK,
			Series: []result.Series{{
				Label: "NMF", X: []float64{5, 10}, Y: []float64{0.75, 0.7}, Low: []float64{0.73, 0.69}, High: []float64{0.77, 0.71},
			}},
			Marks: []result.Mark{{Label: "NMF", X: 10, Y: 0.72}, {Label: "average", X: math.NaN(), Y: 0.74}},
		}},
	}
	if err := figure.CSV(os.Stdout, f); err != nil {
		fmt.Println(err)
	}
	// Output:
	// figure,plot,series,kind,x,y,low,high,value,name
	// rpr/figure4,ORL,NMF,series,5,0.75,0.73,0.77,,
	// rpr/figure4,ORL,NMF,series,10,0.7,0.69,0.71,,
	// rpr/figure4,ORL,NMF,mark,10,0.72,,,,
	// rpr/figure4,ORL,average,mark,,0.74,,,,
}
