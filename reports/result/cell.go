package result

import (
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
)

// Cell holds one number of a table in parts. Package collect writes all but the last two, and nobody changes them afterwards;
// package judge writes these.
type Cell struct {
	Address  string // At as a user writes it, as short as it is unique in the table
	At       Address
	Metric   Metric
	Runs     Sample
	Reported Reported
	State    State
	Verdict  Verdict            // on ours against the reported number; zero where nobody judged
	Against  map[string]float64 // by column: the p-value of no difference from another cell of the row, where the runs of both tell
}

// Metric says how to read the numbers of a cell.
type Metric struct {
	Lower   bool    // lower is better
	Neutral bool    // neither is
	Counts  bool    // it counts data sets: it is whole
	Grid    float64 // step of a metric that counts samples, 0 if it has none
	Scale   Scale   // how the table reports natural units
}

// Sample holds the scores of the runs behind a cell.
type Sample struct {
	Values []float64 // one per replicate that ended ok, in natural units: shares of one, seconds, errors
	// the replicate behind each value, by which cells are paired; nil for values of all replicates together, as counts of wins
	Replicates []int
	Want       int       // replicates asked for
	Origins    []Origin  // of the records behind the values, each once
	Repeats    bool      // nothing was drawn: every replicate ended in the same factors
	AtLimit    int       // of the values, those of runs that a tolerance could have ended and the limit on iterations did
	Collapsed  []int     // replicates that ended in a single cluster
	Aside      []float64 // values of those, where the cell is told without them
	Failed     []int     // replicates that failed
	Chance     float64   // score of a random partition, where some failed; NaN if it has none
	Tuned      *Tuned    // how options of the method were chosen; nil if none were
	Terms      int       // numbers of which each value is the mean, as those of the rows above an average; 0 for one
	Seconds    float64   // of one core, that a replicate takes
	Draw       string    // what the replicates of cells of the same runs share besides their number: a set of data, or draws from one
	Drawn      bool      // each replicate draws its data anew
}

// State says whether a number or data is missing in a cell, and why.
type State struct {
	Status     Status
	Note       string // reason of a status other than ok
	Substitute string // what the data is a substitute for, "" if it is the paper's
	Proxy      string // why the method is only a substitute for the paper's, "" if it is the paper's
	Partial    string // the part of the rows or ranks behind our number where the paper sums up more of them; "" for all
	Lost       bool   // the data is missing since nobody can have it
}

// Shown returns the values in the unit of the table. Each is scaled before anything is averaged, so that full precision keeps
// its bits.
func (c Cell) Shown() []float64 {
	return list.Map(c.Runs.Values, c.Metric.Scale.Of)
}

// Mean returns our number in the unit of the table, NaN where there is none.
func (c Cell) Mean() float64 { return stat.Mean(c.Shown()) }

// SD returns the deviation of the values behind our number, NaN of fewer than two.
func (c Cell) SD() float64 { return stat.SD(c.Shown()) }

// Reported is a number as the paper reports it. Value is empty where the paper has none and "illegible" where our copy
// cannot be read.
type Reported struct {
	Value string
	SD    string
	Bold  bool
	Unit  float64 // one in the last place that is reported, zeros that are left out counted; 0 of a count, which is whole
	Runs  int     // independent runs behind it; 0 if nothing but the protocol says so
	Seed  *uint64 // of the run behind it, nil if it is not known

	Shared bool // these runs may share one draw of the classes

	Is     string // derived, stated or misprinted, where it is not the number as reported
	Status string // the same with how that is known, as "derived: how"
	Void   bool   // misprinted, and nothing tells the right number
}

// Status tells how a run or the runs of a cell ended.
type Status string

// The statuses. A run is ok, skipped or failed; a cell may also be missing its data, or pending.
const (
	OK          Status = "ok"
	Skipped     Status = "skipped"      // the method does not fit the problem; the reason says why
	Failed      Status = "failed"       // error, panic, timeout or divergence; retried by the next run
	MissingData Status = "missing-data" // a file is not there
	Pending     Status = "pending"      // not run yet
)

// RunStatuses are the statuses of runs, in the order in which they are told.
var RunStatuses = []Status{OK, Skipped, Failed, Pending}

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

// Span says when the first and the last of some numbers was computed.
func Span(origins []Origin) (first, last time.Time) {
	for _, o := range origins {
		if first.IsZero() || o.First.Before(first) {
			first = o.First
		}
		if o.Last.After(last) {
			last = o.Last
		}
	}
	return first, last
}

// JoinOrigins joins the origins of two numbers, each once.
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
