package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// Lacks loads the data of a run, which checks it, and tells why it cannot be read.
func (r *Run) Lacks() error {
	if r.custom != nil {
		return nil // it holds its data
	}
	_, err := r.source.Load()
	return err
}

// Trouble returns why the data of a run cannot be used, "" if it can. Data that is drawn anew for each run is generated.
func (r *Run) Trouble() string {
	if r.custom != nil || r.split.Redraw {
		return ""
	}
	_, err := r.load()
	switch {
	case err == nil:
		return ""
	case errors.As(err, new(*datasets.MissingError)):
		return "data missing"
	}
	return "data wrong"
}

// drawn names what a run draws from its data set, "" if everything is taken. The streams of the comparison decide, so that all
// its methods work on the same draw.
func drawn(d *spec.Dataset) string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(d.Classes > 0, "%d classes", d.Classes)
	add(d.SharedSubset, "shared")
	add(d.Folds > 0, "%d folds", d.Folds)
	add(d.Redraw, "redrawn")
	add(d.Every > 1, "one sample of %d", d.Every)
	add(d.Shuffle, "shuffled")
	add(d.HoldSamples > 0, "%v of samples held out", d.HoldSamples)
	if d.HoldEntries != nil {
		parts = append(parts, d.HoldEntries.Words())
	}
	return strings.Join(parts, ", ")
}

// Kept returns how many of n samples a data set keeps.
func Kept(d spec.Dataset, n int) int {
	every := max(1, d.Every)
	return (n + every - 1) / every
}

// splitOf returns a data set of the spec with the number of classes that is drawn at a rank.
func splitOf(d spec.Dataset, rank int) *spec.Dataset {
	if d.ClassesByRank {
		d.Classes = rank
	}
	return &d
}

// sample is the data of one run.
type sample struct {
	*datasets.Data
	known     matrix.Matrix // all that is known of X, where entries are held out
	held      matrix.Matrix // the entries held out, nil if none are
	unseen    matrix.Matrix // the samples set aside, nil if none are
	relations constraint.Set
}

// sample loads the data and draws the run's part of it.
func (r *Run) sample() (sample, error) {
	data, err := r.load()
	if err != nil {
		return sample{}, err
	}
	if data, err = r.subset(data); err != nil {
		return sample{}, err
	}
	if data, err = r.arrange(data); err != nil {
		return sample{}, err
	}
	var unseen matrix.Matrix
	if r.split.HoldSamples > 0 {
		if data, unseen, err = r.setAside(data); err != nil {
			return sample{}, err
		}
	}
	s := sample{Data: data, known: data.X, unseen: unseen}
	if r.split.Folds > 0 {
		if s.Data, s.held, err = r.holdOut(data); err != nil {
			return s, err
		}
	}
	if h := r.split.HoldEntries; h != nil {
		if s.Data, s.known, s.held, err = r.holdEntries(data, h); err != nil {
			return s, err
		}
	}
	if c := r.split.Constraints; c != nil {
		s.relations, err = c.Draw(data, r.comparison().stream("constraints"))
	}
	return s, err
}

// load returns the data set, generated for this replicate if the spec wants that.
func (r *Run) load() (*datasets.Data, error) {
	s := r.source
	if !r.split.Redraw {
		return s.Load()
	}
	seed := s.seed // what is drawn is not kept: the methods of a comparison draw the same
	seed.Replicate = r.ID.Replicate
	return datasets.Load(s.folder, s.Entry, s.set, seed.stream("data"))
}

// subset keeps the samples of the classes that this replicate draws, in stored order, with classes renumbered from 0. All
// methods of a comparison draw the same classes.
func (r *Run) subset(data *datasets.Data) (*datasets.Data, error) {
	if r.split.Classes == 0 {
		return data, nil
	}
	if data.Labels == nil {
		return nil, fmt.Errorf("classes = %d, but the data set has no labels", r.split.Classes)
	}
	all := 1 + slices.Max(append([]int{-1}, data.Labels...))
	if r.split.Classes > all {
		return nil, fmt.Errorf("classes = %d, but the data set has %d", r.split.Classes, all)
	}
	who := r.comparison()
	if r.split.SharedSubset {
		who.Replicate = 0
	}
	drawn := who.stream("subset").Perm(all)[:r.split.Classes]
	slices.Sort(drawn)
	renumber := make(map[int]int, len(drawn))
	for k, c := range drawn {
		renumber[c] = k
	}
	var samples []int
	for i, l := range data.Labels {
		if _, kept := renumber[l]; kept {
			samples = append(samples, i)
		}
	}
	part, err := keepSamples(data, samples)
	if err != nil {
		return nil, err
	}
	for i, l := range part.Labels {
		part.Labels[i] = renumber[l]
	}
	part.Columns = nil
	return part, nil
}

// arrange thins the samples and puts them in another order, where the spec wants that.
func (r *Run) arrange(data *datasets.Data) (*datasets.Data, error) {
	if r.split.Every < 2 && !r.split.Shuffle {
		return data, nil
	}
	_, n := data.X.Dims()
	var samples []int
	for i := 0; i < n; i += max(1, r.split.Every) {
		samples = append(samples, i)
	}
	if len(samples) < 2 {
		return nil, fmt.Errorf("every = %d leaves %d of %d samples, want 2 or more", r.split.Every, len(samples), n)
	}
	if r.split.Shuffle {
		r.comparison().stream("order").Shuffle(len(samples), func(a, b int) { samples[a], samples[b] = samples[b], samples[a] })
	}
	return keepSamples(data, samples)
}

