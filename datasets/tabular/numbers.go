package tabular

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/exact"
)

// missing are the texts of an unknown value, in lower case: those of R, pandas, NumPy, Octave, Excel, SQL and UCI.
var missing = []string{"", "na", "n/a", "#n/a", "<na>", "nan", "-nan", "null", "none", "?"}

func isMissing(text string) bool {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		return false
	}
	return len(text) <= 4 && slices.Contains(missing, strings.ToLower(text))
}

// numbers reads the numbers of one file, which share a decimal mark.
type numbers struct {
	mark   Decimal
	marked [2]bool // a number with a decimal point, with a decimal comma was read
	surely [2]bool // one with that mark which separates no thousands
	plain  bool    // one without a mark, other than 0
}

// parse returns the value of text, or what is wrong with it.
func (d *numbers) parse(text string) (v float64, problem string) {
	plain, commas := text, strings.Count(text, ",")
	point := strings.IndexByte(text, '.') >= 0
	switch {
	case commas == 1 && !point && d.mark != DecimalPoint:
		if dotted := strings.Replace(text, ",", ".", 1); isNumber(dotted) {
			if d.marked[0] {
				return 0, fmt.Sprintf("found %q where the decimal mark is a point; decimal decides (point or comma), and thousands must not be "+
					"separated", clip(text))
			}
			plain = dotted
			d.marked[1], d.surely[1] = true, d.surely[1] || !mayBeThousands(text, ",")
		}
	case commas == 0 && point:
		if d.marked[1] || d.mark == DecimalComma {
			return 0, fmt.Sprintf("found %q where the decimal mark is a comma; decimal decides (point or comma), and thousands must not be "+
				"separated", clip(text))
		}
		d.marked[0], d.surely[0] = true, d.surely[0] || !mayBeThousands(text, ".")
	}
	v, err := strconv.ParseFloat(plain, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Sprintf("found %s, want a number within ±1.8e308", clip(text))
	case strings.Contains(text, "\n"):
		return 0, "found a value of several lines, want a number; is a quote not closed?"
	case err != nil || strings.ContainsAny(plain, "xX_"): // Go's hexadecimal forms are in no table
		return 0, fmt.Sprintf("found %q, want a number; %s", clip(text), advice(text))
	case math.IsNaN(v): // NaN in a form of its own, as +nan
		return 0, fmt.Sprintf("found %q, want a number, or NA where it is unknown", clip(text))
	case plain == text && !point && math.Abs(v) >= 1000:
		d.surely = [2]bool{true, true} // here is a number whose thousands are not separated
	}
	d.plain = d.plain || plain == text && !point && v != 0
	if !exact.Text(text, v) {
		return 0, fmt.Sprintf("found %s, %s", clip(text), exact.Rounded)
	}
	return v, ""
}

// mixed tells whether some numbers have a point and three digits after it, and the others no point: a program that writes three
// decimals writes them always, one that separates thousands writes this.
func (d *numbers) mixed() bool { return d.marked[0] && !d.surely[0] && d.mark == "" && d.plain }

// doubt returns what the numbers together leave open, or "". Between semicolons, a point may separate thousands as well as a comma.
func (d *numbers) doubt(separator Separator) string {
	for i, mark := range []string{"point", "comma"} {
		if d.marked[i] && !d.surely[i] && d.mark == "" && (mark == "comma" || separator == Semicolon) {
			return fmt.Sprintf("every number with a %[1]s has three digits after it, which a decimal %[1]s has as well as one between thousands; "+
				"set decimal to %[1]s, or remove what separates thousands", mark)
		}
	}
	return ""
}

// mayBeThousands tells whether the mark of a number may separate thousands.
func mayBeThousands(text, mark string) bool {
	before, after, _ := strings.Cut(strings.TrimLeft(text, "+-"), mark)
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	return len(after) == 3 && len(before) >= 1 && len(before) <= 3 && before[0] != '0' && digits(before+after)
}

