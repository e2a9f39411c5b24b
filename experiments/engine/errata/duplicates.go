package errata

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported/transcript"
)

// line is a row, or a column, of a panel.
type line struct {
	place   string
	other   []string  // labels of its cells
	numbers []float64 // NaN where there is none
	spreads []string  // their deviations, "" where there is none or it is 0
	unit    float64   // the coarsest of them
	group   int       // columns are compared within their group
	panel   string
	metric  string // "" if it is not known
}

// duplicates looks for rows and for columns of a table that agree in nearly all of their numbers: copied ones, where a
// cell or two may have been mended since. Numbers at the ends of the range (0 and 100 %) agree easily and are left out.
// Panels of metrics that may be
// equal by definition, or of which one is not known, are not compared. A pair is reported when agreement by chance has a probability below one in a million over all pairs of the table.
func duplicates(all tables) (found []Finding) {
	for _, t := range all.paper.Tables {
		rows, columns := all.lines(t.Name)
		found = append(found, copies(rows, "row", false)...)
		found = append(found, copies(columns, "column", false)...)
	}
	return found
}

// equalByDefinition lists the rows and columns that would be copies if their metrics could not be equal by definition.
func equalByDefinition(all tables) (found []Finding) {
	for _, t := range all.paper.Tables {
		rows, columns := all.lines(t.Name)
		found = append(append(found, copies(rows, "row", true)...), copies(columns, "column", true)...)
	}
	return found
}

// lines returns the rows and columns of the panels of a table.
func (all tables) lines(table string) (rows, columns []line) {
	for _, b := range all.blocks {
		if b.Ref.Table == table {
			rows = append(rows, b.rowLines()...)
			columns = append(columns, b.columnLines()...)
		}
	}
	return rows, columns
}

func (b block) rowLines() []line {
	return list.Map(b.Data(), func(row string) line {
		l := line{place: b.at(row, ""), other: b.Columns, panel: b.Ref.Panel, metric: b.Metric}
		for _, column := range b.Columns {
			l.add(b, row, column)
		}
		return l
	})
}

