package transcript

import (
	"strconv"
	"strings"
)

// own gives a deviation the power of ten of its mean: 5.29e-07±9.17e-09 has two, 0.51±8.1e-05 one. A deviation without a power behind a
// mean with one is refused: 529±3 or 529±300.
func (f *figure) own(power string) (ok bool) {
	if f.scientific && power == "" {
		f.why = "does not say whether the power of ten is that of the deviation, too"
		return false
	}
	if !f.scientific && f.power != "" { // 5.29±9e-02 ×10^-3
		return false
	}
	from, _ := strconv.Atoi(power)
	to, _ := strconv.Atoi(f.power)
	f.sd, ok = shifted(f.sd, from-to)
	return ok
}

// shifted returns a number times a power of ten, digit by digit; false where zeros would stand behind it that nobody reported.
func shifted(text string, by int) (string, bool) {
	const most = 30
	rest, percent := strings.CutSuffix(text, "%")
	rest, negative := strings.CutPrefix(rest, "-")
	whole, fraction, _ := strings.Cut(rest, ".")
	if strings.Trim(whole+fraction, "0123456789") != "" || by < -most || by > len(fraction) && strings.Trim(rest, "0.") != "" {
		return "", false
	}
	digits, point := whole+fraction, len(whole)+by
	if point <= 0 {
		digits, point = strings.Repeat("0", 1-point)+digits, 1
	}
	point = min(point, len(digits))
	whole, fraction = strings.TrimLeft(digits[:point], "0"), digits[point:]
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if negative {
		whole = "-" + whole
	}
	if percent {
		whole += "%"
	}
	return whole, true
}

// powers takes the power of ten that all numbers of a row share out of them. Where they have several, each number is written without its
// power, digit by digit.
func (b *builder) powers(row *Row, values []figure, columns []string) {
	all := map[string]bool{}
	for _, f := range values {
		if f.value != "" {
			all[f.power] = true
		}
	}
	if len(all) == 1 {
		for p := range all {
			if p != "" && p != "0" {
				row.Times = power(p)
			}
		}
		return
	}
	for k, f := range values {
		if f.value == "" || f.power == "" {
			continue
		}
		n, err := strconv.Atoi(f.power)
		value, ok := shifted(f.value, n)
		sd := ""
		if ok && f.sd != "" {
			sd, ok = shifted(f.sd, n)
		}
		if !ok || err != nil {
			b.bad(row.Lines[k], "row %q, column %q: not read: the numbers of the row have different powers of ten", row.Name, columns[k])
			row.Cells[k] = Illegible
			continue
		}
		f.value, f.sd = value, sd
		row.Cells[k] = f.text(strings.HasPrefix(row.Cells[k], "**"))
	}
}

// power writes a power of ten as every reader of YAML takes for a number: 1e3 is text to those of version 1.1.
func power(p string) string {
	n, err := strconv.Atoi(p)
	switch {
	case err != nil || n < -30 || n > 30:
		return "1.0e" + p
	case n < 0:
		return "0." + strings.Repeat("0", -n-1) + "1"
	}
	return "1" + strings.Repeat("0", n)
}