// isNumber tells whether text with a decimal point is a number, too large ones included.
func isNumber(text string) bool {
	if text == "" || strings.ContainsAny(text, "xX_") {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// numberForm matches numbers in forms that are not read: 10%, $5, <0.1, 1'234, 1 234, 1.234,5, −1, 0x1F, 1D+02.
var numberForm = regexp.MustCompile(`^[-+−–<>≤≥~±($€£¥]*[\s\pZ]*(0[xX][0-9a-fA-F]+|[0-9][0-9.,'’_\s\pZ]*([eEdD][-+]?[0-9]+)?)[\s\pZ]*[%‰$€£¥)]*$`)

// groupedForm matches numbers whose thousands are separated by blanks of any width.
var groupedForm = regexp.MustCompile(`^[-+−]?[0-9]{1,3}([\s\pZ][0-9]{3})+([.,][0-9]+)?$`)

// advice guesses what a text is that is no number.
func advice(text string) string {
	exponent := strings.NewReplacer("d", "e", "D", "e").Replace(text)
	switch {
	case len(text) > 1 && text[0] == '#':
		return "it is an error of the spreadsheet, which unknown (NA) would replace"
	case strings.Contains(text, "|"):
		return "separate values by commas, semicolons, tabs or blanks"
	case strings.HasSuffix(text, "%"):
		return "write shares without the sign"
	case strings.HasPrefix(text, "<") && numberForm.MatchString(text):
		return "write a number, or NA where it is below what can be measured"
	case strings.HasPrefix(text, "−"), strings.HasPrefix(text, "–"):
		return "write the minus as -"
	case strings.ContainsAny(text, "$€£¥"):
		return "write amounts without the currency"
	case groupedForm.MatchString(text), strings.Count(text, ",")+strings.Count(text, ".") > 1, numberForm.MatchString(text) &&
		strings.ContainsAny(text, "'’") || mayBeThousands(text, ","):
		return "write it without what separates thousands"
	case numberForm.MatchString(text) && strings.Contains(text, ","):
		return "write it with a decimal point"
	case exponent != text && isNumber(exponent):
		return "write the exponent with e"
	}
	return correct
}

// correct is the advice where nothing tells what is meant.
const correct = "correct the value, or write NA where it is unknown"

// Bare says what [Numbers] takes beyond finite numbers.
type Bare struct {
	NonFinite bool // NaN, Inf, +Inf and -Inf are values, not errors
	Line      int  // lines of the file that the caller has read already, for errors
}

// Numbers reads a matrix as programs write it: numbers between commas, one row a line, without header or names, none of them
// unknown. It reads once, where [Read] opens a file several times.
func Numbers(r io.Reader, name string, opts Bare) (*mat.Dense, error) {
	l, err := newLines(r, name, ',', false)
	if err != nil {
		return nil, err
	}
	if len(l.comments) > 0 {
		return nil, &SyntaxError{name, opts.Line + 1, 1, "found a line that begins with #, want a row of numbers"}
	}
	l.above, l.end = opts.Line, opts.Line
	var data []float64
	rows, cols, empty := 0, 0, 0
	for {
		err := l.next()
		switch {
		case errors.Is(err, io.EOF) && rows == 0:
			return nil, noNumbers(name)
		case errors.Is(err, io.EOF):
			return mat.NewDense(rows, cols, data), nil
		case err != nil:
			return nil, err
		case len(l.values) == 1 && l.values[0] == "":
			empty = cmp.Or(empty, l.empty, l.line)
			continue
		case empty+l.empty > 0:
			return nil, &SyntaxError{name, cmp.Or(empty, l.empty), 1, emptyBetween}
		case rows > 0 && len(l.values) != cols:
			return nil, l.fail(min(len(l.values)-1, cols), unequal, len(l.values), cols)
		}
		for i, text := range l.values {
			v, err := strconv.ParseFloat(text, 64)
			switch {
			case text == "":
				return nil, l.fail(i, "found nothing as value %d, want a number; unknown entries belong in a mask", i+1)
			case errors.Is(err, strconv.ErrRange):
				return nil, l.fail(i, "found %s, want a number within ±1.8e308", clip(text))
			case err != nil || strings.ContainsAny(text, "xX_"): // Go's hexadecimal forms are no CSV
				return nil, l.fail(i, "found %q, want a number; separate values by commas, with a point as the decimal mark, and without header or "+
					"row names", clip(text))
			case (math.IsNaN(v) || math.IsInf(v, 0)) && !opts.NonFinite:
				return nil, l.fail(i, "found %s, want a finite number; unknown entries belong in a mask", text)
			case !exact.Text(text, v):
				return nil, l.fail(i, "found %s, %s", clip(text), exact.Rounded)
			}
			data = append(data, v)
		}
		rows, cols = rows+1, len(l.values)
	}
}

// Integers reads a matrix of whole numbers (labels, constraint triples) with the given number of columns.
func Integers(r io.Reader, name string, cols int) ([][]int, error) {
	a, err := Numbers(r, name, Bare{})
	if err != nil {
		return nil, err
	}
	m, n := a.Dims()
	if n != cols {
		return nil, &SyntaxError{name, 1, 1, fmt.Sprintf("found %d values a line, want %d", n, cols)}
	}
	out := make([][]int, m)
	for i := range out {
		for j, v := range a.RawRowView(i) {
			if math.Abs(v) >= maxWhole || v != math.Trunc(v) {
				return nil, &SyntaxError{name, i + 1, 1, fmt.Sprintf("found %v as value %d, want a whole number between -2^53 and 2^53", v, j+1)}
			}
			out[i] = append(out[i], int(v))
		}
	}
	return out, nil
}

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
