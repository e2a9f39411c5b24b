package rank

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// Every entry of a full matrix is held out once, and rows and columns hold out equally many in each fold, up to one.
func TestSpeckleIsBalanced(t *testing.T) {
	const m, n, folds = 13, 22, 5
	x := matrix.NewDense(m, n, nil)
	for i := range m {
		for j := range n {
			x.Raw().Set(i, j, float64(1+i*n+j))
		}
	}
	s, err := NewSpeckle(x, folds, 1, newRand(3))
	if err != nil {
		t.Fatal(err)
	}
	times := mat.NewDense(m, n, nil)
	for f := range folds {
		rows, cols := make([]int, m), make([]int, n)
		train, err := s.Train(f)
		if err != nil {
			t.Fatal(err)
		}
		held := s.Held(f)
		for _, e := range held {
			times.Set(e.Row, e.Col, times.At(e.Row, e.Col)+1)
			rows[e.Row]++
			cols[e.Col]++
			if e.Value != x.At(e.Row, e.Col) || !math.IsNaN(train.At(e.Row, e.Col)) {
				t.Fatalf("fold %d: entry (%d, %d) is %v, and %v in training", f, e.Row, e.Col, e.Value, train.At(e.Row, e.Col))
			}
		}
		if train.NNZ()+len(held) != m*n {
			t.Errorf("fold %d trains on %d and holds %d of %d", f, train.NNZ(), len(held), m*n)
		}
		for i, c := range rows {
			if c < n/folds || c > n/folds+1 {
				t.Errorf("fold %d holds %d of row %d", f, c, i)
			}
		}
		for j, c := range cols {
			if c < m/folds || c > m/folds+1 {
				t.Errorf("fold %d holds %d of column %d", f, c, j)
			}
		}
	}
	if mat.Min(times) != 1 || mat.Max(times) != 1 {
		t.Error("an entry is held out twice, or never")
	}
	again, err := NewSpeckle(x, folds, 1, newRand(3))
	if err != nil || again.Held(2)[5] != s.Held(2)[5] {
		t.Error("the same seed deals otherwise")
	}
}

// Unknown entries are in no fold, and no fold leaves a row or column less than is asked for, or all that it has.
func TestSpeckleKeepsEnough(t *testing.T) {
	rng := newRand(4)
	const m, n, folds, least = 30, 20, 4, 2
	var known []matrix.Triplet
	for i := range m {
		for j := range n {
			if rng.Float64() < 0.25 || i == 0 && j < 1 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: 1 + rng.Float64()})
			}
		}
	}
	x, err := matrix.NewMasked(m, n, known)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSpeckle(x, folds, least, rng)
	if err != nil {
		t.Fatal(err)
	}
	kept := x.NNZ()
	for f := range folds {
		train, err := s.Train(f)
		if err != nil {
			t.Fatal(err)
		}
		kept -= len(s.Held(f))
		for _, pair := range [][2]matrix.Matrix{{x, train}, {x.Trans(), train.Trans()}} {
			all, part := pair[0], pair[1]
			rows, _ := all.Dims()
			for i := range rows {
				before, _ := all.Row(i, nil)
				after, _ := part.Row(i, nil)
				if want := min(least, len(before)); len(after) < want {
					t.Errorf("fold %d leaves %d of %d, want %d", f, len(after), len(before), want)
				}
			}
		}
	}
	if kept <= 0 || kept > x.NNZ()/4 {
		t.Errorf("%d of %d entries are never held out", kept, x.NNZ())
	}
}

