package result

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/datasets/list"

	"nmfrepro/eval/stat"
)

// The kinds of verdict.
const (
	KindSameRun      = "same run"
	KindAgrees       = "agrees"
	KindClose        = "close"
	KindInconclusive = "inconclusive"
	KindDiffers      = "differs"
	KindSubstitute   = "substitute"
	KindMissing      = "missing"
	KindFailed       = "failed"
)

// UnlessOnce is the text beside a verdict that a single reported run would undo.
const UnlessOnce = "unless the paper ran it once"

// Kind is a kind of verdict, with a sign for readers who see no colour and a sentence that explains it.
type Kind struct{ Kind, Sign, Doc string }

// Kinds lists the kinds of verdict in the order of legends. The four after the first answer two questions: is the reported number
// plausible as a result of our runs, and is the difference shown to be within the tolerance?
var Kinds = []Kind{
	{KindSameRun, "≡", "the very run, from the seed that the paper names: every reported digit comes out"},
	{KindAgrees, "=", "no significant difference, and any difference is shown to be within the tolerance"},
	{KindClose, "~", "significantly different, but by less than the tolerance"},
	{KindInconclusive, "≈", "no significant difference, but the runs vary too much to call it agreement"},
	{KindDiffers, "≠", "significantly different, and not shown to be within the tolerance"},
	{KindSubstitute, "†", "computed on substitute data or with a substitute for the method: says nothing about the paper"},
	{KindMissing, "·", "not judged; the reason says what is lacking"},
	{KindFailed, "!", "our runs failed"},
}

// KindOf returns a kind of verdict by its name, the zero Kind of an unknown name.
func KindOf(kind string) Kind {
	k, _ := list.First(Kinds, func(k Kind) bool { return k.Kind == kind })
	return k
}

// Occurring returns the kinds of verdict that are counted at least once, in the order of legends.
func Occurring(counts map[string]int) []Kind {
	return slices.DeleteFunc(slices.Clone(Kinds), func(k Kind) bool { return counts[k.Kind] == 0 })
}

// Decided tells whether a kind of verdict is one of the four that answer the two questions, or the verdict on the very run.
func Decided(kind string) bool {
	return kind == KindSameRun || kind == KindAgrees || kind == KindClose || kind == KindInconclusive || kind == KindDiffers
}

// The reasons of a cell without a verdict.
const (
	LackLost     = "data cannot be had"
	LackData     = "data not here"      // and can be got
	LackRuns     = "not computed"       // nothing stands against it
	LackPart     = "computed in part"   // of the rows or ranks that the reported number sums up some are not computed
	LackCount    = "few runs"           // fewer than five replicates
	LackProfile  = "smoke"              // the profile stops its runs early
	LackReported = "illegible"          // no number can be read
	LackMisprint = "misprinted"         // errata prove that another number belongs there, and nothing tells which
	LackClock    = "times of a machine" // and efforts: their order is judged as contrasts
)

// The further reasons of a claim that is not testable.
const (
	LackSubstitute = "substitute data"
	LackFailed     = "failed runs"
	LackNumber     = "no reported number decides"
	LackOurs       = "no number of ours decides"
)

// Missing says why there is no number, in a word and in a sentence. The zero value stands for a number that is there.
type Missing struct{ Lack, Why string }

// Lack returns the reason why a number is missing, "" if it is there.
func (s State) Lack() string {
	switch {
	case s.Substitute != "":
		return LackSubstitute
	case s.Status == OK:
		return ""
	case s.Lost:
		return LackLost
	case s.Status == MissingData:
		return LackData
	case s.Status == Failed:
		return LackFailed
	}
	return LackRuns
}

// Whose noise keeps a cell inconclusive.
const (
	NoiseOurs    = "ours"     // more replicates of ours decide it
	NoiseTheirs  = "theirs"   // the reported number is a mean of too few runs, whatever we run
	NoiseNobodys = "nobody's" // the difference is as large as the tolerance
)

// Verdict is the outcome of comparing our number with the reported one. Differences and tolerances are in natural units, NaN
// where a number is missing.
type Verdict struct {
	Kind            string // one of Kinds; "" where nobody judged
	Sign            string // of the kind, one character
	Reason          string // one sentence with the numbers that decided
	Lack            string // what a missing cell lacks, "" for other kinds
	Difference      float64
	Low, High       float64 // 90 % interval of the difference
	Tolerance       float64 // difference that counts as none
	ToleranceReason string  // why this much
	Floor           float64 // half the interval's width after endless replicates of ours
	Detectable      float64 // difference that would have been found with 80 % power
	Fitted          string  // values of open settings that were made by this very number; "" if none was
	FittedBySame    bool    // they were made by another score of the same runs
	DrawLow         float64 // least reported number that is a plausible draw of ours
	DrawHigh        float64 // and the greatest
	Level           float64 // share of such draws that lies outside of these, after the correction for the cells of the table
	P               float64 // of a reported number as far off, were it a draw of ours; adjusted for the cells of the table
	Reached         int     // of our runs, those that reach the reported number or lie beyond it, seen from our mean
	Runs            int     // reported runs: independent runs behind the reported number
	UnlessOnce      bool    // it differs; how many runs were reported is not said, and of a single one it would not
	More            int     // further replicates that would tell more; 0 if nothing is open, -1 if no number does
	Noise           string  // whose noise keeps an inconclusive cell open
	Hours           float64 // of one core, that so many further replicates take
	Contrasts       Contrasts
	Selection       *Selection // what choosing on the runs that are scored adds; nil of a number that was not tuned
	Against         []Contrast // with those of the row that the paper reports as worse
}

