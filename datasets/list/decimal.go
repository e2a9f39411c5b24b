package list

import (
	"errors"
	"strconv"
	"strings"
)

// ErrDecimal tells of a number that is none of the decimal ones.
var ErrDecimal = errors.New("no decimal number")

// ParseDecimal reads a number that is written in decimal digits.
func ParseDecimal(text string) (float64, error) {
	if strings.ContainsAny(text, "xX_") {
		return 0, ErrDecimal
	}
	return strconv.ParseFloat(text, 64)
}
