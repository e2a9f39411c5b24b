package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Tuned says how options of the method behind a number were chosen from a grid, and what choosing was worth. The number itself follows
// the paper: the score of the choice on the runs that chose it, which is too good. The honest number stands beside it.
type Tuned struct {
	By         string      `json:"by"`               // metric that chose
	Per        string      `json:"per"`              // what has a choice of its own
	Stated     string      `json:"stated,omitempty"` // where the paper says that it was tuned
	Points     []GridPoint `json:"grid,omitempty"`
	LeftOut    []string    `json:"left_out,omitempty"`         // points that were not compared
	Because    []string    `json:"left_out_because,omitempty"` // why each of them was not
	Replicates int         `json:"replicates"`                 // by which the points were compared
	Honest     []float64   `json:"-"`                          // each replicate at the choices of halves without it; nil if there is none
	HonestOf   []int       `json:"-"`                          // the replicate behind each
	Worth      []float64   `json:"-"`                          // reported less honest, on replicates that are drawn again
}

// GridPoint is a point of a grid: its settings, its mean score, and how many replicates it was chosen for.
type GridPoint struct {
	At     []Setting `json:"at"`
	Score  Known     `json:"score"` // null where nothing was scored at it
	Chosen int       `json:"chosen"`
}

// Setting is the value of an option.
type Setting struct {
	Option string `json:"option"`
	Value  string `json:"value"`
}

// Name returns the settings as an address has them: lambda=1,neighbours=5.
func (p GridPoint) Name() string {
	return list.Join(p.At, ",", func(s Setting) string { return s.Option + "=" + s.Value })
}

// Choice names the points that were chosen; each draw may have its own.
func (t Tuned) Choice() string {
	chosen := slices.DeleteFunc(slices.Clone(t.Points), func(p GridPoint) bool { return p.Chosen == 0 })
	if len(chosen) == 1 {
		return chosen[0].Name()
	}
	slices.SortStableFunc(chosen, func(a, b GridPoint) int { return b.Chosen - a.Chosen })
	return list.Join(chosen, ", ", func(p GridPoint) string { return fmt.Sprintf("%s (%d of %d)", p.Name(), p.Chosen, t.Replicates) })
}

// Edges names the options of which the choice is the smallest or the greatest value of the grid: a better one may lie beyond. A
// choice for each draw is at no edge.
func (t Tuned) Edges() (options []string) {
	chosen := slices.IndexFunc(t.Points, func(p GridPoint) bool { return p.Chosen > 0 && p.Chosen == t.Replicates })
	if chosen < 0 {
		return nil
	}
	for k, s := range t.Points[chosen].At {
		values := list.Map(t.Points, func(p GridPoint) float64 { return p.number(k) })
		if v := t.Points[chosen].number(k); slices.Min(values) < slices.Max(values) && (v == slices.Min(values) || v == slices.Max(values)) {
			options = append(options, s.Option)
		}
	}
	return options
}

func (p GridPoint) number(k int) float64 {
	v, _ := strconv.ParseFloat(p.At[k].Value, 64)
	return v
}

// Selection is the bias of a number whose options were chosen on the scored runs, in natural units.
type Selection struct {
	Honest    float64 // mean at choices that the other half of the replicates made
	Bias      float64 // the number less the honest one
	Low, High float64 // interval of the bias, of 95 %
}

// Selected is the mean of a tuned column over its rows, which has a selection.
type Selected struct {
	Panel, Column string
	Mean          Cell
}

// ScopeText names the unit of tuning in words.
func ScopeText(per string) string {
	switch per {
	case "experiment":
		return "one choice for all rows"
	case "dataset":
		return "a choice for each data set"
	}
	return "a choice for each " + per
}

// Sentence says what was chosen, and warns of an edge.
func (t Tuned) Sentence() string {
	text := fmt.Sprintf("%s of %s", t.Choice(), Count(len(t.Points), "point"))
	if edges := t.Edges(); len(edges) > 0 {
		text += " (" + strings.Join(edges, " and ") + " at the edge of the grid)"
	}
	var whys []string
	points := map[string][]string{}
	for i, why := range t.Because {
		whys, points[why] = list.AppendUnique(whys, why), append(points[why], t.LeftOut[i])
	}
	for _, why := range whys {
		text += ", without " + strings.Join(points[why], " and ") + " (" + why + ")"
	}
	return text
}
