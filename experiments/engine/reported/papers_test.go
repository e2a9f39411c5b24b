package reported

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

// load reads the paper.yaml of a paper.
func load(t *testing.T, key string) *Paper {
	t.Helper()
	file := filepath.Join("../..", key, "paper.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &Paper{Key: key, File: file}
	root, problems := strict.Decode(file, data, p)
	if problems = append(problems, p.Check(root)...); len(problems) > 0 {
		t.Fatal(problems)
	}
	return p
}

// totals are control totals of a second transcription, which read the tables out of the papers' text by a program: the
// sums of the means and of the deviations of a panel, averages excepted, and the number of bold cells. (Numbers of
// constraints are reported beside each of two blocks and counted once.)
var totals = []struct {
	panel, sum, deviations string
	bold                   int
}{
	{"mcnmf/table1/ac", "1408.29", "71.28", 0},
	{"mcnmf/table1/nmi", "1570.56", "48.51", 0},
	{"mcnmf/table1/purity", "1493.04", "59.69", 0},
	{"dsp/table1/all", "86.43", "0", 0},
	{"dsp/table2/all", "80.55", "0", 0},
	{"dsp/table3/all", "59.66", "0", 0},
	{"dsp/table4/firsts", "39", "0", 0},
	{"dsp/table5/firsts", "40", "0", 0},
	{"ornmf/table1/ac", "2269.52", "0", 0},
	{"ornmf/table1/nmi", "2312.89", "0", 0},
	{"ornmf/table2/ac", "4788.93", "0", 0},
	{"ornmf/table2/nmi", "3788.48", "0", 0},
	{"ornmf/table3/ac", "1443.30", "0", 0},
	{"ornmf/table3/nmi", "1267.30", "0", 0},
	{"ornmf/table4/ac", "533.68", "0", 0},
	{"ornmf/table4/nmi", "615.86", "0", 0},
	{"pnmf/table3/a", "12.37", "0.46", 7},
	{"pnmf/table3/b", "2.98", "0.46", 5},
	{"pnmf/table3/c", "17.98", "0.27", 5},
	{"pnmf/table4/seconds", "52.90", "6.35", 3},
	{"pnmf/table5/error", "12.20", "11.89", 0},
	{"rpr/table2/constraints", "210", "0", 0},
	{"rpr/table2/loss", "5469.766", "0", 3},
	{"rpr/table2/csr", "3833.33", "0", 9},
	{"rpr/table2/acc", "2667.51", "0", 2},
	{"rpr/table2/nmi", "3013.55", "0", 6},
	{"rpr/table3/constraints", "3336", "0", 0},
	{"rpr/table3/loss", "5775.845", "0", 12},
	{"rpr/table3/csr", "3309.63", "0", 6},
	{"rpr/table3/acc", "3333.24", "0", 0},
	{"rpr/table3/nmi", "3850.66", "0", 8},
	{"rpr/table4/constraints", "1800", "0", 0},
	{"rpr/table4/loss", "5.386", "0", 4},
	{"rpr/table4/csr", "1445.88", "0", 0},
	{"rpr/table4/rmse", "21.681", "0", 2},
	{"rpr/table4/f1", "1392.93", "0", 2},
}

func TestControlTotals(t *testing.T) {
	for _, want := range totals {
		paper, ref, _ := strings.Cut(want.panel, "/")
		r, _ := ParseRef(ref)
		panel, ok := load(t, paper).PanelOf(r)
		if !ok {
			t.Errorf("%s is not there", want.panel)
			continue
		}
		var sum, deviations float64
		bold := 0
		for _, row := range panel.Data() {
			for _, column := range panel.Columns {
				c := panel.Cell(row, column)
				x, _ := c.Number()
				sd, _ := c.Deviation()
				sum, deviations = sum+x, deviations+sd
				if c.Bold {
					bold++
				}
			}
		}
		if !near(sum, want.sum) || !near(deviations, want.deviations) || bold != want.bold {
			t.Errorf("%s: sums %v and %v, %d bold; the second transcription has %s, %s and %d",
				want.panel, sum, deviations, bold, want.sum, want.deviations, want.bold)
		}
	}
}

func near(x float64, reported string) bool {
	y, err := strconv.ParseFloat(reported, 64)
	return err == nil && math.Abs(x-y) < 1e-6
}

var (
	pairs  = []string{"NMF Euclidean", "NMF Divergence", "GNMF Euclidean", "GNMF Divergence", "LCNMF Euclidean", "LCNMF Divergence", "RPR-NMF Euclidean", "RPR-NMF Divergence"}
	triple = slices.DeleteFunc(slices.Clone(pairs), func(c string) bool { return c == "GNMF Divergence" })
	orl    = []string{"orl r=5", "orl r=10", "orl r=20", "orl r=30", "orl r=40", "avg"}
	pie    = []string{"pie r=10", "pie r=20", "pie r=30", "pie r=40", "pie r=50", "pie r=60", "pie r=68", "avg"}
	movies = []string{"movielens r=20", "movielens r=50", "movielens r=100", "avg"}
	iris   = []string{"iris", "digit", "orl"}
	nine   = []string{"Ncut", "NMF", "RNMF", "GNMF", "GNMF_KL", "OM-RPCA", "OM-CRPCA", "NMFi", "ORNMF"}
	noise  = []string{"noise0", "noise20", "noise50"}
	yale   = []string{"yale r=2", "yale r=3", "yale r=4", "yale r=5", "yale r=6", "yale r=7", "yale r=8", "yale r=9", "yale r=10", "avg"}
	six    = []string{"bc", "wine", "coil20", "digits", "ip", "pavia", "avg"}
	algos  = []string{"All", "UMAP", "LLE", "SE", "GNMF", "SymmNMF", "SDNMF", "DSP-NMF"}
	scores = []string{"mean KNN", "mean SVM", "mean K-means", "max KNN", "max SVM", "max K-means"}
	mc     = []string{"NMF", "RNMF", "GNMF", "Cauchy NMF", "LANMF", "MCNMF"}
	images = []string{"yale", "orl", "coil20", "notting-hill"}
)

// shapes are the labels of every reported table, and how many of its cells cannot be read in our copy.
var shapes = []struct {
	panels        string
	rows, columns []string
	illegible     int
}{
	{"rpr/table1/statistics", []string{"synthetic1", "synthetic2, N = 20", "synthetic2, N = 200", "orl", "pie", "movielens"}, []string{"rows", "columns", "non-zeros", "density"}, 0},
	{"rpr/table2/constraints", orl[:5], []string{"l_H"}, 0},
	{"rpr/table2/loss csr acc nmi", orl, pairs, 0},
	{"rpr/table3/constraints", pie[:7], []string{"l_H"}, 0},
	{"rpr/table3/loss csr", pie, pairs, 0},
	{"rpr/table3/acc", pie, pairs, 7},
	{"rpr/table3/nmi", pie, pairs, 4},
	{"rpr/table4/constraints", movies[:3], []string{"l_W & l_H"}, 0},
	{"rpr/table4/loss csr", movies, triple, 5},
	{"rpr/table4/rmse f1", movies, triple, 0},
	{"pnmf/table3/a b", iris, []string{"K-means", "NMF", "ONMF", "CNMF", "PNMF"}, 0},
	{"pnmf/table3/c", iris, []string{"NMF W", "NMF H", "ONMF W", "ONMF H", "CNMF W", "CNMF W~", "PNMF W"}, 0},
	{"pnmf/table4/seconds", iris, []string{"NMF", "NMFPG", "ONMF", "CNMF", "PNMF"}, 0},
	{"pnmf/table5/error", []string{"uniform", "gauss", "laplace"}, []string{"Euclidean PNMF", "Divergence PNMF"}, 0},
	{"ornmf/table1/ac nmi", noise, nine, 3},
	{"ornmf/table2/ac nmi", yale, nine, 0},
	{"ornmf/table3/ac nmi", []string{"video1", "video2"}, nine, 0},
	{"ornmf/table4/ac nmi", []string{"hdm05"}, nine, 0},
	{"dsp/table1/all", six, meanAndMax(algos), 0},
	{"dsp/table2/all", six, meanAndMax(algos), 0},
	{"dsp/table3/all", six, meanAndMax(algos), 0},
	{"dsp/table4/firsts", scores, algos[4:], 0},
	{"dsp/table5/firsts", scores, algos[1:], 0},
	{"mcnmf/table1/ac nmi purity", images, mc, 0},
}

func meanAndMax(names []string) (columns []string) {
	for _, n := range names {
		columns = append(columns, n+" mean", n+" max")
	}
	return columns
}

func TestShapes(t *testing.T) {
	cells, panels := map[string]int{}, map[string]int{}
	for _, want := range shapes {
		prefix, names := want.panels[:strings.LastIndex(want.panels, "/")+1], want.panels[strings.LastIndex(want.panels, "/")+1:]
		for _, name := range strings.Fields(names) {
			paper, ref, _ := strings.Cut(prefix+name, "/")
			r, _ := ParseRef(ref)
			panel, _ := load(t, paper).PanelOf(r)
			illegible := 0
			for _, row := range panel.Rows {
				cells[paper] += len(row.Value)
				for _, text := range row.Value {
					if text == Illegible {
						illegible++
					}
				}
			}
			panels[paper]++
			if !slices.Equal(panel.Rows.Names(), want.rows) || !slices.Equal(panel.Columns, want.columns) || illegible != want.illegible {
				t.Errorf("%s%s: rows %q, columns %q, %d illegible", prefix, name, panel.Rows.Names(), panel.Columns, illegible)
			}
		}
	}
	for paper, want := range map[string]int{"rpr": 599, "pnmf": 72, "ornmf": 288, "dsp": 402, "mcnmf": 72} {
		if cells[paper] != want {
			t.Errorf("%s: %d cells, want %d", paper, cells[paper], want)
		}
		for _, table := range load(t, paper).Tables {
			if strings.HasPrefix(table.Name, "table") {
				panels[paper] -= len(table.Value.Panels)
			}
		}
		if panels[paper] != 0 {
			t.Errorf("%s: panels of its tables and of this test differ by %d", paper, panels[paper])
		}
	}
}

// Every sentence of the five papers on how an experiment was done is followed, or argued with what following it changes (the
// check of a paper sees to it), and no entry waits for its text.
func TestProtocolIsAnswered(t *testing.T) {
	for _, key := range []string{"rpr", "pnmf", "ornmf", "dsp", "mcnmf"} {
		stated, open := 0, 0
		for _, c := range load(t, key).Protocol {
			if strings.Contains(fmt.Sprintf("%+v", c), "TODO") {
				t.Errorf("%s: protocol %s: TODO", key, c.Key)
			}
			if c.Stated == "yes" {
				stated++
			} else {
				open++
			}
		}
		if stated < 10 || open < 5 {
			t.Errorf("%s: %d sentences and %d open settings, want 10 and 5 at least", key, stated, open)
		}
	}
}

func TestRefs(t *testing.T) {
	p := load(t, "rpr")
	r, err := ParseRef("table2/acc/orl r=40/RPR-NMF Euclidean")
	if err != nil || p.Resolve(r) != nil || r.String() != "table2/acc/orl r=40/RPR-NMF Euclidean" {
		t.Errorf("%v, %v, %v", r, err, p.Resolve(r))
	}
	if c := p.CellOf(r); c != (Cell{Value: "63.50", Bold: true}) {
		t.Errorf("%s is %+v", r, c)
	}
	column, _ := ParseRef("table2/acc//NMF Euclidean")
	if p.Resolve(column) != nil || column.String() != "table2/acc//NMF Euclidean" {
		t.Errorf("%s: %v", column, p.Resolve(column))
	}
	for text, want := range map[string]string{
		"tabel2/acc":                     `did you mean "table2"?`,
		"table2/ac":                      `did you mean "acc"?`,
		"table2/acc/orl r=45/NMF":        `unknown row "orl r=45"`,
		"table2/acc/orl r=40/NMF Euclid": `did you mean "NMF Euclidean"?`,
	} {
		r, _ := ParseRef(text)
		if err := p.Resolve(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseRef("a/b/c/d/e"); err == nil {
		t.Error("five parts were taken")
	}
}

// All numbers of the tables that are reported, and those that the text gives for figures, are the denominator of every count.
func TestPrinted(t *testing.T) {
	for paper, want := range map[string]int{"rpr": 599 + 9, "pnmf": 72 + 3, "ornmf": 288 + 4, "dsp": 402, "mcnmf": 72 + 2} {
		all := load(t, paper).Reported()
		if len(all) != want {
			t.Errorf("%s prints %d numbers, want %d", paper, len(all), want)
		}
		seen := map[Ref]bool{}
		for _, r := range all {
			if seen[r] {
				t.Errorf("%s: %s is counted twice", paper, r)
			}
			seen[r] = true
		}
	}
}
