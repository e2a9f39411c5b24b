package table

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// How people have their tables: testdata/tables/README.md tells what made each file. All that can be read hold this matrix.
var (
	tableX = mat.NewDense(3, 4, []float64{1.5, 0, 2.25, 4, 0, 3.125, 0.5, 1, 7, 0.0625, 0, 2})
	genes  = []string{"BRCA1", "TP53", "MYC"}
	s1234  = []string{"s1", "s2", "s3", "s4"}
)

type tableCase struct {
	file              string
	opts              Options
	found             string // what is detected, or the reason of a refusal
	refused           bool
	features, samples []string
	unknown           [][2]int
}

func text(o tabular.Options) Options { return Options{Options: o} }

var tableCases = []tableCase{
	// bare numbers
	{file: "pandas_nothing.csv"}, {file: "octave.csv"}, {file: "octave_tab.txt", found: "tabs"}, {file: "octave_ascii.txt", found: "blanks"},
	{file: "octave_text.txt", found: "blanks"}, {file: "savetxt.txt", found: "blanks"}, {file: "r_table_bare.txt", found: "blanks"},
	{file: "uci_question.data", found: "1 unknown", unknown: [][2]int{{1, 3}}},
	// pandas
	{file: "pandas_index.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "pandas_noindex.csv", found: "header", samples: s1234},
	{file: "pandas_default.csv", found: "header, row names", features: []string{"0", "1", "2"}, samples: []string{"0", "1", "2", "3"}},
	{file: "pandas_default_noindex.csv", opts: text(tabular.Options{Header: tabular.Yes}), found: "header",
		samples: []string{"0", "1", "2", "3"}},
	{file: "pandas_named_nan.tsv", found: "tabs, header, row names, 2 unknown", features: genes, samples: s1234,
		unknown: [][2]int{{0, 1}, {2, 3}}},
	{file: "pandas_na_rep.csv", found: "header, row names, 2 unknown", features: genes, samples: s1234, unknown: [][2]int{{0, 1}, {2, 3}}},
	{file: "pandas_semicolon_comma.csv", found: "semicolons, header, row names, decimal comma", features: genes, samples: s1234},
	{file: "pandas_bom.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "pandas_quote_all.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "pandas.csv.gz", found: "gzip, header, row names", features: genes, samples: s1234},
	{file: "pandas.csv.bz2", found: "bzip2, header, row names", features: genes, samples: s1234},
	{file: "pandas_years.csv", found: "set header and row-names to yes or no", refused: true},
	{file: "pandas_years.csv", opts: text(tabular.Options{Header: tabular.Yes, RowNames: tabular.Yes}), found: "header, row names",
		features: []string{"0", "1", "2"}, samples: []string{"2001", "2002", "2003", "2004"}},
	{file: "pandas_species.csv", found: `found "b", and column "species" holds only words; leave it out by drop`, refused: true},
	{file: "pandas_species.csv", opts: Options{Transpose: true, Options: tabular.Options{Drop: []string{"species"}}},
		found: "header, row names, 1 column dropped", features: genes, samples: s1234},
	{file: "pandas.pkl", found: "is a Python pickle; write the matrix by numpy.save or to_csv", refused: true},
	// R
	{file: "r_csv.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "r_csv_unnamed.csv", found: "header, row names", features: []string{"1", "2", "3"}, samples: []string{"V1", "V2", "V3", "V4"}},
	{file: "r_csv_norows.csv", found: "header", samples: s1234},
	{file: "r_csv2.csv", found: "semicolons, header, row names, decimal comma", features: genes, samples: s1234},
	{file: "r_csv_na.csv", found: "header, row names, 2 unknown", features: genes, samples: s1234, unknown: [][2]int{{0, 1}, {2, 3}}},
	{file: "r_table.txt", found: "blanks, header, row names", features: genes, samples: s1234},
	{file: "r_table_noquote.tsv", found: "tabs, header, row names", features: genes, samples: s1234},
	{file: "r_table_sep.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "r_iris.csv", found: `found "versicolor", and column "Species" holds only words`, refused: true},
	{file: "r.rds", found: "is an R object (.rds); write the matrix by write.csv", refused: true},
	// Excel
	{file: "excel_de.csv", found: "semicolons, header, row names, decimal comma", features: genes, samples: s1234},
	{file: "excel_de_umlaut.csv", found: "semicolons, header, row names, decimal comma", features: []string{"Länge", "Höhe", "MYC"},
		samples: s1234},
	{file: "excel_unicode.txt", found: "tabs, header, row names", features: genes, samples: s1234},
	{file: "excel_mac.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "excel_empty_edges.csv", found: "header, row names", features: genes, samples: s1234},
	{file: "excel_title.csv", found: "excel_title.csv:3:1: found what seems to be the header; remove the lines above it", refused: true},
	{file: "excel_errors.csv", found: `excel_errors.csv:3:6: found "#DIV/0!", want a number; it is an error of the spreadsheet`, refused: true},
	{file: "excel_thousands.csv", found: "which a decimal comma has as well as one between thousands; set decimal to comma", refused: true},
	{file: "excel_percent.csv", found: `found "3%", want a number; write shares without the sign`, refused: true},
	{file: "excel_numbered.csv", found: `found numbers below "Nr", which are names or values; row-names decides`, refused: true},
	{file: "excel.xlsx", found: "is an Excel workbook; save the sheet as CSV", refused: true},
	// Octave and MATLAB
	{file: "octave_v6.mat"}, {file: "octave_v7.mat"}, {file: "octave_sparse.mat", found: "sparse, 75 % not zero"},
	{file: "octave_two.mat", opts: Options{Variable: "X"}},
	{file: "octave_two.mat", found: "holds 2 variables of numbers; name one (var): X (3×4 double), y (1×2 double)", refused: true},
	{file: "octave_text_two.txt", found: "found a comment below numbers, want a single table", refused: true},
	{file: "octave_struct.txt", found: "holds a scalar struct in Octave's text format, want a matrix", refused: true},
	// NumPy and SciPy
	{file: "numpy.npy"}, {file: "numpy_nan.npy", found: "1 unknown", unknown: [][2]int{{0, 1}}}, {file: "numpy_one.npz"},
	{file: "numpy_two.npz", opts: Options{Variable: "X"}},
	{file: "numpy_two.npz", found: "holds the arrays X, y; say by its name (var) which is meant", refused: true},
	{file: "savetxt_header.csv", found: "header", samples: []string{"a", "b", "c", "d"}},
	{file: "scipy_csr.npz", found: "sparse, 75 % not zero"}, {file: "scipy_csc.npz", found: "sparse, 75 % not zero"},
	{file: "scipy_coo.npz", found: "sparse, 75 % not zero"},
	{file: "scipy_bsr.npz", found: `is a sparse matrix of format "bsr", want csr, csc or coo`, refused: true},
	{file: "scipy.mtx", found: "sparse, 75 % not zero"},
	{file: "scipy.mtx", opts: text(tabular.Options{Header: tabular.Yes}),
		found: "is no text: separator, decimal, header, row-names and drop do not apply", refused: true},
	// AnnData and 10x Genomics
	{file: "anndata_half.h5ad.gz", opts: Options{Transpose: true}, found: "gzip, AnnData X", features: genes, samples: s1234},
	{file: "anndata_csr.h5ad.gz", opts: Options{Transpose: true}, found: "gzip, sparse, 75 % not zero, AnnData X", features: genes,
		samples: s1234},
	{file: "anndata_csc.h5ad.gz", opts: Options{Transpose: true}, found: "gzip, sparse, 75 % not zero, AnnData X", features: genes,
		samples: s1234},
	{file: "anndata_dense.h5ad.gz", opts: Options{Transpose: true}, found: "gzip, AnnData X, 2 unknown", features: genes, samples: s1234,
		unknown: [][2]int{{0, 1}, {2, 3}}},
	{file: "anndata_csr.h5ad.gz", opts: Options{Variable: "norm"}, found: `has no matrix "norm"; say by its name (var) which is meant: counts, X, raw`, refused: true},
	{file: "loom.h5.gz", found: "neither of AnnData (obs, var and X) nor of 10x Genomics (matrix); it holds matrix, row_attrs", refused: true},
	{file: "tenx_v3.h5.gz", opts: Options{Variable: "other"}, found: `no features of the kind "other", want one of Gene Expression`, refused: true},
	// biology
	{file: "qiime.tsv", found: "tabs, header, row names",
		features: []string{"k__Bacteria;p__Firmicutes", "k__Bacteria;p__Bacteroidetes", "k__Archaea;p__"}, samples: s1234},
	{file: "gct.gct", found: "is a GCT file; remove its first two lines and the column of descriptions", refused: true},
	{file: "tenx_cells/matrix.mtx.gz", found: "is 4×3, and its rows are the cells of tenx_cells/barcodes.tsv.gz; transpose it", refused: true},
	// what is no table, or several
	{file: "login.csv", found: "is a web page, not a table", refused: true},
	{file: "two_readings.csv", found: "2 values separated by commas or 2 values separated by semicolons; separator decides", refused: true},
	{file: "id_column.csv", found: `id_column.csv:2:1: found numbers below "id", which are names or values; row-names decides`, refused: true},
	{file: "ragged.csv", found: "ragged.csv:2:3: found 2 values, want 3", refused: true},
	{file: "uci_iris.data", found: "column 5 holds only words; leave it out by drop", refused: true},
}

func TestReadTable(t *testing.T) {
	for _, tt := range tableCases {
		got, err := readTestTable(t, tt.file, tt.opts)
		if tt.refused {
			if err == nil || !strings.Contains(err.Error(), tt.found) {
				t.Errorf("%s: got %v, want %q", tt.file, err, tt.found)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		want := mat.DenseCopyOf(tableX)
		for _, u := range tt.unknown {
			want.Set(u[0], u[1], math.NaN())
		}
		if problem := sameEntries(got.X, want); problem != "" {
			t.Errorf("%s: %s", tt.file, problem)
		}
		line := "3 features × 4 samples (rows are features)"
		if tt.opts.Transpose {
			line = "4 samples × 3 features (rows are samples: transposed)"
		}
		if tt.found != "" {
			line += ", " + tt.found
		}
		if got.String() != line || got.Unknown != len(tt.unknown) {
			t.Errorf("%s: %s; want %s", tt.file, got, line)
		}
		if !slices.Equal(got.Features, tt.features) || !slices.Equal(got.Samples, tt.samples) {
			t.Errorf("%s: features %q, samples %q", tt.file, got.Features, got.Samples)
		}
	}
}

func readTestTable(t *testing.T, file string, opts Options) (*Table, error) {
	t.Helper()
	f, err := FileIn(os.DirFS("testdata/tables"), file)
	if err != nil {
		t.Fatal(err)
	}
	return Read(f, opts)
}

// sameEntries compares bit for bit, but for the payload of NaN.
func sameEntries(got, want mat.Matrix) string {
	m, n := want.Dims()
	if gm, gn := got.Dims(); gm != m || gn != n {
		return fmt.Sprintf("%d×%d, want %d×%d", gm, gn, m, n)
	}
	for i := range m {
		for j := range n {
			if g, w := got.At(i, j), want.At(i, j); math.Float64bits(g) != math.Float64bits(w) && !(math.IsNaN(g) && math.IsNaN(w)) {
				return fmt.Sprintf("entry (%d, %d) is %v, want %v", i+1, j+1, g, w)
			}
		}
	}
	return ""
}

// Cell Ranger's layouts: of version 3, of version 2, as the Gene Expression Omnibus has them, and with the cells in rows.
func TestReadTableNamesBeside(t *testing.T) {
	counts := mat.DenseCopyOf(tableX)
	counts.Scale(16, counts)
	for file, transpose := range map[string]bool{
		"tenx_v3/matrix.mtx.gz": false, "tenx_v2/matrix.mtx": false, "tenx_geo/GSM1_matrix.mtx.gz": false, "tenx_cells/matrix.mtx.gz": true,
		"tenx_v3.h5.gz": false, "tenx_v2.h5.gz": false,
	} {
		got, err := readTestTable(t, file, Options{Transpose: transpose})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if problem := sameEntries(got.X, counts); problem != "" {
			t.Errorf("%s: %s", file, problem)
		}
		if fmt.Sprint(got.Features) != "[BRCA1 TP53 (ENSG1) TP53 (ENSG2)]" || fmt.Sprint(got.Samples) != "[AAAC0-1 AAAC1-1 AAAC2-1 AAAC3-1]" {
			t.Errorf("%s: %q, %q", file, got.Features, got.Samples)
		}
	}
}

// Of a file of genes and antibodies, the genes are read, and a note says so; the others where they are named.
func TestReadKinds(t *testing.T) {
	plain := fstest.MapFS{}
	for name, text := range map[string]string{
		"matrix.mtx": "%%MatrixMarket matrix coordinate integer general\n3 2 4\n1 1 5\n2 1 900\n3 1 7\n3 2 8\n", "barcodes.tsv": "c1\nc2\n",
		"features.tsv":        "E0\tBRCA1\tGene Expression\nA1\tCD3\tAntibody Capture\nE2\tMYC\tGene Expression\n",
		"turned/matrix.mtx":   "%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 5\n1 2 900\n1 3 7\n2 3 8\n",
		"turned/barcodes.tsv": "c1\nc2\n",
		"turned/features.tsv": "E0\tBRCA1\tGene Expression\nA1\tCD3\tAntibody Capture\nE2\tMYC\tGene Expression\n",
		"peaks/matrix.mtx":    "%%MatrixMarket matrix coordinate integer general\n2 1 2\n1 1 5\n2 1 6\n",
		"peaks/features.tsv":  "a\ta\tPeaks\nb\tb\tCustom\n",
	} {
		plain[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, tt := range []struct {
		fsys     fs.FS
		file     string
		opts     Options
		features string
		sum      float64
		note     string
	}{
		{os.DirFS("testdata/tables"), "tenx_kinds.h5.gz", Options{}, "[BRCA1 TP53 (ENSG2)]", 16 * (7.75 + 9.0625),
			"of 3 features, the 2 of Gene Expression were read; Antibody Capture were left out"},
		{os.DirFS("testdata/tables"), "tenx_kinds.h5.gz", Options{Variable: "Antibody Capture"}, "[TP53 (ENSG1)]", 16 * 4.625,
			"of 3 features, the 1 of Antibody Capture were read"},
		{os.DirFS("testdata/tables"), "tenx_kinds.h5.gz", Options{Transpose: true}, "", 16 * (7.75 + 9.0625), "of 3 features"},
		{plain, "matrix.mtx", Options{}, "[BRCA1 MYC]", 20, "of 3 features, the 2 of Gene Expression were read"},
		{plain, "matrix.mtx", Options{Variable: "Antibody Capture"}, "[CD3]", 900, "of 3 features, the 1 of Antibody Capture"},
		{plain, "turned/matrix.mtx", Options{Transpose: true}, "[BRCA1 MYC]", 20, "of 3 features"},
		{plain, "peaks/matrix.mtx", Options{}, "[a b]", 11, "features of 2 kinds were joined: Peaks, Custom"},
	} {
		f, err := FileIn(tt.fsys, tt.file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(f, tt.opts)
		if err != nil {
			t.Errorf("%s %v: %v", tt.file, tt.opts, err)
			continue
		}
		total := 0.0
		for e := range matrix.Entries(got.X) {
			total += e.Value
		}
		if tt.features != "" && fmt.Sprint(got.Features) != tt.features || total != tt.sum || len(got.Notes) == 0 ||
			!strings.HasPrefix(got.Notes[0].String(), tt.note) {
			t.Errorf("%s %v: %v, sum %v, %q", tt.file, tt.opts, got.Features, total, got.Notes)
		}
		if m, n := got.X.Dims(); tt.features != "" && m != len(got.Features) || n == 0 {
			t.Errorf("%s: %d×%d", tt.file, m, n)
		}
	}
}

// What looks like another kind of file by a few letters is text; a class may have any name.
func TestWordsAreNoFileTypes(t *testing.T) {
	for _, first := range []string{"A", "X", "B", "PAR1", "RDX", "BZh", "CDF", "FEA1", "ARROW1", "%PDF", "[0,10)", "(1,2]", "{a}", "PK",
		"MATLAB", "GIF", "<table>"[1:6]} {
		text := first + "\n" + first + "\nZ\nZ\n"
		f := File{R: strings.NewReader(text), Size: int64(len(text)), Name: "labels"}
		labels, err := ReadLabels(f, "", tabular.Options{Separator: tabular.Tab})
		if err != nil || len(labels.Values) != 4 {
			t.Errorf("%q: %v, %v", first, labels, err)
		}
		text = first + "\n1\n2\n"
		if strings.ContainsAny(first, ",") {
			continue
		}
		if got, err := Read(File{R: strings.NewReader(text), Size: int64(len(text)), Name: "x"}, Options{}); err != nil || len(got.Samples) != 1 {
			t.Errorf("a column %q: %v, %v", first, got, err)
		}
	}
	for text, want := range map[string]string{
		"A\n3\n262146\n197888\n5\nUTF-8\n": "is an R object", "X\n\x00\x00\x00\x03": "is an R object", "PAR1\x15\x00\x15": "is a Parquet file",
		"RDX3\nX\n\x00\x00": "is an R workspace",
		"[[1,2],[3,4]]\n":   "is JSON", "{\"x\": [1, 2": "is JSON", "\xff\xfe\x00\x00a\x00\x00\x00": "is text in UTF-32",
		"#1.2\n2\t2\n": "is a GCT file",
	} {
		f := File{R: strings.NewReader(text), Size: int64(len(text)), Name: "x"}
		if _, err := Read(f, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The rows of AnnData are samples whatever the flag says; layers and raw are named; columns of obs are labels.
func TestReadAnnData(t *testing.T) {
	counts := mat.DenseCopyOf(tableX)
	counts.Scale(16, counts)
	for _, variable := range []string{"counts", "layers/counts"} {
		got, err := readTestTable(t, "anndata_csc.h5ad.gz", Options{Variable: variable})
		if err != nil || !got.Transposed {
			t.Fatal(variable, got, err)
		}
		if problem := sameEntries(got.X, counts); problem != "" {
			t.Errorf("%s: %s", variable, problem)
		}
	}
	raw, err := readTestTable(t, "anndata_dense.h5ad.gz", Options{Variable: "raw"})
	if err != nil || !slices.Equal(raw.Features, []string{"BRCA1", "TP53", "MYC", "MYC2"}) || raw.X.At(3, 2) != 36 {
		t.Errorf("%v, %v", raw, err)
	}
	f, err := FileIn(os.DirFS("testdata/tables"), "anndata_csr.h5ad.gz")
	if err != nil {
		t.Fatal(err)
	}
	for column, want := range map[string][]string{"cell_type": {"T", "B", "", "T"}, "batch": {"one", "two", "two", "one"},
		"age": {"3", "1", "4", "1"}} {
		labels, err := ReadLabels(f, column, tabular.Options{})
		if err != nil || !slices.Equal(labels.Values, want) || !slices.Equal(labels.Names, s1234) {
			t.Errorf("%s: %v, %v", column, labels, err)
		}
	}
	for column, want := range map[string]string{"score": "found 0.5 as label 1, want a whole number", "type": `no column "type" of obs, want one of age, batch, cell_type, score`} {
		if _, err := ReadLabels(f, column, tabular.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", column, err, want)
		}
	}
}

// A damaged file is an error or other data, never a panic.
func TestDamagedH5(t *testing.T) {
	for _, name := range []string{"anndata_csr.h5ad", "tenx_v3.h5"} {
		f, err := FileIn(os.DirFS("testdata/tables"), name+".gz")
		if err != nil {
			t.Fatal(err)
		}
		packed, err := unpack(f)
		if err != nil {
			t.Fatal(err)
		}
		r, size, err := packed.readerAt()
		if err != nil {
			t.Fatal(err)
		}
		data := make([]byte, size)
		if _, err := r.ReadAt(data, 0); err != nil {
			t.Fatal(err)
		}
		failed := 0
		for i := range data {
			if data[i] == 0 || i%7 > 0 {
				continue
			}
			changed := slices.Clone(data)
			changed[i] ^= 0xff
			file := File{R: bytes.NewReader(changed), Size: size, Name: name}
			if _, err := Read(file, Options{}); err != nil {
				failed++
			}
			_, _ = ReadLabels(file, "cell_type", tabular.Options{})
		}
		if failed < 30 {
			t.Errorf("%s: %d changes are errors", name, failed)
		}
	}
}

// The note on a first row of 0, 1, 2, ...
func TestReadTableNotes(t *testing.T) {
	for file, want := range map[string]string{
		"pandas_default_noindex.csv": "the first row is 0, 1, 2, ... and was read as numbers; if it is a header, set header to yes",
	} {
		got, err := readTestTable(t, file, Options{})
		if err != nil || len(got.Notes) != 1 || got.Notes[0].String() != want {
			t.Errorf("%s: %v, %v", file, got, err)
		}
	}
}

func TestMaskBy(t *testing.T) {
	file := func(content string) File {
		return File{R: bytes.NewReader([]byte(content)), Size: int64(len(content)), Name: "m.csv"}
	}
	x, err := Read(file("1,2\n3,NA\n5,6\n"), Options{Transpose: true})
	if err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]string{
		"1,1\n1,1\n":       "m.csv is 2×2, want the shape of X, 3×2",
		"1,1,1\n1,1,1\n":   "m.csv is 2×3, want the shape of X, 3×2",
		"1,1\n1,1\n1,2\n":  "m.csv: found 2 at row 3, column 2, want 0",
		"1,1\n1,NA\n1,1\n": "m.csv: found 1 places without a value",
		"0,0\n0,1\n0,0\n":  "m.csv marks every entry as unknown",
	} {
		if _, err := x.MaskBy(file(content)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", content, err, want)
		}
	}
	if _, err := x.MaskBy(file("1,0\n1,1\n1,1\n")); err != nil {
		t.Fatal(err)
	}
	if problem := sameEntries(x.X, mat.NewDense(2, 3, []float64{1, 3, 5, math.NaN(), math.NaN(), 6})); problem != "" || x.Unknown != 2 {
		t.Errorf("%s, %d unknown", problem, x.Unknown)
	}
}
