package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
)

func opener(text string) func() (io.Reader, error) {
	return func() (io.Reader, error) { return iotest.OneByteReader(strings.NewReader(text)), nil }
}

func TestRead(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		text          string
		opts          Options
		want          []float64 // of two columns, or of as many as there are names
		rows, columns []string
		found         string
	}{
		{text: "1,-2.5\n3e-7,4", want: []float64{1, -2.5, 3e-7, 4}},
		{text: " 1 ,\t2 \r\n3,4\r\n\r\n \r\n", want: []float64{1, 2, 3, 4}},
		{text: "\xef\xbb\xbf1,2\n3,4\n", want: []float64{1, 2, 3, 4}},
		{text: "\xfe\xff\x001\x00;\x002\x00\n\x003\x00;\x004", want: []float64{1, 2, 3, 4}, found: "semicolons"},
		{text: "1,2\r3,4\r", want: []float64{1, 2, 3, 4}},
		{text: "\"1\",\"2\"\n\"3\",\"4\"\n", want: []float64{1, 2, 3, 4}},
		{text: "Inf,1\n-inf,2\n", want: []float64{math.Inf(1), 1, math.Inf(-1), 2}},
		{text: "1,NA\n n/a ,2\n", want: []float64{1, nan, nan, 2}},
		{text: "1,2\n,\n3,\n", want: []float64{1, 2, nan, nan, 3, nan}},
		{text: "1,2\n3,4\n,\n", want: []float64{1, 2, 3, 4}}, // an empty line of a spreadsheet
		{text: "1;2,5\n3;4\n", want: []float64{1, 2.5, 3, 4}, found: "semicolons, decimal comma"},
		{text: "0,123;4,567\n", want: []float64{0.123, 4.567}, found: "semicolons, decimal comma"},
		{text: "1,234;5,678\n", opts: Options{Decimal: DecimalComma}, want: []float64{1.234, 5.678}, found: "semicolons, decimal comma"},
		{text: "1;2,5e-3\n", want: []float64{1, 2.5e-3}, found: "semicolons, decimal comma"},
		{text: "1  2\n 3\t4 \n", want: []float64{1, 2, 3, 4}, found: "blanks"},
		{text: "1\t\n\t2\n3\t4\n", want: []float64{1, nan, nan, 2, 3, 4}, found: "tabs"},
		{text: "# made by hand\n# a b\n1 2\n", want: []float64{1, 2}, columns: []string{"a", "b"}, found: "blanks, header"},
		{text: "# made by hand, yesterday\n1,2\n", opts: Options{Header: No}, want: []float64{1, 2}},
		{text: "# made by me\nb,c\n1,2\n", want: []float64{1, 2}, columns: []string{"b", "c"}, found: "header"},
		{text: "a b,\"c, \"\"d\"\"\ne\"\n1,2\n", want: []float64{1, 2}, columns: []string{"a b", "c, \"d\"\ne"}, found: "header"},
		{text: "gene,a,b\nx,1,2\n7,3,4\n", opts: Options{RowNames: Yes}, want: []float64{1, 2, 3, 4}, rows: []string{"x", "7"},
			columns: []string{"a", "b"}, found: "header, row names"},
		{text: "id,b\n7,1\n9,2\n", opts: Options{RowNames: No}, want: []float64{7, 1, 9, 2}, columns: []string{"id", "b"}, found: "header"},
		{text: "NA,a,b\nNA,1,2\n", opts: Options{RowNames: Yes}, want: []float64{1, 2}, rows: []string{"NA"}, columns: []string{"a", "b"},
			found: "header, row names"},
		{text: "a;1,5;2\nb;3;4\n", want: []float64{1.5, 2, 3, 4}, rows: []string{"a", "b"}, found: "semicolons, row names, decimal comma"},
		{text: "n;v;w\na;1,5;2,5\n", want: []float64{1.5, 2.5}, rows: []string{"a"}, columns: []string{"v", "w"},
			found: "semicolons, header, row names, decimal comma"},
		{text: "n,v,w,x\na,1,2,3\n", opts: Options{Drop: []string{"w"}}, want: []float64{1, 3}, rows: []string{"a"}, columns: []string{"v", "x"},
			found: "header, row names, 1 column dropped"},
		{text: "9,1,s,2\n9,3,t,4\n", opts: Options{Drop: []string{"1", "3"}}, want: []float64{1, 2, 3, 4}, found: "2 columns dropped"},
		{text: "gene,2001,2007\na,1,2\n", want: []float64{1, 2}, rows: []string{"a"}, columns: []string{"2001", "2007"},
			found: "header, row names"},
		{text: "1998;1999\n1;2\n", opts: Options{Header: Yes}, want: []float64{1, 2}, columns: []string{"1998", "1999"},
			found: "semicolons, header"},
		{text: "\"1998\",\"1999\"\n1,2\n", want: []float64{1, 2}, columns: []string{"1998", "1999"}, found: "header"},
		{text: "a,b,\n1,2,\n", want: []float64{1, 2}, columns: []string{"a", "b"}, found: "header"},
		{text: "1007_s_at,1,2\n1053_at,3,4\n", want: []float64{1, 2, 3, 4}, rows: []string{"1007_s_at", "1053_at"}, found: "row names"},
		{text: "2020-01-01,1,2\n", want: []float64{1, 2}, rows: []string{"2020-01-01"}, found: "row names"},
		{text: "share,a,b\n1%,1,2\n", opts: Options{RowNames: Yes}, want: []float64{1, 2}, rows: []string{"1%"}, columns: []string{"a", "b"},
			found: "header, row names"},
		{text: "sample,a,b\n1%,1,2\n", want: []float64{1, 2}, rows: []string{"1%"}, columns: []string{"a", "b"}, found: "header, row names"},
		{text: "1.234;2345\n", want: []float64{1.234, 2345}, found: "semicolons"},
		{text: "1.234;0.345\n", want: []float64{1.234, 0.345}, found: "semicolons"},
		{text: "1.234,2.345\n", want: []float64{1.234, 2.345}},
		{text: "1.234;2.345\n", opts: Options{Decimal: DecimalPoint}, want: []float64{1.234, 2.345}, found: "semicolons"},
		{text: "a;b\n1,5;2\n", want: []float64{1.5, 2}, columns: []string{"a", "b"}, found: "semicolons, header, decimal comma"},
	} {
		got, err := Read(opener(tt.text), "x.csv", tt.opts)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		raw, unknown := got.X.RawMatrix().Data, 0
		for _, v := range tt.want {
			if math.IsNaN(v) {
				unknown++
			}
		}
		if _, n := got.X.Dims(); n != 2 || !slices.EqualFunc(raw, tt.want,
			func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }) {
			t.Errorf("%q: got %v in %d columns, want %v", tt.text, raw, n, tt.want)
		}
		if !slices.Equal(got.Rows, tt.rows) || !slices.Equal(got.Columns, tt.columns) || strings.Join(got.Found, ", ") != tt.found ||
			got.Unknown != unknown {
			t.Errorf("%q: rows %q, columns %q, found %q, %d unknown", tt.text, got.Rows, got.Columns, got.Found, got.Unknown)
		}
	}
}

