package mtx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

func read(text string) (*Matrix, error) { return Read(strings.NewReader(text), "a.mtx") }

// dense is the matrix with every entry; one that stands twice fails the test.
func (m *Matrix) dense(t *testing.T) [][]float64 {
	t.Helper()
	out, seen := make([][]float64, m.Rows), map[[2]int32]bool{}
	for i := range out {
		out[i] = make([]float64, m.Cols)
	}
	for e := range m.Entries {
		if seen[[2]int32{e.Row, e.Col}] {
			t.Errorf("entry %d, %d twice", e.Row+1, e.Col+1)
		}
		seen[[2]int32{e.Row, e.Col}] = true
		out[e.Row][e.Col] = e.Value
	}
	return out
}

// SciPy writes and reads the same matrices; see testdata/README.md.
func TestReadGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.mtx")
	if err != nil || len(files) != 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Read(f, file)
		f.Close()
		if err != nil {
			t.Error(err)
			continue
		}
		if want := strings.Contains(file, "coordinate"); m.Sparse != want {
			t.Errorf("%s: sparse = %v", file, m.Sparse)
		}
		text, err := os.ReadFile(strings.TrimSuffix(file, ".mtx") + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		lines, got := strings.Fields(string(text)), m.dense(t)
		if len(lines) != len(got) {
			t.Fatalf("%s: %d rows, want %d", file, len(got), len(lines))
		}
		for i, line := range lines {
			for j, word := range strings.Split(line, ",") {
				if want, err := strconv.ParseFloat(word, 64); err != nil || len(got[i]) <= j || got[i][j] != want {
					t.Errorf("%s: row %d, column %d: got %v, want %s", file, i+1, j+1, got[i], word)
				}
			}
		}
	}
}

func TestReadForms(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"case, comments, blank lines", "%%matrixmarket MATRIX Coordinate Real General\n% a\n\n 2 2 1 \n%\n 1\t2  -1.5e1\n\n% end\n",
			"[[0 -15] [0 0]]"},
		{"carriage returns", "%%MatrixMarket matrix array real general\r\n1 2\r\n3\r\n4\r\n", "[[3 4]]"},
		{"no entries", "%%MatrixMarket matrix coordinate real general\n2 1 0\n", "[[0] [0]]"},
		{"not finite", "%%MatrixMarket matrix array real general\n1 2\nnan\n-inf\n", "[[NaN -Inf]]"},
	} {
		m, err := read(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if got := fmt.Sprint(m.dense(t)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const general = "%%MatrixMarket matrix coordinate real general\n"
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "a.mtx:1: the file ends, want %%MatrixMarket matrix, coordinate or array"},
		{"csv", "1,2,3\n", `a.mtx:1: found "1,2,3", want %%MatrixMarket`},
		{"complex", "%%MatrixMarket matrix coordinate complex general\n", "found coordinate complex general, want"},
		{"hermitian", "%%MatrixMarket matrix coordinate real hermitian\n", "hermitian, want"},
		{"dense pattern", "%%MatrixMarket matrix array pattern general\n", "array pattern general"},
		{"vector", "%%MatrixMarket vector coordinate real general\n", "want %%MatrixMarket matrix"},
		{"no sizes", general, "a.mtx:1: the file ends, want the sizes"},
		{"two sizes", general + "2 2\n", `a.mtx:2: found "2 2", want rows, columns, entries`},
		{"no rows", general + "0 2 0\n", "found 0 rows, want 1 to"},
		{"huge", general + "1 999999999999 0\n", "999999999999 columns, want 1 to 100000000"},
		{"fraction", general + "1 2 1.5\n", "found 1.5 entries"},
		{"not square", "%%MatrixMarket matrix array real symmetric\n2 3\n", "found 2×3, want a square matrix"},
		{"few entries", general + "2 2 2\n1 1 1\n", "a.mtx:3: the file ends, want 2 entries, found 1"},
		{"many entries", general + "2 2 1\n1 1 1\n2 2 1\n", `a.mtx:4: found "2 2 1" after the last of 1 entries`},
		{"outside", general + "2 2 1\n1 3 1\n", "a.mtx:3: found place 1, 3, want 1 to 2, 1 to 2"},
		{"0-based", general + "2 2 1\n0 1 1\n", "found place 0, 1"},
		{"no value", general + "2 2 1\n1 1\n", `found "1 1", want row, column, value`},
		{"a word", general + "2 2 1\n1 1 one\n", `found "one", want a number`},
		{"hexadecimal", general + "2 2 1\n1 1 0x1p2\n", `found "0x1p2", want a number`},
		{"overflow", general + "2 2 1\n1 1 1e999\n", "found 1e999, want a number within"},
		{"upper half", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n", "found entry 1, 2, want those below the diagonal"},
		{"skew diagonal", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n", "found entry 1, 1"},
		{"short array", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", "the file ends, want entry 2, 2"},
		{"long line", general + strings.Repeat(" ", maxLine+1), "a.mtx:2: found a line longer than"},
	} {
		_, err := read(tt.text)
		var syntax *SyntaxError
		if err == nil || !strings.Contains(err.Error(), tt.want) || !errors.As(err, &syntax) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := Read(iotest.ErrReader(os.ErrClosed), "a.mtx"); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// What a file promises takes no memory.
func TestLyingSizes(t *testing.T) {
	lie := "%%MatrixMarket matrix coordinate real general\n100000000 100000000 9000000000000\n1 1 1\n"
	got := testing.Benchmark(func(b *testing.B) {
		for range b.N {
			if _, err := read(lie); err == nil {
				b.Fatal("no error")
			}
		}
	}).AllocedBytesPerOp()
	if got > 1<<20 {
		t.Errorf("%d bytes allocated", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -1.5\n")
	f.Add("%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n")
	f.Add("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := read(text)
		if err != nil {
			return
		}
		var b strings.Builder
		entries := slices.Collect(m.Entries)
		fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", m.Rows, m.Cols, len(entries))
		for e := range m.Entries {
			fmt.Fprintf(&b, "%d %d %v\n", e.Row+1, e.Col+1, e.Value)
		}
		again, err := read(b.String())
		if err != nil || again.Rows != m.Rows || again.Cols != m.Cols || fmt.Sprint(slices.Collect(again.Entries)) != fmt.Sprint(entries) {
			t.Errorf("%v: %v, again %v", err, m, again)
		}
	})
}
