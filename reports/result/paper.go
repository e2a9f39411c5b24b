package result

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/datasets/list"
)

// IsOwn tells whether a column is of a paper's own method: its name begins with the short name of the paper, as "PNMF, Lee" does.
func IsOwn(short, column string) bool { return short != "" && strings.HasPrefix(column, short) }

// Paper is a paper with all results about it: what the site, RESULTS.md and the commands show.
type Paper struct {
	PaperAbout
	Finding  Finding // what became of it, in words; Headline counts
	Tables   []Table
	Says     Conclusions // of all tables together
	Facts    []Fact      // independent ones among the cells that differ
	Figures  []Figure
	Claims   []Claim
	Errata   []Erratum
	Protocol []Choice
	Orders   Orders                    // of a study: how far the orders of methods agree
	Notes    []Note                    // what a person found out about the differences
	Unshown  map[string]map[string]int // reported numbers without a cell of ours, by address of the table and what they lack
	Costs    map[string]Cost           // of what was not computed, by address of the table
	Idle     []string                  // addresses of experiments without any record
	Records  Records
}

// PaperAbout is the title, source and findings of a paper.
type PaperAbout struct {
	Key      string // folder of the paper, as rpr
	Short    string // name of the method that it proposes
	Title    string
	Cite     string
	DOI      string
	Gist     string   // what it proposes and says of it, in a sentence or two
	Depicted []string // keys of its figures
	Study    bool     // it is one of this program: its claims are on our runs, and nothing is reported
}

// Name names a paper by its method, a study by its title up to the colon.
func (p PaperAbout) Name() string {
	if p.Study {
		title, _, _ := strings.Cut(p.Title, ":")
		return title
	}
	return p.Short
}

// Compared lists the tables that compare methods, that with the most rows on which every method has a number first.
func (p Paper) Compared() []Table {
	whole := func(t Table) int {
		return len(list.Filter(t.Comparisons[0].Rows, func(r Scores) bool {
			return !slices.ContainsFunc(r.Cells, func(c Score) bool { return len(c.Cell.Runs.Values) == 0 })
		}))
	}
	compared := list.Filter(p.Tables, func(t Table) bool { return len(t.Panels) > 0 && len(t.Comparisons) > 0 && whole(t) > 0 })
	slices.SortStableFunc(compared, func(a, b Table) int { return cmp.Or(cmp.Compare(whole(b), whole(a)), ByRuns(a, b)) })
	return compared
}

// InOrder compares the keys of two tables or figures by the order of a paper: its tables, its figures, then ours, as ablations.
func InOrder(a, b string) int {
	place := func(key string) (kind, number int, rest string) {
		for i, prefix := range []string{"table", "fig"} {
			if after, found := strings.CutPrefix(key, prefix); found {
				digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
				number, _ = strconv.Atoi(after[:digits]) // 0 without any
				return i, number, after[digits:]
			}
		}
		return 2, 0, key
	}
	kind, number, rest := place(a)
	otherKind, otherNumber, otherRest := place(b)
	return cmp.Or(cmp.Compare(kind, otherKind), cmp.Compare(number, otherNumber), strings.Compare(rest, otherRest))
}

// Reasons returns the reasons of all tables, the largest first.
func (p Paper) Reasons() []Reason {
	return Joined(list.FlatMap(p.Tables, func(t Table) []Reason { return t.Reasons }))
}

// Judged lists the cells of all tables with a verdict on a number that the paper reports. Derived numbers repeat others: they are none.
func (p Paper) Judged() []Cell {
	return slices.DeleteFunc(list.FlatMap(p.Tables, Table.Judged), func(c Cell) bool { return c.DerivedHow() != "" })
}

// Derived counts the numbers that are derived from others of the paper, as averages over the data that can be had.
func (p Paper) Derived() int { return len(list.FlatMap(p.Tables, Table.Judged)) - len(p.Judged()) }

// Records are the runs behind a paper.
type Records struct {
	Runs        int
	Hours       float64 // inside the iterations
	First, Last time.Time
	Origins     []Origin
}

// Known is a number that JSON has as null where it is not known: NaN or infinite.
type Known float64

