package whatif

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

var update = flag.Bool("update", false, "write the table of rates into the guide")

// shift is by how much a change moves the own method and the rival, in shares of the lead; positive is for the better.
type shift struct{ own, rival float64 }

// design is a pair of methods with a lead whose cause is known: what each change does to either, and the classes that are right.
type design struct {
	name  string
	lead  float64
	moves map[string]shift // by factor; a factor that is not named does nothing, the atOnce one of stop and labelling is not run
	kind  string           // of the stop: a reading unless it is said
	right []string
}

// atOnce is the change of stop and labelling at once.
const atOnce = "stop, labelling"

var designs = []design{
	{"the rival rises with the change", 0.1, map[string]shift{"stop": {0, 1}}, "", []string{result.OfStop}},
	{"the own method falls", 0.1, map[string]shift{"stop": {-1, 0}}, "", []string{result.NeedsLead}},
	{"the own method falls by 0.7", 0.1, map[string]shift{"stop": {-0.7, 0}}, "", []string{result.NeedsLead}},
	{"both move, by a half each", 0.1, map[string]shift{"stop": {-0.5, 0.5}}, "", []string{result.OfStop, result.NeedsLead}},
	{"it hurts both, the own method more", 0.1, map[string]shift{"stop": {-2, -1}}, "", []string{result.NeedsLead}},
	{"it helps both, the rival more", 0.1, map[string]shift{"stop": {1, 2}}, "", []string{result.OfStop}},
	{"the rival rises with what the paper excludes", 0.1, map[string]shift{"stop": {0, 1}}, result.WhatIf, []string{result.NeedsLead}},
	{"one change is of it and another hurts", 0.1, map[string]shift{"labelling": {0, 1}, "stop": {-1, 0}}, "",
		[]string{result.OfLabelling, result.NeedsLead}},
	{"two causes, each takes all", 0.1, map[string]shift{"stop": {0, 1}, "labelling": {0, 1}}, "", []string{result.MixedLead}},
	{"two causes take 0.3 each", 0.1, map[string]shift{"stop": {0, 0.3}, "labelling": {0, 0.3}}, "", []string{result.MixedLead}},
	{"four causes take 0.15 each", 0.1, map[string]shift{"stop": {0, 0.15}, "labelling": {0, 0.15}, "initialisation": {0, 0.15}, "scale": {0, 0.15}}, "",
		[]string{result.MixedLead}},
	{"two causes stand in for each other", 0.1, map[string]shift{atOnce: {0, 1}}, "", []string{result.MixedLead}},
	{"a lead of the model", 0.1, nil, "", []string{result.OfModel}},
	{"a lead of the model that trails", -0.1, nil, "", []string{result.OfModel}},
	{"a rival's lead that goes as the own method rises", -0.1, map[string]shift{"stop": {-1, 0}}, "", []string{result.OfStop}},
	{"a lead near zero, of which the rival takes all", 0.01, map[string]shift{"stop": {0, 1}}, "", []string{result.OfStop}},
	{"no lead", 0, map[string]shift{"stop": {0, 0}}, "", nil},
}

// noise is how scores scatter around their means.
type noise struct {
	name       string
	own, rival float64
	shape      func(rng *rand.Rand) float64
	most       float64 // scores are at most so large
	grid       float64
}

var noises = []noise{
	{"normal", 0.02, 0.02, (*rand.Rand).NormFloat64, 0, 0},
	{"unequal", 0.01, 0.05, (*rand.Rand).NormFloat64, 0, 0},
	{"rare minima", 0.02, 0.02, func(rng *rand.Rand) float64 {
		if rng.Float64() < 0.15 {
			return -2.38
		}
		return 0.42
	}, 0, 0},
	{"at most 1", 0.02, 0.02, (*rand.Rand).NormFloat64, 1, 0},
	{"ties", 0.02, 0.02, (*rand.Rand).NormFloat64, 0, 0.02},
}