func (b block) columnLines() (lines []line) {
	for g, group := range b.GroupsOrAll() {
		for _, column := range group {
			l := line{place: b.at("", column), other: b.Data(), group: g, panel: b.Ref.Panel, metric: b.Metric}
			for _, row := range b.Data() {
				l.add(b, row, column)
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// add adds a number that lies within the range and not at its ends.
func (l *line) add(b block, row, column string) {
	c := b.Cell(row, column)
	x, ok := c.Number()
	spread := c.SD
	if strings.Trim(spread, "0.") == "" {
		spread = ""
	}
	l.spreads = append(l.spreads, spread)
	if !ok || len(b.Range) == 2 && !(x > b.Range[0]+slack && x < b.Range[1]-slack) {
		l.numbers = append(l.numbers, math.NaN())
		return
	}
	l.numbers, l.unit = append(l.numbers, x), max(l.unit, b.LastPlace(c))
}

// Two lines are a copy from so many equal numbers, so large a share and so small a chance on. Fewer equal numbers are doubted where all
// their deviations are equal, too: accuracies of one run on few samples may agree, since they are multiples of 1/n; means that deviate
// hardly do.
const leastEqual, leastDoubted, leastShare, mostChance = 4, 3, 0.75, 1e-6

// copies returns the pairs of lines that agree: of metrics that may be equal by definition, or of the others.
func copies(lines []line, what string, definition bool) (found []Finding) {
	pairs := float64(len(lines)*(len(lines)-1)) / 2
	for i, k := range alike(lines) {
		a, b := lines[i], lines[k]
		unnamed := a.panel != b.panel && (a.metric == "" || b.metric == "")
		if (unnamed || transcript.MayEqual(a.metric, b.metric)) != definition {
			continue
		}
		equal, compared, share := agreement(a, b)
		severity := Error
		if equal == leastDoubted && equal == compared {
			switch {
			case a.deviatesAs(b):
				severity = Doubt
			case strings.Join(a.spreads, "")+strings.Join(b.spreads, "") == "":
				severity = Unchecked
			}
		}
		if severity == Error && equal < leastEqual || float64(equal) < leastShare*float64(compared) {
			continue
		}
		if chance := pairs * tail(equal, compared, share); chance < mostChance {
			f := Finding{
				Severity: severity, Place: a.place, Of: b.place,
				What: fmt.Sprintf("%d of %d numbers are those of the %s %s", equal, compared, what, b.place),
				Why:  fmt.Sprintf("by chance this happens in one of %.0e tables", 1/chance),
			}
			switch {
			case unnamed:
				f.Why = "captions or headings that name both metrics: some are equal by definition, as purity and accuracy of pure clusters are"
			case definition:
				f.Why = "the clusters or predictions: these metrics may be equal by definition, as purity and accuracy of pure clusters are"
			case severity == Unchecked:
				f.Why = "deviations, or how many samples there are: single runs on few samples may agree"
			}
			if definition || severity == Unchecked {
				f = withDetector("duplicates", f)
				f.Severity, f.What = Unchecked, "whether it is a copy: "+f.What
			}
			found = append(found, f)
		}
		if len(found) == mostCopies {
			found[mostCopies-1].Why += fmt.Sprintf("; the search ended at %d copies", mostCopies)
			break
		}
	}
	return found
}

// deviatesAs tells whether all numbers of two lines have the same deviation, which is not 0.
func (l line) deviatesAs(o line) bool {
	for i, x := range l.numbers {
		if x == x && o.numbers[i] == o.numbers[i] && (l.spreads[i] == "" || l.spreads[i] != o.spreads[i]) {
			return false
		}
	}
	return true
}

// mostCopies ends the search in a table of little else.
const mostCopies = 500

// The pairs that are looked at: all of them up to so many numbers, else those that agree in a whole part of their numbers, of which
// one of the last so many of each.
const mostCompared, mostInPart = 20_000_000, 20

// alike goes through pairs of lines that may be copies, the later one first. Two that differ in a quarter of their numbers at most agree
// wholly in one of the parts that are a quarter and one.
func alike(lines []line) iter.Seq2[int, int] {
	return func(yield func(i, k int) bool) {
		total, groups := 0, labelGroups(lines)
		for _, l := range lines {
			total += len(l.numbers)
		}
		if total*len(lines)/2 <= mostCompared {
			allPairs(groups, yield)
		} else {
			pairsInPart(lines, groups, yield)
		}
	}
}

// allPairs goes through all pairs of lines of one group.
func allPairs(groups []int, yield func(i, k int) bool) {
	for i := range groups {
		for k := range i {
			if groups[i] == groups[k] && !yield(i, k) {
				return
			}
		}
	}
}

// pairsInPart goes through pairs of lines of one group that agree in a whole part.
func pairsInPart(lines []line, groups []int, yield func(i, k int) bool) {
	last := map[string][]int{}
	for i, l := range lines {
		seen := map[int]bool{}
		for _, key := range l.parts(groups[i]) {
			before := last[key]
			for _, k := range before {
				if seen[k] {
					continue
				}
				if seen[k] = true; !yield(i, k) {
					return
				}
			}
			last[key] = append(before[max(0, len(before)+1-mostInPart):], i)
		}
	}
}

// parts returns texts of the parts of a line that have numbers, each with its place and the group of the line.
func (l line) parts(group int) (keys []string) {
	n := len(l.numbers)
	parts := n/4 + 1
	for p := range parts {
		var key strings.Builder
		fmt.Fprintf(&key, "%d %d", group, p)
		some := false
		for _, x := range l.numbers[p*n/parts : (p+1)*n/parts] {
			fmt.Fprintf(&key, " %g", x)
			some = some || x == x
		}
		if some {
			keys = append(keys, key.String())
		}
	}
	return keys
}

// labelGroups numbers the lines so that those of one number have the same labels and compete.
func labelGroups(lines []line) []int {
	groups := make([]int, len(lines))
	var firsts []int
	for i, l := range lines {
		groups[i] = len(firsts)
		for g, f := range firsts {
			if o := lines[f]; o.group == l.group && (len(o.other) == len(l.other) && len(o.other) > 0 && &o.other[0] == &l.other[0] ||
				slices.Equal(o.other, l.other)) {
				groups[i] = g
				break
			}
		}
		if groups[i] == len(firsts) {
			firsts = append(firsts, i)
		}
	}
	return groups
}

// agreement counts the equal numbers of two lines and estimates the chance that two numbers agree: one unit over the
// spread of the numbers.
func agreement(a, b line) (equal, compared int, chance float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for i, x := range a.numbers {
		y := b.numbers[i]
		if x != x || y != y {
			continue
		}
		compared++
		if math.Abs(x-y) < slack {
			equal++
		}
		low, high = min(low, x, y), max(high, x, y)
	}
	if high <= low {
		return equal, compared, 1
	}
	return equal, compared, min(1, max(a.unit, b.unit)/(high-low))
}

// tail returns the probability of at least k successes in n trials.
func tail(k, n int, p float64) float64 {
	sum := 0.0
	for i := k; i <= n; i++ {
		sum += math.Exp(logChoose(n, i)) * math.Pow(p, float64(i)) * math.Pow(1-p, float64(n-i))
	}
	return sum
}

// logChoose returns the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return lg(n) - lg(k) - lg(n-k)
}
