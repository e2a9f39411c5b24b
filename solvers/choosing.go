package solvers

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Purposes are what methods are chosen for: what X is like, or what is known beside it.
var Purposes = []string{"dense", "counts", "sparse", "outliers", "signed", "missing", "ordered", "graph", "labels"}

// LargeKind is the data by which time and memory are told.
const LargeKind = "2,000×1,000, rank 10, 100 iterations"

// Suited is how a method did for a purpose, as CHOOSING.md says it was measured.
type Suited struct {
	Solver    string
	Recovery  float64            // mean over the kinds of data
	Kinds     map[string]float64 // of each: how much of what was planted, or how many classes, were found; 1 is all
	Seconds   float64            // of a processor, on large data; NaN where it took more than 40
	Megabytes float64            // of the program at most
}

//go:embed choosing.csv
var choosing string

// SuitedFor lists the methods that were measured for a purpose, the best first, and the kinds of data; of equal ones, to three digits, the
// faster first. [Tied] says which are no worse than the first. make choosing measures anew.
func SuitedFor(purpose string) (all []Suited, kinds []string) {
	lines, err := csv.NewReader(strings.NewReader(choosing)).ReadAll()
	for _, line := range lines[1:] {
		kind, solver := line[1], line[2]
		if line[0] != purpose {
			continue
		}
		at := slices.IndexFunc(all, func(c Suited) bool { return c.Solver == solver })
		if at < 0 {
			at, all = len(all), append(all, Suited{Solver: solver, Kinds: map[string]float64{}})
		}
		number := func(text string) float64 {
			v, errNumber := strconv.ParseFloat(text, 64)
			err = cmp.Or(err, errNumber)
			return v
		}
		if c := &all[at]; kind == LargeKind {
			c.Seconds, c.Megabytes = number(line[4]), number(line[5])
		} else {
			kinds = list.AppendUnique(kinds, kind)
			c.Kinds[kind] = number(line[3])
		}
	}
	if err != nil {
		panic("solvers: choosing.csv: " + err.Error()) // a test reads it
	}
	for i := range all {
		for _, kind := range kinds { // in their order: a sum in another one may round to another thousandth
			all[i].Recovery += all[i].Kinds[kind] / float64(len(kinds))
		}
	}
	slices.SortStableFunc(all, func(a, b Suited) int {
		thousandths := func(c Suited) float64 { return math.Round(1000 * c.Recovery) }
		return cmp.Or(cmp.Compare(thousandths(b), thousandths(a)), cmp.Compare(cmp.Or(a.Seconds, 0), cmp.Or(b.Seconds, 0)))
	})
	return all, kinds
}

// TieWidth is by how much recoveries may differ that count as tied: four draws of one run each tell no less.
const TieWidth = 0.005

// Tied returns those of the methods for a purpose whose recovery is no more than TieWidth below the best, the fastest first.
func Tied(all []Suited) []Suited {
	tied := list.Filter(all, func(c Suited) bool { return c.Recovery >= all[0].Recovery-TieWidth && !math.IsNaN(c.Seconds) })
	slices.SortStableFunc(tied, func(a, b Suited) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return tied
}
