package errata

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported/transcript"
)

// sheetOf looks for errata in a table.
func sheetOf(t testing.TB, name, text string, known Known) Sheet {
	t.Helper()
	s, err := Of(name, []byte(text), Reading{}, known)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

// A row whose numbers cannot be read is no heading: each cell is listed with its line and what stands there, and the averages that it
// belongs to are named as not checked.
func TestUnreadRows(t *testing.T) {
	for _, cell := range []string{
		"<50", "~50", "≈50", "≤ 50", ">99.9", "50+", "50?", "3-4", "3–4", "1/3", "50/60", "[50; 60]", "(50)", "50 to 60", "50..60", "1.2.3", "12,34,5", "3'400", "½", "∞", "５０",
		"OOM", "timeout", "failed", "diverged", "n.r.", "not reported", "?", "inf", "10²", "10^3", "5×102", "1e", "0x1F", "50±", "50±n/a", "50±-2", "~~50~~", "<del>50</del>", "50 vs 60", "2h 5min", "3:20",
		"O.81", "50abc", "#DIV/0!", "5 60 1", "$\\sim$50", "$\\approx$50", "$\\frac{1}{3}$", "$\\sqrt{2}$", "50\\std{2}", "$2^{-3}$", "$50^{+2}_{-1}$", "\\sout{50}", "$<$50", "50\\textless",
	} {
		for _, form := range []string{"csv", "md", "tex"} {
			rows := [][]string{{"accuracy (%)", "A", "B"}, {"iris", "80.00", "90.00"}, {"glass", cell, cell}, {"wine", "70.00", "60.00"}, {"Average", "78.00", "75.00"}}
			var lines []string
			for _, r := range rows {
				switch form {
				case "csv":
					lines = append(lines, `"`+strings.Join(r, `","`)+`"`)
				case "md":
					lines = append(lines, "| "+strings.Join(r, " | ")+" |")
				default:
					for i, c := range r {
						r[i] = strings.NewReplacer("%", `\%`, "#", `\#`, "~", `$\sim$`, "&", `\&`).Replace(c)
					}
					lines = append(lines, strings.Join(r, " & ")+` \\`)
				}
			}
			if form == "md" {
				lines = append(lines[:1], append([]string{"|---|---|---|"}, lines[1:]...)...)
			}
			s := sheetOf(t, "t."+form, strings.Join(lines, "\n")+"\n", Known{})
			line := map[string]int{"csv": 3, "md": 4, "tex": 3}[form]
			listed := strings.Join(s.Unplaced, "\n")
			if s.Unread != 2 || strings.Count(listed, fmt.Sprintf("t.%s:%d: row \"glass\", column", form, line)) != 2 {
				t.Errorf("%s in %s: %d not read\n%s", cell, form, s.Unread, listed)
			}
			named := false
			for _, f := range s.Found {
				named = named || f.Severity == Unchecked && f.Detector == "averages" && strings.Contains(f.What, "glass/A, glass/B")
			}
			if !named {
				t.Errorf("%s in %s: the averages are not named as unchecked: %+v", cell, form, s.Found)
			}
		}
	}
}

// What can be read is read, in place of a heading or nothing: the wrong average comes out.
func TestReadRows(t *testing.T) {
	for _, cell := range []string{"50.00", "50", `50\%`, "50*", "50†", "50.00 ± 2.00", "50 +/- 2", "50 (2.1)", "50_{2.1}", "$50_{2.1}$", "50<sub>2.1</sub>", "50<sup>a</sup>", "50[^1]", "$50^a$", "50\\textsuperscript{a}",
		"\\num{50.0}", "\\num{50.0(12)}", "\\textcolor{red}{50}", "{\\color{red}50}", "\\underline{50}", "\\cellcolor{gray!20}50", "\\colorbox{red}{50}", "\\textbf{50}", "**50**", "<b>50</b>", "<span style=\"color: red\">50</span>", "_50_{}",
		"50{\\scriptsize $\\pm$2}", "50{\\scriptsize 2.1}", "{\\small 50}", "5.0×10^1", "5e1", "$5\\cdot10^{1}$", "\u200950\u00a0", "\\multirow{1}{*}{50}", "+50", "50\\footnotemark[1]", "50\\tnote{a}", "\\best{50}"} {
		text := "\\begin{tabular}{lrr}\naccuracy (\\%) & A & B \\\\\niris & 80.00 & 90.00 \\\\\nglass & " + strings.NewReplacer("_50_{}", "50").Replace(cell) + " & 50.00 \\\\\nAverage & 70.00 & 70.00 \\\\\n\\end{tabular}\n"
		if strings.ContainsAny(cell, "<[*") && !strings.Contains(cell, `\`) {
			text = "| accuracy (%) | A | B |\n|---|---|---|\n| iris | 80.00 | 90.00 |\n| glass | " + cell + " | 50.00 |\n| Average | 70.00 | 70.00 |\n"
		}
		s := sheetOf(t, map[bool]string{true: "t.md", false: "t.tex"}[strings.HasPrefix(text, "|")], text, Known{})
		if cell == "5e1" || cell == "$5\\cdot10^{1}$" { // whose last digit is none of the others: 50 would say more
			if s.Unread != 1 {
				t.Errorf("%s: %d not read, %+v", cell, s.Unread, s.Unplaced)
			}
			continue
		}
		if s.Unread != 0 || len(s.Found) == 0 || s.Found[0].Detector != "averages" || s.Found[0].Severity != Error || !strings.Contains(s.Found[0].What, "65.") {
			t.Errorf("%s: %d not read (%v), %+v", cell, s.Unread, s.Unplaced, s.Found)
		}
	}
	for cell, want := range map[string]string{"3 400": "3400", `3\,400`: "3400", "3~400": "3400", "3,400": "3,400", "3\u202f400": "3400", "-0.5": "-0.5", "−0.5": "-0.5", "–0.5": "-0.5", "$-$0.5": "-0.5", "$-0.5$": "-0.5",
		"\\num{0.815(12)}": "0.815±0.012", "$0.5_{1}$": "0.5", "61_{2}": "61±2"} {
		all, err := Reading{}.Tables("t.tex", []byte("\\begin{tabular}{lrr}\nLoss & A & B \\\\\nglass & "+cell+" & 1.00 \\\\\n\\end{tabular}\n"))
		if err != nil || all[0].Panels[0].Rows[0].Cells[0] != want {
			t.Errorf("%s: %v, %+v", cell, err, all)
		}
	}
}

// A table without a heading keeps its first row, and one whose heading holds numbers its heading.
func TestHeadings(t *testing.T) {
	for text, rows := range map[string]int{
		"iris,80,90\nwine,70,60\nyale,70,60\nAverage,70,60\n":               4,
		"accuracy (%),A,B\niris,80,90\nwine,70,60\n":                        2,
		"k,10,20\niris,80,90\nwine,70,60\n":                                 2,
		",10,20\niris,80,90\nwine,70,60\n":                                  2,
		"data set,2,4\niris,80,90\nwine,70,60\n":                            2,
		"| iris | 80 | 90 |\n|---|---|---|\n| wine | 70 | 60 |\n":           2,
		"data,A,B\nglass,<50,<50\niris,80,90\nwine,70,60\n":                 3,
		"data,A,B\nglass,OOM,OOM\niris,80,90\nwine,70,60\n":                 3,
		"data,A,B\nglass,failed here,stopped\niris,80,90\nwine,70,60\n":     3,
		"data,A,B\niris,80,90\nglass,did not run,did not end\nwine,70,60\n": 3,
	} {
		all, err := Reading{Options: transcript.Options{Turn: "no"}}.Tables("t"+map[bool]string{true: ".md", false: ".csv"}[strings.HasPrefix(text, "|")], []byte(text))
		if err != nil || len(all) != 1 || len(all[0].Panels) != 1 || len(all[0].Panels[0].Rows) != rows {
			t.Errorf("%q: %v, %+v", text, err, all)
		}
	}
}

// A column of deviations belongs to the means left of it, below one heading or beside it; blanks right of a heading are the heading's.
func TestDeviationColumns(t *testing.T) {
	for _, text := range []string{
		"data,A,,B,\n,mean,std,mean,std\niris,80.0,2.0,90.0,1.0\nwine,70.0,1.0,60.0,3.0\n",
		"data,A,A,B,B\n,mean,sd,mean,sd\niris,80.0,2.0,90.0,1.0\nwine,70.0,1.0,60.0,3.0\n",
		"data,A,std,B,std\niris,80.0,2.0,90.0,1.0\nwine,70.0,1.0,60.0,3.0\n",
		"data,A,A std,B,B std\niris,80.0,2.0,90.0,1.0\nwine,70.0,1.0,60.0,3.0\n",
		"data,A mean,A std,B mean,B std\niris,80.0,2.0,90.0,1.0\nwine,70.0,1.0,60.0,3.0\n",
		"data,A,±,B,±\niris,80.0,2.0,90.0,1.0\nwine,70.0,1.0,60.0,3.0\n",
	} {
		all, err := Reading{Options: transcript.Options{Turn: "no"}}.Tables("t.csv", []byte(text))
		if err != nil || len(all[0].Panels) != 1 {
			t.Errorf("%q: %v, %+v", text, err, all)
			continue
		}
		p := all[0].Panels[0]
		if fmt.Sprint(p.Columns) != "[A B]" || fmt.Sprint(p.Rows[0].Cells) != "[80.0±2.0 90.0±1.0]" {
			t.Errorf("%q: %v %v", text, p.Columns, p.Rows)
		}
	}
}

// Commas and points are those of the whole table; a number that could be two is not read.
func TestSigns(t *testing.T) {
	for _, test := range []struct{ text, decimal, cells string }{
		{"accuracy (%);A;B\niris;80,812;90,913\n", "", "80.812 90.913"},
		{"x;A;B\niris;80,812;90,91\n", "", "80.812 90.91"},
		{"x;A;B\niris;80,812;90,913\n", "", "illegible illegible"},
		{"x;A;B\niris;80,812;90,913\n", "comma", "80.812 90.913"},
		{"x;A;B\niris;80,812;90,913\n", "point", "80,812 90,913"},
		{"x;A;B\niris;1.234;2.500\n", "", "illegible illegible"},
		{"x;A;B\niris;1.234;0.500\n", "", "1.234 0.500"},
		{"x;A;B\niris;1.234;2.500\n", "comma", "1,234 2,500"},
		{"x;A;B\niris;1.234.567;2.500\n", "comma", "1,234,567 2,500"},
		{"x,A,B\niris,1.234,2.500\n", "", "1.234 2.500"},
		{"x,A,B\niris,\"1,234\",2.5\n", "", "1,234 2.5"},
		{"x;A;B\niris;1,234;0,5\nwine;0.5;0.6\n", "", "illegible 0.5"},
	} {
		all, err := Reading{Options: transcript.Options{Turn: "no", Decimal: test.decimal}}.Tables("t.csv", []byte(test.text))
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := strings.Join(all[0].Panels[0].Rows[0].Cells, " "); got != test.cells {
			t.Errorf("%q %s: %s, want %s", test.text, test.decimal, got, test.cells)
		}
	}
}

// Files come with any ends of lines and in usual encodings.
func TestEncodings(t *testing.T) {
	const text = "accuracy (%),Générale,B\niris,80.00,90.00\nwine,70.00,60.00\nAverage,75.00,76.00\n"
	latin := strings.ReplaceAll(text, "é", "\xe9")
	wide := "\xff\xfe"
	for _, r := range text {
		wide += string([]byte{byte(r), byte(r >> 8)})
	}
	for name, data := range map[string]string{"UTF-8": text, "mark": "\ufeff" + text, "Latin-1": latin, "UTF-16": wide, "CR": strings.ReplaceAll(text, "\n", "\r"), "CR LF": strings.ReplaceAll(text, "\n", "\r\n")} {
		s := sheetOf(t, "t.csv", data, Known{})
		if len(s.Found) == 0 || s.Found[0].Place != "table/accuracy/avg/B" {
			t.Errorf("%s: %+v", name, s)
		}
		all, err := Reading{}.Tables("t.csv", []byte(data))
		if err != nil || all[0].Panels[0].Columns[0] != "Générale" {
			t.Errorf("%s: %v %+v", name, err, all)
		}
	}
}

// Flags that contradict each other are refused.
func TestFlags(t *testing.T) {
	for _, f := range []Flags{
		{Samples: []string{"150"}, Classes: []string{"50/50/40"}},
		{Samples: []string{"iris=150"}, Classes: []string{"iris=50/50/40"}},
		{Samples: []string{"iris=150"}, Classes: []string{"50/50/40"}},
		{Samples: []string{"150"}, Classes: []string{"iris=50/50/40"}},
		{Samples: []string{"iris=150", "iris=140"}},
		{Samples: []string{"150", "140"}},
		{Classes: []string{"50/50", "50/40"}},
		{Classes: []string{"9000000000/1"}},
		{Runs: -1}, {Samples: []string{"0"}}, {Classes: []string{"50"}},
	} {
		if _, err := f.Known(); err == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
	for _, f := range []Flags{{Samples: []string{"150"}, Classes: []string{"50/50/50"}}, {Samples: []string{"150", "wine=178"}, Classes: []string{"iris=50/50/50"}}, {Samples: []string{"150", "150"}}} {
		if _, err := f.Known(); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
	s := sheetOf(t, "t.csv", "dataset,A\niris,68.65\nwine,70.00\n", Known{Runs: 10, Samples: map[string]int{"iris": 150}})
	if !strings.Contains(fmt.Sprint(s.Found), "no heading says that the numbers are shares") {
		t.Errorf("granularity is neither made nor named: %+v", s.Found)
	}
	for _, row := range []string{"Average", "none"} {
		if _, err := Of("t.csv", []byte("acc,A,B\niris,0.6,0.7\nwine,0.7,0.8\nAverage,0.65,0.75\n"), Reading{}, Known{Samples: map[string]int{row: 150}}); err == nil {
			t.Errorf("samples of %s are accepted", row)
		}
	}
}

// Averages that are not compared are named: below one row, or over rows without a number.
func TestAveragesNotMade(t *testing.T) {
	for text, want := range map[string]string{
		"accuracy (%),A,B\niris,80,90\nglass,,\nwine,70,60\nAverage,78,75\n":      "stand below 1 row of data",
		"accuracy (%),A,B\niris,80,90\nglass,-,50\nwine,70,60\nAverage,78,66.7\n": "over rows without a number there: glass",
		"accuracy (%),A,B\niris,80,90\nglass,-,50\nwine,70,60\nAverage,75,66.7\n": "",
	} {
		s := sheetOf(t, "t.csv", text, Known{})
		got := ""
		for _, f := range s.Found {
			if f.Detector == "averages" {
				got += f.What
			}
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What check table makes of a table is what its paper.yaml says.
func TestBareIsItsYAML(t *testing.T) {
	for _, text := range []string{
		"ACC,P,Q,R\na,0.81 (1),0.77 (2),0.70 (3)\nb,0.62 (2),0.60 (1),0.66 (3)\n",
		"accuracy (%),A,B\niris,**80.00**,90.00±1.00\nwine,<70,60.00\nAverage,75.00,75.00\n",
		"data,A ACC,B ACC,A NMI,B NMI\niris,0.80,0.90,0.7,0.8\nwine,0.70,0.60,0.5,0.6\n",
		"Loss,A,B\niris,1.2×10^3,1.3×10^3\nwine,1.1e2,1.4e2\n",
	} {
		all, err := Reading{}.Tables("t.csv", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse("t", []byte(Preface+transcript.YAML(all, "table")))
		if err != nil {
			t.Fatal(err)
		}
		a, b := fmt.Sprint(Find(p)), fmt.Sprint(Find(ofTables("t", all, "table", Known{})))
		if a != b {
			t.Errorf("%q:\n%s\nand\n%s", text, a, b)
		}
	}
}

// A long table, a wide one, and braces within braces take time in proportion to their size. The bounds of the test are those of go test.
func TestLongTables(t *testing.T) {
	var long, wide strings.Builder
	long.WriteString("Loss,A,B,C,D\n")
	for i := range 50_000 {
		fmt.Fprintf(&long, "r%d,%d.%d,%d.5,%d.25,%d.125\n", i, i*7919%9973, i%10, i*31%997, i*17%1009, i*13%4099)
	}
	sheetOf(t, "t.csv", long.String(), Known{})
	wide.WriteString("accuracy (%)")
	for k := range 2000 {
		fmt.Fprintf(&wide, ",M%d", k)
	}
	for i := range 200 {
		fmt.Fprintf(&wide, "\nr%d", i)
		for k := range 2000 {
			fmt.Fprintf(&wide, ",%d.%02d", (i*7919+k*31)%100, (i*13+k*7)%100)
		}
	}
	sheetOf(t, "t.csv", wide.String(), Known{})
	for _, text := range []string{strings.Repeat("{", 300_000) + "1" + strings.Repeat("}", 300_000), strings.Repeat(`\begin{a}`, 1000), strings.Repeat(`\textbf{`, 100_000)} {
		if _, err := Of("t.tex", []byte("\\begin{tabular}{l}a&b\\\\ "+text+"&2\\\\\\end{tabular}"), Reading{}, Known{}); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("nested: %v", err)
		}
	}
	if _, err := Of("t.csv", []byte("a"+strings.Repeat(",b", 5000)+"\n"+strings.Repeat("1\n", 5000)), Reading{}, Known{}); err == nil || !strings.Contains(err.Error(), "cells") {
		t.Errorf("sparse: %v", err)
	}
}
