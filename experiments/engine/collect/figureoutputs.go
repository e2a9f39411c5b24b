package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// eachOutput visits the kept output of replicate 0 of every variant.
func (p plotPart) eachOutput(visit func(label string, rec *store.Record, a store.Array)) (reason string) {
	p.each(func(label string, rec *store.Record) {
		if a, ok := rec.Outputs[p.Output]; ok {
			visit(label, rec, a)
		} else if reason = p.lacking(rec); reason == "" {
			reason = rec.Reason
		}
	})
	return reason
}

// lacking says why a record has no such output, with what to do where it is among ours but not among the committed results.
func (p plotPart) lacking(rec *store.Record) string {
	of, is := rec.LeftOut(p.Output)
	if !is {
		return rec.Unavailable[p.Output]
	}
	why, name := of+" numbers are too many for them", rec.Run.Dataset
	if s := p.source(rec.Run.Dataset); s != nil {
		if name = s.Entry.Name; !s.Entry.Share {
			why = name + " may not be passed on"
		}
	}
	return fmt.Sprintf("not among the committed results: %s. With the data (nmfrepro data get %s), nmfrepro figure %s --no-cached draws it",
		why, name, p.Spec.Address)
}

// drawBars draws a column of numbers as bars, a group for each variant.
func drawBars(p plotPart) []result.Plot {
	var plots []result.Plot
	reason := p.eachOutput(func(label string, _ *store.Record, a store.Array) {
		plot := p.plot("", inWords(p.Output))
		plot.Title = join(p.title, label)
		s := result.Series{Bars: true}
		for i := range a.Rows {
			s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, a.Values[i*a.Cols])
		}
		plot.Series = []result.Series{s}
		plots = append(plots, plot)
	})
	return p.orEmpty(plots, reason)
}

// drawScatter draws the rows of an output as points, a series for each class where the classes are kept too. Three columns are
// points in space; one column is drawn over the place of the row. Names of a few samples are written beside them.
func drawScatter(p plotPart) []result.Plot {
	var plots []result.Plot
	reason := p.eachOutput(func(label string, rec *store.Record, a store.Array) {
		plot := p.plot("component 1", "component 2")
		if a.Cols == 1 {
			plot = p.plot("sample", inWords(p.Output))
		}
		plot.Title = join(p.title, label)
		first := 0.0
		if output, _ := result.SplitMetric(p.Output); output == "classes" || output == "clusters" {
			first = 1 // where those are counted from, whose records count from 0
		}
		classes := rec.Outputs["classes"]
		series := map[int]int{}
		for i := range a.Rows {
			class := -1
			if len(classes.Values) == a.Rows {
				class = int(classes.Values[i])
			}
			k, seen := series[class]
			if !seen {
				k = len(plot.Series)
				series[class] = k
				name := "" // one kind of points needs no legend
				if class >= 0 {
					name = "class " + strconv.Itoa(class+1)
				}
				plot.Series = append(plot.Series, result.Series{Label: name, Points: true})
			}
			addPoint(&plot.Series[k], a.Values[i*a.Cols:(i+1)*a.Cols], i, first)
			if len(rec.Samples) == a.Rows {
				plot.Series[k].Names = append(plot.Series[k].Names, rec.Samples[i])
			}
		}
		if a.Cols > 2 {
			plot.Z.Label = "component 3"
		}
		plot.Equal = p.Equal
		if said := p.distances(&plot); said != "" {
			p.say(said)
		}
		plots = append(plots, plot)
	})
	return p.orEmpty(plots, reason)
}

func addPoint(s *result.Series, row []float64, i int, first float64) {
	switch len(row) {
	case 1:
		s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, row[0]+first)
		return
	case 2:
	default:
		s.Z = append(s.Z, row[2])
	}
	s.X, s.Y = append(s.X, row[0]), append(s.Y, row[1])
}

// drawMatrices draws an output as an image, its first column at the top: one row of the image for each column, so that long
// factors lie flat.
func drawMatrices(p plotPart) []result.Plot {
	var plots []result.Plot
	reason := p.eachOutput(func(label string, _ *store.Record, a store.Array) {
		plot := p.plot("", "")
		plot.Title = join(p.title, label)
		image := &result.Image{Rows: a.Cols, Cols: a.Rows, Values: make([]float64, len(a.Values))}
		for i := range a.Rows {
			for k := range a.Cols {
				image.Values[k*a.Rows+i] = a.Values[i*a.Cols+k]
			}
		}
		if p.Axes {
			image.X, image.Y = numbered(a.Rows), numbered(a.Cols)
		}
		plot.Image = image
		plots = append(plots, plot)
	})
	return p.orEmpty(plots, reason)
}

