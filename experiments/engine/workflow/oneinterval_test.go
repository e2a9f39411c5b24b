package workflow

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// A contrast has one interval: a lead, as verify and RESULTS.md have it, is the line of compare over the same rows, and a reported order
// that verify and explain judge is the line of its row. Every interval says for which rows it speaks.
func TestOneInterval(t *testing.T) {
	replications := filepath.Join("..", "..", "..", "replications")
	lib, err := Library(replications, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	shelf := store.NewShelf(os.DirFS(replications))
	papers, leads, orders, sources := 0, 0, 0, 0
	for _, paper := range lib.Papers {
		p, err := Open(lib, store.NewRecords(store.Open(t.TempDir(), nil), shelf), Request{Addresses: []string{paper.Key}, Kind: Tables,
			Amount: Amount{Profile: spec.DefaultProfile}, Lookup: Lookup{Data: t.TempDir(), Cached: true, Blind: true, Shelf: shelf}})
		if err != nil {
			t.Fatal(err)
		}
		tables, err := p.Concluded()
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tables {
			sources += sameSources(t, paper.Short, table)
		}
		if len(list.FlatMap(tables, func(t result.Table) []result.Lead { return t.Says.Leads })) > 0 {
			papers++
		}
		comparisons, err := p.Comparisons("")
		if err != nil {
			continue // nothing to compare: a paper of one method
		}
		for _, c := range comparisons {
			for _, pair := range c.Pairs {
				if pair.On == "" {
					t.Errorf("%s %s: an interval that says nothing of its rows", c.Address, c.Metric)
				}
				for _, table := range tables {
					if table.Address != c.Address {
						continue
					}
					leads += sameLeads(t, c, pair, table)
					orders += sameOrders(t, c, pair, table)
				}
			}
		}
	}
	if papers < 6 {
		t.Errorf("%d papers and replications have leads, want 6 or more", papers)
	}
	if leads < 60 || orders < 60 || sources < 60 {
		t.Errorf("%d leads and %d reported orders are lines of compare, and %d leads are those of compare lead, want 60 or more of each", leads,
			orders, sources)
	}
}

// sameSources compares the leads of verify with those of compare lead: value, interval, runs and rows.
func sameSources(t *testing.T, own string, table result.Table) (checked int) {
	for _, source := range whatif.Leads(own, table, nil, nil) {
		for _, l := range table.Says.Leads {
			if source.Dataset != "" || l.Metric != source.Metric || l.Measure != source.Measure || l.Method != source.Method || l.Rival != source.Rival {
				continue
			}
			same := float64(source.Ours) == l.Ours && float64(source.Low) == l.OursLow && float64(source.High) == l.OursHigh &&
				source.N == l.N && 2*source.Rows == len(l.Cells) && source.On == l.On
			if checked++; !same {
				t.Errorf("%s: verify has %v (%v to %v) of %d in %d rows %s and compare lead %v (%v to %v) of %d in %d rows %s", l.Key(), l.Ours,
					l.OursLow, l.OursHigh, l.N, len(l.Cells)/2, l.On, source.Ours, source.Low, source.High, source.N, source.Rows, source.On)
			}
		}
	}
	return checked
}

// sameLeads compares a line over the rows with the lead of the same methods, if that is over the same rows in the same unit.
func sameLeads(t *testing.T, c result.Comparison, pair result.Pair, table result.Table) (checked int) {
	if pair.Row != "" || pair.On != "on these rows" {
		return 0
	}
	sign := 100.0
	if c.Lower {
		sign = -100
	}
	for _, l := range table.Says.Leads {
		same := l.Metric == c.Metric && l.Measure == c.Measure && l.Name == c.Methods[pair.A].Name && l.Rival == c.Methods[pair.B].Key &&
			l.Unit == result.Points
		if !same || math.Abs(l.Ours-sign*pair.Estimate.Value) > 1e-9 {
			continue
		}
		checked++
		low, high := sign*pair.Interval.Low, sign*pair.Interval.High
		if math.Abs(min(low, high)-l.OursLow) > 1e-9 || math.Abs(max(low, high)-l.OursHigh) > 1e-9 || l.On != pair.On {
			t.Errorf("%s: the lead is %v (%v to %v) %s and compare has %v to %v %s", l.Key(), l.Ours, l.OursLow, l.OursHigh, l.On, min(low, high),
				max(low, high), pair.On)
		}
	}
	return checked
}

// sameOrders compares a line of a row with the reported order of the same two cells. Holm's p differs: compare corrects over the pairs with
// the reference, verify over all reported orders of the row.
func sameOrders(t *testing.T, c result.Comparison, pair result.Pair, table result.Table) (checked int) {
	for _, panel := range table.Panels {
		for _, row := range panel.Rows {
			for _, cell := range row.Cells {
				name := c.Methods[pair.A].Name
				if panel.Key != c.Panel || row.Label != pair.Row || cell.At.Method != c.Methods[pair.A].Key || cell.At.Measure != c.Measure ||
					!strings.HasPrefix(cell.At.Metric, c.Metric) {
					continue
				}
				for _, order := range cell.Verdict.Against {
					if !strings.Contains(order.With, c.Methods[pair.B].Name) || order.Estimate.Value != pair.Estimate.Value {
						continue
					}
					if checked++; order.Interval != pair.Interval || order.On != pair.On {
						t.Errorf("%s, %s over %s in %s: verify has %+v and compare %+v", c.Address, name, order.With, row.Label,
							order.Difference, pair.Difference)
					}
				}
			}
		}
	}
	return checked
}