// class draws n replicates of a design and classes its lead.
func (d design) class(rng *rand.Rand, z noise, n int) string {
	base := 0.6
	if z.most > 0 {
		base = z.most - 0.11
	}
	common := make([]float64, n)
	for i := range common {
		common[i] = 0.02 * z.shape(rng)
	}
	values := func(mean, sd float64) []float64 {
		return list.Map(common, func(v float64) float64 {
			x := mean + v + sd*z.shape(rng)
			if z.most > 0 {
				x = min(x, z.most)
			}
			if z.grid > 0 {
				x = math.Round(x/z.grid) * z.grid
			}
			return x
		})
	}
	scale := math.Abs(d.lead)
	table := func(s shift) result.Table {
		t := tableOf([2]string{fmt.Sprint(base + d.lead), fmt.Sprint(base)}, map[string][]float64{"one": values(base+d.lead+s.own*scale, z.own)},
			map[string][]float64{"one": values(base+s.rival*scale, z.rival)})
		for k := range t.Panels[0].Rows[0].Cells {
			t.Panels[0].Rows[0].Cells[k].Metric.Grid = max(z.grid, 0.001)
		}
		return t
	}
	if d.lead < 0 { // what moves is written for the one that trails
		flip := table
		table = func(s shift) result.Table { return flip(shift{-s.own, -s.rival}) }
	}
	var changes []*Change
	for _, f := range []string{reported.FactorStop, reported.FactorLabelling, reported.FactorInitialisation, reported.FactorScale, atOnce} {
		move, there := d.moves[f]
		b := &Change{Factor: f, Choice: reported.Choice{Key: f}, Alt: reported.Alternative{Value: "another"}, Shared: true}
		switch {
		case f == atOnce && !there:
			continue
		case f == atOnce:
			b.Factor, b.Factors = "", strings.Split(atOnce, ", ")
		case f == reported.FactorStop && d.kind == result.WhatIf:
			b.Choice.Status = reported.Followed
		}
		b.Table = table(move)
		changes = append(changes, b)
	}
	all := Leads("Ours", table(shift{}), changes, nil)
	if len(all) == 0 { // of fewer than five replicates nothing is said
		return result.LeadNotShown
	}
	return all[0].Class
}

// rates counts how often a design is classed right, left open, and classed wrong.
func (d design) rates(z noise, n, draws int) (right, open, wrong float64) {
	rng := rand.New(rand.NewPCG(uint64(n), 60))
	for range draws {
		switch c := d.class(rng, z, n); {
		case c == result.OpenLead || c == result.LeadNotShown:
			open++
		case slices.Contains(d.right, c):
			right++
		default:
			wrong++
		}
	}
	return right / float64(draws), open / float64(draws), wrong / float64(draws)
}

// Leads whose cause was planted are hardly ever classed wrong: at most in 5 of 100, whatever the design, the scatter and the number of
// replicates. One that only needs a setting and is called of it is wrong.
func TestPlantedCauses(t *testing.T) {
	draws, counts := 20, []int{5, 20}
	if *update || os.Getenv("NMFREPRO_LONG") != "" {
		draws, counts = 300, []int{3, 5, 10, 20}
	}
	lines := []string{"| planted | 3 | 5 | 10 | 20 |", "| --- | --- | --- | --- | --- |"}
	for _, d := range designs {
		line := "| " + d.name
		for _, n := range counts {
			worst, right := 0.0, 1.0
			for _, z := range noises {
				r, _, w := d.rates(z, n, draws)
				if w > 0.05+2*math.Sqrt(0.05*0.95/float64(draws)) {
					t.Errorf("%s, %s, %d replicates: %.3f are classed wrong", d.name, z.name, n, w)
				}
				worst, right = max(worst, w), min(right, r)
			}
			line += fmt.Sprintf(" | %.0f, %.1f", 100*right, 100*worst)
		}
		lines = append(lines, line+" |")
	}
	table := strings.Join(lines, "\n")
	t.Log("\n" + table)
	guide := filepath.Join("..", "..", "guide", "REPLICATING.md")
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "<!-- planted causes -->\n")
	there, after, found := strings.Cut(rest, "\n<!-- end of planted causes -->")
	if !found {
		t.Fatalf("%s has no table of planted causes", guide)
	}
	if *update {
		if err := os.WriteFile(guide, []byte(before+"<!-- planted causes -->\n"+table+"\n<!-- end of planted causes -->"+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, d := range designs {
		if !strings.Contains(there, "| "+d.name+" |") {
			t.Errorf("%s does not have the rates of %q", guide, d.name)
		}
	}
}
