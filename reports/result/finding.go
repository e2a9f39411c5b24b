package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// Finding is the answer to "does the paper replicate?": a headline and the points that carry it. The zero value is none.
type Finding struct {
	Answer   string  `json:"answer"` // yes, largely, in part, no or open
	Headline string  `json:"headline"`
	Points   []Point `json:"points"`

	// What earlier versions had instead, out of headline and points.
	Brief      string `json:"brief,omitempty"`
	Replicates string `json:"replicates"`
	Fails      string `json:"fails"`
	Why        string `json:"why"`
	Rests      []Rest `json:"rests_on"` // of all points
}

// Point is one sentence of a finding, with the reported number and ours out of the conclusion that it rests on.
type Point struct {
	Claim    string `json:"claim,omitempty"` // of the paper, in its sense; what the sign judges
	Sign     string `json:"sign"`            // comes-out, does-not, open, no-data or why
	Says     string `json:"says"`            // what we found
	Of       string `json:"of,omitempty"`    // of what reported and ours are, and in which unit: NMI, MCNMF over NMF, points
	Reported string `json:"reported,omitempty"`
	Ours     string `json:"ours,omitempty"`     // with its interval, 95 %
	Readings string `json:"readings,omitempty"` // in how many readings of the protocol the conclusion is the same: 8 of 23
	Rests    []Rest `json:"rests_on"`
}

// Rest is a conclusion on which a point rests.
type Rest struct {
	What     string    `json:"what"`               // claim, cell, row, lead or ablation, and its key
	Want     string    `json:"want"`               // sign that the point gives it
	Got      string    `json:"got"`                // the outcome of the runs that are looked at; "" where they are not evaluated
	Bears    []string  `json:"bears"`              // signs of points that this outcome is strong enough for
	Weaker   string    `json:"weaker,omitempty"`   // what has taken the outcome back: readings, a fitted setting
	Readings *Readings `json:"readings,omitempty"` // of a claim

	Kind       string      `json:"kind"`           // row, lead, cell, claim or ablation
	Key        string      `json:"key"`            // of the conclusion among those of its kind
	With       string      `json:"with,omitempty"` // of a row or lead: the other reading under which it is looked at
	Evidence   *Evidence   `json:"evidence" jsonschema:"nullable"`
	Downgrades []Downgrade `json:"downgrades"` // all that has made the conclusion weaker than its interval alone
}

// Evidence is the conclusion itself, as its row, lead, cell, claim or ablation has it.
type Evidence struct {
	Verdict       string   `json:"verdict"`                    // of the conclusion, or of the reading under which it is looked at
	Answer        string   `json:"answer,omitempty"`           // of a lead
	Fitted        bool     `json:"fitted"`                     // a setting was fitted to its reported numbers
	Unless        []string `json:"unless"`                     // starts of k-means under which it is another one
	Agree         int      `json:"agree"`                      // readings that say the same
	Of            int      `json:"of"`                         // readings that were computed, 0 if none but the one chosen
	NotRun        int      `json:"not_run"`                    // readings that were not
	InPart        int      `json:"in_part"`                    // readings that were run on some of its cells
	PartOtherwise int      `json:"in_part_otherwise"`          // of these, those under which these cells say another thing than as chosen
	Gap           *Gap     `json:"gap" jsonschema:"nullable"`  // null of claims, and where nothing was computed
	Ours          *Range   `json:"ours" jsonschema:"nullable"` // of a lead: 95 % interval of ours
}

// Gap is a difference with its interval and its outcome.
type Gap struct {
	Unit       string `json:"unit,omitempty"` // points or percent; without one that of the table
	Difference Known  `json:"difference"`
	Low        Known  `json:"low"`
	High       Known  `json:"high"`
	On         string `json:"on"`                             // for which rows the interval speaks
	Level      Known  `json:"level"`                          // of the interval: 0.9 of a cell, 0.95 of others
	OneDraw    *Range `json:"one_draw" jsonschema:"nullable"` // the interval if the reported runs share one draw of the classes
	P          Known  `json:"p"`                              // of no difference, corrected for all of its kind
	Tolerance  Known  `json:"tolerance"`
}

// The reasons that make a conclusion weaker than its interval alone.
const (
	ByDraws      = "draws"      // the reported runs may share one draw of the classes
	ByCorrection = "correction" // p-values are corrected for their number
	ByStarts     = "k-means"    // it is another under another start of k-means
	ByFitted     = "fitted"     // a setting was fitted to the reported numbers
	ByReadings   = "readings"   // no more than half of the readings say the same
	ByCells      = "cells"      // a mean agrees, and cells of it differ
	ByOnce       = "once"       // a single reported run would undo it, and how many there were is not said
)

