package claims

import (
	"nmfrepro/reports/list"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/published"
)

// Sample is the number in a cell: as printed, or the replicates behind it.
type Sample struct {
	Mean, SD   float64
	Values     []float64 // one a replicate; nil for a number as printed, of which nothing is known but its digits
	Replicates []int     // the replicate behind each value, by which cells are paired; nil for a value of all replicates together, as a count of wins
	Margin     float64   // a smaller difference counts as none, where the text states what the number is; 0 if no margin is known
	Partial    string    // the part of the rows or ranks that we have, where the paper sums up more of them; "" for all
	Missing    string    // why there is no number; "" if there is one
}

// Numbers are the cells, curves and traces on which claims are evaluated: the paper's own or those of a replication.
type Numbers struct {
	Replicated bool                                            // they are of a replication, not of the print
	Cell       func(published.Ref) Sample                      // the number in a cell of a table
	Curves     func(published.Shown) ([]Curve, error)          // what a figure shows, of a replication: figures print no numbers
	Traces     func(published.Traced) ([]collect.Trace, error) // objectives over the iterations, likewise
}

// Curve is a line of a figure: a sample at every place of its axis.
type Curve struct {
	Where   string // what tells it from the others: data set, rank
	X       []float64
	Samples []Sample
	Lower   bool // less is better
	Gone    bool // nobody has its data
}

// Printed is the source of the paper's own numbers.
func Printed(p *published.Paper) Numbers {
	return Numbers{Cell: func(r published.Ref) Sample {
		c := p.CellOf(r)
		mean, ok := c.Number()
		sd, _ := c.Deviation()
		s := Sample{Mean: mean, SD: sd}
		switch {
		case ok:
		case c.Value == published.Illegible:
			s.Missing = "illegible in our copy"
		case c.Value == "":
			s.Missing = "nothing is reported"
		default:
			s.Missing = "reported is " + c.Value
		}
		return s
	}}
}

// Replicated is a replication's numbers, without curves and traces. The cells are in natural units (shares of one, seconds, errors); they
// are compared in the unit of the print.
func Replicated(p *published.Paper, cells func(published.Ref) Sample) Numbers {
	return Numbers{Replicated: true, Cell: func(r published.Ref) Sample {
		panel, _ := p.PanelOf(r)
		return cells(r).scaled(func(x float64) float64 { return panel.InPrint(r.Row, x) })
	}}
}

// Summarised fills in mean and deviation of a sample that is compared in its own unit.
func Summarised(s Sample) Sample { return s.scaled(func(x float64) float64 { return x }) }

// scaled is the sample in another unit, summed up.
func (s Sample) scaled(unit func(float64) float64) Sample {
	if s.Missing == "" && len(s.Values) == 0 {
		s.Missing = "not run"
	}
	if s.Missing != "" {
		return s
	}
	values := list.Map(s.Values, unit)
	sum := stat.Summarise(values)
	s.Values, s.Mean, s.SD, s.Margin = values, sum.Mean, sum.SD, unit(s.Margin)
	return s
}
