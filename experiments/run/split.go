package run

import (
	"fmt"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/triplets"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// split says what a unit draws from its data set: classes, held-out entries, triplets. The streams of the comparison decide,
// so that all its methods work on the same draw.
type split struct {
	classes     int     // 0 is all
	shared      bool    // one draw of classes for all replicates
	folds       int     // 0 holds nothing out
	redraw      bool    // the data itself is generated anew for each replicate
	every       int     // one of so many samples is kept; 0 keeps all
	shuffle     bool    // samples in a random order
	unseen      float64 // share of the samples set aside
	constraints *triplets.Constraints
}

func splitOf(d spec.Dataset, rank int) split {
	w := split{d.Classes, d.SharedSubset, d.Folds, d.Redraw, d.Every, d.Shuffle, d.HoldSamples, d.Constraints}
	if d.ClassesByRank {
		w.classes = rank
	}
	return w
}

// String names the draw of classes and entries in a unit, "" if everything is taken.
func (w split) String() string {
	var parts []string
	if w.classes > 0 {
		parts = append(parts, fmt.Sprintf("%d classes", w.classes))
	}
	if w.shared {
		parts = append(parts, "shared")
	}
	if w.folds > 0 {
		parts = append(parts, fmt.Sprintf("%d folds", w.folds))
	}
	if w.redraw {
		parts = append(parts, "redrawn")
	}
	if w.every > 1 {
		parts = append(parts, fmt.Sprintf("one sample of %d", w.every))
	}
	if w.shuffle {
		parts = append(parts, "shuffled")
	}
	if w.unseen > 0 {
		parts = append(parts, fmt.Sprintf("%v of samples held out", w.unseen))
	}
	return strings.Join(parts, ", ")
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
	if j.split.unseen > 0 {
		if data, unseen, err = j.setAside(data); err != nil {
			return sample{}, err
		}
	}
	s := sample{Data: data, known: data.X, unseen: unseen}
	if j.split.folds > 0 {
		if s.Data, s.held, err = j.holdOut(data); err != nil {
			return s, err
		}
	}
	if c := j.split.constraints; c != nil {
		s.relations, err = c.Draw(data, j.comparison().stream("constraints"))
	}
	return s, err
}

// load returns the data set, generated for this replicate if the spec wants that.
func (j *Unit) load() (*datasets.Data, error) {
	if j.split.redraw {
		return j.source.generate(j.Unit.Replicate)
	}
	return j.source.Load()
}
