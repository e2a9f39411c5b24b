package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Cost is the number of runs and the seconds of a computation.
type Cost struct {
	Runs    int
	Seconds float64 // of one core
	With    string  // address of the table whose runs do this one too; "" if it has runs of its own
}

// String returns the time in minutes or hours: an estimate from other machines and other sizes is good for no more.
func (c Cost) String() string {
	switch minutes := math.Round(c.Seconds / 60); {
	case minutes < 1:
		return "less than a minute of one core"
	case minutes < 60:
		return fmt.Sprintf("roughly %.0f min of one core", minutes)
	default:
		return fmt.Sprintf("roughly %.0f h of one core", minutes/60)
	}
}

// DerivedHow says how a number was derived from other numbers of the paper; "" of a reported number.
func (c Cell) DerivedHow() string {
	if how, is := strings.CutPrefix(c.Reported.Status, derived+": "); is {
		return how
	}
	return ""
}

// derived begins the status of such numbers.
const derived = "derived"

// Numbers returns how many numbers the paper reports, with and without a cell of ours.
func (p Paper) Numbers() int {
	n := len(p.Judged())
	for address := range p.Unshown {
		n += p.Beside(address)
	}
	return n
}

// Beside returns how many reported numbers of a table have no cell of ours.
func (p Paper) Beside(address string) int { return sum(p.Unshown[address]) }

func sum(counts map[string]int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

// Verdicts counts the verdicts on all numbers that the paper reports; those for which we have no cell are missing.
func (p Paper) Verdicts() map[string]int {
	cells := p.Judged()
	return VerdictCounts(cells, p.Numbers()-len(cells))
}

// Missing returns how many of the reported numbers are missing.
func (p Paper) Missing() int { return sum(p.Lacks()) }

// Lacks counts the missing numbers by reason.
func (p Paper) Lacks() map[string]int {
	lacks := map[string]int{}
	for _, l := range p.Lacking() {
		lacks[l.Lack] += l.Numbers
	}
	return lacks
}

// Lacking is how many reported numbers of a table are missing for one reason.
type Lacking struct {
	Address string `json:"address"`
	Lack    string `json:"lack"`
	Numbers int    `json:"numbers"`
	Why     string `json:"why,omitempty"` // where there is more to say: the reason, or the cost and the command

	whole bool // Why says by itself what is missing
}

// String returns "rpr/table3: 197 numbers, not computed: ...".
func (l Lacking) String() string {
	text := fmt.Sprintf("%s: %s, %s", l.Address, Count(l.Numbers, "number"), l.Lack)
	switch {
	case l.Why != "" && l.whole:
		return fmt.Sprintf("%s: %s: %s", l.Address, Count(l.Numbers, "number"), l.Why)
	case l.Why != "":
		return text + ": " + l.Why
	}
	return text
}

// Lacking lists the missing numbers by table and reason, with the cost of computing them where they can be computed.
func (p Paper) Lacking() (all []Lacking) {
	found := map[[2]string]*Lacking{}
	add := func(address, lack, why string, whole bool, n int) {
		key := [2]string{address, lack}
		if found[key] == nil {
			found[key] = &Lacking{Address: address, Lack: lack, Why: why, whole: whole}
		}
		found[key].Numbers += n
	}
	for _, t := range p.Tables {
		for _, c := range t.Judged() {
			v := c.Verdict
			if v.Reason == v.Lack {
				v.Reason = ""
			}
			if v.Kind == KindMissing {
				whole := v.Lack == LackLost || v.Lack == LackMisprint && c.Reported.Is == LackMisprint
				add(t.Address, cmp.Or(v.Lack, "unexplained"), v.Reason, whole, 1)
			}
		}
	}
	for address, lacks := range p.Unshown {
		for lack, n := range lacks {
			add(address, lack, "", lack == LackLost, n)
		}
	}
	for _, l := range found {
		if cost, known := p.Costs[l.Address]; known && (l.Lack == LackRuns || l.Lack == LackPart) {
			l.Why = fmt.Sprintf("%s, %s: %s", Count(cost.Runs, "run"), cost, Command("run", l.Address, "--profile", "paper"))
			if cost.With != "" {
				l.Why = "the runs of " + cost.With + " do"
			}
		}
		all = append(all, *l)
	}
	slices.SortFunc(all, func(a, b Lacking) int { return cmp.Or(cmp.Compare(a.Address, b.Address), cmp.Compare(a.Lack, b.Lack)) })
	return all
}

// Fitted lists the judged cells by whose reported number an open setting was chosen.
func (p Paper) Fitted() []Cell { return Fitted(p.Judged()) }

// Fitted lists those of some cells by whose reported number an open setting was chosen.
func Fitted(cells []Cell) []Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Verdict.Fitted == "" || !Decided(c.Verdict.Kind) })
}