// keepSamples returns the given samples of a data set with what is known of each of them. Triplets, which name samples by
// their places, are left out.
func keepSamples(data *datasets.Data, samples []int) (*datasets.Data, error) {
	x, err := columns(data.X, samples)
	if err != nil {
		return nil, err
	}
	part := *data
	part.X, part.Triples, part.Labels, part.Columns = x, nil, nil, nil
	for _, i := range samples {
		if data.Labels != nil {
			part.Labels = append(part.Labels, data.Labels[i])
		}
		if data.Columns != nil {
			part.Columns = append(part.Columns, data.Columns[i])
		}
	}
	part.ColumnFeatures, part.Coefficients = rows(data.ColumnFeatures, samples), rows(data.Coefficients, samples)
	return &part, nil
}

// rows copies the given rows; nil stays nil.
func rows(a *mat.Dense, which []int) *mat.Dense {
	if a == nil || len(which) == 0 {
		return nil
	}
	_, c := a.Dims()
	out := mat.NewDense(len(which), c, nil)
	for i, from := range which {
		out.SetRow(i, a.RawRowView(from))
	}
	return out
}

// columns copies the given columns of a dense X.
func columns(x matrix.Matrix, which []int) (matrix.Matrix, error) {
	if sparse, ok := x.(*matrix.CSR); ok {
		return sparseColumns(sparse, which)
	}
	d, ok := x.(*matrix.Dense)
	if !ok {
		return nil, fmt.Errorf("a choice of samples needs data without unknown entries, found %T", x)
	}
	m, n := d.Dims()
	out := mat.NewDense(m, len(which), nil)
	buf := make([]float64, n)
	for i := range m {
		_, row := d.Row(i, buf)
		dst := out.RawRowView(i)
		for k, j := range which {
			dst[k] = row[j]
		}
	}
	return compact(matrix.FromDense(out)), nil
}

// sparseColumns copies the given columns of a sparse X.
func sparseColumns(x *matrix.CSR, which []int) (matrix.Matrix, error) {
	m, _ := x.Dims()
	rows := x.Trans()
	var entries []matrix.Triplet
	for k, j := range which {
		cols, vals := rows.Row(j, nil)
		for p, v := range vals {
			entries = append(entries, matrix.Triplet{Row: matrix.Column(cols, p), Col: k, Value: v})
		}
	}
	return matrix.NewCSR(m, len(which), entries)
}

// setAside takes a share of the samples, drawn at random, out of the data. Ranks and methods of a replicate share the draw.
func (r *Run) setAside(data *datasets.Data) (*datasets.Data, matrix.Matrix, error) {
	_, n := data.X.Dims()
	count := int(math.Round(r.split.HoldSamples * float64(n)))
	if count == 0 || count == n {
		return nil, nil, fmt.Errorf("hold-samples = %v, but there are %d samples: want some on both sides", r.split.HoldSamples, n)
	}
	who := r.comparison()
	who.Rank = 0
	drawn := who.stream("unseen").Perm(n)
	unseen, rest := drawn[:count], drawn[count:]
	slices.Sort(unseen)
	slices.Sort(rest)
	held, err := columns(data.X, unseen)
	if err != nil {
		return nil, nil, err
	}
	part, err := keepSamples(data, rest)
	if err != nil {
		return nil, nil, err
	}
	part.Columns = nil
	return part, held, nil
}

// project finds the coefficients of the samples that were set aside, if any were, by the method's own rule.
func (r *Run) project(ctx context.Context, data sample, o *eval.Outcome) error {
	if o.Unseen = data.unseen; o.Unseen == nil || o.Basis == nil {
		return nil
	}
	found, err := solvers.Project(ctx, r.ID.Solver, r.solver, o.Unseen, o.Basis, solvers.ProjectionSettings{})
	if err != nil && !errors.Is(err, solvers.ErrUnsupported) {
		return err
	}
	o.UnseenHt = found.Ht
	return nil
}

// holdOut splits the known entries at random into parts of equal size, one for each fold, and takes this replicate's part
// out of X. Replicates of one round of folds share the split.
func (r *Run) holdOut(data *datasets.Data) (*datasets.Data, matrix.Matrix, error) {
	known, masked := data.X.(*matrix.Masked)
	folds := r.split.Folds
	if !masked {
		return nil, nil, fmt.Errorf("folds = %d, but every entry of the data set is known: only unknown entries can be predicted", folds)
	}
	if known.NNZ() < folds {
		return nil, nil, fmt.Errorf("folds = %d, but only %d entries are known", folds, known.NNZ())
	}
	round := r.comparison()
	round.Replicate /= folds
	round.Rank = 0 // the split does not depend on the rank
	part := make([]int, known.NNZ())
	for place, entry := range round.stream("folds").Perm(len(part)) {
		part[entry] = place % folds
	}
	var train, held []matrix.Triplet
	m, n := known.Dims()
	for t := range matrix.Entries(known) {
		if part[len(held)+len(train)] == r.ID.Replicate%folds {
			held = append(held, t)
		} else {
			train = append(train, t)
		}
	}
	x, err := matrix.NewMasked(m, n, train)
	h, err2 := matrix.NewMasked(m, n, held)
	if err := cmp.Or(err, err2); err != nil {
		return nil, nil, err
	}
	rest := *data
	rest.X = x
	return &rest, h, nil
}
