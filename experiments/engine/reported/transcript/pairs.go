package transcript

import (
	"regexp"
	"slices"
	"strings"
)

// continued gives the columns right of a heading over several the same heading, where a file without spans leaves them blank: below
// A,,B, the columns mean,std,mean,std are those of A and of B. All headings must be as wide.
func continued(names [][]string) [][]string {
	begins := 0
	for _, parts := range names {
		if len(parts) < 2 || parts[0] == "" && strings.Join(parts[1:], "") == "" {
			return names
		}
		if parts[0] != "" {
			begins++
		}
	}
	if begins == 0 || begins == len(names) || len(names)%begins > 0 {
		return names
	}
	width := len(names) / begins
	filled := make([][]string, len(names))
	for k, parts := range names {
		if (parts[0] != "") != (k%width == 0) {
			return names
		}
		filled[k] = slices.Clone(parts)
		filled[k][0] = names[k-k%width][0]
	}
	return filled
}

var (
	errorWord     = regexp.MustCompile(`(?i)(^|[ _(\[])(standard error|std\.? ?err\.?|stderr|se|s\.e\.|sem)[)\]]?$`)
	deviationWord = regexp.MustCompile(`(?i)(^|[ _(\[])(std\.?|sd|s\.d\.|stdev|(st|std)\.? ?dev\.?|dev\.?|(standard )?deviation|±|\+/-|σ)[)\]]?$`)
	meanWord      = regexp.MustCompile(`(?i)(^|[ _(\[])(mean|avg\.?|average|value|m|μ)[)\]]?$`)
)

// without cuts one of these words off the end of a name.
func without(name []string, words ...*regexp.Regexp) (rest []string, ok bool) {
	last := len(name) - 1
	for _, w := range words {
		if at := w.FindStringIndex(name[last]); at != nil {
			rest = slices.Clone(name)
			rest[last] = strings.TrimSpace(name[last][:at[0]])
			return rest, true
		}
	}
	return name, false
}

// deviating joins a column of means and the column of their deviations right of it, as NMF and NMF std, or NMF mean and std.
func (b *builder) deviating(s sheet) sheet {
	joined := sheet{title: s.title, rows: s.rows, assumed: s.assumed, cells: make([][]Cell, len(s.cells))}
	pairs, after := 0, "deviations"
	for k := 0; k < len(s.columns); k++ {
		name, pair := s.columns[k], false
		if k+1 < len(s.columns) {
			mean, _ := without(name, meanWord)
			rest, ok := without(s.columns[k+1], errorWord, deviationWord)
			_, itself := without(name, errorWord, deviationWord)
			of := strings.ReplaceAll(label(rest), "_", " ")
			if pair = ok && !itself && (of == "" || of == strings.ReplaceAll(label(mean), "_", " ")); pair && label(mean) != "" {
				name = mean
			}
		}
		joined.columns = append(joined.columns, name)
		for i, row := range s.cells {
			c := row[k]
			if pair {
				c = withDeviation(c, row[k+1])
			}
			joined.cells[i] = append(joined.cells[i], c)
		}
		if pair {
			k++
			if _, errors := without(s.columns[k], errorWord); errors {
				b.table.After, b.spread, after = StandardError, true, "standard errors"
			}
			pairs++
		}
	}
	if pairs == 0 {
		return s
	}
	joined.columns = withoutBlanks(joined.columns)
	joined.assumed = append(slices.Clone(s.assumed), "numbers below a heading std, SE, or the like, are the "+after+" of those before them")
	return joined
}

// withDeviation returns a mean with its deviation.
func withDeviation(mean, deviation Cell) Cell {
	if m, d := mean.read(), deviation.read(); d.blank && (m.blank || m.ok) {
		return mean
	}
	text := strings.TrimLeft(deviation.Text, "±+-/ ")
	if inner, ok := strings.CutPrefix(text, "("); ok {
		text = strings.TrimSuffix(inner, ")")
	}
	mean.Text, mean.is = mean.Text+"±"+text, nil
	return mean
}

// withoutBlanks leaves out a last part that no name has any more.
func withoutBlanks(names [][]string) [][]string {
	for len(names[0]) > 1 && !slices.ContainsFunc(names, func(parts []string) bool { return len(parts) < 2 || parts[len(parts)-1] != "" }) {
		for k, parts := range names {
			names[k] = parts[:len(parts)-1]
		}
	}
	return names
}