// MarshalJSON implements json.Marshaler.
func (k Known) MarshalJSON() ([]byte, error) {
	if k.Exact() == "" {
		return []byte("null"), nil
	}
	return json.Marshal(float64(k))
}

// UnmarshalJSON implements json.Unmarshaler.
func (k *Known) UnmarshalJSON(data []byte) error {
	v := math.NaN() // of null
	err := json.Unmarshal(data, &v)
	*k = Known(v)
	return err
}

// Finite returns a pointer to a number, nil where the number is not known.
func Finite(v float64) *float64 {
	if Known(v).Exact() == "" {
		return nil
	}
	return &v
}

// Exact returns the number as it is read back to the last bit, "" if it is not known.
func (k Known) Exact() string {
	if v := float64(k); math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(float64(k), 'g', -1, 64)
}

// ClaimVerdict tells whether a sentence of a paper holds of some numbers.
type ClaimVerdict string

// The standings, from the one that decides a conjunction to the one that all parts must have.
const (
	Fails       ClaimVerdict = "does not hold"
	NotTestable ClaimVerdict = "not testable" // a number is missing, or no number decides
	Undecided   ClaimVerdict = "undecided"    // equal in print where a claim wants more; or within the replicates' scatter
	Holds       ClaimVerdict = "holds"
)

// Tally counts sentences by their standing.
type Tally map[ClaimVerdict]int

// Standings counts claims by their standing on the reported numbers, and on ours.
func Standings(claims []Claim) (own, ours Tally) {
	return list.Count(claims, func(c Claim) ClaimVerdict {
		return c.Own.ClaimVerdict
	}), list.Count(claims, func(c Claim) ClaimVerdict { return c.Ours.ClaimVerdict })
}

// String lists all standings with their counts.
func (t Tally) String() string {
	return fmt.Sprintf("%s %d, %s %d, %s %d, %s %d", Holds, t[Holds], Fails, t[Fails], Undecided, t[Undecided], NotTestable, t[NotTestable])
}

// Outcome is the outcome of a claim on the reported numbers or on ours.
type Outcome struct {
	ClaimVerdict ClaimVerdict `json:"verdict"`
	Lack         string       `json:"lack,omitempty"` // what a claim lacks that is not testable, in the words of cells
	Of           string       `json:"of,omitempty"`   // what the difference and its interval are of, where it is none of two numbers
	Difference   Known        `json:"difference"`     // by how much the deciding comparison holds, or fails if negative; null if not testable
	Low          Known        `json:"low"`            // of the difference over replicates, 95 %; null for reported numbers
	High         Known        `json:"high"`
	On           string       `json:"on,omitempty"` // for which rows the interval speaks, where there is one
	Effect       Known        `json:"effect"`       // Cohen's d of the pairs; null unless paired
	Paired       bool         `json:"paired"`       // the numbers compared are of the same replicates: same data, same start
	Replicates   int          `json:"replicates"`
	Detail       string       `json:"detail"` // the comparison that decided, and why nothing did

	NumbersDiffer []string `json:"numbers_differ,omitempty"` // cells compared whose numbers differ from the reported ones, where the order holds
}

// OrderHolds is the text of a claim whose order holds while its numbers differ from the reported ones.
const OrderHolds = "order holds, numbers differ"

// Standing returns the verdict in words.
func (o Outcome) Standing() string {
	if o.ClaimVerdict == Holds && len(o.NumbersDiffer) > 0 {
		return OrderHolds
	}
	return string(o.ClaimVerdict)
}

// Claim is a quantitative sentence of a paper with its two outcomes.
type Claim struct {
	Paper string  `json:"paper"`
	Key   string  `json:"key"`
	Says  string  `json:"says"`
	Where string  `json:"where"` // section, page or caption
	Note  string  `json:"note,omitempty"`
	Own   Outcome `json:"own"` // on the reported numbers
	Ours  Outcome `json:"ours"`

	Ablations []Ablation `json:"controls,omitempty"`
	Readings  *Readings  `json:"readings,omitempty"` // nil where no alternative of the protocol was computed for it
	Decides   []string   `json:"-"`                  // keys of the tables and figures that show it
}

