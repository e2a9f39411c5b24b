package errata

import (
	"slices"
	"strconv"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
)

// tables are those of a paper, panel by panel, as detectors look at them.
type tables struct {
	paper  *reported.Paper
	blocks []block
}

func tablesOf(p *reported.Paper) tables {
	t := tables{paper: p}
	for _, table := range p.Tables {
		for _, panel := range table.Value.Panels {
			t.blocks = append(t.blocks, newBlock(reported.Ref{Table: table.Name, Panel: panel.Name}, panel.Value, p))
		}
	}
	return t
}

// inEach makes a look at one panel a look at all of a paper.
func inEach(look func(block) []Finding) func(tables) []Finding {
	return func(t tables) []Finding { return slices.Concat(list.Map(t.blocks, look)...) }
}

// block is a panel with its address in a paper, and with the places of its rows and columns: tables can be long.
type block struct {
	reported.Ref
	reported.Panel
	paper       *reported.Paper
	rows        map[string][]string
	columns     map[string]int
	names, data []string // of the rows, and of those that sum up no others
	kinds       map[string]transcript.Kind
}

func newBlock(ref reported.Ref, p reported.Panel, paper *reported.Paper) block {
	b := block{Ref: ref, Panel: p, paper: paper, rows: map[string][]string{}, columns: map[string]int{}, names: p.Rows.Names(),
		kinds: map[string]transcript.Kind{}}
	for k, name := range slices.Backward(p.Columns) {
		b.columns[name] = k
	}
	statistics := slices.ContainsFunc(b.names, otherStatistic.MatchString)
	for _, row := range slices.Backward(p.Rows) {
		b.rows[row.Name] = row.Value
	}
	for _, name := range b.names {
		b.kinds[name] = b.kind(name, statistics)
	}
	b.data = b.rowsOf(transcript.Data)
	return b
}

// kind tells what a row holds. A row "mean" beside a row "max" is a statistic of runs, and rows that are counts over another
// panel are data.
func (b block) kind(row string, statistics bool) transcript.Kind {
	if _, derived := b.Recount.Get(row); derived {
		return transcript.Data
	}
	k := transcript.KindOf(row)
	if k == transcript.Average && row != reported.AverageRow && statistics {
		return transcript.Data
	}
	return k
}

// rowsOf lists the rows of some kinds.
func (b block) rowsOf(kinds ...transcript.Kind) []string {
	return list.Filter(b.names, func(row string) bool { return slices.Contains(kinds, b.kinds[row]) })
}

// Data lists the rows that are no averages or counts of others.
func (b block) Data() []string { return b.data }

// Cell returns [reported.Panel.Cell], which counts through the rows of a table that is short.
func (b block) Cell(row, column string) reported.Cell {
	k, known := b.columns[column]
	if cells := b.rows[row]; known && k < len(cells) {
		return reported.Checked(cells[k])
	}
	return reported.Cell{}
}

func (b block) at(row, column string) string {
	return reported.Ref{Table: b.Ref.Table, Panel: b.Ref.Panel, Row: row, Column: column}.String()
}

// finding returns what is wrong with a cell, a row or a column.
func (b block) finding(severity Severity, row, column, what, why string) Finding {
	return Finding{Severity: severity, Place: b.at(row, column), What: what, Why: why}
}

// number is a reported number with its place and its unit in the last place.
type number struct {
	reported.Cell
	row, column string
	x, unit     float64
}

// numbers returns the legible numbers of a row.
func (b block) numbers(row string, columns ...string) []number {
	return b.among([]string{row}, columns)
}

// among returns the legible numbers of some rows and columns.
func (b block) among(rows, columns []string) (found []number) {
	for _, row := range rows {
		for _, column := range columns {
			c := b.Cell(row, column)
			if x, ok := c.Number(); ok {
				found = append(found, number{c, row, column, x, b.LastPlace(c)})
			}
		}
	}
	return found
}

// unread lists the places of some rows and columns whose numbers were not read; a place without a number is none of them.
func (b block) unread(rows, columns []string) (found []string) {
	for _, row := range rows {
		for _, column := range columns {
			if b.Cell(row, column).Value == reported.Illegible {
				found = append(found, row+"/"+column)
			}
		}
	}
	return found
}

// ofTables returns a paper of tables alone, as it would be read from what [transcript.YAML] writes of them.
func ofTables(name string, all []transcript.Table, key string, known Known) *reported.Paper {
	p := &reported.Paper{Key: name, File: name, Title: "a table", Cite: "none", Short: "none"}
	for i, t := range all {
		table := reported.Table{Number: "Table " + strconv.Itoa(i+1), Caption: t.Caption}
		for _, panel := range t.Panels {
			b := reported.Panel{Metric: panel.Metric, Better: panel.Better, Range: panel.Range, Groups: panel.Groups,
				Ranks: panel.Ranks, Columns: panel.Columns, Counts: known.counts(panel), After: string(t.After)}
			if b.Better != "" {
				b.Bold = panel.Bold
			}
			for _, r := range panel.Rows {
				b.Rows = append(b.Rows, entry(r.Name, r.Cells))
				if f, err := strconv.ParseFloat(r.Times, 64); err == nil {
					b.Times = append(b.Times, entry(r.Name, f))
				}
			}
			table.Panels = append(table.Panels, entry(panel.Key, b))
		}
		if len(all) > 1 {
			p.Tables = append(p.Tables, entry(key+"-"+strconv.Itoa(i+1), table))
		} else {
			p.Tables = append(p.Tables, entry(key, table))
		}
	}
	return p
}

func entry[T any](name string, value T) strict.Entry[T] {
	return strict.Entry[T]{Name: name, Value: value}
}
