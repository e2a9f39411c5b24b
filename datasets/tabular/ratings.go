package tabular

import (
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

// bodiless tells whether rows are a file of Matrix Market without its first line: the rest are places within the size that the first one
// tells, in order.
func bodiless(rows [][]text) bool {
	var all [][2]float64
	entries := 0.
	for _, row := range rows {
		var v [3]float64
		for k := range min(len(row), len(v)) {
			v[k], _ = list.ParseDecimal(row[k].string)
		}
		if len(row) != len(v) || slices.ContainsFunc(row, isWord) || !whole(v[0]) || !whole(v[1]) || v[0] < 1 || v[1] < 1 {
			return false
		}
		if all = append(all, [2]float64{v[0], v[1]}); v[0] > all[0][0] || v[1] > all[0][1] {
			return false
		}
		if len(all) == 1 {
			entries = v[2]
		}
	}
	const fewest = 4
	if len(rows) < fewest || entries < float64(len(rows)-1) || entries > all[0][0]*all[0][1] {
		return false
	}
	byRow, byColumn := inOrder(all[1:])
	return byRow || byColumn
}

// plain returns a header in small letters, without what joins its words.
func plain(header string) string {
	return strings.NewReplacer(" ", "", "_", "", "-", "", ".", "").Replace(strings.ToLower(header))
}
