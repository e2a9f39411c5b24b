package csvmat

import (
	"bufio"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// digits is what a float64 needs to come back with the same bits.
const digits = 17

// Write writes a, one row a line, with 17 significant digits: Read returns the same bits (NaN payloads aside).
func Write(w io.Writer, a mat.Matrix) error {
	b := bufio.NewWriter(w)
	m, n := a.Dims()
	var buf []byte
	for i := range m {
		for j := range n {
			if j > 0 {
				b.WriteByte(',')
			}
			buf = strconv.AppendFloat(buf[:0], a.At(i, j), 'g', digits, 64)
			b.Write(buf)
		}
		b.WriteByte('\n')
	}
	return b.Flush() // bufio keeps the first error
}
