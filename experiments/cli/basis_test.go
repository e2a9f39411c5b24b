package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// oracle is what SciPy's nnls and scikit-learn find; testdata/basis/make.py wrote it.
type oracle struct {
	Basis, X [][]float64
	H        map[string][][]float64
}

// table is a file with names of rows and columns.
func namedTable(rows [][]float64, row, column string, order []int) string {
	var b strings.Builder
	b.WriteString("name")
	for j := range rows[0] {
		fmt.Fprintf(&b, ",%s%d", column, j)
	}
	for _, i := range order {
		fmt.Fprintf(&b, "\n%s%d", row, i)
		for _, v := range rows[i] {
			fmt.Fprintf(&b, ",%v", v)
		}
	}
	return b.String() + "\n"
}

// readNamed reads the numbers of a file that results have.
func readNamed(t *testing.T, file string) (rows [][]float64) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		var row []float64
		for _, field := range strings.Split(line, ",")[1:] {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}

func readOracle(t *testing.T) (o oracle) {
	t.Helper()
	text, err := os.ReadFile("testdata/basis/oracle.json")
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func upto(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Coefficients for a table of components are those of SciPy and scikit-learn, whatever the order of the features.
func TestProjectBasis(t *testing.T) {
	o := readOracle(t)
	t.Chdir(t.TempDir())
	put(t, "X.csv", namedTable(o.X, "f", "s", upto(12)))
	turned := upto(12)
	slices.Reverse(turned)
	put(t, "B.csv", namedTable(o.Basis, "f", "ref", turned))
	for loss, want := range o.H {
		if code, log := called("project --basis B.csv --tol 1e-12 --iterations 1000000 --input X.csv --out " + loss + " --loss " + loss); code != 0 {
			t.Fatal(loss, log)
		}
		got := readNamed(t, filepath.Join(loss, "H.csv"))
		usages, residuals := readNamed(t, filepath.Join(loss, "usages.csv")), readNamed(t, filepath.Join(loss, "residuals.csv"))
		labels, err := os.ReadFile(filepath.Join(loss, "labels.csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(labels), "\n")
		for j := range 7 {
			squared, sum, best := 0., 0., 0
			for k := range 3 {
				if d := math.Abs(got[k][j] - want[k][j]); d > 1e-6 {
					t.Errorf("%s: coefficient %d of sample %d is %v, want %v", loss, k, j, got[k][j], want[k][j])
				}
				sum += usages[j][k]
				if got[k][j] > got[best][j] {
					best = k
				}
			}
			for i := range 12 {
				d := o.X[i][j]
				for k := range 3 {
					d -= o.Basis[i][k] * got[k][j]
				}
				squared += d * d
			}
			if math.Abs(sum-1) > 1e-12 || math.Abs(residuals[j][0]-math.Sqrt(squared)) > 1e-9 || lines[j+1] != fmt.Sprintf("%q,%d", fmt.Sprint("s", j), best+1) {
				t.Errorf("%s: sample %d: usages sum to %v, residual %v, want %v, label %s", loss, j, sum, residuals[j][0], math.Sqrt(squared), lines[j+1])
			}
		}
	}
}

// Components that are held stay as they are, under their names in any order, and the others are those of a fit whose free part is known.
func TestFactorizeFixed(t *testing.T) {
	o := readOracle(t)
	t.Chdir(t.TempDir())
	exact := make([][]float64, 12) // a product of the components, so that what is free can be found
	for i := range exact {
		for j := range 7 {
			v := 0.
			for k := range 3 {
				v += o.Basis[i][k] * o.H["frobenius"][k][j]
			}
			exact[i] = append(exact[i], v)
		}
	}
	known := make([][]float64, 12)
	for i := range known {
		known[i] = o.Basis[i][:2]
	}
	turned := upto(12)
	slices.Reverse(turned)
	put(t, "X.csv", namedTable(exact, "f", "s", upto(12)))
	put(t, "K.csv", namedTable(known, "f", "ref", turned))
	put(t, "H.csv", namedTable(o.H["frobenius"][:2], "component", "s", upto(2)))
	for _, solver := range []string{"nmf", "hals", "nmf-kl"} {
		if code, log := called("factorize --rank 3 --iterations 300 --input X.csv --fixed K.csv --out " + solver + " --solver " + solver); code != 0 {
			t.Fatal(solver, log)
		}
		w := readNamed(t, filepath.Join(solver, "W.csv"))
		for i := range 12 {
			if w[i][0] != o.Basis[i][0] || w[i][1] != o.Basis[i][1] {
				t.Fatalf("%s: row %d is %v, want %v first", solver, i, w[i], known[i])
			}
		}
		if code, log := called("factorize --rank 3 --iterations 3 --input X.csv --fixed-h H.csv --out h-" + solver + " --solver " + solver); code != 0 {
			t.Fatal(solver, log)
		}
		for k, row := range readNamed(t, filepath.Join("h-"+solver, "H.csv"))[:2] {
			if !slices.Equal(row, o.H["frobenius"][k]) {
				t.Errorf("%s: H has %v in row %d, want %v", solver, row, k, o.H["frobenius"][k])
			}
		}
	}
	var run struct {
		Error float64 `json:"relative_error"`
		Fixed string
	}
	text, _ := os.ReadFile("hals/run.json")
	if err := json.Unmarshal(text, &run); err != nil || run.Error > 0.02 || run.Fixed != "K.csv" {
		t.Errorf("relative error %v, fixed %q, %v", run.Error, run.Fixed, err)
	}
}

// What cannot be a component, or be held, is refused by name.
func TestComponentsRefused(t *testing.T) {
	inputs(t)
	put(t, "names.csv", "f,a,b\nf0,1,2\nf1,2,1\nf2,1,1\n")
	put(t, "Xn.csv", "f,s0,s1,s2,s3\nf0,1,2,3,4\nf1,2,1,4,3\nf2,5,6,1,1\n")
	put(t, "other.csv", "f,a\ng0,1\ng1,2\ng2,1\n")
	put(t, "negative.csv", "f,a\nf0,1\nf1,-2\nf2,1\n")
	put(t, "zero.csv", "f,a,b\nf0,1,0\nf1,2,0\nf2,1,0\n")
	put(t, "nan.csv", "f,a\nf0,1\nf1,NA\nf2,1\n")
	put(t, "zeroh.csv", "1,1,1,1\n0,0,0,0\n")
	fit := "factorize --solver hals --rank 2 --iterations 3 --input Xn.csv --out o "
	for command, want := range map[string]string{
		"project --basis other.csv --input Xn.csv --out o":                          "g0",
		"project --basis negative.csv --input Xn.csv --out o":                       `found -2 at feature "f1", sample "a"`,
		"project --basis zero.csv --input Xn.csv --out o":                           `every value of component "b" is 0`,
		"project --basis nan.csv --input Xn.csv --out o":                            "found 1 unknown values",
		"project --basis names.csv --loss nonsense --input Xn.csv --out o":          "unknown loss",
		"project --basis names.csv --model o --input Xn.csv --out o":                "one of them",
		"project --input Xn.csv --out o":                                            "one of them",
		"project --model o --loss kullback-leibler --input Xn.csv --out o":          "--loss goes with --basis",
		fit + "--fixed other.csv":                                                   "g0",
		fit + "--fixed negative.csv":                                                "found -2",
		fit + "--fixed zero.csv":                                                    `every value of component "b" is 0`,
		fit + "--fixed nan.csv":                                                     "found 1 unknown values",
		fit + "--fixed names.csv --w0 names.csv":                                    "drop one of the flags",
		fit + "--fixed names.csv --set normalize=w-l1":                              "what is fixed is not scaled",
		fit + "--fixed-h zeroh.csv":                                                 "every value of component 2 is 0",
		"factorize --solver hals --rank 1 --input Xn.csv --out o --fixed names.csv": "holds 2 components, want at most --rank = 1",
		"factorize --solver gnmf --rank 2 --input Xn.csv --out o --fixed names.csv": "cannot hold components; these can: beta-nmf",
	} {
		code, log := called(command)
		if _, err := os.Stat("o"); code != 2 || !strings.Contains(log, want) || err == nil {
			t.Errorf("%s: exit %d, %s, want %s", command, code, log, want)
		}
	}
}

// A model in .npy has its names in run.json, and preparation.csv is joined by name.
func TestModelNames(t *testing.T) {
	o := readOracle(t)
	t.Chdir(t.TempDir())
	turned := upto(12)
	slices.Reverse(turned)
	put(t, "X.csv", namedTable(o.X, "f", "s", upto(12)))
	put(t, "R.csv", namedTable(o.X, "f", "s", turned))
	fit := "factorize --solver hals --rank 2 --iterations 30 --normalize variance --input X.csv --out "
	for _, command := range []string{fit + "text", fit + "numpy --format npy", "project --model text --input X.csv --out p", "project --model numpy --input X.csv --out q", "project --model numpy --input R.csv --out r"} {
		if code, log := called(command); code != 0 {
			t.Fatal(command, log)
		}
	}
	text, err := os.ReadFile("text/preparation.csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Reverse(lines[1:])
	put(t, "text/preparation.csv", strings.Join(lines, "\n")+"\n")
	if code, log := called("project --model text --input R.csv --out s"); code != 0 {
		t.Fatal(log)
	}
	want := readNamed(t, "p/H.csv")
	for _, folder := range []string{"q", "r", "s"} {
		for k, row := range readNamed(t, folder+"/H.csv") {
			for j, v := range row {
				if math.Abs(v-want[k][j]) > 1e-9 {
					t.Fatalf("%s: %v, want %v", folder, row, want[k])
				}
			}
		}
	}
}
