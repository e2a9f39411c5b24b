package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

func TestMatch(t *testing.T) {
	abc := []string{"a", "b", "c"}
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("n%d", i))
	}
	for _, tt := range []struct {
		x, file []string
		order   string // of the file's points
		note    string
		want    string // of the error
	}{
		{abc, abc, "[]", "", ""},
		{nil, nil, "[]", "", ""},
		{abc, []string{"c", "a", "b"}, "[1 2 0]", "M.csv: samples brought into the order of X.csv", ""},
		{abc, nil, "[]", "M.csv has no names of samples: M.csv is matched with X.csv by position", ""},
		{nil, abc, "[]", "X.csv has no names of samples: M.csv is matched with X.csv by position", ""},
		{abc, []string{"a", "b", "b"}, "", "", `M.csv: of the samples, 2 and 3 are named "b", and names decide what belongs to what`},
		{[]string{"a", "b", "a", "b"}, []string{"a", "b", "a", "b"}, "", "", `X.csv: of the samples, 1 and 3 are named "a" (and 1 more names occur twice)`},
		{abc, []string{"a", "b"}, "[0 1 -1]", "", `M.csv lacks "c"; X.csv lacks none`},
		{abc, []string{"a", "b", "c", "d"}, "[0 1 2]", "", `M.csv lacks none; X.csv lacks "d"`},
		{abc, many, "[-1 -1 -1]", "", `M.csv lacks "a", "b", "c"; X.csv lacks "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", ... (12)`},
		// numbers that only count
		{abc, []string{"0", "1", "2"}, "[]", "M.csv has no names of samples: M.csv is matched with X.csv by position", ""},
		{[]string{"1", "2", "3"}, abc, "[]", "X.csv has no names of samples: M.csv is matched with X.csv by position", ""},
		{[]string{"0", "1", "2"}, []string{"1", "2", "3"}, "[]", "", ""},
		{[]string{"1", "2", "3"}, nil, "[]", "", ""},
		{[]string{"1", "2", "3"}, []string{"3", "1", "2"}, "[1 2 0]", "M.csv: samples brought into the order of X.csv", ""},
		{[]string{"2", "1", "3"}, []string{"1", "2", "3"}, "[1 0 2]", "M.csv: samples brought into the order of X.csv", ""},
	} {
		order, notes, err := Match(Side{"X.csv", "samples", tt.x}, Side{"M.csv", "samples", tt.file})
		if tt.want == "" && (err != nil || strings.Join(note.Texts(notes), "; ") != tt.note || fmt.Sprint(order) != tt.order) {
			t.Errorf("%q, %q: %v, %q, %v", tt.x, tt.file, order, notes, err)
		}
		if tt.want == "" {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q, %q: got error %v, want %q", tt.x, tt.file, err, tt.want)
		}
		if _, differ := errors.AsType[*MismatchError](err); differ != (tt.order != "") || differ && fmt.Sprint(order) != tt.order {
			t.Errorf("%q, %q: order %v with %v", tt.x, tt.file, order, err)
		}
	}
}

// Every kind of matrix is put into another order, with rows of zeros and without some of its own.
func TestArrange(t *testing.T) {
	dense := mat.NewDense(3, 3, []float64{1, 0, 2, 3, 4, 0, 0, 5, 6})
	sparse, err := matrix.CSRFrom(3, 3, matrix.Entries(matrix.FromDense(dense)))
	if err != nil {
		t.Fatal(err)
	}
	masked, err := matrix.NewMasked(3, 3, slices.Collect(matrix.Entries(matrix.FromDense(dense))))
	if err != nil {
		t.Fatal(err)
	}
	want := mat.NewDense(3, 3, []float64{0, 6, 5, 0, 0, 0, 1, 2, 0})
	for _, x := range []matrix.Matrix{matrix.FromDense(dense), sparse, masked} {
		got, err := Arrange(x, []int{2, -1, 0}, []int{0, 2, 1})
		if err != nil || fmt.Sprintf("%T", got) != fmt.Sprintf("%T", x) {
			t.Fatalf("%T, %v", got, err)
		}
		if problem := sameEntries(got, want); problem != "" {
			t.Errorf("%T: %s", x, problem)
		}
		if same, err := Arrange(x, nil, nil); err != nil || same != x {
			t.Errorf("%T: another matrix where the order stays: %v", x, err)
		}
	}
	if known, err := Arrange(masked, []int{-1}, nil); err != nil || known.NNZ() != 3 {
		t.Errorf("a row of zeros has %v, %v", known, err)
	}
}

// A mask that lies the other way round is told from one of other names.
func TestAlignCrossed(t *testing.T) {
	read := func(name, text string) *Table {
		t.Helper()
		x, err := Read(File{R: bytes.NewReader([]byte(text)), Size: int64(len(text)), Name: name}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	x := read("X.csv", "g,a,b\nu,1,2\nv,3,4\n")
	if _, err := read("M.csv", "s,u,v\na,1,1\nb,1,0\n").Align(x.Sides()); err == nil ||
		err.Error() != "the features of X.csv are the columns of M.csv; transpose one of the files" {
		t.Errorf("got %v", err)
	}
	if twice := read("T.csv", "g,a,a\nu,1,2\nu,3,4\n"); len(twice.Notes) != 2 || !strings.Contains(twice.Notes[1].String(), `of the samples, 1 and 2 are named "a"`) {
		t.Errorf("notes on names that occur twice: %q", twice.Notes)
	}
}
