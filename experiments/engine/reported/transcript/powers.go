package transcript

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// mostShift bounds how many places a number is shifted to stand beside another of another power of ten.
const mostShift = 30

// plainPower returns a power of ten without signs and zeros that say nothing.
func plainPower(power string) string {
	n, err := strconv.Atoi(strings.TrimPrefix(power, "+"))
	if err != nil {
		return power
	}
	return strconv.Itoa(n)
}

// own gives a deviation of a power of ten of its own the power of its mean, and tells whether it can be told what is meant:
// 5.29e-07±9.17e-09 says it twice, 5.1±8.1e-02 once. A deviation without a power is that of the mean where it would else be far above it,
// as 5.29e-07±0.09.
func (f *figure) own(power string) bool {
	of := f.power
	if of == "" {
		of = "0"
	}
	from, err1 := strconv.Atoi(power)
	to, err2 := strconv.Atoi(of)
	text, ok := shifted(f.sd, from-to)
	mean, err3 := strconv.ParseFloat(f.value, 64)
	own, err4 := strconv.ParseFloat(text, 64)
	if err1 != nil || err2 != nil || !ok || err3 != nil || err4 != nil {
		return false
	}
	switch {
	case from == to:
	case f.scientific && power == "0":
		if own <= 10*math.Abs(mean) {
			f.why = "does not say whether the power of ten is that of the deviation, too" // 529±3 or 529±300
			return false
		}
		f.note = "deviations without a power of ten have that of their mean"
		return true
	case !f.scientific && f.power != "":
		return false // 5.29±9e-02 ×10^-3
	case !f.scientific:
		f.note = "powers of ten behind ± are read as those of the deviation alone"
	}
	f.sd = text
	return true
}

// shifted returns a number times a power of ten, digit by digit.
func shifted(text string, by int) (string, bool) {
	rest, percent := strings.CutSuffix(text, "%")
	rest, negative := strings.CutPrefix(rest, "-")
	whole, fraction, _ := strings.Cut(rest, ".")
	if strings.Trim(whole+fraction, "0123456789") != "" || by < -mostShift || by > mostShift {
		return "", false
	}
	if by == 0 {
		return text, true
	}
	digits, point := whole+fraction, len(whole)+by
	if point <= 0 {
		digits, point = strings.Repeat("0", 1-point)+digits, 1
	}
	digits += strings.Repeat("0", max(0, point-len(digits)))
	whole, fraction = strings.TrimLeft(digits[:point], "0"), digits[point:]
	out := whole
	if out == "" {
		out = "0"
	}
	if fraction != "" {
		out += "." + fraction
	}
	if negative {
		out = "-" + out
	}
	if percent {
		out += "%"
	}
	return out, true
}

// onePower writes the numbers of a row without powers of ten where their digits suffice, else by the greatest of their powers, which it
// returns; false where they lie too far from each other, or where some have a power and others none.
func onePower(row *Row, values []figure) (string, bool) {
	var all []int
	for _, f := range values {
		if f.value == "" {
			continue
		}
		n, err := strconv.Atoi(f.power)
		if err != nil && f.power != "" {
			return "", false
		}
		all = append(all, n)
	}
	most := slices.Max(all)
	if digitsSuffice(values) {
		most = 0
	} else if slices.ContainsFunc(values, func(f figure) bool { return f.value != "" && f.power == "" }) {
		return "", false
	}
	cells := slices.Clone(row.Cells)
	for k, f := range values {
		if f.value == "" {
			continue
		}
		n, _ := strconv.Atoi(f.power)
		var ok1, ok2 bool
		f.value, ok1 = shifted(f.value, n-most)
		if ok2 = f.sd == ""; !ok2 {
			f.sd, ok2 = shifted(f.sd, n-most)
		}
		if !ok1 || !ok2 {
			return "", false
		}
		cells[k] = f.text(strings.HasPrefix(cells[k], "**"))
	}
	row.Cells = cells
	return strconv.Itoa(most), true
}

// digitsSuffice tells whether numbers can be written without powers of ten and without a zero behind them that nobody reported, in few
// digits.
func digitsSuffice(values []figure) bool {
	const most = 12
	for _, f := range values {
		n, _ := strconv.Atoi(f.power)
		for _, text := range []string{f.value, f.sd} {
			_, fraction, _ := strings.Cut(strings.TrimSuffix(text, "%"), ".")
			if text != "" && (n > len(fraction) || n < -most) {
				return false
			}
		}
	}
	return true
}
