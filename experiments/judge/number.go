package judge

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// printed is a number as a paper prints it.
type printed struct {
	value float64
	unit  float64 // of the last digit
}

// numeral is a decimal number, perhaps with a power of ten: 97.33, -0.5, .83, 1,024, 1.2e-3, 1.2×10^-3, 4 × 10⁴.
var numeral = regexp.MustCompile(`^([+-]?)(\d[\d,]*|)(?:\.(\d*))?(?:(?:[eE]|\s*[×x*]\s*10\^?)\{?([+-]?\d+)\}?)?\s*%?$`)

var plain = strings.NewReplacer("−", "-", "–", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6",
	"⁷", "7", "⁸", "8", "⁹", "9", "⁻", "-", "*", "×", "\u2009", " ", "\u00a0", " ")

// parse reads a printed number; ok is false if s is something else, as "–", "illegible" or "".
func parse(s string) (p printed, ok bool) {
	m := numeral.FindStringSubmatch(plain.Replace(strings.TrimSpace(s)))
	if m == nil || m[2] == "" && m[3] == "" || !thousands(m[2]) {
		return printed{}, false
	}
	digits := m[1] + strings.ReplaceAll(m[2], ",", "") + m[3]
	exponent := -len(m[3])
	if m[4] != "" {
		e, err := strconv.Atoi(m[4])
		if err != nil {
			return printed{}, false
		}
		exponent += e
	}
	value, err := strconv.ParseFloat(digits+"e"+strconv.Itoa(exponent), 64)
	if err != nil {
		return printed{}, false
	}
	return printed{value, math.Pow(10, float64(exponent))}, true
}

// thousands tells whether the commas of a whole number, if any, stand before groups of three digits.
func thousands(s string) bool {
	groups := strings.Split(s, ",")
	if len(groups) == 1 {
		return true
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return len(groups[0]) >= 1 && len(groups[0]) <= 3
}
