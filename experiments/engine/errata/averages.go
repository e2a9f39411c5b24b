package errata

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported/transcript"
)

// average is a reported mean of other numbers.
type average struct {
	number
	name     string // of its column, or of its row if it stands at the end of that
	mean     float64
	rounding float64 // mean half unit of the numbers, which were rounded too
	terms    []string
}

// off says by how much the reported average misses the mean.
func (a average) off() float64 { return a.x - a.mean }

func (a average) allowed() float64 { return a.unit/2 + a.rounding }

func (a average) wrong() bool { return math.Abs(a.off()) > a.allowed()+slack }

// cut tells whether the reported average is the mean without its further digits.
func (a average) cut() bool {
	return -a.off() < a.unit+a.rounding-slack && a.off() <= a.rounding+slack
}

// averages compares each reported average with the mean of the numbers that it sums up. The two may differ by half a unit
// of the average and by the mean half unit of the numbers; averages over a number that cannot be read are left out. Averages
// that are right if cut instead of rounded are one finding, and so are several wrong ones of one row.
func averages(b block) (found []Finding) {
	for _, row := range b.rowsOf(transcript.Average) {
		var all []average
		if b.factorsDiffer(row) {
			continue
		}
		for _, n := range b.numbers(row, b.Columns...) {
			all = n.averageOf(all, n.column, b.whole(b.Data(), []string{n.column}))
		}
		found = append(found, b.judged(all, row, "", "above them")...)
	}
	for _, column := range b.Columns {
		if len(b.Groups) == 0 && b.averages(column) {
			var all []average
			others := slices.DeleteFunc(slices.Clone(b.Columns), b.averages)
			for _, n := range b.among(b.Data(), []string{column}) {
				all = n.averageOf(all, n.row, b.whole([]string{n.row}, others))
			}
			found = append(found, b.judged(all, "", column, "beside them")...)
		}
	}
	return found
}

// factorsDiffer tells whether rows of data have other factors beside their numbers than the row of their averages, so that the numbers as
// they are reported have no mean.
func (b block) factorsDiffer(average string) bool {
	of := b.Factor(average)
	return slices.ContainsFunc(b.Data(), func(row string) bool { return b.Factor(row) != of })
}

// averages tells whether a column holds averages over the others.
func (b block) averages(column string) bool {
	return transcript.IsAverage(column) && len(b.Columns) > 2 && !slices.ContainsFunc(b.Columns, otherStatistic.MatchString)
}

// whole returns the numbers of rows and columns; nil if one is missing, or there are fewer than two.
func (b block) whole(rows, columns []string) []number {
	all := b.among(rows, columns)
	if len(all) < len(rows)*len(columns) || len(all) < 2 {
		return nil
	}
	return all
}

// averageOf adds the average that is reported as n over some numbers, if there are any.
func (n number) averageOf(all []average, name string, of []number) []average {
	if of == nil {
		return all
	}
	a := average{number: n, name: name}
	for _, term := range of {
		a.mean += term.x / float64(len(of))
		a.rounding += term.unit / 2 / float64(len(of))
		a.terms = append(a.terms, term.Value)
	}
	return append(all, a)
}

// judged returns what is wrong with the averages of one row or column.
func (b block) judged(all []average, row, column, where string) []Finding {
	wrong, cut := list.Filter(all, average.wrong), len(list.Filter(all, average.cut))
	below := len(list.Filter(all, func(a average) bool { return a.off() < -slack }))
	const several = 4 // averages that show how they were made
	switch {
	case len(wrong) > 0 && len(all) >= several && cut == len(all):
		what := fmt.Sprintf("%s: right only if cut, not rounded; all %d of them are such cuts", averagesInWords(wrong), len(all))
		return []Finding{b.finding(Note, row, column, what, wrong[0].sum())}
	case len(wrong) == 0 && below == len(all) && math.Pow(2, -float64(below)) < belowByChance:
		return []Finding{b.finding(Note, row, column,
			fmt.Sprintf("all %d averages lie below the means of the numbers %s: they were cut, not rounded", below, where),
			fmt.Sprintf("rounding goes either way: so many on one side are by chance with probability %.0e", math.Pow(2, -float64(below))))}
	case len(wrong) == 1:
		a := wrong[0]
		what := fmt.Sprintf("the average is reported as %s, the %d numbers %s have the mean %s", a.Value, len(a.terms),
			strings.Replace(where, "them", "it", 1), a.meanText())
		return []Finding{b.finding(Error, a.row, a.column, what, a.sum()+cutBeside(all))}
	case len(wrong) > 1:
		what := fmt.Sprintf("%d of %d averages are not the means of the numbers %s: %s", len(wrong), len(all), where, averagesInWords(wrong))
		return []Finding{b.finding(Error, row, column, what, wrong[0].name+": "+wrong[0].sum()+cutBeside(all))}
	}
	return nil
}

// cutBeside tells, beside a wrong average, that the others look cut; "" if they do not. Alone that proves little: what was averaged
// had more digits than are reported.
func cutBeside(all []average) string {
	const least = 3
	var cut []average
	chance := 1.0
	for _, a := range all {
		above := -a.off() - a.unit/2 // of the mean, over what rounding puts at the next number
		switch {
		case a.wrong():
		case a.off() > slack || -a.off() > a.unit-slack: // rounded up, or not the cut mean either
			return ""
		case above > slack:
			cut = append(cut, a)
			spread := a.rounding / math.Sqrt(3*float64(len(a.terms))) // of the mean of so many roundings
			chance *= math.Erfc(above/spread/math.Sqrt2) / 2
		}
	}
	if len(cut) < least {
		return ""
	}
	return fmt.Sprintf("; %d others are as if cut, not rounded: %s; of rounded numbers so many are by chance with probability %.0e",
		len(cut), averagesInWords(cut), chance)
}

// belowByChance is how unlikely averages on one side must be.
const belowByChance = 1e-4

func (a average) meanText() string { return fmt.Sprintf("%.*f", decimals(a.unit)+1, a.mean) }

// sum shows the arithmetic.
func (a average) sum() string {
	terms := strings.Join(a.terms, " + ")
	const most = 12
	if n := len(a.terms); n > most {
		terms = strings.Join(a.terms[:3], " + ") + " + ... + " + a.terms[n-1]
	}
	return fmt.Sprintf("(%s)/%d = %s; reported %s, off by %.*f; rounding explains at most %.2g",
		terms, len(a.terms), a.meanText(), a.Value, decimals(a.unit)+1, math.Abs(a.off()), a.allowed())
}

func averagesInWords(all []average) string {
	const most = 12
	if n := len(all); n > most {
		return averagesInWords(all[:most]) + fmt.Sprintf(" and %d more", n-most)
	}
	return list.Join(all, ", ", func(a average) string { return fmt.Sprintf("%s %s (mean %s)", a.name, a.Value, a.meanText()) })
}

// decimals returns the number of digits after the point of a unit.
func decimals(unit float64) int { return max(0, int(math.Round(-math.Log10(unit)))) }