// Contrast is a pair of methods of which the paper reports that one is better, and what our replicates say of it.
type Contrast struct {
	With    string  // column of the worse one
	Outcome string  // one of the outcomes
	Gap     float64 // of the reported numbers, this one less the other
	On      string  // for which rows the interval speaks
	stat.Difference
	Holm  float64 // P adjusted for all pairs of the row
	Ratio float64 // of our means, this one over the other; NaN of a metric that is no loss
}

// The outcomes of a contrast.
const (
	ContrastHolds    = "holds"
	ContrastReversed = "reversed"
	ContrastOpen     = "no significant difference"
)

// Contrasts counts what became of the reported contrasts of a cell with the worse ones of its row.
type Contrasts struct{ Hold, Reversed, Open int }

// ContrastCounts sums up the outcomes of the contrasts of some cells.
func ContrastCounts(cells []Cell) (o Contrasts) {
	for _, c := range cells {
		p := c.Verdict.Contrasts
		o = Contrasts{o.Hold + p.Hold, o.Reversed + p.Reversed, o.Open + p.Open}
	}
	return o
}

// Claimed returns how many contrasts there are.
func (o Contrasts) Claimed() int { return o.Hold + o.Reversed + o.Open }

// KindCounts counts cells by the kind of their verdict.
func KindCounts(cells []Cell) map[string]int {
	return list.Count(cells, func(c Cell) string { return c.Verdict.Kind })
}

// VerdictCounts counts cells by the kind of their verdict; reported numbers for which we have no cell are missing.
func VerdictCounts(cells []Cell, unshown int) map[string]int {
	counts := KindCounts(cells)
	counts[KindMissing] += unshown
	return counts
}

// LackCounts counts cells by the reason why they are missing.
func LackCounts(cells []Cell) map[string]int {
	counts := list.Count(cells, func(c Cell) string { return c.Verdict.Lack })
	delete(counts, "")
	return counts
}

// Apart counts the cells that differ or failed.
func Apart(cells []Cell) int {
	counts := KindCounts(cells)
	return counts[KindDiffers] + counts[KindFailed]
}

// Unjudged counts the cells that were not judged by the reason why, in the order in which the reasons first occur.
func Unjudged(cells []Cell) (reasons []string, counts map[string]int) {
	cells = list.Filter(cells, func(c Cell) bool { return c.Verdict.Kind == KindMissing || c.Verdict.Kind == KindSubstitute })
	all := list.Map(cells, func(c Cell) string { return c.Verdict.Reason })
	return list.AppendUnique(nil, all...), list.Count(all, func(reason string) string { return reason })
}

// AssumedRuns returns how many runs the reported numbers of some cells are taken to be means of; 0 where paper.yaml says it.
func AssumedRuns(cells []Cell) int {
	c, _ := list.First(cells, func(c Cell) bool { return c.Verdict.Runs > 0 && c.Reported.Runs == 0 })
	return c.Verdict.Runs
}

// RunsNotSaid says how many runs a reported number is taken to be the mean of where nothing tells it.
func RunsNotSaid(runs int) string {
	return fmt.Sprintf("The paper does not say of how many runs its numbers are means: verdicts take %s, as many as the experiment has.",
		Count(runs, "run"))
}

// gravest are the kinds of verdict from the one that a reader has to know first.
var gravest = []string{KindDiffers, KindFailed, KindClose, KindInconclusive, KindSubstitute, KindMissing, KindAgrees, KindSameRun}

// GravestFirst returns cells by the gravity of their verdict.
func GravestFirst(cells []Cell) []Cell {
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b Cell) int {
		return cmp.Compare(slices.Index(gravest, a.Verdict.Kind), slices.Index(gravest, b.Verdict.Kind))
	})
	return cells
}

// Cells lists the cells of a table in their order.
func (t Table) Cells() []Cell {
	rows := list.FlatMap(t.Panels, func(p Panel) []Row { return p.Rows })
	return list.FlatMap(rows, func(r Row) []Cell { return r.Cells })
}

// Judged lists the cells that have a verdict.
func (t Table) Judged() []Cell {
	return slices.DeleteFunc(t.Cells(), func(c Cell) bool { return c.Verdict.Kind == "" })
}
