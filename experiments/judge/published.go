package judge

import (
	"fmt"
	"math"
	"sync"

	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// besidePublished returns the cells of a table by the published cell beside which each stands. Cells without one, because the
// paper prints no such table or the spec says none, are left out.
func besidePublished(s *spec.Experiment, t reports.Table) map[published.Ref]reports.Cell {
	cells := map[published.Ref]reports.Cell{}
	table := s.Table()
	for _, layout := range s.Panels {
		if layout.Published == spec.Nothing {
			continue
		}
		columns := map[string]string{} // name: published column
		for _, c := range s.Columns(layout) {
			if c.Published != spec.Nothing {
				columns[s.ColumnName(c)] = s.PublishedColumn(c)
			}
		}
		for _, b := range t.Panels {
			if b.Key != layout.Key {
				continue
			}
			for _, row := range b.Rows {
				label := row.Label
				if layout.Average != "" && label == layout.Average {
					label = published.AverageRow
				}
				for _, c := range row.Cells {
					if column, ok := columns[c.Column]; ok {
						cells[published.Ref{Table: table, Panel: layout.PublishedKey(), Row: label, Column: column}] = c
					}
				}
			}
		}
	}
	return cells
}

// PublishedRefs returns, by the address of a cell, the published one beside which it stands.
func PublishedRefs(s *spec.Experiment, t reports.Table) map[string]published.Ref {
	refs := map[string]published.Ref{}
	for ref, c := range besidePublished(s, t) {
		refs[c.Address] = ref
	}
	return refs
}

// gaps are, by the address of a cell, half the smallest gap between it and a rival of its row that a claim is about: were both
// numbers off by more, the claim could turn into its opposite unseen. A gap within the published numbers' own noise is none,
// since nothing could tell it.
func gaps(paper *published.Paper, refs map[string]published.Ref, claimed []contrast) map[string]spec.Margin {
	found := map[string]spec.Margin{}
	if paper == nil {
		return found
	}
	pairs := pairsClaimed(paper)
	for _, c := range claimed {
		claim := pairs[claims.Pair{Better: refs[c.better.Address].String(), Worse: refs[c.worse.Address].String()}]
		if claim == "" {
			continue
		}
		for _, pair := range [][2]*reports.Cell{{c.better, c.worse}, {c.worse, c.better}} {
			half := spec.Margin{Value: math.Abs(c.gap) / 2, Reason: fmt.Sprintf("half the gap to %s that the claim %s is about", pair[1].Column, claim)}
			if m, there := found[pair[0].Address]; !there || half.Value < m.Value {
				found[pair[0].Address] = half
			}
		}
	}
	return found
}

// claimedPairs are the pairs of papers, which do not change once they are loaded.
var claimedPairs sync.Map

func pairsClaimed(paper *published.Paper) map[claims.Pair]string {
	if known, ok := claimedPairs.Load(paper); ok {
		return known.(map[claims.Pair]string)
	}
	pairs := claims.Pairs(paper)
	claimedPairs.Store(paper, pairs)
	return pairs
}

// narrow takes half the gap that a claim is about for the margin of a cell where it is the smaller.
func narrow(cells []Compared, gaps map[string]spec.Margin) {
	for i := range cells {
		c := &cells[i]
		number, _ := c.number()
		if half, claimed := gaps[c.Address]; claimed && half.Value < marginOf(*c, number) {
			c.Margin, c.Claimed = half, true
		}
	}
}