func TestReadErrors(t *testing.T) {
	many := strings.Repeat("1,2\n", 2*sampled) // beyond what is looked at first
	for _, tt := range []struct {
		text string
		opts Options
		want string
	}{
		{"", Options{}, "x.csv: the file holds no numbers"},
		{"\n \n", Options{}, "x.csv: the file holds no numbers"},
		{"a,b\n", Options{}, `x.csv:1:3: found "b", and column 2 holds only words`},
		{"a,b\n", Options{Header: Yes}, "x.csv:1:1: found a header and nothing below"},
		{"a,b\nNA,NA\n", Options{Header: Yes}, "every value is unknown"},
		{"1,2\n3\n", Options{}, "x.csv:2:1: found 1 values, want 2"},
		{"1,2\n3,4,5\n6,7\n", Options{}, "x.csv:2:5: found 3 values, want 2"},
		{"1,2\n3,4,5\n", Options{}, "x.csv:1:3: found 2 values, and 3 in the next line; if the first line is a header, set header to yes"},
		{"1,2\n\n3,4\n", Options{}, "x.csv:2:1: found an empty line between rows"},
		{"1,2\ns1,2\n", Options{}, `x.csv:2:1: found "s1" in a first column that also holds numbers`},
		{"a,b\n\"1,234.5\",2\n7,8\n", Options{}, `x.csv:2:1: found "1,234.5", want a number; write it without what separates thousands`},
		{"sep=;\na;b\n1;2\n", Options{}, "x.csv:1:1: found Excel's line that names the separator; remove it"},
		{"1,2\n3,4x\n", Options{}, `x.csv:2:3: found "4x", want a number; correct the value`},
		{"1,2\n3,5\" tube\n", Options{}, "x.csv:2:4: found a quote within a value that does not begin with one"},
		{"1,2\n3,1D+02\n", Options{}, `x.csv:2:3: found "1D+02", want a number; write the exponent with e`},
		{"1;2.5\n3;4,5\n", Options{}, `x.csv:2:3: found "4,5" where the decimal mark is a point`},
		{"1;2,5\n3;4.5\n", Options{Separator: Semicolon}, `x.csv:2:3: found "4.5" where the decimal mark is a comma`},
		{"1;1.234,5\n3;4\n", Options{}, `x.csv:1:3: found "1.234,5" in a line that also holds numbers; if they are a header, set header to yes`},
		{"1;1.234,5\n3;4\n", Options{Header: No}, `found "1.234,5", want a number; write it without what separates thousands`},
		{"x1,5,6\n2,3,4\n", Options{}, `x.csv:1:1: found "x1" in a line that also holds numbers`},
		{"plant,2001,2002,2003\na,1,2,3\n", Options{}, "x.csv:1:7: found 2001, 2002, ..., which are a header or numbers; header decides"},
		{"1,1e999\n", Options{}, "x.csv:1:3: found 1e999, want a number within"},
		{"0x1p3,1\n0x1p4,2\n", Options{RowNames: No}, `found "0x1p4", and column 1 holds only words`},
		{"1,2\n\"3\",\"4\n", Options{}, "x.csv:2:8: found a quote that nothing closes"},
		{"1,2\n\"3\"x,4\n", Options{}, "x.csv:2:3: found a quote that nothing closes, or more than a separator after the closing one"},
		{strings.Repeat("a", 1<<17), Options{}, "longer than 65536 bytes"},
		{"1,2\n", Options{Separator: "pipe"}, `separator = "pipe", want comma or semicolon or tab or blank`},
		{"1,2\n", Options{Header: "maybe"}, `header = "maybe", want yes or no`},
		{"1,2\n", Options{Drop: []string{"3"}}, `no column "3" to drop, want a name of the header or a number from 1 to 2`},
		{"1,2\n", Options{Drop: []string{"1", "2"}}, "no column is left"},
		{"1\n2\n", Options{RowNames: Yes}, "found a single column, which cannot hold row names and numbers"},
		{"nr,v\n1,2\n2,3\n", Options{}, `x.csv:2:1: found numbers below "nr"`},
		{"v,w\n1,2\n2,3\n3,5\n4,5\n5,6\n", Options{}, `x.csv:2:1: found numbers below "v"`},
		// numbers in forms that are not read, in the first column, where words would be names
		{"a,b,c\n10%,20,30\n40%,50,60\n", Options{}, `x.csv:2:1: found "10%", and only the like below, which are names or numbers; if names, set row-names to yes, else write shares without the sign`},
		{"$10,2\n$4,5\n", Options{}, `else write amounts without the currency`},
		{"1'234,2\n2'345,5\n", Options{}, `else write it without what separates thousands`},
		{"\"1,234\",2\n\"5,678\",5\n", Options{}, `x.csv:1:1: found "1,234", and only the like below`},
		{"1.234,5;2;1\n1.237,5;5;1\n", Options{}, `found "1.234,5", and only the like below`},
		{"−1,2\n−2,5\n", Options{}, `else write the minus as -`},
		{"0x1,2\n0xf,5\n", Options{}, `found "0x1", and only the like below`},
		{"<5,2\n<7,5\n", Options{}, `else write a number, or NA where it is below what can be measured`},
		{"a,b\n10%,2\n4%,5\n", Options{RowNames: No}, `x.csv:3:1: found "4%", want a number; write shares without the sign`},
		// blanks between thousands
		{"1 234,2 345\n3 456,5 567\n", Options{}, `x.csv:1:1: found "1 234", a number with blanks between thousands or two numbers`},
		{"1 234\t2 345\n3 456\t5 567\n", Options{}, `found "1 234", a number with blanks`},
		{"f0;1 234,5;2\nf1;3;4\n", Options{}, `x.csv:1:4: found "1 234,5", a number with blanks`},
		{"a,b\n1 234,2 345\n3 456,5 567\n", Options{}, `x.csv:2:1: found "1 234", a number with blanks`},
		{"1\u00a0234,2\n3,5\n", Options{}, `x.csv:1:1: found "1\u00a0234", a number with blanks`},
		{"1\u202f234;2\n3;5\n", Options{}, "a number with blanks"},
		{"1\u2009234\t2\n3\t5\n", Options{}, "a number with blanks"},
		{"1\xa0234;2\n3;5\n", Options{}, "a number with blanks"},
		{"1 234\n12 045\n", Options{}, `x.csv:2:1: found "12 045", a number with blanks between thousands or several numbers`},
		{"f0 1 234\nf1 12 045\n", Options{}, `x.csv:2:4: found "12 045"`},
		{many + "1 234,2\n", Options{}, `x.csv:201:1: found "1 234", want a number; write it without what separates thousands`},
		// a decimal comma between commas
		{"x\n1,5\n2,7\n", Options{}, "x.csv:2:1: found 1,5 below one name: a number with a decimal comma, or a name and a number"},
		{"\"1,5\",\"2,5\"\n\"3,5\",\"4,5\"\n", Options{}, "if names, set row-names to yes, else set it to no"},
		// whole numbers that float64 rounds
		{"9007199254740993,1\n", Options{}, "x.csv:1:1: found 9007199254740993, a whole number beyond 2^53"},
		{many + "1,-9007199254740993\n", Options{}, "x.csv:201:3: found -9007199254740993, a whole number"},
		// lists of entries
		{"userId,movieId,rating,timestamp\n1,31,2.5,1260759144\n", Options{},
			"x.csv:1:1: found the columns userId, movieId, rating, timestamp, a list with a line for each entry; make a matrix"},
		{"User ID;Item_ID;Stars\n1;31;2\n", Options{}, "a list with a line for each entry"},
		{"u1,i1,5\nu1,i2,3\nu2,i1,4\n", Options{}, "x.csv:1:1: found u1, i1, 5, and names that come again in the first two columns"},
		{"\"u1\"\t\"i1\"\t5\n\"u1\"\t\"i2\"\t3\n\"u2\"\t\"i1\"\t4\n", Options{}, "a list with a line for each entry"},
		{"u1 7 5\nu1 9 3\nu2 7 4\n", Options{}, "a list with a line for each entry"},
		{"7;w1;0,5\n9;w1;3,5\n7;w2;4,5\n", Options{}, "a list with a line for each entry"},
		{"who,what,n\nu1,i1,5\nu1,i2,3\nu2,i1,4\n", Options{}, "x.csv:2:1: found u1, i1, 5, and names that come again"},
		{"\"\",\"Var1\",\"Var2\",\"Freq\"\n\"1\",\"a\",\"b\",5\n\"2\",\"b\",\"b\",2\n", Options{}, "a list with a line for each entry"},
		{"1,u1,i1,5\n2,u1,i2,3\n3,u2,i1,4\n", Options{}, "a list with a line for each entry"},
		{"i j x\n1 1 5\n2 1 3\n", Options{}, "found the columns i, j, x, a list"},
		{"1::1193::5::978300760\n1::661::3::978302109\n", Options{}, "a list of entries between ::, as MovieLens has it; make a matrix"},
		{"1 1:3.5 4:2\n0 2:1\n-1 1:4 3:2 9:1e-3\n", Options{}, "places with values as LIBSVM has them"},
		{"1:3.5 4:2\n2:1 5:1\n", Options{}, "places with values as LIBSVM has them"},
		{"4 3 5\n1 1 5\n1 3 2\n2 2 7.5\n4 1 3\n4 3 1\n", Options{}, "found the size and the number of entries above a list of them"},
		{"4\n3\n5\n1 1 5\n1 3 2\n2 2 7\n4 1 3\n4 3 1\n", Options{}, "a bag of words as UCI has it"},
		{"gene,cell,count\ng1,c1,3\ng2,c1,1\n", Options{}, "x.csv:1:1: found the columns gene, cell, count, a list with a line for each entry"},
		{"1::31::2.5\n1::32::3\n2::31::1\n", Options{}, "a list of entries between ::"},
		// thousands with a point
		{"1.234;2.345\n4.567;5.678\n", Options{},
			"x.csv: every number with a point has three digits after it, which a decimal point has as well as one between thousands; set decimal " +
				"to point"},
		{"1.234;999\n4.567;56\n", Options{}, "every number with a point has three digits"},
		{"date,a\n20200101,1\n20200102,3\n", Options{}, `x.csv:2:1: found numbers below "date", which are names or values; row-names decides`},
		{many + "1,2,3\n", Options{}, "x.csv:201:5: found 3 values, want 2 as in the lines above"},
		{many + "s,2\n", Options{}, `x.csv:201:1: found "s", want a number`},
		{strings.ReplaceAll(many, "\n", ",\n") + "1,2,3\n", Options{}, `x.csv:201:5: found "3" in a column that is empty in the lines above`},
	} {
		_, err := Read(opener(tt.text), "x.csv", tt.opts)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.60q: got error %v, want %q", tt.text, err, tt.want)
		}
		if _, ok := errors.AsType[*SyntaxError](err); !ok {
			t.Errorf("%.60q: %T is no SyntaxError", tt.text, err)
		}
	}
	broken := errors.New("disk gone")
	for _, open := range []func() (io.Reader, error){
		func() (io.Reader, error) { return iotest.ErrReader(broken), nil },
		func() (io.Reader, error) { return nil, broken },
		func() (io.Reader, error) {
			return io.MultiReader(strings.NewReader("1,2"), iotest.ErrReader(broken)), nil
		},
	} {
		if _, err := Read(open, "x.csv", Options{}); !errors.Is(err, broken) {
			t.Errorf("got %v, want the reader's own error", err)
		}
	}
}