// Readings tells under how many readings of the protocol a claim holds on our numbers: the one chosen, and each alternative
// that was computed and moves what decides it.
type Readings struct {
	Holds     int `json:"holds"`
	Undecided int `json:"undecided"` // too few runs, or ones that vary too much, to tell
	Of        int `json:"of"`

	Otherwise []string `json:"otherwise,omitempty"` // readings under which it has another standing than with what was chosen, and which
}

// With counts one more reading, under which the claim has the given standing.
func (r *Readings) With(s ClaimVerdict) *Readings {
	if r == nil {
		r = &Readings{}
	}
	r.Of++
	switch s {
	case Holds:
		r.Holds++
	case Undecided:
		r.Undecided++
	}
	return r
}

// Same counts the readings under which the claim has a standing.
func (r Readings) Same(s ClaimVerdict) int {
	switch s {
	case Holds:
		return r.Holds
	case Undecided:
		return r.Undecided
	case Fails:
		return r.Of - r.Holds - r.Undecided
	}
	return 0
}

// String is, for example, "holds under 3 of 5 readings, undecided under 1"; empty without readings.
func (r *Readings) String() string {
	if r == nil {
		return ""
	}
	text := fmt.Sprintf("holds under %d of %s", r.Holds, Count(r.Of, "reading"))
	if r.Undecided > 0 {
		text += fmt.Sprintf(", undecided under %d", r.Undecided)
	}
	return text
}

// Ablation is the outcome of an experiment that takes away the cause that a claim names, and keeps the rest. Differences are
// oriented so that a positive one speaks for the cause, and are in the unit of the table.
type Ablation struct {
	Removes    string `json:"removes"`
	Of         string `json:"of"`         // the metric of the difference with its unit
	Experiment string `json:"experiment"` // address
	Verdict    string `json:"verdict"`    // supported, not supported, undecided, no test, not run
	Same       int    `json:"same"`       // scores that are the same with the cause and without it
	Scores     int    `json:"scores"`     // replicates that pair up, over the rows
	Difference Known  `json:"difference"`
	Low        Known  `json:"low"` // 95 %
	High       Known  `json:"high"`
	On         string `json:"on"`     // for which rows the interval speaks
	Effect     Known  `json:"effect"` // Cohen's d, of pairs if paired
	Paired     bool   `json:"paired"`
	N          int    `json:"n"` // replicates, or rows where there is one replicate
	Detail     string `json:"detail"`
	Tolerance  Known  `json:"tolerance"` // within which a difference counts as none

	Points float64 `json:"-"` // factor that makes points of differences of a score, 1 of other metrics
}

// Erratum is something that cannot be right in a paper's own tables, or looks wrong.
type Erratum struct {
	Detector string `json:"detector"`
	Severity string `json:"severity"`     // error, doubt or note
	Place    string `json:"place"`        // table/panel/row/column
	Of       string `json:"of,omitempty"` // the line that this one repeats
	What     string `json:"what"`
	Why      string `json:"why"`
}

// Grades counts errata by their severity.
func Grades(errata []Erratum) map[string]int {
	return list.Count(errata, func(e Erratum) string { return e.Severity })
}

// Choice is a sentence of the text on how an experiment was done, or a setting that the text leaves open.
type Choice struct {
	Subject  string // what had to be decided
	Value    string
	Place    string // where the text states it, "" of what it leaves open
	Status   string // followed, against the text, inferred, ...
	Evidence string
	Effect   string // what following the text changes
	Where    string // tables that it concerns; all if empty
}

// String returns the standing, by how much the deciding comparison holds (less than 0: by how much it fails), and the comparison.
func (o Outcome) String() string {
	by := ""
	if v := float64(o.Difference); !math.IsNaN(v) && !math.IsInf(v, 0) {
		by = ", by " + strconv.FormatFloat(v, 'g', 4, 64)
	}
	return fmt.Sprintf("%s%s: %s", o.Standing(), by, o.Detail)
}

// String returns the verdict with the numbers that decided.
func (a Ablation) String() string { return a.Verdict + ", without " + a.Removes + ": " + a.Detail }
