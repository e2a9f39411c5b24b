package result

import (
	"slices"
	"strings"
	"time"

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
	Units       string       // address of the experiment whose runs it shows, which several tables may share
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
	return len(p.Rows) > 0 && slices.Contains(t.Own, p.Rows[0].Cells[j].Method)
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

// Cell is one cell: what was asked, what came and what was published.
type Cell struct {
	Address    string // paper/table:key=value,...
	Row        string
	Column     string
	Dataset    string
	Rank       int
	Method     string
	Measure    string // objective measure where a table has two (euclidean, divergence)
	Metric     string
	Lower      bool      // lower is better
	Neutral    bool      // neither is
	Values     []float64 // one per replicate that ended ok, in natural units: shares of one, seconds, errors
	Replicates []int     // the replicate behind each value, by which cells are paired; nil for values of all replicates together, as counts of wins
	Want       int       // replicates asked for
	Origins    []Origin  // of the records behind the values, each once
	Status     Status
	StandIn    string // what the data stands in for, "" if it is the paper's
	Proxy      string // why the method is only a stand-in for the paper's, "" if it is the paper's
	Partial    string // the part of the rows or ranks behind our number where the paper sums up more of them; "" for all
	Note       string // reason of a status other than ok
	Lost       bool   // the data is missing since nobody can have it
	Published  Published
	Counts     bool    // it counts data sets: it is whole
	Grid       float64 // step of a metric that counts samples, 0 if it has none
	Repeats    bool    // nothing was drawn: every replicate ended in the same factors
	Collapsed  []int   // replicates that ended in a single cluster
	Tuned      *Tuned  // how options of the method were chosen; nil if none were
	Terms      int     // numbers of which each value is the mean, as those of the rows above an average; 0 for one
	Seconds    float64 // of one core, that a replicate takes
	Draw       string  // what the replicates of cells of the same runs share besides their number: a set of data, or draws from one
	Drawn      bool    // each replicate draws its data anew
	Scale      Scale   // how the table prints natural units
	Verdict    Verdict // on ours against the published number; zero where nobody judged
}

// Shown are the values in the unit of the table. Each is scaled before anything is averaged, so that full precision keeps
// its bits.
func (c Cell) Shown() []float64 {
	return list.Map(c.Values, c.Scale.Of)
}

// Published is a number as the paper prints it. Value is empty where the paper has none and "illegible" where our copy
// cannot be read.
type Published struct {
	Value string
	SD    string
	Bold  bool
	Unit  float64 // one in the last place that is printed, zeros that are left out counted; 0 of a count, which is whole
	Runs  int     // independent runs behind it; 0 if nothing but the protocol says so

	Status string // "derived: how", "stated: where" or "misprinted: why" where it is not the number as printed
	Void   bool   // misprinted, and nothing tells the right number
}

// Status tells how a unit, or a cell, ended.
type Status string

// The statuses. A unit is ok, skipped or failed; a cell may also be missing its data, or pending.
const (
	OK          Status = "ok"
	Skipped     Status = "skipped"      // the method does not fit the problem; the reason says why
	Failed      Status = "failed"       // error, panic, timeout or divergence; retried by the next run
	MissingData Status = "missing-data" // a file is not there
	Pending     Status = "pending"      // not run yet
)

// SplitAddress cuts the address of an experiment, paper/table.
func SplitAddress(address string) (paper, table string) {
	paper, table, _ = strings.Cut(address, "/")
	return paper, table
}

// SplitMetric cuts the name of a metric under a reading of the clusters: acc@h10 is acc read from h10. Without @ it is read in
// the method's first way.
func SplitMetric(name string) (metric, reading string) {
	metric, reading, _ = strings.Cut(name, "@")
	return metric, reading
}

// Origin tells where the records behind a number come from: data, versions, machine. Records that agree in these share one.
type Origin struct {
	DataSHA256               string
	SolverVersion            int
	Program, Go, CPU, Kernel string
	First, Last              time.Time // days on which they were finished
	FewestSteps, MostSteps   int       // iterations
}

// JoinOrigins adds the origins of another number, each once.
func JoinOrigins(all []Origin, others ...Origin) []Origin {
	for _, o := range others {
		i := slices.IndexFunc(all, func(q Origin) bool {
			q.First, q.Last, q.FewestSteps, q.MostSteps = o.First, o.Last, o.FewestSteps, o.MostSteps
			return q == o
		})
		if i < 0 {
			all = append(slices.Clip(all), o)
			continue
		}
		all = slices.Clone(all) // others may share them
		q := &all[i]
		if o.First.Before(q.First) {
			q.First = o.First
		}
		if o.Last.After(q.Last) {
			q.Last = o.Last
		}
		q.FewestSteps, q.MostSteps = min(q.FewestSteps, o.FewestSteps), max(q.MostSteps, o.MostSteps)
	}
	return all
}
