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

// entries returns the problem that a list of entries under its usual header is: MovieLens' userId,movieId,rating,timestamp has four
// columns, and gene,cell,count three, which are no samples.
func (h *head) entries(opts Options, l *layout) *SyntaxError {
	if h.first == nil || opts.Header == Yes {
		return nil
	}
	columns := list.Map(values(h.first), plain)
	const most = 8 // columns of a list; a matrix has more
	if len(columns) > most {
		return nil
	}
	for _, names := range listed {
		if !slices.ContainsFunc(columns, func(c string) bool { return slices.Contains(names, c) }) {
			return nil
		}
	}
	return h.problem(0, 0, "found the columns %s, a list with a line for each entry; %s, or set header to yes to read it as it "+
		"stands",
		clip(strings.Join(values(h.first), ", ")), makeMatrix)
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
