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
