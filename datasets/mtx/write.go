package mtx

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// digits is what a float64 needs to come back with the same bits.
const digits = 17

// Write writes x as real and general, with 17 significant digits: Read returns the same bits (NaN payloads aside). Entries of a
// sparse matrix stand in the order that they have; one that is not sparse holds all of its entries column by column.
func Write(w io.Writer, x *Matrix) error {
	if !x.Sparse && len(x.Entries) != x.Rows*x.Cols {
		return fmt.Errorf("mtx: %d entries of a full matrix of %d×%d", len(x.Entries), x.Rows, x.Cols)
	}
	b := bufio.NewWriter(w)
	if x.Sparse {
		fmt.Fprintf(b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", x.Rows, x.Cols, len(x.Entries))
	} else {
		fmt.Fprintf(b, "%%%%MatrixMarket matrix array real general\n%d %d\n", x.Rows, x.Cols)
	}
	var line []byte
	for k, e := range x.Entries {
		line = line[:0]
		switch {
		case e.Row < 0 || e.Row >= x.Rows || e.Col < 0 || e.Col >= x.Cols:
			return fmt.Errorf("mtx: entry (%d, %d) lies outside %d×%d", e.Row+1, e.Col+1, x.Rows, x.Cols)
		case x.Sparse:
			line = append(strconv.AppendInt(line, int64(e.Row)+1, 10), ' ')
			line = append(strconv.AppendInt(line, int64(e.Col)+1, 10), ' ')
		case e.Row != k%x.Rows || e.Col != k/x.Rows:
			return fmt.Errorf("mtx: entry %d of a full matrix is (%d, %d), want (%d, %d)", k+1, e.Row+1, e.Col+1, k%x.Rows+1, k/x.Rows+1)
		}
		line = append(strconv.AppendFloat(line, e.Value, 'g', digits, 64), '\n')
		b.Write(line)
	}
	return b.Flush() // bufio keeps the first error
}
