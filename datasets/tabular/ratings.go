package tabular

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// makeMatrix is what to do with a list of entries.
const makeMatrix = "make a matrix of them: write them as .mtx, or by pivot_table of pandas or xtabs of R"

// listed are the headers of a list of entries: one of each side, and one of the value.
var listed = [3][]string{
	{"user", "userid", "customer", "customerid", "reviewer", "reviewerid", "uid",
		"gene", "geneid", "genename", "genesymbol", "feature", "featureid", "row", "doc", "docid", "document", "documentid"},
	{"item", "itemid", "movie", "movieid", "product", "productid", "book", "bookid", "isbn", "song", "songid", "artist", "artistid",
		"business", "businessid", "iid", "cell", "cellid", "barcode", "sample", "sampleid", "column", "word", "wordid", "term", "termid"},
	{"rating", "ratings", "score", "stars", "bookrating", "plays", "playcount", "count", "weight", "value", "r",
		"counts", "umi", "umis", "expression", "frequency"},
}

// triples are headers of lists that stand together alone: those of R, pandas and graphs.
var triples = [][3]string{{"i", "j", "x"}, {"i", "j", "v"}, {"i", "j", "value"}, {"var1", "var2", "freq"}, {"row", "col", "value"},
	{"index", "variable", "value"}, {"source", "target", "weight"}, {"from", "to", "weight"}}

var indexed = regexp.MustCompile(`^[0-9]+:[-+0-9.eE]+$`)

// entries returns the problem that a list of entries is, whose columns are no samples.
func (h *head) entries(opts Options, l *layout) *SyntaxError {
	if opts.Header == Yes || len(opts.Drop) > 0 {
		return nil
	}
	if rows := h.rows[h.from:]; h.mark == ',' && opts.Separator == Detect && !slices.ContainsFunc(rows, func(row []text) bool {
		return strings.Count(row[0].string, ";") < 2
	}) {
		return h.problem(h.from, 0, "found semicolons in %q; set separator to semicolon, or to comma if they are part of names", clip(rows[0][0].string))
	}
	if h.usual() {
		return h.problem(0, 0, "found the columns %s, a list with a line for each entry; %s, or set header to yes to read it as it stands",
			clip(strings.Join(values(h.first), ", ")), makeMatrix)
	}
	if rows := h.rows[h.from:]; opts.RowNames != Yes && named(rows) {
		return h.problem(h.from, 0, "found %s, and names that come again in the first two columns, a list with a line for each entry; %s, "+
			"or set row-names to yes to read it as it stands", clip(strings.Join(values(rows[0]), ", ")), makeMatrix)
	}
	return nil
}

// usual tells whether a header is that of a list of entries: MovieLens' userId,movieId,rating,timestamp has four columns, gene,cell,count three.
func (h *head) usual() bool {
	columns := list.Map(values(h.first), plain)
	const most, few = 8, 4 // columns of a list; a matrix has more
	all := func(names [3]string) bool {
		return !slices.ContainsFunc(names[:], func(name string) bool { return !slices.Contains(columns, name) })
	}
	if len(columns) <= few && slices.ContainsFunc(triples, all) {
		return true
	}
	return h.first != nil && len(columns) <= most && !slices.ContainsFunc(listed[:], func(names []string) bool {
		return !slices.ContainsFunc(columns, func(c string) bool { return slices.Contains(names, c) })
	})
}

// named tells whether rows are entries by names, perhaps behind their numbers: two columns of which one holds words, of which each comes again
// and no pair does, before a value and perhaps a time.
func named(rows [][]text) bool {
	const fewest, widest = 3, 4
	if len(rows) < fewest || slices.ContainsFunc(rows, func(row []text) bool { return len(row) != len(rows[0]) }) {
		return false
	}
	first := 0
	if counts(columnOf(rows, 0), -1) {
		first = 1
	}
	if n := len(rows[0]) - first; n < 3 || n > widest {
		return false
	}
	seen, pairs := [2]map[string]bool{{}, {}}, map[[2]string]bool{}
	words := false
	for _, row := range rows {
		pair := [2]string{row[first].string, row[first+1].string}
		if pairs[pair] || slices.ContainsFunc(row[first+2:], isWord) {
			return false
		}
		pairs[pair] = true
		words = words || isWord(row[first]) || isWord(row[first+1])
		for k, name := range pair {
			if seen[k][name] = true; strings.Contains(name, ".") && row[first+k].kind == number {
				return false // a number that is no place
			}
		}
	}
	return words && len(seen[0]) < len(rows) && len(seen[1]) < len(rows)
}

// forms returns the problem that entries are which are written in a form that is no table.
func (h *head) forms(_ Options, _ *layout) *SyntaxError {
	first, rows := h.rows[0], h.rows
	switch {
	case strings.Count(first[0].string, "::") > 1:
		return h.problem(0, 0, "found %q, a list of entries between ::, as MovieLens has it; %s", clip(first[0].string), makeMatrix)
	case libsvm(rows):
		return h.problem(0, 0, "found %q, places with values as LIBSVM has them; write a matrix, as by load_svmlight_file of scikit-learn and mmwrite "+
			"of SciPy", clip(strings.Join(values(first), " ")))
	case len(rows) > 4 && len(rows[0]) == 1 && len(rows[1]) == 1 && len(rows[2]) == 1 && len(rows[3]) == 3:
		return h.problem(0, 0, "found three numbers above lines of three, a bag of words as UCI has it; write %%%%MatrixMarket matrix coordinate "+
			"real general, and below it these three in one line, and call the file .mtx")
	case bodiless(rows):
		return h.problem(0, 0, "found the size and the number of entries above a list of them; write %%%%MatrixMarket matrix coordinate real general "+
			"as the first line, and call the file .mtx")
	}
	return nil
}

