package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"nmfrepro/experiments/engine/workflow"
)

// table6 is a table of 6 features and 5 samples, as most of TestMeanings' files are.
const table6 = `gene,s1,s2,s3,s4,s5
g1,1.5,0.25,3,2.75,0.5
g2,2,1,0.5,4,1.25
g3,0.75,3.5,1,0.5,2
g4,4,2,6.5,1,0.25
g5,1,5,2,3,4.5
g6,2.5,0.5,1.25,6,3
`

// bare is a table without its names.
func bare(text string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n")[1:] {
		_, values, _ := strings.Cut(line, ",")
		b.WriteString(values)
	}
	return b.String()
}

// flipped exchanges rows and columns.
func flipped(text string) string {
	var rows [][]string
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
	}
	var b strings.Builder
	for j := range rows[0] {
		for i, row := range rows {
			b.WriteString(row[j] + map[bool]string{true: "\n", false: ","}[i == len(rows)-1])
		}
	}
	return b.String()
}

func edit(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			panic(pairs[i] + " is not there")
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

func everywhere(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}

func utf16LE(text string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text)) // a buffer takes everything
	z.Close()
	return b.String()
}

const (
	same = "the same" // a result that is the same as that of table6
	fine = "a result" // without a note
)

// Inputs that are valid, or nearly, and mean something else at first sight: each gives the result that is meant, a note or warning, or
// an error that says what decides.
func TestMeanings(t *testing.T) {
	semicolons := everywhere(table6, ",", ";")
	german := everywhere(semicolons, ".", ",")
	numbers := bare(table6)
	labels := "s1,a\ns2,b\ns3,a\ns4,b\ns5,a\n"
	mask := everywhere(regexp.MustCompile(`,[0-9.]+`).ReplaceAllString(table6, ",1"), "\r", "")
	quoted := regexp.MustCompile(`[^,\n]+`).ReplaceAllString(table6, `"$0"`)
	tested := 0
	for _, group := range []struct {
		what           string
		files          map[string]string // beside X.csv
		flags          string
		cases          [][3]string // name; content of X.csv or, if the group has beside, of that file; what is wanted
		beside, solver string
	}{
		{what: "the same table in another form", cases: [][3]string{
			{"as it is", table6, same},
			{"semicolons", semicolons, same},
			{"tabs", everywhere(table6, ",", "\t"), same},
			{"blanks", everywhere(table6, ",", "  "), same},
			{"decimal comma between semicolons", german, same},
			{"decimal comma between tabs", everywhere(table6, ",", "\t", ".", ","), same},
			{"quotes around names", everywhere(table6, "gene", `"gene"`, "g3", `"g3"`, "s5", `"s5"`), same},
			{"quotes around everything", quoted, same},
			{"CR LF", everywhere(table6, "\n", "\r\n"), same},
			{"CR", everywhere(table6, "\n", "\r"), same},
			{"byte order mark", "\ufeff" + table6, same},
			{"UTF-16", utf16LE(table6), same},
			{"gzip", gzipped(table6), same},
			{"no corner", edit(table6, "gene,", ""), same},
			{"an empty corner", edit(table6, "gene,", ","), same},
			{"blanks around values", everywhere(table6, ",", " , "), same},
			{"plus signs", everywhere(table6, ",2", ",+2"), same},
			{"exponents after a decimal comma", everywhere(german, "0,5", "5,0e-1"), same},
			{"an index for names", regexp.MustCompile(`(?m)^g(\d)`).ReplaceAllString(edit(table6, "gene,", ","), "$1"), same},
			{"blanks around names", everywhere(table6, "g2", " g2 ", "s3", " s3 "), same},
			{"exponents", everywhere(table6, "1.25", "125e-2", ",6,", ",0.6E1,"), same},
			{"zeros at the end", everywhere(table6, "1.5", "1.500", "2.75", "2.7500"), same},
			{"no last line end", strings.TrimSuffix(table6, "\n"), `the last line has no end`},
			{"empty lines at the end", table6 + "\n\n", same},
			{"lines of separators at the end", table6 + ",,,,,\n,,,,,\n", same},
			{"a comment above", "# from the sequencer, run 7\n" + table6, same},
			{"empty columns at the right", everywhere(table6, "\n", ",,\n"), same},
		}},
		{what: "the file transposed", flags: "--transpose", cases: [][3]string{{"samples in rows", flipped(table6), same}}},
		{what: "a column of something else", flags: "--drop type", cases: [][3]string{
			{"beside the names", regexp.MustCompile(`(?m)^(g\d)`).ReplaceAllString(edit(table6, "gene", "gene,type"), "$1,protein"), same},
			{"at the end", withColumn(table6, "type", "protein"), same},
		}},
		{what: "numbers in another form", cases: [][3]string{
			{"percent in one column", everywhere(table6, ",0.5,", ",50%,"), `found "50%", want a number; write shares without the sign`},
			{"percent in a bare first column", everywhere(numbers, "\n2,", "\n2%,", "1.5,0", "1.5%,0", "\n0.75", "\n0.75%", "\n4,", "\n4%,", "\n1,5", "\n1%,5", "\n2.5", "\n2.5%"), `found "1.5%", and only the like below, which are names or numbers; if names, set row-names to yes, else write shares without the sign`},
			{"amounts", everywhere(numbers, "\n2,", "\n$2,", "1.5,0", "$1.5,0", "\n0.75", "\n$0.75", "\n4,", "\n$4,", "\n1,5", "\n$1,5", "\n2.5", "\n$2.5"), `write amounts without the currency`},
			{"below detection", "<1,2,3\n<2,3,4\n<1,5,7\n", `found "<1", and only the like below.*below what can be measured`},
			{"below detection in a cell", edit(table6, "0.25,3", "<0.3,3"), `found "<0.3", want a number; write a number, or NA where it is below what can be measured`},
			{"thousands with a comma in quotes", edit(table6, "4,2,6.5", `"4,000","2,000",6.5`), `found "4,000" where the decimal mark is a point|found "6.5" where the decimal mark is a comma|thousands`},
			{"thousands with a point", "a;b;c\n1.234;2.345;3.456\n4.567;5.678;6.789\n", `every number with a point has three digits after it.*set decimal to point`},
			{"thousands with a point among small ones", "1.234;999;12\n4.567;56;6.789\n7;8.222;9\n", `every number with a point has three digits after it`},
			{"thousands with a point between tabs", "1.234\t999\t12\n4.567\t56\t6.789\n7\t8.222\t9\n", `note: X.csv: every number with a point has three digits after it, and others have no point`},
			{"decimals of three digits between semicolons", "1.234;9999;12\n4.567;56;6.789\n7;8.222;9\n", fine},
			{"thousands with an apostrophe", edit(table6, "6.5", "6'500"), `found "6'500", want a number; write it without what separates thousands`},
			{"thousands with an underscore", edit(table6, "6.5", "6_500"), `found "6_500", want a number`},
			{"thousands with a blank", edit(table6, "6.5", "6 500"), `found "6 500", a number with blanks`},
			{"thousands with a narrow blank", edit(table6, "6.5", "6\u202f500"), `a number with blanks`},
			{"millions with commas", edit(table6, "6.5", `"6,500,000"`), `found "6,500,000", want a number; write it without what separates thousands`},
			{"both decimal marks", edit(german, "0,75", "0.75"), `found "0.75" where the decimal mark is a comma|found "[0-9],[0-9]+" where the decimal mark is a point`},
			{"a minus of typesetters", edit(table6, "0.75", "−0.75"), `write the minus as -`},
			{"Fortran's exponent", edit(table6, "6.5", "6.5D0"), `write the exponent with e`},
			{"a fraction", edit(table6, "6.5", "13/2"), `found "13/2", want a number`},
			{"hexadecimal", edit(table6, "6.5", "0x6"), `found "0x6", want a number`},
			{"too large", edit(table6, "6.5", "1e999"), `found 1e999, want a number within`},
			{"infinite", edit(table6, "6.5", "Inf"), `nmf: X has \+Inf at feature "g4", sample "s3" \(row 4, column 3\), want a finite value`},
			{"so large that its square is infinite", edit(table6, "6.5", "1e200"), `nmf: X has 1e\+200 at feature "g4", sample "s3"`},
			{"a code for missing", edit(table6, "6.5", "-999"), `X has -999 at feature "g4", sample "s3" .*Negative entries: 1. Solvers that accept them`},
			{"centred", "gene,a,b,c\ng1,-1,0.5,0.5\ng2,2,-3,1\n", `The mean of each feature is 0: take the values from before`},
			{"negative", edit(table6, "6.5", "-1"), `X has -1 at feature "g4", sample "s3"`},
			{"a dash for missing", edit(table6, "6.5", "-"), `found "-", want a number; correct the value, or write NA where it is unknown`},
			{"yes and no", edit(table6, "6.5", "TRUE"), `found "TRUE", want a number`},
			{"a spreadsheet's error", edit(table6, "6.5", "#DIV/0!"), `it is an error of the spreadsheet`},
			{"full-width digits", edit(table6, "6.5", "６"), `want a number`},
			{"Arabic digits", edit(table6, "6.5", "٦"), `want a number`},
			{"a letter for a digit", edit(table6, ",1,5,", ",1,5,", "1,5,2", "l,5,2"), `found "l", want a number`},
			{"a remark", edit(table6, "6.5", "6.5*"), `found "6\.5\*", want a number`},
			{"a time", edit(table6, "6.5", "6:30"), `found "6:30", want a number`},
		}},
		{what: "lines that are no row", cases: [][3]string{
			{"a title", "Expression of genes,,,,,\n" + table6, `found what seems to be the header; remove the lines above it`},
			{"a title alone", "Expression of genes\n" + table6, `remove the lines above the table`},
			{"units below the header", edit(table6, "g1,", "unit,mg,mg,mg,mg,mg\ng1,"), `found "mg", want a number`},
			{"the header again", edit(table6, "g4,", "gene,s1,s2,s3,s4,s5\ng4,"), `found "s1", want a number`},
			{"an empty line between", edit(table6, "g4,", "\ng4,"), `X.csv:5:1: found an empty line between rows`},
			{"a second table", table6 + "\n" + table6, `found "s1", want a number|found an empty line between rows`},
			{"a row too short", edit(table6, "g4,4,", "g4,"), `found 5 values, want 6`},
			{"a row too long", edit(table6, "g4,4,", "g4,4,4,"), `found 7 values, want 6`},
			{"a quote that nothing closes", edit(table6, "g4", `"g4`), `found a quote that nothing closes`},
			{"Excel's line", "sep=;\n" + semicolons, `found Excel's line that names the separator; remove it`},
			{"a commented row", "#1,2,3,4,5\n" + numbers, `note: X.csv: the line above the table begins with # and was left out: 1, 2, 3, 4, 5`},
			{"a file that was cut", strings.SplitN(numbers, "\n", 2)[0], `note: X.csv: X is 1×5; is the file whole`},
			{"separators that were not found", edit(everywhere(numbers, ",", "|")), `separate values by commas, semicolons, tabs or blanks`},
			{"two readings", "1,5;2,5\n3,5;4,5\n", fine},
		}},
		{what: "names or numbers", cases: [][3]string{
			{"years as a header", edit(numbers, "1.5,", "2018,2019,2020,2021,2022\n1.5,"), `note: X.csv: the first row is 2018, 2019, 2020, ... and was read as numbers; if it is a header, set header to yes`},
			{"years apart as a header", edit(numbers, "1.5,", "1990,2000,2005,2010,2020\n1.5,"), `the first row is 1990, 2000, 2005`},
			{"a numbered header", edit(numbers, "1.5,", "1,2,3,4,5\n1.5,"), `the first row is 1, 2, 3, ...`},
			{"a header from 0", edit(numbers, "1.5,", "0,1,2,3,4\n1.5,"), `the first row is 0, 1, 2, ...`},
			{"years beside names", "gene,2001,2002,2003\ng1,1,2,3\ng2,2,3,1\ng3,4,1,1\n", fine},
			{"years above an odd corner", "plant,2001,2002,2003\na,1,2,3\nb,3,2,1\n", `found 2001, 2002, ..., which are a header or numbers; --header decides`},
			{"dates as numbers", "20200101,1,2\n20200201,3,4\n20200301,5,1\n", `the first column is 20200101, 20200201, 20200301, ... and was read as numbers; if it holds row names, set row-names to yes`},
			{"dates as words", "2020-01-01,1,2\n2020-02-01,3,4\n2020-03-01,5,1\n", `3 features × 2 samples .*row names`},
			{"dates below their header", "date,a,b\n20200101,1,2\n20200201,3,4\n20200301,5,1\n", `found numbers below "date", which are names or values; --row-names decides`},
			{"a column of dates", "gene,when,a,b\ng1,2020-01-01,1,2\ng2,2020-02-01,3,1\n", `found "2020-02-01", and column "when" holds only words; leave it out by drop`},
			{"numbers of rows", "1,5,2\n2,3,4\n3,5,1\n4,2,2\n5,1,7\n", `the first column is 1, 2, 3, ... and was read as numbers; if it holds row names, set row-names to yes`},
			{"numbers of rows from 1001", regexp.MustCompile(`(?m)^g(\d)`).ReplaceAllString(strings.SplitN(table6, "\n", 2)[1], "100$1"), `the first column is 1001, 1002, 1003, ... and was read as numbers`},
			{"an index beside names", regexp.MustCompile(`(?m)^g(\d)`).ReplaceAllString(edit(table6, "gene", ",gene"), "$1,g$1"), `column "gene" holds only words; leave it out by drop`},
			{"entries of a sparse matrix", "i,j,value\n0,0,1.5\n0,2,2\n1,1,3\n1,2,4\n2,0,1\n", `a list with a line for each entry; make a matrix of them`},
			{"a table in long form", "gene,sample,value\ng1,s1,1.5\ng1,s2,2\ng2,s1,3\ng2,s2,4\n", `a list with a line for each entry; make a matrix of them`},
			{"two headers", "group,A,A,B,B,B\n" + table6, `found "A", want a number`},
			{"numbers below an id", "id,a,b\n1007,1,2\n1053,3,4\n", `found numbers below "id", which are names or values; --row-names decides`},
			{"names that begin with digits", "1007_s_at,1,2\n1053_at,3,4\n117_at,2,1\n", `3 features × 2 samples .*row names`},
			{"a name among numbers", "1,2,3\nx,4,5\n6,7,8\n", `found "x" in a first column that also holds numbers; if they are names, set row-names to yes`},
			{"a header with a number", edit(table6, "s3", "3"), fine},
			{"features of one name", edit(table6, "g4", "g3"), `note: X.csv: of the features, 3 and 4 are named "g3"`},
			{"samples of one name", edit(table6, "s4", "s3"), `note: X.csv: of the samples, 3 and 4 are named "s3"`},
			{"labels as a column", withColumn(table6, "class", "tumour"), `column "class" holds only words; leave it out by drop`},
		}},
		{what: "what X holds", cases: [][3]string{
			{"a row of zeros", edit(table6, "g2,2,1,0.5,4,1.25", "g2,0,0,0,0,0"), `every value is 0 of features "g2": `},
			{"a column of zeros", "gene,a,b,c\nu,1,0,2\nv,3,0,1\nw,1,0,5\n", `every value is 0 of samples "b": `},
			{"a row of totals", table6 + "total,11.75,12.25,14.25,17.25,11.5\n", `the last row is the sum of the others; if it is their total`},
			{"a column of totals", "gene,a,b,c,all\nu,1,2,4,7\nv,3,0.5,1,4.5\nw,1,1,1,3\n", `the last column is the sum of the others`},
			{"a constant table", regexp.MustCompile(`,[0-9.]+`).ReplaceAllString(table6, ",2"), fine},
			{"a constant row", edit(table6, "g2,2,1,0.5,4,1.25", "g2,2,2,2,2,2"), fine},
			{"a row of unknown values", edit(table6, "g2,2,1,0.5,4,1.25", "g2,NA,,nan,NULL,?"), `no value is known of features "g2": `},
			{"nothing known", "gene,a,b\nu,NA,NA\nv,NA,\n", `every value is unknown, want at least one number|holds only words|no numbers`},
			{"all zeros", "gene,a,b,c\nu,0,0,0\nv,0,0,0\n", `every value is 0 of features "u", "v"`},
		}},
		{what: "a rank that X does not have", flags: "--rank 7", cases: [][3]string{{"7 of 5", table6, `warning: nmf: rank 7 is above 5`}}},
		{what: "classes of samples", solver: "lcnmf", flags: "--labels beside.csv", beside: "labels", cases: [][3]string{
			{"by name", labels, same},
			{"in another order", "s5,a\ns4,b\ns3,a\ns2,b\ns1,a\n", `samples brought into the order of`},
			{"with a header", "sample,class\n" + labels, same},
			{"a header that is no usual one", "patient,tissue\n" + labels, same},
			{"tabs", everywhere(labels, ",", "\t"), same},
			{"numbers from 0", everywhere(labels, "a", "0", "b", "1"), same},
			{"numbers from 1", everywhere(labels, "a", "1", "b", "2"), same},
			{"without names", everywhere(labels, "s1,", "", "s2,", "", "s3,", "", "s4,", "", "s5,", ""), `has no names of samples`},
			{"without names, with a header", "class\na\nb\na\nb\na\n", `has no names of samples`},
			{"a sample short", edit(labels, "s3,a\n", ""), `name different samples: .*lacks "s3"`},
			{"a sample more", labels + "s6,b\n", `labels of 1 other samples are left out: .*lacks "s6"`},
			{"a sample twice", edit(labels, "s4", "s3"), `found "s3" as in line 3, so that the first column names no samples`},
			{"those of features", "g1,a\ng2,b\ng3,a\ng4,b\ng5,a\ng6,b\n", `they are as many as features: if the rows of .* are samples, transpose it`},
			{"negative", everywhere(labels, "a", "-2", "b", "1"), `found -2, want a class ≥ 0, or -1`},
			{"shares", everywhere(labels, "a", "0.5", "b", "0.25"), `found "0.5", want a word or a whole number`},
			{"more columns", everywhere(labels, ",", ",7,"), `found 3 columns, .*; want one column of labels`},
		}},
		{what: "a mask", flags: "--mask beside.csv", beside: "mask", cases: [][3]string{
			{"of ones", mask, fine},
			{"in another order", "gene,s5,s4,s3,s2,s1\ng6,1,1,1,1,1\ng5,1,1,1,1,1\ng4,1,1,1,1,1\ng3,1,1,1,1,1\ng2,1,1,1,1,1\ng1,1,1,1,1,0\n", `samples brought into the order of`},
			{"transposed", flipped(mask), `the features of .* are the columns of .*transpose one of the files`},
			{"that hides a row", edit(mask, "g2,1,1,1,1,1", "g2,0,0,0,0,0"), `no value is known of features "g2"`},
			{"that hides everything", everywhere(mask, ",1", ",0"), `marks every entry as unknown`},
			{"of weights", edit(mask, "g2,1,", "g2,0.5,"), `found 0.5 at row 2, column 1, want 0 \(unknown\) or 1 \(known\)`},
			{"of words", everywhere(mask, ",1", ",TRUE"), `found "TRUE"|holds only words`},
			{"without names", bare(mask), `has no names of features`},
			{"of another shape", "1,1\n1,1\n", `is 2×2, want the shape of X, 6×5`},
		}},
		{what: "an initialisation", flags: "--w0 beside.csv", beside: "w0", cases: [][3]string{
			{"transposed", "1,2,3,4,5,6\n6,5,4,3,2,1\n", `is 2×6, want 6×2 for the initial W`},
			{"negative", "1,1\n1,-1\n1,1\n1,1\n1,1\n1,1\n", `found -1 at row 2, column 2, want a finite value ≥ 0`},
			{"unknown", "1,1\n1,NA\n1,1\n1,1\n1,1\n1,1\n", `found 1 unknown values, want none`},
		}},
		{what: "a graph", solver: "gnmf", flags: "--graph beside.csv", beside: "graph", cases: [][3]string{
			{"asymmetric", "0,1,0,0,0\n0,0,0,0,0\n0,0,0,0,0\n0,0,0,0,0\n0,0,0,0,0\n", `want symmetric weights`},
			{"of distances", "1,1,0,0,0\n1,1,0,0,0\n0,0,1,0,0\n0,0,0,1,0\n0,0,0,0,1\n", `off the diagonal|0 on the diagonal`},
			{"of features", "0,1,0,0,0,0\n1,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n", `want the 5×5 weights of pairs of samples`},
		}},
		{what: "triplets", solver: "rpr-nmf", flags: "--constraints beside.csv", beside: "triplets", cases: [][3]string{
			{"by name", "s1,s2,s3\n", fine},
			{"from 0", "0,1,2\n", `found 0 in 0,1,2, want 1 to 5`},
			{"with a header", "q,r,s\n1,2,3\n", `line 1 is a header and names no points`},
			{"that contradict each other", "s1,s2,s3\ns1,s3,s2\n", `contradict each other`},
		}},
	} {
		folder := t.TempDir()
		t.Run(group.what, func(t *testing.T) {
			want := ""
			for k, c := range append([][3]string{{"", group.cases[0][1], ""}}, group.cases...) {
				x, beside := c[1], ""
				if group.beside != "" {
					x, beside = table6, c[1]
				}
				for name, text := range map[string]string{"X.csv": x, "beside.csv": beside} {
					if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				out := filepath.Join(folder, fmt.Sprint(k))
				args := []string{"--solver", "nmf", "--input", "X.csv", "--rank", "2", "--iterations", "10", "--out", out}
				if group.solver != "" {
					args[1] = group.solver
				}
				t.Chdir(folder)
				code, stdout, errs := runFactorize(append(append(args, "-v"), strings.Fields(group.flags)...)...)
				errs = alikeLine.ReplaceAllString(errs, "") // of a small X of rank 1
				h, err := os.ReadFile(filepath.Join(out, "H.csv"))
				if (code == int(workflow.Fine)) != (err == nil) {
					t.Fatalf("%s: exit %d, %v", c[0], code, err)
				}
				if k == 0 {
					want = string(h)
					continue
				}
				if code != int(workflow.Fine) && code != int(workflow.Usage) {
					t.Errorf("%s: exit %d, want %d: %s", c[0], code, workflow.Usage, errs)
				}
				tested++
				switch c[2] {
				case same:
					if string(h) != want || errs != "" || want == "" {
						t.Errorf("%s: another result: %s%s", c[0], stdout, errs)
					}
				case fine:
					if code != int(workflow.Fine) || errs != "" {
						t.Errorf("%s: exit %d: %s", c[0], code, errs)
					}
				default:
					if !regexp.MustCompile(c[2]).MatchString(stdout + errs) {
						t.Errorf("%s: exit %d, %s%s; want %s", c[0], code, stdout, errs, c[2])
					}
				}
			}
		})
	}
	if tested < 100 {
		t.Errorf("%d inputs, want at least 100", tested)
	}
	t.Logf("%d inputs", tested)
}

// withColumn adds a column of words at the right.
func withColumn(text, header, word string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		lines[i] += "," + map[bool]string{true: header, false: word}[i == 0]
	}
	return strings.Join(lines, "\n") + "\n"
}

// alikeLine is what is said of components that are nearly the same, which small inputs have.
var alikeLine = regexp.MustCompile("factorize: warning: components? [^\n]* are nearly the same [^\n]*\n")
