package errata

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/reports/result"
)

// Sheet is the errata of one paper or file.
type Sheet struct {
	Name, Title string
	Assumed     []string
	Unplaced    []string
	Read        int // numbers of a file that were read
	Unread      int // and those that were not
	Found       []Finding
}

// Reading says how a reported table is read.
type Reading struct {
	From string // one of [transcript.Formats]; "" finds out
	transcript.Options
}

// Tables reads the tables of a file, at least one.
func (r Reading) Tables(name string, data []byte) ([]transcript.Table, error) {
	format := cmp.Or(r.From, transcript.FormatOf(name, data))
	grids, err := transcript.Read(data, format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	all := list.Map(grids, func(g transcript.Grid) transcript.Table { return g.Panels(r.Options) })
	all = list.Filter(all, numbered)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: found no table with numbers, read as %s; is that its format?", name, format)
	}
	return all, nil
}

// Second reads another transcription, which may be a paper.yaml: its table of that key, or all its tables if none has that key.
func (r Reading) Second(name string, data []byte, key string) ([]transcript.Table, error) {
	if !IsYAML(name) {
		return r.Tables(name, data)
	}
	paper, err := Parse(name, data)
	if err != nil {
		return nil, err
	}
	var all []transcript.Table
	for _, t := range paper.Tables {
		if _, named := paper.Tables.Get(key); named && t.Name != key {
			continue
		}
		var table transcript.Table
		for _, p := range t.Value.Panels {
			panel := transcript.Panel{Key: p.Name, Columns: p.Value.Columns}
			for _, row := range p.Value.Rows {
				panel.Rows = append(panel.Rows, transcript.Row{Name: row.Name, Cells: row.Value})
			}
			table.Panels = append(table.Panels, panel)
		}
		all = append(all, table)
	}
	return all, nil
}

// numbered tells whether a table holds a number, or what stands for one and was not read: a file of words alone holds none.
func numbered(t transcript.Table) bool {
	read := func(text string) bool { return text != "" && text != transcript.Illegible }
	return slices.ContainsFunc(t.Panels, func(p transcript.Panel) bool {
		return slices.ContainsFunc(p.Rows, func(r transcript.Row) bool { return slices.ContainsFunc(r.Cells, read) })
	}) || len(t.Panels) > 0 && slices.ContainsFunc(t.Problems, func(p transcript.Problem) bool {
		return strings.ContainsAny(p.What, "0123456789")
	})
}

// IsYAML tells by the name whether a file is a paper.yaml and not a bare table.
func IsYAML(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".yaml" || ext == ".yml"
}

// Of looks for errata in a file; known holds facts that the file does not hold.
func Of(name string, data []byte, how Reading, known Known) (s Sheet, err error) {
	s = Sheet{Name: name, Title: name}
	if IsYAML(name) {
		return ofPaper(s, data, how, known)
	}
	return ofFile(s, data, how, known)
}

// ofPaper looks for errata in a paper.yaml.
func ofPaper(s Sheet, data []byte, how Reading, known Known) (Sheet, error) {
	name := s.Name
	if how.From != "" || how.Labels > 0 || how.Decimal != "" && how.Decimal != "auto" || how.Turn != "" && how.Turn != "auto" {
		return s, fmt.Errorf("%s: a paper.yaml is read as it stands; leave out --from, --turn, --label-columns and --decimal", name)
	}
	paper, err := Parse(name, data)
	switch {
	case err != nil:
		return s, err
	case known.Runs > 0 || len(known.Samples)+len(known.Classes) > 0 || known.Values != nil || known.Spread > 0:
		return s, fmt.Errorf("%s: a paper.yaml says this itself: runs, samples and classes in counts of a panel, and its keys values and spread",
			name)
	}
	s.Title, s.Found = paper.Title, slices.Concat(Find(paper), beyondArithmetic(paper, Known{}), unchecked(paper, false))
	return s, nil
}