// libsvm tells whether every line has values behind their places, after a class or a count.
func libsvm(rows [][]text) bool {
	several := false
	for _, row := range rows {
		tokens := strings.Fields(strings.Join(values(row), " "))
		if len(tokens) > 1 && !indexed.MatchString(tokens[0]) {
			tokens = tokens[1:]
		}
		if len(tokens) == 0 || slices.ContainsFunc(tokens, func(token string) bool { return !indexed.MatchString(token) }) {
			return false
		}
		several = several || len(tokens) > 1
	}
	return several
}

// bodiless tells whether rows are a file of Matrix Market without its first line: the rest are places within the size that the first one tells.
func bodiless(rows [][]text) bool {
	const fewest = 4
	if len(rows) < fewest {
		return false
	}
	var size [3]float64
	last := [2]float64{}
	for i, row := range rows {
		if len(row) != len(size) {
			return false
		}
		var v [3]float64
		for k := range v {
			var err error
			if v[k], err = list.ParseDecimal(row[k].string); err != nil {
				return false
			}
		}
		if i == 0 {
			if size = v; !whole(v[0]) || !whole(v[1]) || v[2] < float64(len(rows)-1) || v[2] > v[0]*v[1] {
				return false
			}
			continue
		}
		if !whole(v[0]) || !whole(v[1]) || v[0] < 1 || v[1] < 1 || v[0] > size[0] || v[1] > size[1] {
			return false
		}
		byRow, byColumn := [2]float64{v[0], v[1]}, [2]float64{v[1], v[0]}
		if i > 1 && slices.Compare(byRow[:], last[:]) <= 0 && slices.Compare(byColumn[:], []float64{last[1], last[0]}) <= 0 {
			return false // places go up by rows or by columns
		}
		last = byRow
	}
	return true
}

// plain returns a header in small letters, without what joins its words.
func plain(header string) string {
	return strings.NewReplacer(" ", "", "_", "", "-", "", ".", "").Replace(strings.ToLower(header))
}

// ratings tells whether rows seem to be user, item, rating and perhaps a time: whole numbers of which each comes again, though never the
// same pair, beside a few values. Of few rows the values must be of a usual scale, as 1 to 5 or 0.5 to 10.
func (t *Table) ratings() bool {
	m, n := t.X.Dims()
	const fewest, many, values, highest, time = 3, 20, 12, 10, 1e8 // rows twice, different ratings, their scale, seconds
	if m < fewest || n < 3 || n > 4 {
		return false
	}
	scale := true
	pairs, seen := map[[2]float64]bool{}, [3]map[float64]bool{{}, {}, {}}
	for i := range m {
		row := t.X.RawRowView(i)
		pair := [2]float64{row[0], row[1]}
		if !whole(row[0]) || !whole(row[1]) || pairs[pair] || n == 4 && !(whole(row[3]) && row[3] >= time) {
			return false
		}
		pairs[pair] = true
		scale = scale && whole(2*row[2]) && row[2] <= highest
		for k, v := range row[:3] {
			seen[k][v] = true
		}
	}
	again := len(seen[0]) < m && len(seen[1]) < m
	if m < many {
		return again && scale
	}
	return again && len(seen[2]) <= values && len(seen[2]) < len(seen[0]) && len(seen[2]) < len(seen[1])
}

func whole(v float64) bool { return v >= 0 && v == math.Trunc(v) }

// classNames are headers of columns that hold classes beside numbers.
var classNames = strings.Fields("target class label labels cluster species")

// dateNames are what spreadsheets make of the genes MARCH1, SEPT2 and DEC1.
var dateNames = regexp.MustCompile(`(?i)^([0-9]{1,2}-(mar|sep|dec|oct)|(mar|sep|dec|oct)-[0-9]{1,2}|2[0-9]{3}-(03|09|12)-[0-9]{2}( .*)?)$`)

// suspects warns of a column that seems to hold classes, and of names that a spreadsheet made dates of.
func (t *Table) suspects() (notes []string) {
	for j, name := range t.Columns {
		if slices.Contains(classNames, plain(name)) && t.coded(j) {
			notes = append(notes, fmt.Sprintf("the column %q was read as numbers; if it holds classes, leave it out by drop", clip(name)))
		}
	}
	dates := list.Filter(t.Rows, dateNames.MatchString)
	if len(dates) > 0 && 2*len(dates) < len(t.Rows) {
		notes = append(notes, fmt.Sprintf("%d names of rows are dates, as %q; did a spreadsheet make them of the names of genes?", len(dates),
			clip(dates[0])))
	}
	return notes
}

// coded tells whether a column holds a few whole numbers.
func (t *Table) coded(j int) bool {
	m, _ := t.X.Dims()
	seen := map[float64]bool{}
	for i := range m {
		v := t.X.At(i, j)
		if !whole(v) {
			return false
		}
		seen[v] = true
	}
	return len(seen) < m
}
