package tabular

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// header decides whether the first line holds names.
func (h *head) header(opts Options, l *layout) *SyntaxError {
	h.width = l.width - l.trailing
	h.first, h.from = nil, 0
	first := h.rows[0]
	if i := h.lateHeader(); i > 0 && opts.Header == Auto {
		return h.problem(i, 0, "found what seems to be the header; remove the lines above it")
	}
	l.short = len(first) == l.width-1 && l.trailing == 0
	first = first[:min(h.width, len(first))]
	above, named := h.comment, h.comment != nil && (len(h.comment) == h.width || len(h.comment) == h.width-1) &&
		!slices.ContainsFunc(h.comment, isNumeric)
	if named && opts.Header != No && !l.short && !strings.HasSuffix(above[0].string, ":") && slices.ContainsFunc(first, isNumeric) {
		h.first, l.headed = above, true
		return nil
	}
	if above != nil && len(above) == h.width && !named {
		l.notes = append(l.notes, fmt.Sprintf("the line above the table begins with # and was left out: %s",
			clip(strings.Join(values(above), ", "))))
	}
	header := opts.Header
	if header == Auto {
		var problem *SyntaxError
		if header, problem = h.isHeader(first, l.short); problem != nil {
			return problem
		}
	}
	switch {
	case header == Yes && len(h.rows) == 1:
		return h.problem(0, 0, "found a header and nothing below, want numbers")
	case header == Yes && l.short && h.fractions() && opts.Separator == Detect && opts.RowNames == Auto:
		return h.problem(1, 0, "found %s,%s below one name: a number with a decimal comma, or a name and a number; set separator to semicolon, "+
			"or row-names to yes",
			h.rows[1][0].string, h.rows[1][1].string)
	case header == Yes:
		h.first, h.from, l.skip, l.headed = first, 1, true, true
	case l.short:
		return h.problem(0, len(first)-1, "found %d values, and %d in the next line; if the first line is a header, set header to yes, else "+
			"make all rows equally long", len(first), l.width)
	}
	return nil
}

func values(row []text) []string { return list.Map(row, func(t text) string { return t.string }) }

// isHeader decides whether the first line is a header: it has only words, of which one stands above numbers; quotes where
// there are none below; or it counts the columns as pandas does. Words beside numbers decide nothing, but for the usual
// names of a column of names.
func (h *head) isHeader(first []text, short bool) (Choice, *SyntaxError) {
	below := h.rows[1:]
	if len(below) == 0 {
		return No, nil
	}
	if short {
		return choice(slices.ContainsFunc(first, func(t text) bool { return t.quoted || isWord(t) })), nil
	}
	_, namesBelow := count(columnOf(below, 0))
	above, odd := 0, -1 // words above numbers, and the first of them
	for j, t := range first {
		if numbers, words := count(columnOf(below, j)); isWord(t) && numbers > 0 && words == 0 {
			if above++; odd < 0 {
				odd = j
			}
		}
	}
	unquoted := func(t text) bool { return !t.quoted }
	quoted := !slices.ContainsFunc(first, unquoted) &&
		!slices.ContainsFunc(below, func(row []text) bool { return slices.ContainsFunc(row[min(1, len(row)-1):], isQuoted) })
	corner := first[0].string == ""
	switch {
	case quoted, above > 0 && !slices.ContainsFunc(first, isNumeric), isID(first[0].string) && (above > 0 || namesBelow > 0):
		return Yes, nil
	case corner && len(first) > 1 && (namesBelow > 0 || counts(first[1:], 0) && counts(columnOf(below, 0), 0)): // pandas numbers both sides
		return Yes, nil // names of the rows stand below the empty corner
	case above > 0:
		return Auto, h.problem(0, odd, "found %q in a line that also holds numbers; if they are a header, set header to yes, else correct the "+
			"value", clip(first[odd].string))
	case namesBelow > 0 && len(first) > 3 && counts(first[1:], -1):
		return Auto, h.problem(0, 1, "found %s, %s, ..., which are a header or numbers; header decides: yes, or no where %q is the name of a row", first[1].string,
			first[2].string, clip(first[0].string))
	case corner && len(first) >= 3 && len(below) >= 2 && (counts(columnOf(below, 0), 0) || counts(columnOf(below, 0), 1)):
		return Auto, h.problem(0, 0, "found nothing as the first value, which is unknown, or above the names of the rows; set header and "+
			"row-names to yes or no")
	}
	return No, nil
}

