package reports

import "slices"

// The kinds of verdict.
const (
	KindMatch        = "MATCH"
	KindDiffers      = "DIFFERS"
	KindInconclusive = "INCONCLUSIVE"
	KindOrder        = "ORDER"
	KindUnverifiable = "UNVERIFIABLE"
	KindStandIn      = "STAND-IN"
	KindMissing      = "MISSING"
	KindFailed       = "FAILED"
)

// Kinds lists the kinds of verdict in the order of legends, each with a sign for readers who see no colour and a sentence
// that explains it.
var Kinds = []struct{ Kind, Sign, Doc string }{
	{KindMatch, "=", "our number equals the paper's within the margin"},
	{KindDiffers, "≠", "our number lies further from the paper's than the margin"},
	{KindInconclusive, "?", "the replicates so far do not decide"},
	{KindOrder, "<", "only the order of the methods is compared"},
	{KindUnverifiable, "–", "the paper's number cannot decide it, whatever we compute"},
	{KindStandIn, "*", "computed on stand-in data, no judgement of the paper"},
	{KindMissing, "·", "not computed"},
	{KindFailed, "!", "our runs failed"},
}

// Verdict is what came of comparing our number with the published one. Differences and margins are in natural units; NaN
// where a number is missing.
type Verdict struct {
	Kind         string // one of Kinds; "" where nobody judged
	Sign         string // of the kind, one character
	Reason       string // one sentence with the numbers that decided
	Difference   float64
	Low, High    float64 // 90 % interval of the difference
	Margin       float64 // difference that counts as none
	MarginReason string  // why this much
	Floor        float64 // half the interval's width after endless replicates of ours
	Runs         int     // published runs: independent runs behind the published number
	More         int     // further replicates that would decide; 0 if it is decided, -1 if no number does
	Orders       Orders  // "A is better than B" of the paper, B in the same row
}

// Orders counts what became of the published orders of a cell with the worse ones of its row.
type Orders struct{ Hold, Reversed, Open int }

// Add sums counts up.
func (o Orders) Add(p Orders) Orders {
	return Orders{o.Hold + p.Hold, o.Reversed + p.Reversed, o.Open + p.Open}
}

// Claimed is how many orders there are.
func (o Orders) Claimed() int { return o.Hold + o.Reversed + o.Open }

// KindCounts counts cells by the kind of their verdict.
func KindCounts(cells []Cell) map[string]int {
	counts := map[string]int{}
	for _, c := range cells {
		counts[c.Verdict.Kind]++
	}
	return counts
}

// Cells lists the cells of a table in their order.
func (t Table) Cells() []Cell {
	var all []Cell
	for _, p := range t.Panels {
		for _, r := range p.Rows {
			all = append(all, r.Cells...)
		}
	}
	return all
}

// Judged lists the cells that have a verdict.
func (t Table) Judged() []Cell {
	return slices.DeleteFunc(t.Cells(), func(c Cell) bool { return c.Verdict.Kind == "" })
}