// ofFile looks for errata in the tables of a file.
func ofFile(s Sheet, data []byte, how Reading, known Known) (Sheet, error) {
	name := s.Name
	tables, err := how.Tables(name, data)
	if err != nil {
		return s, err
	}
	used := map[string]bool{"": true}
	for i := range tables {
		t := &tables[i]
		for _, p := range t.Panels {
			s.Assumed = append(s.Assumed, list.Map(p.Assumed, func(text string) string { return p.Key + ": " + text })...)
			for _, r := range p.Rows {
				used[r.Name] = used[r.Name] || transcript.KindOf(r.Name) == transcript.Data
				unread := len(list.Filter(r.Cells, func(c string) bool { return c == reported.Illegible }))
				s.Unread += unread
				s.Read += len(list.Filter(r.Cells, func(c string) bool { return c != "" })) - unread
			}
		}
		for _, p := range t.Problems {
			s.Unplaced = append(s.Unplaced, fmt.Sprintf("%s:%d: %s", name, p.Line, p.What))
		}
	}
	for _, row := range slices.Concat(slices.Sorted(maps.Keys(known.Samples)), slices.Sorted(maps.Keys(known.Classes))) {
		if !used[row] {
			return s, fmt.Errorf("%s: samples or classes are given for the row %q, which no panel has among its data", name, row)
		}
	}
	paper := ofTables(name, tables, "table", known)
	if problems := paper.Check(strict.Node{}); len(problems) > 0 {
		return s, fmt.Errorf("%s: what was read is no table of a paper: %w", name, problems.Err())
	}
	if len(tables) == 1 && tables[0].Caption != "" {
		s.Title = tables[0].Caption
	}
	s.Found = slices.Concat(Find(paper), beyondArithmetic(paper, known), unchecked(paper, true))
	if len(known.Samples)+len(known.Classes) > 0 {
		s.Found = append(s.Found, unused(paper)...)
	}
	return s, nil
}

// Grave counts the findings above the severity of a note.
func (s Sheet) Grave() int {
	n := s.counts()
	return n[Error] + n[Doubt]
}

// Sheets are the errata of several papers or files.
type Sheets []Sheet

// Grave counts the findings of all sheets above the severity of a note.
func (all Sheets) Grave() (n int) {
	for _, s := range all {
		n += s.Grave()
	}
	return n
}

// Unread counts the numbers of all sheets that were not read.
func (all Sheets) Unread() (n int) {
	for _, s := range all {
		n += s.Unread
	}
	return n
}

func (s Sheet) counts() map[Severity]int {
	return list.Count(s.Found, func(f Finding) Severity { return f.Severity })
}

// Counts sums findings up by severity.
func (s Sheet) Counts() string {
	n := s.counts()
	text := fmt.Sprintf("%s, %s, %s", result.Count(n[Error], "error"), result.Count(n[Doubt], "doubt"), result.Count(n[Note], "note"))
	if s.Unread > 0 {
		text += "; " + result.Count(s.Unread, "number") + " not read"
	}
	if n[Unchecked] > 0 {
		text += "; " + result.Count(n[Unchecked], "check") + " not made"
	}
	return text
}

// Flags are facts on a table that the table does not state, as a command line gives them.
type Flags struct {
	Runs    int      // behind each mean, 0 if not known
	Samples []string // N for all rows, or ROW=N
	Classes []string // N/N/... for all rows, or ROW=N/N/...
	Values  string   // LOW..HIGH of the data that errors are of
	Spread  float64  // standard deviation of these data
}