// What may be meant otherwise is read, and a note says so.
// What only resembles a list of entries is read: names that stand once, sorted counts, repeated names where row-names is said.
func TestReadNoList(t *testing.T) {
	for _, c := range []struct {
		text string
		opts Options
	}{
		{"g1,3,5\ng2,2,7\ng3,3,1\n", Options{}}, {"g1,3,5\ng1,2,7\ng2,3,1\n", Options{RowNames: Yes}}, {"g1,3.5,5\ng1,2.5,7\ng2,3.5,1\n", Options{}},
		{"9 9 9\n8 4 2\n7 5 5\n3 1 2\n", Options{}}, {"i,j,k\n1,1,5\n2,1,3\n", Options{}}, {"g1,x1,5\ng2,x1,6\ng3,x2,7\n", Options{Drop: []string{"2"}}},
	} {
		if _, err := Read(func() (io.Reader, error) { return strings.NewReader(c.text), nil }, "x.csv", c.opts); err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

func TestReadNotes(t *testing.T) {
	for text, want := range map[string]string{
		"2018,2019,2020\n1.5,2,3\n": "the first row is 2018, 2019, 2020, ... and was read as numbers; if it is a header, set " +
			"header to yes",
		"2000,2005,2010\n1.5,2,3\n": "the first row is 2000, 2005, 2010, ... and was read as numbers",
		"0,1,2\n5,7,1\n":            "the first row is 0, 1, 2, ...",
		"20200101,1\n20200201,5\n20200301,2\n": "the first column is 20200101, 20200201, 20200301, ... and was read as numbers; if it " +
			"holds row names, set row-names to yes",
		"1950,1\n1960,5\n1970,2\n":                   "the first column is 1950, 1960, 1970, ...",
		"1001,1.5\n1002,2\n1003,4\n1004,1\n1005,3\n": "the first column is 1001, 1002, 1003, ...",
		"0,0,1.5\n0,1,2\n1,0,3\n1,1,4\n":             "every row begins with two whole numbers, and no pair comes again; if the rows are entries",
		"a,b,v\n1,1,1.5\n2,1,2\n1,2,3\n2,2,4\n":      "every row begins with two whole numbers, and no pair",
		"1,1,5\n2,3,2\n3,2,3\n4,7,4\n":               "",
		"a,b\n1,2\n3,4\n5,6\n9,12\n":                 "the last row is the sum of the others; if it is their total, leave it out",
		"1,2,4,7\n3,0.5,1,4.5\n":                     "the last column is the sum of the others",
		"1.234\t999\n4.567\t56\n":                    "every number with a point has three digits after it, and others have no point",
		"1.234\t0\n4.567\t5.600\n":                   "",
		"#1,2,3\n4,5,6\n":                            "the line above the table begins with # and was left out: 1, 2, 3",
		"2018,2019,2020\n2011,2012,2013\n":           "",
		"1,5\n2,7\n":                                 "every line may be one number with a decimal comma; it was read as two",

		"5 120\n7 300\n":                                "every line may be one number with blanks between thousands; it was read as several",
		"1,2,3\n4,5,7.5":                                "the last line has no end; was the file cut off?",
		"a,target\n1.5,0\n2,1\n3,1\n":                   `the column "target" was read as numbers; if it holds classes, leave it out by drop`,
		ratingsList("%d\t%d\t%d\t881250949\n"):          "every row begins with two whole numbers, and no pair comes again",
		ratingsList("%d,%d,%d\n"):                       "every row begins with two whole numbers, and no pair",
		"7,3,5\n9,3,2\n7,4,1\n":                         "every row begins with two whole numbers, and no pair",
		"u,i,s\n9,3,4.5\n7,4,1\n7,3,2\n9,4,0.5\n":       "every row begins with two whole numbers, and no pair",
		"7,3,5,881250949\n9,3,2,881250950\n7,4,1,9e8\n": "every row begins with two whole numbers, and no pair",
		"7,3,50\n9,3,20\n7,4,11\n":                      "", // no scale of ratings
		"7,3,5\n9,3,2.3\n7,4,1\n":                       "",
		"7,3,5\n9,3,2\n7,3,1\n":                         "", // a pair comes again
		"20201301,1\n20200201,5\n20200301,2\n":          "",
		"# made by hand, yesterday, at noon\n1,2,3\n":   "",
	} {
		got, err := Read(opener(text), "x.csv", Options{})
		if err != nil || want == "" && len(got.Notes) > 0 || want != "" && (len(got.Notes) != 1 || !strings.HasPrefix(got.Notes[0], want)) {
			t.Errorf("%q: %+v, %v; want %q", text, got, err, want)
		}
	}
}

// ratingsList is a list of ratings in the order of time, as of MovieLens 100K.
func ratingsList(line string) string {
	var b strings.Builder
	for k := range 60 {
		fmt.Fprintf(&b, line, k*7%10+1, k*11%13+1, k%5+1)
	}
	return b.String()
}

// A line that no memory holds is refused before it is read, and so is text that grows beyond it.
func TestReadMemory(t *testing.T) {
	defer budget.Set(0)
	budget.Set(1 << 20)
	endless := func(text string) func() (io.Reader, error) {
		return func() (io.Reader, error) {
			return io.MultiReader(strings.NewReader(text[:1]), &endlessReader{text[1:]}), nil
		}
	}
	for text, want := range map[string]string{
		"\x00\x00": "KiB in x.csv (is a quote not closed?) takes at least",
		"11,2,":    "a line, or empty lines, of more than ",
		"\"1\n":    "a line, or empty lines, of more than ",
		"11,2\n":   "lines of x.csv takes at least",
	} {
		if _, err := Read(endless(text), "x.csv", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q without an end: %v, want %q", text, err, want)
		}
		if _, err := ReadLabels(endless(text), "x.csv", "", Options{}); err == nil || !strings.Contains(err.Error(), "--memory changes that") {
			t.Errorf("labels %q without an end: %v", text, err)
		}
	}
}

type endlessReader struct{ text string }

func (e *endlessReader) Read(p []byte) (n int, err error) {
	for n+len(e.text) <= len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}

// FuzzWrite checks that names and numbers come back as they were written.
func FuzzWrite(f *testing.F) {
	f.Add("gene", "a\"b", "1,5", 0.1, 3.5)
	f.Add("", "", "NA", math.Inf(1), -0.)
	f.Add("id", "1", "2", 1., 2.)
	f.Fuzz(func(t *testing.T, corner, name, column string, x, y float64) {
		if math.IsNaN(x) || math.IsNaN(y) {
			return
		}
		names, columns := []string{name, name + "'"}, []string{column, column + "'"}
		a := mat.NewDense(2, 2, []float64{x, y, 1, 2})
		var b bytes.Buffer
		if err := Write(&b, a, corner, names, columns); err != nil {
			t.Fatal(err)
		}
		if b.Len() > maxCell {
			return
		}
		got, err := Read(opener(b.String()), "again", Options{Header: Yes, RowNames: Yes, Separator: Comma})
		if err != nil {
			t.Fatalf("wrote %q: %v", b.String(), err)
		}
		for i, v := range got.X.RawMatrix().Data {
			if math.Float64bits(v) != math.Float64bits(a.RawMatrix().Data[i]) {
				t.Fatalf("%v came back as %v", a.RawMatrix().Data[i], v)
			}
		}
		if want := fmt.Sprintf("%q %q", read(names), read(columns)); fmt.Sprintf("%q %q", got.Rows, got.Columns) != want {
			t.Fatalf("got names %q %q, want %s", got.Rows, got.Columns, want)
		}
	})
}

// read is what reading makes of names: line ends become \n, blanks at the ends go, and what is no UTF-8 is taken for Latin-1.
func read(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, nameOf(strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(n))))
	}
	return out
}

// What is written with names is read without being told anything.
func TestWriteIsDetected(t *testing.T) {
	a := mat.NewDense(2, 2, []float64{0.1, 1. / 3, 1e300, 5})
	for _, names := range [][]string{{"a", "b"}, {"1", "2"}, {"0", "x"}, {"NA", "7"}, {"a,b;c", "d\te"}} {
		var b bytes.Buffer
		if err := Write(&b, a, "feature", names, []string{"component 1", "component 2"}); err != nil {
			t.Fatal(err)
		}
		got, err := Read(opener(b.String()), "W.csv", Options{})
		if err != nil || !mat.Equal(got.X, a) || !slices.Equal(got.Rows, names) || got.Columns[1] != "component 2" {
			t.Errorf("%q: %+v, %v", names, got, err)
		}
	}
}
