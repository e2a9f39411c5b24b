package transcript

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	oneGroup = regexp.MustCompile(`^[-+]?[1-9]\d{0,2}[.,]\d{3}%?$`)
	readable = regexp.MustCompile(`^[-+]?(\d{1,3}(,\d{3})+|\d*)(\.\d+)?%?$`)
)

// markOf returns the decimal mark that a number tells of, "" if it has no mark; sure is false where the mark may separate thousands.
func markOf(number string) (mark string, sure bool) {
	points, commas := strings.Count(number, "."), strings.Count(number, ",")
	switch {
	case points+commas == 0 || pair.MatchString(number):
		return "", false
	case points > 1 || commas > 0 && strings.LastIndex(number, ",") > strings.LastIndex(number, ".") && commas == 1:
		return ",", points > 0 || !oneGroup.MatchString(number)
	}
	return ".", commas > 0 || !oneGroup.MatchString(number)
}

// decimalMark finds the decimal mark of a table: a number that leaves no choice decides for all; where numbers leave different ones, the
// mark stays open (""). Where none decides, shares have no thousands, and the mark of a file between semicolons stays open.
func decimalMark(g Grid, given string) string {
	sure, open := map[string]bool{}, map[string]bool{}
	m, _ := metricWithin(g.Caption)
	shares := m.Share
	for _, row := range g.Rows {
		for _, c := range row {
			r := c.read()
			if !r.ok {
				m, _ := metricOf(c.Text)
				shares = shares || m.Share
				continue
			}
			for _, part := range []string{r.value, r.sd} {
				mark, certain := markOf(part)
				sure[mark], open[mark] = sure[mark] || certain, true
			}
		}
	}
	switch {
	case given == "comma", given != "point" && !sure["."] && (sure[","] || shares && open[","] && !open["."]):
		return ","
	case given != "point" && (sure["."] && sure[","] || !sure["."] && !shares && g.Semicolons):
		return ""
	}
	return "."
}

// settle writes a number with a point before decimals and commas between thousands. A number that could be either is none.
func (f *figure) settle(decimal string) (problem string) {
	for _, part := range []*string{&f.value, &f.sd} {
		text := *part
		mark, sure := markOf(text)
		switch {
		case mark == "":
			continue
		case decimal == "" && !sure:
			return fmt.Sprintf("%s can be %s or %s; say which with --decimal point or --decimal comma", *part, strings.Replace(*part, mark, ".", 1),
				strings.ReplaceAll(*part, mark, ""))
		case decimal == "," || decimal == "" && mark == ",":
			*part = strings.NewReplacer(",", ".", ".", ",").Replace(*part)
			f.note = "decimal commas are written as points"
		}
		if !readable.MatchString(*part) {
			return fmt.Sprintf("%s has another decimal mark than other numbers of the table; write one mark, or set --decimal point or --decimal comma", text)
		}
	}
	return ""
}
