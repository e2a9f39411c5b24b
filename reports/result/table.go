package result

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
)

// Table is a table of a paper before rendering: cells with their values and what was reported.
type Table struct {
	Carried     string // where, when and by what the results were made that the program carries; "" where they were made here
	Profile     string // of the runs behind it
	Seed        uint64 // master seed of the runs
	Base        string // address of the experiment whose runs it shows, which several tables may share
	Address     string // paper/table
	Paper       string
	Key         string // table key within the paper
	Title       string
	Cite        string
	Asked       string   // what it was restricted to, as dataset=iris; "" of the whole
	Own         []string // keys of the methods that stand first: those that a spec adds, and the paper's own
	Panels      []Panel
	Comparisons []Comparison // its methods against each other
	Says        Conclusions
	Reasons     []Reason   // why cells differ, that of the largest differences first
	Notes       []string   // profile, replicates, data used, deviations from the protocol, missing data and how to get it
	Tuning      Figure     // scores over the grids of tuned methods; without plots if there are none
	Selected    []Selected // what choosing is worth, by panel and tuned column
}

// Runs counts the runs behind the numbers of the first panel.
func (t Table) Runs() (n int) {
	if len(t.Panels) == 0 {
		return 0
	}
	for _, r := range t.Panels[0].Rows {
		for _, c := range r.Cells {
			n += len(c.Runs.Values)
		}
	}
	return n
}

// ByRuns orders tables: those with runs of their own before those that show another's, and of these the one with the most runs first.
func ByRuns(a, b Table) int {
	if own := a.Base == a.Address; own != (b.Base == b.Address) {
		return map[bool]int{true: -1, false: 1}[own]
	}
	return b.Runs() - a.Runs()
}

// Panel is one block of a table, with its own rows and columns.
type Panel struct {
	Key     string
	Title   string
	Corner  string // heading of the row labels
	Columns []Column
	Rows    []Row
	Turned  bool // rows are shown as columns: methods below each other, data sets side by side
}

// Column is the heading of a column; neighbours of one Group share a heading above theirs.
type Column struct {
	Group string
	Label string
}

// Row is a line of a panel, one cell per column. The best of each metric in a row is set in bold.
type Row struct {
	Label  string // by which paper.yaml has it
	Shown  string // as people are shown it, as Yale, k = 2; Label without
	Set    string // where its samples come from: rows of one set are one witness; "" of a row that sums up others
	Family string // which rows share that are no independent witnesses: see spec.Dataset; "" of a row over several data sets
	Cells  []Cell
}

// Title returns the row's label as people are shown it.
func (r Row) Title() string { return cmp.Or(r.Shown, r.Label) }

// Best tells which of the cells have the best of our numbers of their metric: the best mean, and all that are not significantly behind it,
// with Holm's correction over those that are held against it. Where nothing says how two numbers scatter, the mean decides. Numbers that
// print alike are equally good, and a number without a rival is not the best of anything. Readings of one metric (purity, purity@w) are
// rivals.
func (r Row) Best() []bool {
	best := make([]bool, len(r.Cells))
	for i, c := range r.Cells {
		rivals := list.Places(r.Cells, func(d Cell) bool { return d.competes(c) && len(d.Runs.Values) > 0 && !math.IsNaN(d.Mean()) })
		if len(rivals) < 2 || c.Metric.Neutral || rivals[0] != i { // the first one speaks for all
			continue
		}
		top := rivals[0]
		for _, j := range rivals {
			if m := r.Cells[j].Mean(); m > r.Cells[top].Mean() != c.Metric.Lower && m != r.Cells[top].Mean() {
				top = j
			}
		}
		p := list.Map(rivals, func(j int) float64 {
			if v, known := r.Cells[top].Against[r.Cells[j].At.Column]; known {
				return v
			}
			return math.NaN()
		})
		for k, holm := range stat.Holm(p) {
			best[rivals[k]] = holm >= Alpha || r.Cells[rivals[k]].Ours().Mean == r.Cells[top].Ours().Mean
		}
	}
	return best
}

// competes tells whether two cells of a row are of one metric under one objective.
func (c Cell) competes(d Cell) bool {
	a, _ := SplitMetric(c.At.Metric)
	b, _ := SplitMetric(d.At.Metric)
	return a == b && c.At.Measure == d.At.Measure
}

