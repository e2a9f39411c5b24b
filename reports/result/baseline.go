package result

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// BaselineSchema names the files that verify --write-baseline writes.
const BaselineSchema = "nmfrepro/baseline/1"

// Baseline is the verdicts, means and claims of a verification, with which a later one is compared.
type Baseline struct {
	Schema    string                     `json:"schema"`
	Program   string                     `json:"program"`
	Addresses []string                   `json:"addresses"`
	Settings  map[string]BaselineSetting `json:"settings,omitempty"` // of each experiment, by paper/table
	Cells     map[string]BaselineCell    `json:"cells"`              // by address
	Claims    map[string]string          `json:"claims"`             // standing on our numbers by paper/key
}

// BaselineSetting is the profile, replicates and seed of an experiment.
type BaselineSetting struct {
	Profile    string `json:"profile"`
	Replicates int    `json:"replicates"`
	Seed       uint64 `json:"seed"`
}

func (s BaselineSetting) String() string {
	return fmt.Sprintf("profile %s, %s, seed %d", s.Profile, Count(s.Replicates, "replicate"), s.Seed)
}

// BaselineCell is a number of ours and its verdict.
type BaselineCell struct {
	Verdict string   `json:"verdict"`             // "" where no number is reported
	Mean    *float64 `json:"mean"`                // of ours, in the unit of the table; null of times, which are the machine's
	SD      *float64 `json:"deviation,omitempty"` // of ours
	N       int      `json:"n,omitempty"`         // replicates behind them
}

// BaselineChange is something that is not as in a baseline.
type BaselineChange struct {
	Kind ChangeKind `json:"-"`
	Of   string     `json:"-"`    // address of the cell, or paper/key of the claim
	What string     `json:"what"` // both in words
	Was  string     `json:"was"`
	Is   string     `json:"is"`
}

// ChangeKind names the changed part of a cell or claim.
type ChangeKind string

// The kinds of changes.
const (
	VerdictChange   ChangeKind = "verdict"
	NumberChange    ChangeKind = "number" // which is not there any more
	MeanChange      ChangeKind = "mean"
	DeviationChange ChangeKind = "deviation"
	ClaimChange     ChangeKind = "claim"
)

// changeOf returns a change of a cell or claim.
func changeOf(kind ChangeKind, of, was, is string) BaselineChange {
	what := string(kind) + " of " + of
	if kind == ClaimChange {
		what = "claim " + of
	}
	return BaselineChange{kind, of, what, cmp.Or(was, "not there"), cmp.Or(is, "not there")}
}

// guards tells whether the cell has a mean or a verdict that can change.
func (c BaselineCell) guards() bool {
	return c.Mean != nil || c.Verdict != "" && c.Verdict != KindMissing
}

// Unchanged names the cells, by address, and the claims that can change and did not, in order.
func (b Baseline) Unchanged(changes []BaselineChange) (of []string) {
	for _, address := range slices.Sorted(maps.Keys(b.Cells)) {
		if b.Cells[address].guards() {
			of = append(of, address)
		}
	}
	of = append(of, slices.Sorted(maps.Keys(b.Claims))...)
	return slices.DeleteFunc(of, func(what string) bool {
		return slices.ContainsFunc(changes, func(c BaselineChange) bool { return c.Of == what })
	})
}

// Guarded counts the cells with a mean or a verdict that can change.
func (b Baseline) Guarded() int {
	n := len(b.Claims)
	for _, c := range b.Cells {
		if c.guards() {
			n++
		}
	}
	return n
}

// OtherSettings lists the settings in which two verifications differ, a line each: changes can come from them.
func (was Baseline) OtherSettings(is Baseline) (lines []string) {
	for _, key := range union(was.Settings, is.Settings) {
		before, old := was.Settings[key]
		now, new := is.Settings[key]
		if old && new && before != now {
			lines = append(lines, fmt.Sprintf("%s: the baseline is of %s, this is of %s; changes can come from that", key, before, now))
		}
	}
	return lines
}

// Changed counts the cells and claims that have changes.
func Changed(all []BaselineChange) int {
	of := map[string]bool{} // no claim has the address of a cell, in which there is a colon
	for _, c := range all {
		of[c.Of] = true
	}
	return len(of)
}

// Changes lists what is not as it was, sorted. What is not there any more counts only if the same was verified.
func (was Baseline) Changes(is Baseline) (all []BaselineChange) {
	note := func(kind ChangeKind, of, before, now string) {
		if before != now && (now != "" || slices.Equal(was.Addresses, is.Addresses)) {
			all = append(all, changeOf(kind, of, before, now))
		}
	}
	for _, address := range union(was.Cells, is.Cells) {
		before, old := was.Cells[address]
		now, new := is.Cells[address]
		note(VerdictChange, address, before.Verdict, now.Verdict)
		switch {
		case old && !new && before.Verdict == "": // without a reported number
			note(NumberChange, address, meanText(before.Mean), "")
		case !old || !new:
		case !sameMean(before.Mean, now.Mean):
			note(MeanChange, address, meanText(before.Mean), meanText(now.Mean))
		case before.SD != nil && now.SD != nil && before.N == now.N && !sameMean(before.SD, now.SD):
			note(DeviationChange, address, meanText(before.SD), meanText(now.SD))
		}
	}
	for _, key := range union(was.Claims, is.Claims) {
		note(ClaimChange, key, was.Claims[key], is.Claims[key])
	}
	return all
}

func union[T any](a, b map[string]T) []string {
	keys := slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b)))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// sameMeans is how far two means may be apart, of their size, and yet be the same: processors other than amd64 round otherwise.
const sameMeans = 1e-9

func sameMean(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= sameMeans*max(math.Abs(*a), math.Abs(*b))
}

// meanText has as many digits as tell two means apart.
func meanText(mean *float64) string {
	if mean == nil {
		return "none"
	}
	return fmt.Sprintf("%.10g", *mean)
}
