// Package verdict tells whether our number agrees with the one that a paper prints. It answers "is my gap normal?": the
// difference is judged against a margin of what counts as equal, and against everything that makes either number uncertain,
// the paper's own sampling and rounding included.
//
// With s² the variance between runs, n our replicates, R the paper's runs and u the unit of its last printed digit, the
// difference has the variance s²/n + s²/R + u²/12. The last two terms stay however long we compute; half the width of the
// interval that they leave is the resolution floor. No match within a margin below it can ever be claimed.
//
// A cell is a MATCH if two one-sided tests place the difference inside ±margin, which is to say that its 90 % interval
// lies there, and DIFFERS if a test of "inside" against "outside" rejects "inside", with Holm's correction over a table.
// Both can be wrong with a probability of at most 5 %; the tests of this package count how often.
package judge

// Kind is the verdict on a cell.
type Kind string

// The verdicts.
const (
	Match        Kind = "MATCH"        // equal within the margin
	Differs      Kind = "DIFFERS"      // further apart than the margin
	Inconclusive Kind = "INCONCLUSIVE" // the replicates so far allow either
	Order        Kind = "ORDER"        // only the order of methods can be compared, as of seconds on another machine
	Unverifiable Kind = "UNVERIFIABLE" // the paper's number cannot be read, or is too uncertain for the margin
	StandIn      Kind = "STAND-IN"     // computed on data that stands in for the paper's
	Missing      Kind = "MISSING"      // not computed: no data, not run, or the method does not fit
	Failed       Kind = "FAILED"       // our runs failed
)

// Kinds lists the verdicts in the order in which a summary shows them, each with a sign that needs no colour and a sentence
// for the reader.
var Kinds = []struct {
	Kind Kind
	Sign string
	Doc  string
}{
	{Match, "=", "our number equals the paper's within the margin"},
	{Differs, "≠", "our number lies further from the paper's than the margin"},
	{Inconclusive, "?", "the replicates so far do not decide"},
	{Order, "<", "only the order of the methods is compared"},
	{Unverifiable, "–", "the paper's number cannot decide it, whatever we compute"},
	{StandIn, "*", "computed on stand-in data, no judgement of the paper"},
	{Missing, "·", "not computed"},
	{Failed, "!", "our runs failed"},
}

// State tells whether a cell was computed.
type State int

// The states.
const (
	Computed State = iota
	NotComputed
	RunsFailed
)

// Margin is the difference that counts as none.
type OldMargin struct {
	Value    float64
	Relative bool   // of the published number's size, as 0.05 for 5 %
	Reason   string // why this much
}

// Cell is what is known of one cell. Ours and the paper's number have the same unit.
type Compared struct {
	Address     string
	Group       string // cells of a group are compared by order: the methods of a row, say
	State       State
	Note        string // reason of a state other than Computed
	StandIn     string // what the data stands in for
	Partial     string // of which part of what the paper's number sums up ours is; "" if of all
	Mean, SD    float64
	N           int       // replicates; with one, SD is not known
	Values      []float64 // one a replicate; may be nil
	Replicates  []int     // which replicates those are: cells of a group pair up by them; nil pairs by place
	Exact       bool      // no randomness: every replicate is the same, SD counts as 0
	Published   string    // as printed
	PublishedSD string    // as printed; "" if the paper has none
	Runs        int       // R, behind the paper's number; 0 if it does not say, taken as 1
	PaperExact  bool      // the paper's number has no randomness
	Margin      OldMargin
	Lower       bool // lower is better
	OrderOnly   bool
	Count       bool // the paper's number is a count: whole, hence not rounded
}

// Verdict is what came of a cell.
type Verdict struct {
	Address    string
	Kind       Kind
	Reason     string  // one sentence with the numbers that decided
	Paper      float64 // the published number; NaN if it cannot be read
	Difference float64 // ours - paper; NaN if one is missing
	SE         float64 // of the difference
	DF         float64
	Low, High  float64 // 90 % interval of the difference
	Margin     float64 // in the cell's unit
	Floor      float64 // resolution floor: half the interval's width after endless replicates
	PInside    float64 // p-value of the match
	PBeyond    float64 // p-value of the difference, Holm-adjusted by Table
	// More is how many further replicates would decide if mean and spread stay as they are: 0 if it is decided, Never if no
	// number does.
	More   int
	Orders []Comparison // with the other cells of the group
}

// Never is the More of a cell that no number of replicates decides.
const Never = -1

// Level is the probability of a wrong MATCH of a cell, and of any wrong DIFFERS in a table.
const Level = 0.05
