package printed

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// powers takes the power of ten that all numbers of a row share out of them; others cannot be written.
func (b *builder) powers(row *Row, values []figure, powers map[string]int, columns []string) {
	if len(powers) == 0 || len(powers) == 1 && powers[""] > 0 {
		return
	}
	if len(powers) == 1 {
		for p := range powers {
			if p != "0" {
				row.Times = power(p)
			}
		}
		return
	}
	for k, f := range values {
		if f.power != "" && f.power != "0" {
			b.bad(row.Lines[k], "row %q, column %q: the numbers of the row have different powers of ten: left empty", row.Name, columns[k])
			row.Cells[k] = ""
		}
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

func (b *builder) units(units map[string]int, line int) {
	if len(units) > 1 && units[""] == 0 {
		b.bad(line, "the numbers have different units: %s; they are kept as printed, without them", strings.Join(slices.Sorted(maps.Keys(units)), ", "))
		return
	}
	for u, n := range units {
		if u != "" {
			b.bad(line, "the unit %s stands behind numbers (%d): left out", u, n)
		}
	}
}

// deviating joins what stands below one heading over two columns: a mean and its deviation.
func deviating(rows [][]Cell) [][]Cell {
	for k := 0; len(rows) > 0 && k+1 < len(rows[0]); k++ {
		if rows[0][k].Span != 2 {
			continue
		}
		for i, row := range rows {
			if k+1 >= len(row) {
				continue
			}
			if row[k].Span == 1 && row[k+1].Text != "" {
				row[k].Text += "±" + row[k+1].Text
			}
			rows[i] = slices.Delete(row, k+1, k+2)
			rows[i][k].Span = 1
		}
	}
	return rows
}
