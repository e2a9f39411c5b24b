package whatif

import (
	"math"
	"math/rand/v2"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// scores are accuracies of a method on a data set, one a replicate, whose numbers are shared by what is drawn.
func scores(rng *rand.Rand, common []float64, mean, sd float64) []float64 {
	return list.Map(common, func(v float64) float64 { return mean + v + sd*rng.NormFloat64() })
}

// tableOf is a judged table of one panel of accuracies with the columns Ours and NMF, a row for each data set.
func tableOf(reported [2]string, ours, rival map[string][]float64) result.Table {
	t := result.Table{Address: "p/t", Paper: "p", Key: "t", Base: "p/t"}
	panel := result.Panel{Key: "acc", Columns: []result.Column{{Label: "Ours"}, {Label: "NMF"}}}
	for _, d := range []string{"one", "two", "three", "four", "five", "six"} {
		if ours[d] == nil {
			continue
		}
		row := result.Row{Label: d}
		for k, values := range [][]float64{ours[d], rival[d]} {
			at := result.Address{Experiment: "p/t", Panel: "acc", Row: d, Column: panel.Columns[k].Label, Dataset: d, Method: []string{"ours", "nmf"}[k], Metric: "acc"}
			row.Cells = append(row.Cells, result.Cell{
				Address: at.String(), At: at, Metric: result.Metric{Grid: 0.001}, Runs: result.Sample{Values: values, Replicates: list.Upto(len(values)), Want: len(values), Draw: d},
				Reported: result.Reported{Value: reported[k], Unit: 0.01}, State: result.State{Status: result.OK},
				Verdict: result.Verdict{Kind: result.KindInconclusive, Runs: 5, Tolerance: 0.02},
			})
		}
		panel.Rows = append(panel.Rows, row)
	}
	t.Panels = []result.Panel{panel}
	return t
}

// To read clusters in another way tests nothing of a score that reads none: it is not counted among what was tested.
func TestLabellingWithoutLabels(t *testing.T) {
	for metric, tested := range map[string]bool{"acc": true, "rel-error": false} {
		rng := rand.New(rand.NewPCG(5, 6))
		draw := func() result.Table {
			values := func(mean float64) []float64 { return scores(rng, make([]float64, 20), mean, 0.02) }
			table := tableOf([2]string{"0.7", "0.6"}, map[string][]float64{"one": values(0.7)}, map[string][]float64{"one": values(0.6)})
			for k := range table.Panels[0].Rows[0].Cells {
				table.Panels[0].Rows[0].Cells[k].At.Metric = metric
			}
			return table
		}
		change := &Change{Factor: reported.FactorLabelling, Choice: reported.Choice{Key: "k-means"}, Alt: reported.Alternative{Value: "another"}, Table: draw(), Shared: true}
		l := Leads("Ours", draw(), []*Change{change}, nil)[0]
		if got := len(l.Tested) > 0; got != tested || l.Changes[0].Counted() != tested {
			t.Errorf("%s: tested %v, the change %q, want it tested: %v", metric, l.Tested, l.Changes[0].Answer, tested)
		}
	}
}

// The lead is the honest one where options were tuned. A change sets it beside an honest lead where the changed runs hold the grid, else it
// compares two leads that were tuned on the labels; that they are tuned is a change of its own.
func TestLeadsMadeAlike(t *testing.T) {
	const lead, bias = 0.1, 0.05
	values := func(mean float64) []float64 {
		return scores(rand.New(rand.NewPCG(7, 8)), make([]float64, 20), mean, 0.02)
	}
	draw := func(lead float64, held bool) result.Table { // ours is tuned, which adds to it on the labels
		table := tableOf([2]string{"0.75", "0.6"}, map[string][]float64{"one": values(0.6 + lead + bias)}, map[string][]float64{"one": values(0.6)})
		c := &table.Panels[0].Rows[0].Cells[0]
		if c.Runs.Tuned = new(result.Tuned); held {
			c.Runs.Tuned.Honest, c.Runs.Tuned.HonestOf = values(0.6+lead), c.Runs.Replicates
		}
		return table
	}
	l := Leads("Ours", draw(lead, true), []*Change{
		{Factor: reported.FactorStop, Choice: reported.Choice{Key: "held"}, Table: draw(lead, true), Shared: true},
		{Factor: reported.FactorStop, Choice: reported.Choice{Key: "bare"}, Table: draw(lead, false), Shared: true},
		{Factor: reported.FactorTuning, Choice: reported.Choice{Key: "labels"}, Shared: true, Tuned: true},
	}, nil)[0]
	if got, want := float64(l.Ours), 100*lead; math.Abs(got-want) > 1e-9 {
		t.Errorf("the lead is %v, want the honest %v", got, want)
	}
	for i, want := range []struct {
		pair        string
		left, takes float64
	}{{result.BothHonest, 10, 0}, {result.BothTuned, 15, 0}, {result.HonestAndTuned, 15, -5}} {
		c := l.Changes[i]
		if c.Pair != want.pair || math.Abs(float64(c.Left)-want.left) > 1e-9 || math.Abs(float64(c.Takes)-want.takes) > 1e-9 {
			t.Errorf("%s: %q, leaves %v and takes %v, want %+v", c.Setting, c.Pair, c.Left, c.Takes, want)
		}
	}
	if says := Leads("Ours", draw(lead, false), nil, nil)[0]; math.Abs(float64(says.Ours)-100*(lead+bias)) > 1e-9 {
		t.Errorf("a lead without honest numbers is %v, as that of Conclude", says.Ours)
	}
}

// An open lead says what is wanting: so many more runs, corrected for all changes, runs of a setting, or on the rows that lack it, or a
// setting that nobody knows.
func TestOpenLeads(t *testing.T) {
	two := func(sets ...string) result.Table {
		rng, ours, rival := rand.New(rand.NewPCG(9, 10)), map[string][]float64{}, map[string][]float64{}
		for _, d := range sets {
			common := make([]float64, 20)
			ours[d], rival[d] = scores(rng, common, 0.7, 0.02), scores(rng, common, 0.6, 0.02)
		}
		return tableOf([2]string{"0.7", "0.6"}, ours, rival)
	}
	base := two("one", "two")
	stop := &Change{Factor: reported.FactorStop, Choice: reported.Choice{Key: "stop"}, Table: base, Shared: true}
	with := func(f func(b *Change)) *Change {
		b := *stop
		f(&b)
		return &b
	}
	partly, unrun := with(func(b *Change) { b.Table = two("one") }), with(func(b *Change) { b.NotRun = true })
	labelling := with(func(b *Change) { b.Factor = reported.FactorLabelling })
	for _, c := range []struct {
		changes []*Change
		want    string
	}{
		{[]*Change{partly, labelling}, result.OpenRows}, {[]*Change{unrun, labelling}, result.OpenNotRun}, {[]*Change{labelling}, result.OpenUnknown},
		{[]*Change{stop, labelling}, result.OpenUnknown}, // one factor more is wanting, of which no setting is known
	} {
		if l := Leads("Ours", base, c.changes, nil)[0]; l.Open != c.want || l.Class != result.OpenLead {
			t.Errorf("%s, open since %q: %s, want %q", l.Class, l.Open, l.Why, c.want)
		}
	}
	if n := result.CountLeads(Leads("Ours", base, []*Change{unrun, labelling}, nil)); n.Leads != 3 || n.Decided != 3 || n.Open[result.OpenNotRun] != 3 {
		t.Errorf("counts are %+v", n)
	}
	e := stat.Estimate{Value: 1, SE: 0.45, DF: 4}
	if alone, of := wanting(e, 5, 1), wanting(e, 5, 12); alone < 0 || of <= alone {
		t.Errorf("%d more replicates tell of one change and %d of twelve", alone, of)
	}
}

// A change that was run on three rows of six speaks for the lead, on these rows, and says so; one that was run on two does not. What
// several changes take is added up on the rows that all have.
func TestChangeOnSomeRows(t *testing.T) {
	sets := []string{"one", "two", "three", "four", "five", "six"}
	table := func(lead float64, sets ...string) result.Table { // the same draws, whatever the lead
		ours, rival := map[string][]float64{}, map[string][]float64{}
		for i, d := range sets {
			rng := rand.New(rand.NewPCG(11, uint64(len(d)*7+int(d[0]))))
			ours[d] = scores(rng, make([]float64, 20), 0.6+lead*float64(1+i%2), 0.02)
			rival[d] = scores(rng, make([]float64, 20), 0.6, 0.02)
		}
		return tableOf([2]string{"0.7", "0.6"}, ours, rival)
	}
	base := table(0.1, sets...)
	with := func(factor string, left float64, sets ...string) *Change {
		return &Change{Factor: factor, Choice: reported.Choice{Key: factor}, Alt: reported.Alternative{Value: "another"}, Table: table(left, sets...), Shared: true}
	}
	for _, c := range []struct {
		change *Change
		rows   int
		answer string
	}{
		{with(reported.FactorStop, 0, sets...), 0, result.TakesHalf},
		{with(reported.FactorStop, 0, sets[:3]...), 3, result.TakesHalf},
		{with(reported.FactorStop, 0.07, sets[:3]...), 3, result.TakesPart},
		{with(reported.FactorStop, 0, sets[:2]...), 0, result.NotOnRows},
	} {
		got := Leads("Ours", base, []*Change{c.change}, nil)[0].Changes[0]
		if got.Answer != c.answer || got.Rows != c.rows {
			t.Errorf("%q on %d rows, want %q on %d", got.Answer, got.Rows, c.answer, c.rows)
		}
		if want := 1 - float64(got.Left)/float64(got.Left+got.Takes); got.Counted() && math.Abs(float64(got.Share)-want) > 1e-9 {
			t.Errorf("a share of %v, want %v: of the lead on the rows of the change", got.Share, want)
		}
	}
	part := func(factor string, rows ...string) *Change { return with(factor, 0.065, rows...) }
	for _, c := range []struct {
		changes     []*Change
		class, open string
	}{
		{[]*Change{part(reported.FactorStop, sets[:4]...), part(reported.FactorLabelling, sets[1:]...)}, result.NeedsLead, ""},
		{[]*Change{part(reported.FactorStop, sets[:3]...), part(reported.FactorLabelling, sets[3:]...),
			with(reported.FactorScale, 0.1, sets...)}, result.OpenLead, result.OpenRows},
	} {
		if l := Leads("Ours", base, c.changes, nil)[0]; l.Class != c.class || l.Open != c.open {
			t.Errorf("%s, %q: %s; want %s, %q", l.Class, l.Open, l.Why, c.class, c.open)
		}
	}
}
