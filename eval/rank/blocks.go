package rank

import (
	"fmt"
	"math/rand/v2"
)

// Block is one fold of bi-cross-validation. With rows I and columns J held out, a method fits X[-I, -J] ≈ W·Hᵀ; then
// least squares finds the rows of W that are missing from X[I, -J] with H fixed, and those of H from X[-I, J] with
// W fixed; their product predicts X[I, J], which neither saw (Owen and Perry 2009).
type Block struct {
	Rows, Cols           []int // held out, ascending
	OtherRows, OtherCols []int // the rest, ascending
}

// Blocks divides m rows and n columns at random into groups of nearly one size, and returns a block for every pair of
// groups, so that every entry of the matrix is held out once.
func Blocks(m, n, rowGroups, colGroups int, rng *rand.Rand) ([]Block, error) {
	if rowGroups < 2 || rowGroups > m || colGroups < 2 || colGroups > n {
		return nil, fmt.Errorf("rank: %d×%d groups of %d×%d, want 2 to as many as there are rows and columns", rowGroups, colGroups, m, n)
	}
	rows, cols := deal(m, rowGroups, rng), deal(n, colGroups, rng)
	var blocks []Block
	for g := range rowGroups {
		for h := range colGroups {
			var b Block
			b.Rows, b.OtherRows = split(rows, g)
			b.Cols, b.OtherCols = split(cols, h)
			blocks = append(blocks, b)
		}
	}
	return blocks, nil
}

// deal gives each of n things a group.
func deal(n, groups int, rng *rand.Rand) []int {
	group := make([]int, n)
	for place, i := range rng.Perm(n) {
		group[i] = place % groups
	}
	return group
}

func split(group []int, g int) (in, out []int) {
	for i, x := range group {
		if x == g {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	return in, out
}