// A sparse matrix is dealt as it is: its zeros are known, no entry is in two folds, and a fold trains on all others.
func TestSpeckleSparse(t *testing.T) {
	for _, c := range []struct{ m, n, nonZero, folds, held int }{{3, 4, 12, 2, 12}, {30, 40, 300, 5, 5 * 240}, {40, 30, 60, 3, 3 * 60}, {2, 2, 2, 2, 4}} {
		rng := newRand(6)
		var entries []matrix.Triplet
		for _, at := range rng.Perm(c.m * c.n)[:c.nonZero] {
			entries = append(entries, matrix.Triplet{Row: at / c.n, Col: at % c.n, Value: 1 + rng.Float64()})
		}
		x, err := matrix.NewCSR(c.m, c.n, entries)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSpeckle(x, c.folds, 1, rng)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[[2]int]bool{}
		for f := range c.folds {
			held := s.Held(f)
			train, err := s.Train(f)
			if err != nil {
				t.Fatal(err)
			}
			var rest, size, off float64
			for i := range c.m {
				for j := range c.n {
					if v := train.At(i, j); !math.IsNaN(v) {
						if rest += v; v != x.At(i, j) {
							t.Fatalf("(%d, %d) is %v in training", i, j, v)
						}
					}
				}
			}
			rest /= float64(c.m*c.n - len(held))
			for _, e := range held {
				at := [2]int{e.Row, e.Col}
				if seen[at] || e.Value != x.At(e.Row, e.Col) || !math.IsNaN(train.At(e.Row, e.Col)) {
					t.Fatalf("%v is held out twice, or trained on", e)
				}
				seen[at] = true
				size, off = size+e.Value*e.Value, off+(e.Value-rest)*(e.Value-rest)
			}
			if got, err := s.ConstantError(f); size > 0 && (err != nil || math.Abs(got-math.Sqrt(off/size)) > 1e-12) {
				t.Errorf("fold %d of %v: a constant has the error %v, %v, want %v", f, c, got, err, math.Sqrt(off/size))
			}
		}
		if len(seen) != c.held {
			t.Errorf("%v: %d entries are held out, want %d", c, len(seen), c.held)
		}
	}
	one, _ := matrix.NewCSR(1, 9, []matrix.Triplet{{Row: 0, Col: 0, Value: 1}})
	if _, err := NewSpeckle(one, 2, 1, newRand(1)); err == nil || !strings.Contains(err.Error(), "fewer folds") {
		t.Errorf("one row: %v", err)
	}
}

func TestSpeckleErrors(t *testing.T) {
	x := matrix.NewDense(2, 2, []float64{1, 2, 3, 4})
	for _, tt := range []struct {
		folds, least int
		want         string
	}{{1, 1, "folds = 1, want 2 to 4"}, {5, 1, "folds = 5"}, {2, 0, "least = 0"}, {2, 2, "holds nothing out"}} {
		if _, err := NewSpeckle(x, tt.folds, tt.least, newRand(1)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d folds, least %d: %v", tt.folds, tt.least, err)
		}
	}
}

func TestHeldError(t *testing.T) {
	w, ht := mat.NewDense(2, 1, []float64{1, 2}), mat.NewDense(2, 1, []float64{3, 4})
	held := []matrix.Triplet{{Row: 0, Col: 0, Value: 3}, {Row: 1, Col: 1, Value: 4}} // predicted 3 and 8
	if got, err := HeldError(held, w, ht); err != nil || got != 0.8 {
		t.Errorf("got %v, %v, want 4/√(9+16)", got, err)
	}
	if _, err := HeldError([]matrix.Triplet{{}}, w, ht); err == nil || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("zeros alone: %v", err)
	}
}

// Each entry of the matrix is held out by one block, and blocks are as even as can be.
func TestBlocks(t *testing.T) {
	const m, n = 7, 5
	blocks, err := Blocks(m, n, 3, 2, newRand(2))
	if err != nil || len(blocks) != 6 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	times := mat.NewDense(m, n, nil)
	for _, b := range blocks {
		if len(b.Rows)+len(b.OtherRows) != m || len(b.Cols)+len(b.OtherCols) != n || len(b.Rows) < 2 || len(b.Rows) > 3 || len(b.Cols) < 2 ||
			len(b.Cols) > 3 {
			t.Errorf("block %v", b)
		}
		for _, i := range b.Rows {
			for _, j := range b.Cols {
				times.Set(i, j, times.At(i, j)+1)
			}
		}
	}
	if mat.Min(times) != 1 || mat.Max(times) != 1 {
		t.Errorf("held out %v", mat.Formatted(times))
	}
	for _, g := range [][2]int{{1, 2}, {2, 6}, {8, 2}} {
		if _, err := Blocks(m, n, g[0], g[1], newRand(2)); err == nil {
			t.Errorf("%v groups of %d×%d", g, m, n)
		}
	}
}