// Known parses the flags.
func (k Flags) Known() (Known, error) {
	a := Known{Runs: k.Runs, Samples: map[string]int{}, Classes: map[string][]int{}}
	if low, high, ok := strings.Cut(k.Values, ".."); k.Values != "" {
		a1, err1 := strconv.ParseFloat(low, 64)
		b1, err2 := strconv.ParseFloat(high, 64)
		if !ok || err1 != nil || err2 != nil || !(a1 < b1) || b1-a1 > 1e300 {
			return a, fmt.Errorf("values: %q, want the smallest and the largest, as 1..5", k.Values)
		}
		a.Values = []float64{a1, b1}
	}
	if a.Spread = k.Spread; !(k.Spread >= 0) {
		return a, fmt.Errorf("spread = %v, want a standard deviation above 0", k.Spread)
	}
	if k.Runs < 0 {
		return a, fmt.Errorf("runs = %d, want ≥ 1", k.Runs)
	}
	for _, s := range k.Samples {
		row, text := rowOf(s)
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return a, fmt.Errorf("samples: %q, want N or ROW=N with N ≥ 1", s)
		}
		if before, twice := a.Samples[row]; twice && before != n {
			return a, fmt.Errorf("samples: %s has %d samples and %d; want one of them", of(row), before, n)
		}
		a.Samples[row] = n
	}
	for _, s := range k.Classes {
		row, text := rowOf(s)
		before, total := a.Classes[row], 0
		a.Classes[row] = nil
		for part := range strings.SplitSeq(text, "/") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 {
				return a, fmt.Errorf("classes: %q, want N/N/... or ROW=N/N/... with N ≥ 1", s)
			}
			a.Classes[row] = append(a.Classes[row], n)
			if total += n; total > mostSamples || n > mostSamples {
				return a, fmt.Errorf("classes: %q has more than %d samples, want fewer", s, mostSamples)
			}
		}
		if len(a.Classes[row]) < 2 {
			return a, fmt.Errorf("classes: %q is one class, want two or more, as 50/50/50", s)
		}
		if before != nil && !slices.Equal(before, a.Classes[row]) {
			return a, fmt.Errorf("classes: %s has %v and %v; want one of them", of(row), before, a.Classes[row])
		}
	}
	return a, contradiction(a)
}

// mostSamples bounds the samples whose classes are looked at one by one.
const mostSamples = 10_000_000

// contradiction tells of samples and classes of a row that do not go together.
func contradiction(k Known) error {
	for _, row := range slices.Sorted(maps.Keys(k.Classes)) {
		sizes := k.Classes[row]
		n, given := k.Samples[row]
		if !given {
			if n, given = k.Samples[""]; row != "" && !given {
				continue
			}
		}
		if total := sum(sizes); given && n != total {
			return fmt.Errorf("classes: %s has classes of %s, which are %d samples, and --samples says %d; want the same number",
				of(row), list.Join(sizes, "/", strconv.Itoa), total, n)
		}
	}
	for _, row := range slices.Sorted(maps.Keys(k.Samples)) {
		if sizes, given := k.Classes[""]; given && row != "" && k.Classes[row] == nil && k.Samples[row] != sum(sizes) {
			return fmt.Errorf("samples: the row %s has %d samples, and --classes says %d of every row; want the same number", row, k.Samples[row],
				sum(sizes))
		}
	}
	return nil
}

// rowOf cuts ROW=VALUE; names of rows may have = in them, as "orl r=2".
func rowOf(s string) (row, value string) {
	i := strings.LastIndexByte(s, '=')
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+1:]
}

// of names a row in a message.
func of(row string) string {
	if row == "" {
		return "every row"
	}
	return "the row " + row
}

// Text writes a sheet for a terminal.
func (s Sheet) Text(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", s.Name, s.Title)
	for _, a := range s.Assumed {
		fmt.Fprintf(w, "assumed: %s\n", a)
	}
	for _, u := range s.Unplaced {
		fmt.Fprintf(w, "not placed: %s\n", u)
	}
	for _, f := range s.Found {
		fmt.Fprintf(w, "\n%s %s (%s)\n", f.Severity, f.Place, f.Detector)
		if f.Severity == Unchecked {
			fmt.Fprintf(w, "      %s; to make the check: %s\n", f.What, f.Why)
			continue
		}
		fmt.Fprintf(w, "      %s\n      why: %s\n", f.What, f.Why)
	}
	fmt.Fprintln(w)
	if s.Read+s.Unread > 0 {
		fmt.Fprintf(w, "%s: %s read, %d not read\n", s.Name, result.Count(s.Read, "number"), s.Unread)
	}
	fmt.Fprintf(w, "%s: %s\n", s.Name, s.Counts())
}
