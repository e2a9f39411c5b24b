package judge

import (
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/result"
)

// tried is a change whose numbers there are: what it takes less a share of the lead is the sum of its terms, as a function of the share.
type tried struct {
	*result.Change
	place  int             // among the changes
	rows   []changedRow    // on which it was run
	before []contrast.Term // the lead, over the replicates that count
	takes  []contrast.Term // what the change takes
	left   []contrast.Term // what it leaves
}

// changedRow is what a change does to the lead in one row.
type changedRow struct {
	place               int // among the rows of the lead
	before, takes, left []contrast.Term
}

// over returns the means over rows of what a change does.
func (x *tried) over() {
	k := 1 / float64(len(x.rows))
	for _, r := range x.rows {
		x.before = append(x.before, scaled(r.before, k)...)
		x.takes = append(x.takes, scaled(r.takes, k)...)
		x.left = append(x.left, scaled(r.left, k)...)
	}
}

// on returns the change on those of its rows that have places among the rows of the lead.
func (x tried) on(places []int) tried {
	less := tried{Change: x.Change, place: x.place}
	less.rows = list.Filter(x.rows, func(r changedRow) bool { return slices.Contains(places, r.place) })
	less.over()
	return less
}

// fewestRows is on how many rows a change has to be run at least, where the lead has more.
const fewestRows = 3

// enough tells whether a change that was run on some of the rows of a lead speaks for it: on all, or on three or more that are at least a
// third of them.
func enough(run, rows int) bool { return run == rows || run >= fewestRows && 3*run >= rows }

// add adds what a change does in a row, as terms of a lead over that row alone.
func (x *tried) add(place int, before, takes, left []contrast.Term) {
	x.rows = append(x.rows, changedRow{place, before, takes, left})
}
