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
	if !x.Sparse && x.Len() != x.Rows*x.Cols {
		return fmt.Errorf("mtx: %d entries of a full matrix of %d×%d", x.Len(), x.Rows, x.Cols)
	}
	b := bufio.NewWriter(w)
	if x.Sparse {
		fmt.Fprintf(b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", x.Rows, x.Cols, x.Len())
	} else {
		fmt.Fprintf(b, "%%%%MatrixMarket matrix array real general\n%d %d\n", x.Rows, x.Cols)
	}
	var line []byte
	k := 0
	for e := range x.Entries {
		line, k = line[:0], k+1
		i, j := int(e.Row), int(e.Col)
		switch {
		case i < 0 || i >= x.Rows || j < 0 || j >= x.Cols:
			return fmt.Errorf("mtx: entry (%d, %d) lies outside %d×%d", i+1, j+1, x.Rows, x.Cols)
		case x.Sparse:
			line = append(strconv.AppendInt(line, int64(i)+1, 10), ' ')
			line = append(strconv.AppendInt(line, int64(j)+1, 10), ' ')
		case i != (k-1)%x.Rows || j != (k-1)/x.Rows:
			return fmt.Errorf("mtx: entry %d of a full matrix is (%d, %d), want (%d, %d)", k, i+1, j+1, (k-1)%x.Rows+1, (k-1)/x.Rows+1)
		}
		line = append(strconv.AppendFloat(line, e.Value, 'g', digits, 64), '\n')
		b.Write(line)
	}
	return b.Flush() // bufio keeps the first error
}
