package tabular

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// digits is what a float64 needs to come back with the same bits.
const digits = 17

// Write writes a with a header of columns and names before each row, 17 significant digits: Read returns the same bits and
// names, as do the readers of R and pandas. corner is the header of the names. Names are quoted. Without rows and columns it
// writes bare numbers, for Numbers.
func Write(w io.Writer, a mat.Matrix, corner string, rows, columns []string) error {
	b := bufio.NewWriter(w)
	if rows != nil {
		b.WriteString(quote(corner))
		for _, c := range columns {
			b.WriteByte(',')
			b.WriteString(quote(c))
		}
		b.WriteByte('\n')
	}
	m, n := a.Dims()
	var buf []byte
	for i := range m {
		if rows != nil {
			b.WriteString(quote(rows[i]))
		}
		for j := range n {
			if rows != nil || j > 0 {
				b.WriteByte(',')
			}
			buf = strconv.AppendFloat(buf[:0], a.At(i, j), 'g', digits, 64)
			b.Write(buf)
		}
		b.WriteByte('\n')
	}
	return b.Flush() // bufio keeps the first error
}

// WriteLabels writes a header and one label a line, after the name of the sample where names are not nil.
func WriteLabels(w io.Writer, corner, header string, names []string, labels []int) error {
	b := bufio.NewWriter(w)
	if names != nil {
		header = quote(corner) + "," + quote(header)
	}
	b.WriteString(header + "\n")
	for i, label := range labels {
		if names != nil {
			b.WriteString(quote(names[i]) + ",")
		}
		b.WriteString(strconv.Itoa(label) + "\n")
	}
	return b.Flush()
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
