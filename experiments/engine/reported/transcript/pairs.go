package transcript

import (
	"regexp"
	"slices"
	"strings"
)

// continued gives the columns right of a heading over several the same heading, where a file without spans leaves them blank: below
// A,,B, the columns mean,std,mean,std are those of A and of B. It needs that the names below repeat, or that all are as wide.
func continued(names [][]string) [][]string {
	if len(names) < 2 || len(names[0]) < 2 || names[0][0] == "" {
		return names
	}
	var begins []int
	for k, parts := range names {
		if parts[0] != "" {
			begins = append(begins, k)
		} else if strings.Join(parts[1:], "") == "" {
			return names
		}
	}
	if len(begins) == len(names) {
		return names
	}
	same, repeats := true, true
	for i, from := range begins {
		to := len(names)
		if i+1 < len(begins) {
			to = begins[i+1]
		}
		first := names[:len(names)]
		if len(begins) > 1 {
			first = names[:begins[1]]
		}
		same = same && to-from == len(first)
		for k := from; k < to; k++ {
			repeats = repeats && slices.ContainsFunc(first, func(parts []string) bool { return slices.Equal(parts[1:], names[k][1:]) })
		}
	}
	if !same && !repeats {
		return names
	}
	filled := make([][]string, len(names))
	above := ""
	for k, parts := range names {
		filled[k] = slices.Clone(parts)
		if parts[0] != "" {
			above = parts[0]
		}
		filled[k][0] = above
	}
	return filled
}

var (
	deviationWord = regexp.MustCompile(`(?i)^(std|sd|s\.d\.|st\. ?dev\.?|std\. ?dev\.?|stdev|std|dev\.?|deviation|standard deviation|standard error|std\. ?err\.?|stderr|se|sem|s\.e\.|±|\+/-|σ)$`)
	errorWord     = regexp.MustCompile(`(?i)(^|[ _(\[])(standard error|std\.? ?err\.?|se|s\.e\.|sem)[)\]]?$`)
	meanWord      = regexp.MustCompile(`(?i)^(mean|avg\.?|average|value|m|μ)$`)
)

// ofDeviation cuts the word for a deviation off a name: NMF std is NMF, and std alone is what stands before it.
func ofDeviation(parts []string) (rest []string, ok bool) {
	last := parts[len(parts)-1]
	if strings.ContainsAny(last, "0123456789") {
		return nil, false
	}
	words := strings.FieldsFunc(strings.Join(parts, " "), func(r rune) bool { return r == ' ' || r == '_' })
	if len(words) == 0 || !deviationWord.MatchString(strings.Trim(words[len(words)-1], "()[]")) {
		return nil, false
	}
	return words[:len(words)-1], true
}

// ofMean cuts the word for a mean off a name.
func ofMean(parts []string) []string {
	words := strings.FieldsFunc(strings.Join(parts, " "), func(r rune) bool { return r == ' ' || r == '_' })
	if n := len(words); n > 0 && meanWord.MatchString(strings.Trim(words[n-1], "()[]")) {
		return words[:n-1]
	}
	return words
}

// deviating joins a column of means and the column of their deviations right of it. A number that has no deviation, or the reverse,
// stays as it is.
func (b *builder) deviating(s sheet) sheet {
	if !slices.ContainsFunc(s.columns, func(parts []string) bool { _, ok := ofDeviation(parts); return ok }) {
		return s
	}
	joined := sheet{title: s.title, rows: s.rows, assumed: s.assumed, cells: make([][]Cell, len(s.cells))}
	pairs := 0
	for k := 0; k < len(s.columns); k++ {
		name, pair := s.columns[k], false
		if k+1 < len(s.columns) {
			rest, ok := ofDeviation(s.columns[k+1])
			mean := ofMean(name)
			_, itself := ofDeviation(name)
			pair = ok && !itself && (len(rest) == 0 || slices.Equal(rest, mean)) && (len(mean) > 0 || len(name) > 0)
			if pair && len(mean) > 0 && !slices.Equal(mean, strings.Fields(strings.Join(name, " "))) {
				last := len(name) - 1
				name = slices.Clone(name)
				if words := strings.FieldsFunc(name[last], func(r rune) bool { return r == ' ' || r == '_' }); len(words) > 1 {
					name[last] = strings.Join(words[:len(words)-1], " ")
				} else {
					name[last] = ""
				}
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
			pairs++
			k++
		}
	}
	if pairs == 0 {
		return s
	}
	joined.columns = withoutBlanks(joined.columns)
	if slices.ContainsFunc(s.columns, func(parts []string) bool { return errorWord.MatchString(parts[len(parts)-1]) }) {
		b.table.After, b.spread = StandardError, true
	}
	joined.assumed = append(slices.Clone(s.assumed), "numbers below a heading std, or the like, are the deviations of those before them")
	return joined
}

// withDeviation returns a mean with its deviation.
func withDeviation(mean, deviation Cell) Cell {
	m, d := mean.read(), deviation.read()
	if m.blank && d.blank || m.ok && d.blank {
		return mean
	}
	text := strings.TrimLeft(deviation.Text, "±+-/( ")
	joined := mean
	joined.Text, joined.is = mean.Text+"±"+strings.TrimRight(text, ")"), nil
	return joined
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
