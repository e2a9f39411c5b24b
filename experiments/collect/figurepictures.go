package collect

import (
	"strconv"
	"strings"

	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// drawPictures is the columns of an output as pictures of the data set's format, in groups and frames where the spec names
// outputs that tell them.
func drawPictures(p plotPart) []reports.Plot {
	var plots []reports.Plot
	reason := p.eachOutput(func(label string, rec *store.Record, a store.Array) {
		width, height := rec.Picture[0], rec.Picture[1]
		if width*height != a.Rows {
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
			plot.Image = &reports.Image{Rows: height, Cols: width, Light: true}
			if frames != nil {
				plot.Image.Frame = p.frameName(frames[k])
			}
			for i := range a.Rows {
				plot.Image.Values = append(plot.Image.Values, a.Values[i*a.Cols+k])
			}
			plots = append(plots, plot)
		}
	})
	if len(plots) == 0 && reason == "" {
		reason = "the data set's samples are no pictures"
	}
	return p.orEmpty(plots, reason)
}

// groupsOf is the group of each picture as a kept output tells it, nil without one.
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

// singular is what one group of an output of groups is called: class of classes, cluster of exemplar-clusters@h.
func singular(output string) string {
	name, _ := reports.SplitMetric(output)
	name = strings.TrimPrefix(name, "exemplar-")
	if class, ok := strings.CutSuffix(name, "sses"); ok {
		return class + "ss"
	}
	return strings.TrimSuffix(name, "s")
}
