package run

import (
	"fmt"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/experiments/spec"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// drawn names what a unit draws from its data set, "" if everything is taken. The streams of the comparison decide, so that all
// its methods work on the same draw.
func drawn(d *spec.Dataset) string {
	var parts []string
	for _, part := range []struct {
		is   bool
		text string
	}{
		{d.Classes > 0, fmt.Sprintf("%d classes", d.Classes)},
		{d.SharedSubset, "shared"},
		{d.Folds > 0, fmt.Sprintf("%d folds", d.Folds)},
		{d.Redraw, "redrawn"},
		{d.Every > 1, fmt.Sprintf("one sample of %d", d.Every)},
		{d.Shuffle, "shuffled"},
		{d.HoldSamples > 0, fmt.Sprintf("%v of samples held out", d.HoldSamples)},
	} {
		if part.is {
			parts = append(parts, part.text)
		}
	}
	return strings.Join(parts, ", ")
}

// splitOf is a data set of the spec with the number of classes that is drawn at a rank.
func splitOf(d spec.Dataset, rank int) *spec.Dataset {
	if d.ClassesByRank {
		d.Classes = rank
	}
	return &d
}

// sample is the data of one unit.
type sample struct {
	*datasets.Data
	known     matrix.Matrix // all that is known of X, where entries are held out
	held      matrix.Matrix // the entries held out, nil if none are
	unseen    matrix.Matrix // the samples set aside, nil if none are
	relations constraint.Set
}

// sample loads the data and draws the unit's part of it.
func (j *Unit) sample() (sample, error) {
	data, err := j.load()
	if err != nil {
		return sample{}, err
	}
	if data, err = j.subset(data); err != nil {
		return sample{}, err
	}
	if data, err = j.arrange(data); err != nil {
		return sample{}, err
	}
	var unseen matrix.Matrix
	if j.split.HoldSamples > 0 {
		if data, unseen, err = j.setAside(data); err != nil {
			return sample{}, err
		}
	}
	s := sample{Data: data, known: data.X, unseen: unseen}
	if j.split.Folds > 0 {
		if s.Data, s.held, err = j.holdOut(data); err != nil {
			return s, err
		}
	}
	if c := j.split.Constraints; c != nil {
		s.relations, err = c.Draw(data, j.comparison().stream("constraints"))
	}
	return s, err
}

// load returns the data set, generated for this replicate if the spec wants that.
func (j *Unit) load() (*datasets.Data, error) {
	if j.split.Redraw {
		return j.source.generate(j.Unit.Replicate)
	}
	return j.source.Load()
}
