package result

import (
	"slices"

	"nmfrepro/datasets/list"
)

// Table is a table of a paper before rendering: cells with their values and what was published.
type Table struct {
	Carried     string // where, when and by what the results were made that the program carries; "" where they were made here
	Address     string // paper/table
	Paper       string
	Key         string // table key within the paper
	Title       string
	Cite        string
	Profile     string   // of the runs behind it
	Seed        uint64   // master seed of the runs
	Own         []string // keys of the methods that stand first: those that a spec adds, and the paper's own
	Panels      []Panel
	Comparisons []Comparison // its methods against each other
	Base        string       // address of the experiment whose runs it shows, which several tables may share
	Says        Conclusions
	Reasons     []Reason   // why cells differ, that of the largest differences first
	Notes       []string   // profile, replicates, data used, deviations from the protocol, missing data and how to get it
	Tuning      Figure     // scores over the grids of tuned methods; without plots if there are none
	Selected    []Selected // what choosing is worth, by panel and tuned column
}

// Panel is one block of a table, with its own rows and columns.
type Panel struct {
	Key     string
	Title   string
	Corner  string // heading of the row labels
	Columns []Column
	Rows    []Row
}

// Column is the heading of a column; neighbours of one Group share a heading above theirs.
type Column struct {
	Group string
	Label string
}

// Row is a line of a panel, one cell per column. The best mean of each metric in a row is set in bold.
type Row struct {
	Label string
	Cells []Cell
}

// OwnFirst is the table with the columns of its own methods in front: of the panel, or of the heading that they share with others.
func (t Table) OwnFirst() Table {
	t.Panels = list.Map(t.Panels, func(p Panel) Panel {
		var order, rest []int
		for _, run := range Runs(p.Columns) {
			own := list.Filter(run, func(j int) bool { return t.Owns(p, j) })
			others := list.Filter(run, func(j int) bool { return !t.Owns(p, j) })
			if len(others) == 0 {
				order = append(order, own...)
			} else {
				rest = append(append(rest, own...), others...)
			}
		}
		return p.Part(append(order, rest...))
	})
	return t
}

// Owns tells whether column j of a panel is of one of the table's own methods.
func (t Table) Owns(p Panel, j int) bool {
	return len(p.Rows) > 0 && slices.Contains(t.Own, p.Rows[0].Cells[j].At.Method)
}

// Part is a panel with some of its columns, in that order.
func (p Panel) Part(columns []int) Panel {
	all := p.Columns
	p.Columns = list.Map(columns, func(j int) Column { return all[j] })
	p.Rows = list.Map(p.Rows, func(r Row) Row {
		return Row{r.Label, list.Map(columns, func(j int) Cell { return r.Cells[j] })}
	})
	return p
}

// Runs are the neighbours under one heading; a column without one is a run of its own.
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