// Added names the methods that a comparison puts beside those of a paper's table. No number is reported of them.
func (t Table) Added() (names []string) {
	if t.Base == "" || t.Base == t.Address {
		return nil
	}
	reported, of := map[string]bool{}, map[string]string{}
	var keys []string
	for _, p := range t.Panels {
		for _, r := range p.Rows {
			for j, c := range r.Cells {
				reported[c.At.Method] = reported[c.At.Method] || c.Reported.Value != ""
				if slices.Contains(t.Own, c.At.Method) && len(c.Runs.Values) > 0 {
					keys, of[c.At.Method] = list.AppendUnique(keys, c.At.Method), cmp.Or(p.Columns[j].Group, p.Columns[j].Label)
				}
			}
		}
	}
	keys = list.Filter(keys, func(key string) bool { return !reported[key] })
	return list.Map(keys, func(key string) string { return of[key] })
}

// DecidersFirst returns the table with the columns that decide in front: of its own methods, of the best reported rival, of the rival that
// is best in our runs. Columns under one heading stay together.
func (t Table) DecidersFirst() Table {
	t.Panels = list.Map(t.Panels, func(p Panel) Panel {
		place := t.place(p)
		runs := Runs(p.Columns)
		for _, run := range runs {
			slices.SortStableFunc(run, func(i, j int) int { return cmp.Compare(min(place(i), 1), min(place(j), 1)) })
		}
		first := func(run []int) int { return slices.Min(list.Map(run, place)) }
		slices.SortStableFunc(runs, func(a, b []int) int { return cmp.Compare(first(a), first(b)) })
		return p.Part(slices.Concat(runs...))
	})
	return t
}

// place returns a function that ranks the columns of a panel by what they decide: 0 of an own method, 1 of the best reported rival, 2 of
// the rival that is best in our runs, 3 of others.
func (t Table) place(p Panel) func(j int) int {
	reported, ours := t.bestRivals(p)
	return func(j int) int {
		switch method := p.method(j); {
		case t.Owns(p, j):
			return 0
		case slices.Contains(reported, method):
			return 1
		case slices.Contains(ours, method):
			return 2
		}
		return 3
	}
}

// Deciders returns the columns of a panel that are of the own method, and then those of its best reported rival.
func (t Table) Deciders(p Panel) []int {
	place := t.place(p)
	first := list.Places(p.Columns, func(Column) bool { return true })
	first = slices.DeleteFunc(first, func(j int) bool { return place(j) > 1 })
	slices.SortStableFunc(first, func(i, j int) int { return cmp.Compare(place(i), place(j)) })
	return first
}

// bestRivals returns the methods that the own one is held against in a panel: the best reported rivals, and the best in our runs. Where no
// lead is of a metric of the panel, they are those of the whole table.
func (t Table) bestRivals(p Panel) (reported, ours []string) {
	ofPanel := func(l Lead) bool {
		return slices.ContainsFunc(p.Rows, func(r Row) bool {
			return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.At.Metric == l.Metric })
		})
	}
	leads := list.Filter(t.Says.Leads, ofPanel)
	if len(leads) == 0 {
		leads = t.Says.Leads
	}
	for _, l := range leads {
		if l.Best {
			reported = list.AppendUnique(reported, l.Rival)
		}
		if !slices.ContainsFunc(leads, func(k Lead) bool { return k.Metric == l.Metric && k.Measure == l.Measure && k.Ours < l.Ours }) {
			ours = list.AppendUnique(ours, l.Rival)
		}
	}
	return reported, ours
}

// method returns that of column j.
func (p Panel) method(j int) string {
	if len(p.Rows) == 0 {
		return ""
	}
	return p.Rows[0].Cells[j].At.Method
}

// Owns tells whether column j of a panel is of one of the table's own methods.
func (t Table) Owns(p Panel, j int) bool {
	return len(p.Rows) > 0 && slices.Contains(t.Own, p.method(j))
}

// Part returns a panel with the columns that are given, in the given order.
func (p Panel) Part(columns []int) Panel {
	all := p.Columns
	p.Columns = list.Map(columns, func(j int) Column { return all[j] })
	p.Rows = list.Map(p.Rows, func(r Row) Row {
		cells := r.Cells
		r.Cells = list.Map(columns, func(j int) Cell { return cells[j] })
		return r
	})
	return p
}

// Runs returns the neighbours under one heading; a column without one is a run of its own.
func Runs(columns []Column) [][]int {
	var runs [][]int
	for j, c := range columns {
		if j > 0 && c.Group != "" && c.Group == columns[j-1].Group {
			last := len(runs) - 1
			runs[last] = append(runs[last], j)
			continue
		}
		runs = append(runs, []int{j})
	}
	return runs
}
