package list

import (
	"errors"
	"strconv"
	"strings"
)

// ErrDecimal tells of a number that is none of the decimal ones, ErrLarge and ErrSmall of those that no number of 64 bits is near.
var (
	ErrDecimal = errors.New("no decimal number")
	ErrLarge   = errors.New("is beyond the largest number, 1.8e308")
	ErrSmall   = errors.New("would be read as 0: the smallest number above it is 4.9e-324; write 0 if that is meant")
)

// ParseDecimal reads a number that is written in decimal digits.
func ParseDecimal(text string) (float64, error) {
	if strings.ContainsAny(text, "xX_") {
		return 0, ErrDecimal
	}
	v, err := strconv.ParseFloat(text, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	switch {
	case errors.Is(err, strconv.ErrRange):
		return v, ErrLarge
	case err == nil && v == 0 && strings.ContainsAny(mantissa, "123456789"):
		return v, ErrSmall
	}
	return v, err
}
