// Package exact makes float64 of the numbers of files, and tells where that would round a whole number: beyond 2^53 most are no float64.
package exact

import (
	"math"
	"strconv"
	"strings"
)

// Rounded is the text of messages about a whole number that no float64 equals.
const Rounded = "a whole number beyond 2^53 that float64 would round; write it shorter, or as a real number (1.5e16)"

// Int tells whether a float64 equals v.
func Int(v int64) bool {
	f := float64(v)
	return f < 1<<63 && int64(f) == v
}

// Uint tells whether a float64 equals v.
func Uint(v uint64) bool {
	f := float64(v)
	return f < 1<<64 && uint64(f) == v
}

// Half returns the value of an IEEE 754 number of 2 bytes.
func Half(bits uint16) float64 {
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&0x1f), float64(bits&0x3ff)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 0x1f:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// longest is the length of 2^53 in decimal: what has fewer digits is a float64.
const longest = 16

// Text tells whether the number v is all that its text says, unless the text is of a real number, with a point or an exponent.
func Text(text string, v float64) bool {
	if len(text) < longest || math.IsInf(v, 0) {
		return true
	}
	digits := strings.TrimLeft(strings.TrimLeft(text, "+-"), "0")
	if strings.Trim(digits, "0123456789") != "" {
		return true
	}
	return len(digits) < longest || strconv.FormatFloat(math.Abs(v), 'f', 0, 64) == digits
}
