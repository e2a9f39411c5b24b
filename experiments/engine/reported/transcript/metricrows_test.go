package transcript

import (
	"fmt"
	"strings"
	"testing"
)

// Rows that are metrics become panels, in whatever way the methods stand.
func TestMetricsInRows(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Metric,NMF,GNMF\nACC,60.1,65.2\nNMI,50.1,55.2\n", "acc[NMF GNMF] data 60.1 65.2; nmi[NMF GNMF] data 50.1 55.2"},
		{"Method,ACC,NMI\nNMF,60.1,50.2\nOurs,70.1,60.2\n", "acc[NMF Ours] data 60.1 70.1; nmi[NMF Ours] data 50.2 60.2"},
		{",NMF,Ours\nACC (%),60.1,70.3\nTime (s),5.1,6.3\n", "acc[NMF Ours] data 60.1 70.3; time[NMF Ours] data 5.1 6.3"},
		{",Yale,Yale,ORL,ORL\n,NMF,Ours-NMF,NMF,Ours-NMF\nACC,1.5,2.5,3.5,4.5\nNMI,5.5,6.5,7.5,8.5\n",
			"acc[Yale NMF Yale Ours-NMF ORL NMF ORL Ours-NMF] data 1.5 2.5 3.5 4.5; nmi[Yale NMF Yale Ours-NMF ORL NMF ORL Ours-NMF] data 5.5 6.5 7.5 8.5"},
		{"Metric,NMF,GNMF\nACC,60.1,65.2\nIterations,50.1,55.2\n", "[NMF GNMF] ACC 60.1 65.2 Iterations 50.1 55.2"},
		{"accuracy,NMF,GNMF\niris,60.1,65.2\nwine,50.1,55.2\n", "acc[NMF GNMF] iris 60.1 65.2 wine 50.1 55.2"},
	} {
		grids, err := Read([]byte(test.text), "csv")
		if err != nil {
			t.Fatal(err)
		}
		var panels []string
		for _, p := range grids[0].Panels(Options{}).Panels {
			text := p.Metric + fmt.Sprint(p.Columns)
			for _, r := range p.Rows {
				text += " " + r.Name + " " + strings.Join(r.Cells, " ")
			}
			panels = append(panels, text)
		}
		if got := strings.Join(panels, "; "); got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}
