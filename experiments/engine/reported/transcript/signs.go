package transcript

import (
	"fmt"
	"strings"
)

// signs is what commas and points are in the numbers of a table; [either] where nothing tells.
type signs struct{ comma, point sign }

// signsOf finds out what they are: one number that leaves no choice decides for all. Where no number does, shares tell, which have
// no thousands, and else the separators of the file: where semicolons separate values, commas may be decimal.
func signsOf(g Grid, given string) signs {
	commas, points := map[sign]int{}, map[sign]int{}
	m, _ := metricWithin(g.Caption)
	shares := m.Share
	for _, row := range g.Rows {
		for _, c := range row {
			if r := c.read(); r.ok {
				commas[r.comma]++
				points[r.point]++
			} else if m, _ := metricOf(c.Text); m.Share {
				shares = true
			}
		}
	}
	switch given {
	case "comma":
		return signs{decimal, thousands}
	case "point":
		return signs{thousands, decimal}
	}
	s := signs{thousands, decimal}
	comma, point := commas[decimal] > 0, points[decimal] > 0 || commas[thousands] > 0
	switch {
	case comma && point:
		s = signs{either, decimal}
		if points[either] > 0 && points[decimal] == 0 {
			s.point = either
		}
	case comma:
		s = signs{decimal, either}
	case point || points[thousands] > 0:
	case shares:
		s = signs{decimal, decimal}
	case g.Semicolons:
		s = signs{either, either}
	}
	return s
}

// settle writes a number with a point before decimals and commas between thousands. A number that could be either is none.
func (f *figure) settle(s signs) (problem string) {
	for _, part := range []*string{&f.value, &f.sd} {
		is, mark := none, ""
		switch {
		case strings.Contains(*part, ","):
			is, mark = signOf(strings.TrimSuffix(*part, "%"), ",", group), ","
			if is == either {
				is = s.comma
			}
		case strings.Contains(*part, "."):
			is, mark = signOf(strings.TrimSuffix(*part, "%"), ".", dotted), "."
			if is == either {
				is = s.point
			}
		}
		switch {
		case is == either:
			bare := strings.ReplaceAll(*part, mark, "")
			return fmt.Sprintf("%s can be %s or %s; say which with --decimal point or --decimal comma", *part, strings.Replace(*part, mark, ".", 1),
				bare)
		case is == decimal && mark == ",":
			*part = strings.Replace(*part, ",", ".", 1)
			f.note = "decimal commas are written as points"
		case is == thousands && mark == ".":
			*part = strings.ReplaceAll(*part, ".", ",")
			f.note = "points between thousands are written as commas"
		}
	}
	return ""
}