// Downgrade is one reason why a conclusion is weaker than its interval alone.
type Downgrade struct {
	By   string `json:"by"`
	Says string `json:"says"`
}

// Borne tells whether the outcome is as strong as the sign of the point, or was not evaluated.
func (r Rest) Borne() bool { return r.Got == "" || slices.Contains(r.Bears, r.Want) }

// Otherwise lists the conclusions that the present runs do not bear out.
func (f Finding) Otherwise() []Rest {
	return list.Filter(f.Rests, func(r Rest) bool { return !r.Borne() })
}

// Filled sets the fields that earlier versions had in place of headline and points.
func (f Finding) Filled() Finding {
	said := func(signs ...string) string {
		points := list.Filter(f.Points, func(p Point) bool { return slices.Contains(signs, p.Sign) })
		return strings.Join(list.Map(points, func(p Point) string { return p.Says }), " ")
	}
	f.Brief, f.Replicates, f.Fails, f.Why = f.Headline, said("comes-out"), said("does-not", "open", "no-data"), said("why")
	f.Rests = list.FlatMap(f.Points, func(p Point) []Rest { return p.Rests })
	return f
}

// Reason is what may explain that cells differ: a finding of a person, or a setting under which they come nearer.
type Reason struct {
	Key   string   `json:"-"` // the same of a reason that holds in several tables
	Says  string   `json:"says"`
	Cells []string `json:"cells"`
	Size  float64  `json:"size"` // sum of their differences in tolerances, or how much of it goes away
	Open  bool     `json:"open"` // it was looked into, and no cause was found
}

// String returns the reason with the number of its cells.
func (r Reason) String() string { return fmt.Sprintf("%s (%s)", r.Says, Count(len(r.Cells), "cell")) }

// ByCause parts the reasons with a known cause from the reasons without one.
func ByCause(reasons []Reason) (known, open []Reason) {
	return list.Filter(reasons, func(r Reason) bool { return !r.Open }), list.Filter(reasons, func(r Reason) bool { return r.Open })
}

// Unexplained counts those of some cells that differ or failed and for which no cause was found.
func Unexplained(cells []Cell, reasons []Reason) int {
	return len(list.Filter(cells, func(c Cell) bool {
		return (c.Verdict.Kind == KindDiffers || c.Verdict.Kind == KindFailed) &&
			!slices.ContainsFunc(reasons, func(r Reason) bool { return !r.Open && slices.Contains(r.Cells, c.Address) })
	}))
}

// Joined returns the reasons of several tables, the largest first and those without a cause last; one that is known in several is one.
func Joined(reasons []Reason) (all []Reason) {
	for _, r := range reasons {
		k := slices.IndexFunc(all, func(x Reason) bool { return x.Key == r.Key })
		if k < 0 {
			all = append(all, r)
			continue
		}
		all[k].Cells, all[k].Size = slices.Concat(all[k].Cells, r.Cells), all[k].Size+r.Size
		if len(r.Says) > len(all[k].Says) {
			all[k].Says = r.Says
		}
	}
	slices.SortStableFunc(all, func(a, b Reason) int {
		if a.Open != b.Open {
			return map[bool]int{true: 1, false: -1}[a.Open]
		}
		return cmp.Compare(b.Size, a.Size)
	})
	return all
}

// Note is what a person found out about differences, in Markdown.
type Note struct {
	About string `json:"about,omitempty"` // addresses within the paper
	Open  bool   `json:"open,omitempty"`  // no cause was found
	Says  string `json:"says"`
}

// Fact is cells that differ from their reported numbers for what may be one reason: they share runs, a draw of the data or a misprint.
// For example, the eight losses of ORL at rank 10 are of one draw of classes: if it was an easy one, all of them are low.
type Fact struct {
	Cells   []string // addresses
	Shares  []string // what makes them one: runs, draw, misprint; none of a single cell
	Metrics []string
	Methods []string
	Data    []string
}

// The reasons why cells are one fact.
const (
	SameRuns     = "set of runs"
	SameDraw     = "draw"
	SameMisprint = "misprint"
)

// String is, for example, "8 cells, one draw: msl, md of NMF, GNMF on orl r=10".
func (f Fact) String() string {
	some := func(names []string) string {
		if len(names) > 4 {
			return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
		}
		return strings.Join(names, ", ")
	}
	what := Count(len(f.Cells), "cell")
	if len(f.Shares) > 0 {
		what += ", one " + strings.Join(f.Shares, ", ")
	}
	return fmt.Sprintf("%s: %s of %s on %s", what, some(f.Metrics), some(f.Methods), some(f.Data))
}