// fractions tells whether every line but a header is two whole numbers without signs between which a comma stands: it may be one number.
func (h *head) fractions() bool {
	rows := h.rows
	if len(rows[0]) == 1 {
		rows = rows[1:]
	}
	const most = 3 // digits before the mark; more are rather years, identifiers or counts
	whole := func(t text) bool { return !t.quoted && t.string != "" && strings.Trim(t.string, "0123456789") == "" }
	return h.mark == ',' && len(rows) > 0 && !slices.ContainsFunc(rows, func(row []text) bool {
		return len(row) != 2 || !whole(row[0]) || !whole(row[1]) || len(row[0].string) > most
	})
}

func columnOf(rows [][]text, j int) []text {
	return list.Map(rows, func(row []text) text { return row[j] })
}

// counts tells whether values are start, start + 1, ..., from any number if start is negative.
func counts(values []text, start int) bool {
	if start < 0 {
		var err error
		if start, err = strconv.Atoi(values[0].string); err != nil {
			return false
		}
	}
	for i, t := range values {
		if t.string != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

// lateHeader finds a line of words below a title, which fills fewer columns, and above numbers; 0 if there is none.
func (h *head) lateHeader() int {
	wordsOnly := func(i int) bool { return !slices.ContainsFunc(h.rows[i], isNumeric) }
	for i := 1; i < len(h.rows)-1 && wordsOnly(i-1); i++ {
		_, words := count(h.rows[i])
		_, above := count(h.rows[i-1])
		if wordsOnly(i) && words >= h.width-1 && words > above && !wordsOnly(i+1) {
			return i
		}
	}
	return 0
}

// idNames are headers of a column that may hold names even where they are numbers.
var idNames = strings.Fields(`id index name key no nr row rowname rownames sample sampleid subject patient gene geneid entrez probe
	feature featureid otuid cell barcode unnamed:0 ...1 date day month year time datetime timestamp`)

func isID(header string) bool {
	plain := strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(header))
	return slices.Contains(idNames, plain)
}

// rowNames decides whether the first column holds names.
func (h *head) rowNames(opts Options, l *layout) *SyntaxError {
	rows := h.rows[h.from:]
	switch {
	case h.width == 1 && opts.RowNames == Yes:
		return h.problem(0, 0, "found a single column, which cannot hold row names and numbers; set row-names to no")
	case h.width == 1 || opts.RowNames == No:
		return nil
	}
	numbers, words := count(columnOf(rows, 0))
	quoted := len(rows) > 0 && !slices.ContainsFunc(rows,
		func(row []text) bool { return !row[0].quoted || slices.ContainsFunc(row[1:], isQuoted) })
	header := ""
	if h.first != nil {
		header = h.first[0].string
	}
	first := h.from + slices.IndexFunc(rows, func(row []text) bool { return isWord(row[0]) })
	// numbers in forms that are not read, or that stand in quotes for their commas alone
	formed := len(rows) > 0 && !slices.ContainsFunc(rows, func(row []text) bool {
		return !numberForm.MatchString(row[0].string) || isNumeric(row[0]) && strings.IndexByte(row[0].string, h.mark) < 0
	})
	switch {
	case opts.RowNames == Yes, h.first != nil && (len(h.first) < h.width || header == ""):
		l.named = true
	case formed && !isID(header):
		found := rows[0][0].string
		hint := strings.TrimSuffix(advice(found), ", or write NA where it is unknown")
		if isNumeric(rows[0][0]) {
			hint = "set it to no"
		}
		return h.problem(h.from, 0, "found %q, and only the like below, which are names or numbers; if names, set row-names to yes, else %s",
			clip(found), hint)
	case quoted, words > 0 && numbers == 0:
		l.named = true
	case words > 0:
		found := h.rows[first][0].string
		if hint := advice(found); hint != correct {
			return h.problem(first, 0, "found %q, want a number; %s", clip(found), hint)
		}
		return h.problem(first, 0, "found %q in a first column that also holds numbers; if they are names, set row-names to yes, else correct "+
			"the value", clip(found))
	case h.first != nil && (isID(header) || len(rows) >= counting && (counts(columnOf(rows, 0), 0) || counts(columnOf(rows, 0), 1))):
		return h.problem(h.from, 0, "found numbers below %q, which are names or values; row-names decides (yes or no)", clip(header))
	}
	if column := columnOf(rows, 0); l.named && opts.RowNames != Yes && numbers > 0 && words == 0 && !counts(column, 0) && !counts(column, 1) {
		l.notes = append(l.notes, fmt.Sprintf("the first column, %s, ..., holds numbers and was taken for names; --row-names no reads it as values",
			clip(column[0].string)))
	}
	return nil
}
