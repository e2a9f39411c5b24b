package collect

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"nmfrepro/reports"
)

// distances draws the lines between samples that the plot names, with their lengths in the series' own coordinates. The
// relation is three samples, the first nearer to the second than to the third: its two lines bear an asterisk where it
// holds. With pairs every two samples have a line, and lengths are in parts of the greatest. The samples stand in one series.
// The verdict on the relation is a sentence, "" without one.
func (p plotPart) distances(plot *reports.Plot) (said string) {
	if len(plot.Series) != 1 || len(plot.Series[0].Names) == 0 {
		return ""
	}
	s := plot.Series[0]
	length := func(i, j int) float64 {
		d := math.Hypot(s.X[i]-s.X[j], s.Y[i]-s.Y[j])
		if len(s.Z) > 0 {
			d = math.Hypot(d, s.Z[i]-s.Z[j])
		}
		return d
	}
	unit := 1.0
	if p.Pairs {
		unit = 0
		for i := range s.X {
			for j := range i {
				unit = max(unit, length(i, j))
			}
		}
	}
	if unit == 0 {
		return plot.Title + ": all samples lie at one point, so that none is nearer than another."
	}
	shown := func(i, j int) float64 { return length(i, j) / unit }
	starred := map[[2]int]bool{}
	if len(p.Relation) == 3 {
		var at [3]int
		for k, name := range p.Relation {
			if at[k] = slices.Index(s.Names, name); at[k] < 0 {
				return ""
			}
		}
		near, far := shown(at[0], at[1]), shown(at[0], at[2])
		holds := length(at[0], at[1]) < length(at[0], at[2])
		starred[ordered(at[0], at[1])], starred[ordered(at[0], at[2])] = holds, holds
		verb := "is not"
		if holds {
			verb = "is"
		}
		said = fmt.Sprintf("%s: %s %s nearer to %s (%s) than to %s (%s).",
			plot.Title, p.Relation[0], verb, p.Relation[1], distanceText(near), p.Relation[2], distanceText(far))
	}
	for i := range s.X {
		for j := i + 1; j < len(s.X); j++ {
			star, related := starred[[2]int{i, j}]
			if !related && !p.Pairs {
				continue
			}
			label := distanceText(shown(i, j))
			if star {
				label += "*"
			}
			plot.Links = append(plot.Links, reports.Link{Series: 0, From: i, To: j, Label: label})
		}
	}
	return said
}

func ordered(i, j int) [2]int { return [2]int{min(i, j), max(i, j)} }

// distanceText has two digits after the point, more where they would all be 0.
func distanceText(d float64) string {
	if d != 0 && d < 0.005 {
		return strconv.FormatFloat(d, 'g', 1, 64)
	}
	return strconv.FormatFloat(d, 'f', 2, 64)
}
