package reported

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

const derivable = `title: t
cite: c
short: s
tables:
  t:
    number: Table 1
    caption: c
    panels:
      a:
        better: higher
        status:
          - {rows: [x, y], columns: [Copied], is: misprinted, why: copies}
          - {rows: [avg], columns: [Sum], is: misprinted, why: not the mean}
          - {rows: [z], columns: [Said], is: stated, value: "5.0", why: section 2}
          - {rows: [y], columns: [One], is: misprinted, why: a copy}
        columns: [Plain, Lost, Row, Copied, Sum, Said, One]
        rows:
          x: ["1.0", "2.0", "3.0", "1.0", "4.0", "1.0", "1.0"]
          y: ["2.0", "2.5", "illegible", "2.0", "5.0", "2.0", "9.9"]
          z: ["6.0", "3.2", "1.5", "6.0", "6.3", "illegible", "6.0"]
          avg: ["3.0", "illegible", "2.0", "3.0", "9.9", "illegible", "3.0"]
      wins:
        whole: true
        recount: {first: {panel: t/a}}
        columns: [Plain, Lost, Row]
        rows: {first: ["9", "illegible", "9"]}
`

func derived(t *testing.T, text string, absent ...string) *Paper {
	t.Helper()
	p := &Paper{}
	root, problems := strict.Decode("p.yaml", []byte(text), p)
	if problems = append(problems, p.Check(root)...); len(problems) > 0 {
		t.Fatal(problems)
	}
	return p.Comparable(func(table, row string) bool {
		for _, a := range absent {
			if table == "t" && row == a {
				return true
			}
		}
		return false
	})
}

// Every rule by which a number is derived, with its last place and what it says.
func TestComparable(t *testing.T) {
	whole, part := derived(t, derivable), derived(t, derivable, "y")
	for _, tt := range []struct {
		paper      *Paper
		ref, value string
		unit       float64
		void       bool
		status     string
		why        string
	}{
		{whole, "t/a/x/Plain", "1.0", 0.1, false, "", "as printed"},
		{whole, "t/a/avg/Plain", "3.0", 0.1, false, "", "as printed"},
		{whole, "t/a/avg/Lost", "2.57", 0.1, false, "derived: the mean of the 3 rows", "average from the rows: (2.0 + 2.5 + 3.2)/3"},
		{whole, "t/a/y/Row", "1.5", 0.5, false, "derived: from the average and the other rows", "3 × 2.0 − 3.0 − 1.5, off by up to (3 + 2)/2 units"},
		{whole, "t/a/x/Copied", "1.0", 0.1, true, "misprinted: copies; the average leaves 1.5 for the mean of x and y", "two unknown rows, one average: nothing determines them"},
		{whole, "t/a/y/Copied", "2.0", 0.1, true, "misprinted: copies; the average leaves 1.5 for the mean of x and y", "likewise"},
		{whole, "t/a/avg/Copied", "3.0", 0.1, false, "", "the average is not said to be wrong"},
		{whole, "t/a/avg/Sum", "5.10", 0.1, false, "derived: the mean of the 3 rows; reported 9.9, misprinted: not the mean", "misprinted average from the rows"},
		{whole, "t/a/z/Said", "5.0", 0.1, false, "stated: section 2", "lost here, stated in the text"},
		{whole, "t/a/avg/Said", "2.67", 0.1, false, "derived: the mean of the 3 rows", "average with a stated number"},
		{whole, "t/a/y/One", "2.0", 0.5, false, "derived: from the average and the other rows; reported 9.9, misprinted: a copy", "one misprinted row"},
		{whole, "t/wins/first/Plain", "9", 1, false, "", "a count as printed, though the rows give another"},
		{whole, "t/wins/first/Lost", "1", 1, false, "derived: counted over the 3 rows", "y: 2.5 beats 2.0 and 1.5"},
		{part, "t/a/avg/Plain", "3.50", 0.1, false, "derived: the mean of 2 of 3 rows, without y", "average over the rows at hand"},
		{part, "t/a/avg/One", "3.50", 0.1, false, "derived: the mean of 2 of 3 rows, without y", "the misprinted row is absent"},
		{part, "t/a/avg/Copied", "3.0", 0.1, true, "over rows that nobody has the data of: y", "nothing determines it over the rows at hand"},
		{part, "t/a/y/Plain", "2.0", 0.1, false, "", "a row that is absent stays as printed"},
		{part, "t/wins/first/Plain", "1", 1, false, "derived: counted over 2 of 3 rows, without y", "z"},
		{part, "t/wins/first/Row", "1", 1, false, "derived: counted over 2 of 3 rows, without y", "x"},
	} {
		r, err := ParseRef(tt.ref)
		if err != nil || tt.paper.Resolve(r) != nil {
			t.Fatal(err, tt.paper.Resolve(r))
		}
		panel, _ := tt.paper.PanelOf(r)
		c := tt.paper.CellOf(r)
		_, legible := c.Number()
		if c.Value != tt.value || c.Status != tt.status || c.Void != tt.void || legible == tt.void || fmt.Sprintf("%.9g", panel.LastPlace(c)) != fmt.Sprint(tt.unit) {
			t.Errorf("%s (%s): %+v of unit %v, want %+v", tt.ref, tt.why, c, panel.LastPlace(c), tt)
		}
	}
	a, _ := part.PanelOf(Ref{Table: "t", Panel: "a"})
	if got := strings.Join(a.Data(), " "); got != "x z" {
		t.Errorf("rows at hand %q", got)
	}
	if none := derived(t, derivable, "x", "y", "z"); none.CellOf(Ref{"t", "a", "avg", "Plain"}).Value != "3.0" {
		t.Error("a panel whose rows are all absent has another average")
	}
	if raw := (&Paper{}); len(raw.Comparable(func(_, _ string) bool { return true }).Tables) != 0 {
		t.Error("an empty paper has tables")
	}
}

func TestStatusMistakes(t *testing.T) {
	for from, want := range map[string]string{
		"columns: [Copied]":         "columns: [Copid]|did you mean \"Copied\"",
		"rows: [x, y]":              "rows: [x, w]|unknown row \"w\"",
		"is: stated":                "is: said|unknown status \"said\"",
		`value: "5.0"`:              `value: ""|want a number with stated`,
		"[Said], is: stated":        "[Plain], is: stated|z/Plain is \"6.0\": misprinted goes with a number",
		"rows: [y], columns: [One]": "rows: [y], columns: [Row]|y/Row is \"illegible\"",
	} {
		to, message, _ := strings.Cut(want, "|")
		p := &Paper{}
		root, problems := strict.Decode("p.yaml", []byte(strings.Replace(derivable, from, to, 1)), p)
		problems = append(problems, p.Check(root)...)
		if err := problems.Err(); err == nil || !strings.Contains(err.Error(), message) || !strings.Contains(err.Error(), "p.yaml:1") {
			t.Errorf("%s: %v, want %s with its line", to, err, message)
		}
	}
}