// numbered returns 1 to n.
func numbered(n int) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = float64(i + 1)
	}
	return numbers
}

// orEmpty returns the plots, or one that says why there are none.
func (p plotPart) orEmpty(plots []result.Plot, reason string) []result.Plot {
	if len(plots) == 0 {
		return []result.Plot{p.settle(p.plot("", ""), reason)}
	}
	return plots
}

func join(title, label string) string {
	if title == "" {
		return label
	}
	return title + ": " + label
}

// drawPictures draws the columns of an output as pictures of the data set's format, in groups and frames where the spec names
// outputs that tell them.
func drawPictures(p plotPart) []result.Plot {
	var plots []result.Plot
	var other string // of outputs that are no pictures
	reason := p.eachOutput(func(label string, rec *store.Record, a store.Array) {
		width, height := rec.Picture[0], rec.Picture[1]
		if width*height != a.Rows {
			other = fmt.Sprintf("%s of %s is no picture: it has %d rows, a sample is %d×%d pixels", inWords(p.Output), rec.Run.Dataset, a.Rows, width, height)
			return
		}
		shown := a.Cols
		if p.First > 0 {
			shown = min(shown, p.First)
		}
		groups, frames := groupsOf(rec, p.Groups, a.Cols), groupsOf(rec, p.Frames, a.Cols)
		for k := range shown {
			plot := p.plot("", "")
			plot.Title = p.pictureTitle(label, k, groups)
			plot.Image = &result.Image{Rows: height, Cols: width, Light: true}
			if frames != nil {
				plot.Image.Frame = p.frameName(frames[k])
			}
			for i := range a.Rows {
				plot.Image.Values = append(plot.Image.Values, a.Values[i*a.Cols+k])
			}
			plots = append(plots, plot)
		}
	})
	return p.orEmpty(plots, cmp.Or(reason, other))
}

// groupsOf returns the group of each picture as a kept output tells it, nil without one.
func groupsOf(rec *store.Record, output string, pictures int) []int {
	a, ok := rec.Outputs[output]
	if !ok || a.Rows != pictures {
		return nil
	}
	groups := make([]int, pictures)
	for k := range groups {
		groups[k] = int(a.Values[k*a.Cols])
	}
	return groups
}

// pictureTitle numbers the pictures, or heads the first of each group.
func (p plotPart) pictureTitle(label string, k int, groups []int) string {
	switch {
	case groups == nil && k > 0:
		return strconv.Itoa(k + 1)
	case groups == nil:
		return join(p.title, label) + " 1"
	case k > 0 && groups[k] == groups[k-1]:
		return ""
	}
	return join(p.title, singular(p.Groups)+" "+strconv.Itoa(groups[k]+1))
}

// frameName names a group of frames, "" for no frame.
func (p plotPart) frameName(group int) string {
	switch {
	case p.Framed == nil:
		return singular(p.Frames) + " " + strconv.Itoa(group+1)
	case group < len(p.Framed):
		return p.Framed[group]
	}
	return ""
}

// singular returns what one group of an output of groups is called: class of classes, cluster of exemplar-clusters@h.
func singular(output string) string {
	name, _ := result.SplitMetric(output)
	name = strings.TrimPrefix(name, "exemplar-")
	if class, ok := strings.CutSuffix(name, "sses"); ok {
		return class + "ss"
	}
	return strings.TrimSuffix(name, "s")
}

// distances draws the lines between samples that the plot names, with their lengths in the series' own coordinates. The
// relation is three samples, the first nearer to the second than to the third: its two lines bear an asterisk where it
// holds. With pairs every two samples have a line, and lengths are in parts of the greatest. The samples stand in one series.
// The verdict on the relation is a sentence, "" without one.
func (p plotPart) distances(plot *result.Plot) (said string) {
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
		lacks := "is not"
		if holds {
			lacks = "is"
		}
		said = fmt.Sprintf("%s: %s %s nearer to %s (%s) than to %s (%s).",
			plot.Title, p.Relation[0], lacks, p.Relation[1], distanceText(near), p.Relation[2], distanceText(far))
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
			plot.Links = append(plot.Links, result.Link{Series: 0, From: i, To: j, Label: label})
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
