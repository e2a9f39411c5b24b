package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// missing are the texts of an unknown value, in lower case: those of R, pandas, NumPy, Octave, Excel, SQL and UCI.
var missing = []string{"", "na", "n/a", "#n/a", "<na>", "nan", "-nan", "null", "none", "?"}

func isMissing(text []byte) bool {
	if len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
		return false
	}
	return len(text) <= 4 && slices.Contains(missing, strings.ToLower(string(text)))
}

// numbers reads the numbers of one file, which share a decimal mark.
type numbers struct {
	mark         Decimal
	point, comma bool // a number with this decimal mark was read
	surely       bool // one with a decimal comma that separates no thousands
}

// parse returns the value of text, or what is wrong with it.
func (d *numbers) parse(text []byte) (v float64, problem string) {
	plain := text
	switch bytes.Count(text, []byte(",")) {
	case 0:
		if bytes.IndexByte(text, '.') >= 0 {
			if d.comma || d.mark == DecimalComma {
				return 0, fmt.Sprintf("found %q where the decimal mark is a comma; decimal decides (point or comma), and thousands must not be separated", clip(text))
			}
			d.point = true
		}
	case 1:
		if d.mark == DecimalPoint || bytes.IndexByte(text, '.') >= 0 {
			break
		}
		plain = bytes.Replace(text, []byte(","), []byte("."), 1)
		if !isNumber(plain) {
			break
		}
		if d.point {
			return 0, fmt.Sprintf("found %q where the decimal mark is a point; decimal decides (point or comma), and thousands must not be separated", clip(text))
		}
		d.comma, d.surely = true, d.surely || !thousands(text)
	}
	v, err := strconv.ParseFloat(string(plain), 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Sprintf("found %s, want a number within ±1.8e308", clip(text))
	case err != nil || bytes.ContainsAny(plain, "xX_"): // Go's hexadecimal forms are in no table
		return 0, fmt.Sprintf("found %q, want a number; %s", clip(text), advice(text))
	case math.IsNaN(v): // NaN in a form of its own, as +nan
		return 0, fmt.Sprintf("found %q, want a number, or NA where it is unknown", clip(text))
	}
	return v, ""
}

// doubt is what the numbers together leave open, or "".
func (d *numbers) doubt() string {
	if d.comma && !d.surely && d.mark == "" {
		return "every number with a comma has three digits after it, which a decimal comma has as well as one between thousands; set decimal to comma, or remove what separates thousands"
	}
	return ""
}

// thousands tells whether the comma of a number may separate thousands.
func thousands(text []byte) bool {
	before, after, _ := bytes.Cut(bytes.TrimLeft(text, "+-"), []byte(","))
	return len(after) == 3 && len(before) >= 1 && len(before) <= 3 && before[0] != '0'
}

// isNumber tells whether text with a decimal point is a number, too large ones included.
func isNumber(text []byte) bool {
	if len(text) == 0 || bytes.ContainsAny(text, "xX_") {
		return false
	}
	_, err := strconv.ParseFloat(string(text), 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// advice guesses what a text is that is no number.
func advice(text []byte) string {
	last := text[len(text)-1]
	switch {
	case len(text) > 1 && text[0] == '#':
		return "it is an error of the spreadsheet, which unknown (NA) would replace"
	case last == '%':
		return "write shares without the sign"
	case bytes.Count(text, []byte(","))+bytes.Count(text, []byte(".")) > 1:
		return "write it without what separates thousands"
	case bytes.ContainsAny(text, "dD") && isNumber(bytes.Map(exponent, text)):
		return "write the exponent with e"
	}
	return correct
}

// correct is the advice where nothing tells what is meant.
const correct = "correct the value, or write NA where it is unknown"

// exponent replaces Fortran's mark of an exponent.
func exponent(r rune) rune {
	if r == 'd' || r == 'D' {
		return 'e'
	}
	return r
}
