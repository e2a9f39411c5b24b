package budget

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units of 1024: what people write for memory, with or without iB.
var units = map[string]float64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// Parse reads an amount of memory, as 512M, 8G, 1.5GiB, or a share of what there is, as 50%.
func Parse(text string) (int64, error) {
	wrong := fmt.Errorf("want memory as 512M, 8G or 50%%")
	word := strings.ToUpper(strings.TrimSpace(text))
	number := strings.TrimRight(word, "KMGTIB%")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || strings.ContainsAny(number, "XPN_") { // Go's hexadecimal forms, NaN, Inf
		return 0, wrong
	}
	unit := word[len(number):]
	if unit == "%" {
		if value > 100 {
			return 0, wrong
		}
		return amount(value / 100 * float64(Machine()))
	}
	factor, ok := units[strings.TrimSuffix(strings.TrimSuffix(unit, "B"), "I")]
	if !ok || unit == "I" {
		return 0, wrong
	}
	return amount(value * factor)
}

// least is what no sound use goes below: a smaller figure is one without its unit.
const least = 1 << 20

func amount(bytes float64) (int64, error) {
	if !(bytes >= least) || bytes > math.MaxInt64/2 {
		return 0, fmt.Errorf("want at least 1M, and at most 4194304T")
	}
	return int64(bytes), nil
}
