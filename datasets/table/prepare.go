package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// Preparation is what is done to X before it is factorised, and again to new samples. First come the steps that look at one
// sample: counts and log1p. Then the features that vary most are kept. Then features are weighed: by variance or tfidf.
type Preparation struct {
	Normalize string `json:"normalize,omitempty"` // the steps, as counts=10000,log1p
	Features  int    `json:"features,omitempty"`  // how many are kept, by over-dispersion; 0 keeps all
	Of        int    `json:"of_features"`         // how many the file has

	Kept    []int     `json:"-"` // their places in the file, from 0, ascending; nil for all
	Weights []float64 `json:"-"` // of each feature that is kept; nil for 1
}

// Steps are those of Normalize, in the order in which they can be asked for.
const Steps = "counts or counts=N, log1p, and then variance or tfidf"

var steps = regexp.MustCompile(`^(counts(=[^,]+)?(,|$))?(log1p(,|$))?(variance|tfidf)?$`)

// usualTotal is what counts scales each sample to if no number is given.
const usualTotal = 10_000

// has tells whether a step is asked for.
func (p Preparation) has(step string) bool { return strings.Contains(p.Normalize, step) }

// total returns the sum that counts scales to.
func (p Preparation) total() float64 {
	if given := steps.FindStringSubmatch(p.Normalize)[2]; given != "" { // =N
		total, err := strconv.ParseFloat(given[1:], 64)
		if err != nil || strings.ContainsAny(given[1:], "xX_") { // Go's hexadecimal forms
			return 0 // which is refused
		}
		return total
	}
	return usualTotal
}

// Check tells of steps and numbers that cannot be.
func (p Preparation) Check() error {
	switch {
	case p.Features < 0:
		return fmt.Errorf("features = %d, want ≥ 1, or 0 for all", p.Features)
	case !steps.MatchString(p.Normalize) || strings.HasSuffix(p.Normalize, ","):
		return fmt.Errorf("normalize = %q, want these steps, in this order: %s", p.Normalize, Steps)
	case !(p.total() > 0) || math.IsInf(p.total(), 0):
		return fmt.Errorf("normalize = %q, want counts=N with a number N above 0", p.Normalize)
	}
	return nil
}

// Done tells whether anything is done.
func (p Preparation) Done() bool { return p.Normalize != "" || p.Features > 0 }

// Apply prepares t, and returns its matrix as it was before features were left out and weighed.
func (p *Preparation) Apply(t *Table) (before matrix.Matrix, err error) {
	m, _ := t.X.Dims()
	p.Of, p.Kept = m, nil
	if p.Features >= m {
		t.Notes = append(t.Notes, note.Of(note.Idle, "X has %d features, of which all are kept", m))
	} else if p.Features > 0 {
		if p.Kept, err = t.dispersed(p.Features); err != nil {
			return nil, err
		}
	}
	if err := p.BySample(t); err != nil {
		return nil, err
	}
	before = t.X
	if p.Kept != nil {
		t.X = matrix.Rows(t.X, p.Kept)
		t.Features = chosen(t.Features, p.Kept)
		t.Found = append(t.Found, fmt.Sprintf("the %d most over-dispersed of %d", len(p.Kept), m))
	}
	if p.Normalize != "" {
		t.Found = append(t.Found, "normalised by "+p.Normalize)
	}
	switch {
	case p.has("tfidf"):
		if err := t.wants("tfidf"); err != nil {
			return nil, err
		}
		p.Weights = each(t.X, func(values []float64, count float64) float64 { // as scikit-learn's TfidfTransformer has it
			in := 1.
			for _, v := range values {
				if v > 0 {
					in++
				}
			}
			return math.Log((1+count)/in) + 1
		})
	case p.has("variance"):
		p.Weights = each(t.X, func(values []float64, count float64) float64 {
			if _, variance := matrix.Moments(values, count); variance > 0 {
				return 1 / math.Sqrt(variance*count/(count-1))
			}
			return 0
		})
		if err := t.noteConstant(p.Weights); err != nil {
			return nil, err
		}
	}
	return before, p.Weigh(t, p.Weights)
}

// noteConstant names the features without a variance, whose weight is 0: none would give them the variance 1, and with another
// weight the unit that they were measured in would decide how much of the fit is theirs.
func (t *Table) noteConstant(weights []float64) error {
	constant := list.Places(weights, func(w float64) bool { return w == 0 })
	switch {
	case len(constant) == 0:
	case len(constant) == len(weights):
		return errors.New("variance: no feature of X varies; want samples that differ, or no such step")
	default:
		of := note.Of(note.Constant, "variance: features that do not vary have the weight 0 (%d of %d): {features}", len(constant), len(weights))
		of.Features = list.Map(constant, func(i int) int { return i + 1 })
		t.Notes = append(t.Notes, of.Named(t.Features, t.Samples))
	}
	return nil
}

// BySample does the steps that look at one sample at a time: counts scales each to the same sum, log1p takes log(1 + x).
func (p Preparation) BySample(t *Table) (err error) {
	if p.has("counts") || p.has("log1p") || p.Features > 0 {
		p.noteCounts(t)
	}
	if !p.has("counts") && !p.has("log1p") {
		return nil
	}
	scale := func(int) float64 { return 1 }
	if p.has("counts") {
		if err := t.wants("counts"); err != nil {
			return err
		}
		of, total := sums(t.X, itself), p.total()
		scale = func(j int) float64 { return total / cmp.Or(of[j], 1) }
	} else if err := t.positive("log1p"); err != nil {
		return err
	}
	logs := p.has("log1p")
	t.X, err = mapped(t.X, func(_, j int, v float64) float64 {
		if v *= scale(j); logs {
			return math.Log1p(v)
		}
		return v
	})
	return err
}

// noteCounts says where statistics of counts are taken of values that are none.
func (p Preparation) noteCounts(t *Table) {
	for e := range matrix.Entries(t.X) {
		if e.Value == math.Trunc(e.Value) || math.IsNaN(e.Value) {
			continue
		}
		var of []string
		for _, step := range []string{"counts", "log1p"} {
			if p.has(step) {
				of = append(of, step)
			}
		}
		if p.Features > 0 {
			of = append(of, "the choice of features")
		}
		odd := note.Of(note.Counts, "%s is for counts, and {entry}: were its values scaled, or their logarithms taken, before?",
			strings.Join(of, " and "))
		odd.Entry = &note.Entry{Feature: e.Row + 1, Sample: e.Col + 1, Value: e.Value, Place: t.Place(e.Row, e.Col)}
		t.Notes = append(t.Notes, odd)
		return
	}
}

// Weigh multiplies each feature by its weight; tfidf then scales each sample to the length 1.
func (p Preparation) Weigh(t *Table, weights []float64) (err error) {
	if weights == nil {
		return nil
	}
	if t.X, err = mapped(t.X, func(i, _ int, v float64) float64 { return weights[i] * v }); err != nil {
		return err
	}
	if p.has("tfidf") {
		squares := sums(t.X, func(v float64) float64 { return v * v })
		t.X, err = mapped(t.X, func(_, j int, v float64) float64 { return v / math.Sqrt(cmp.Or(squares[j], 1)) })
	}
	return err
}

// wants tells whether every entry is known and ≥ 0.
func (t *Table) wants(step string) error {
	if t.Unknown > 0 {
		return fmt.Errorf("%s needs the sum of each sample, and %[2]d entries of X are unknown; leave out the step, or fill them in", step, t.Unknown)
	}
	return t.positive(step)
}

func (t *Table) positive(step string) error {
	for e := range matrix.Entries(t.X) {
		if e.Value < 0 {
			return fmt.Errorf("%s: X has %v at %s, want values ≥ 0", step, e.Value, t.Place(e.Row, e.Col))
		}
	}
	return nil
}

// Place names an entry for a message: by its feature and sample, where they have names, and as it stands in the file.
func (t *Table) Place(i, j int) string {
	at := fmt.Sprintf("row %d, column %d", i+1, j+1)
	if t.Transposed {
		at = fmt.Sprintf("row %d, column %d of the file", j+1, i+1)
	}
	name := func(i int, names []string) string {
		if names == nil {
			return strconv.Itoa(i + 1)
		}
		return strconv.Quote(names[i])
	}
	if t.Features != nil || t.Samples != nil {
		at = fmt.Sprintf("feature %s, sample %s (%s)", name(i, t.Features), name(j, t.Samples), at)
	}
	return at
}

// each returns f of the entries that are held of each feature, and of how many there are with those that are left out as zeros.
func each(x matrix.Matrix, f func(values []float64, count float64) float64) []float64 {
	m, n := x.Dims()
	_, masked := x.(*matrix.Masked)
	out, buf := make([]float64, m), make([]float64, n)
	for i := range out {
		_, values := x.Row(i, buf)
		count := n
		if masked {
			count = len(values)
		}
		out[i] = f(values, float64(count))
	}
	return out
}

// sums returns those of f of the entries of each sample.
func sums(x matrix.Matrix, f func(float64) float64) []float64 {
	_, n := x.Dims()
	out := make([]float64, n)
	for e := range matrix.Entries(x) {
		out[e.Col] += f(e.Value)
	}
	return out
}

func itself(v float64) float64 { return v }

// mapped returns f of each entry that is held, in a matrix of the same kind.
func mapped(x matrix.Matrix, f func(i, j int, v float64) float64) (matrix.Matrix, error) {
	m, n := x.Dims()
	if _, dense := x.(*matrix.Dense); dense {
		out := mat.DenseCopyOf(x)
		out.Apply(f, out)
		return matrix.FromDense(out), nil
	}
	entries := func(yield func(matrix.Triplet) bool) {
		for e := range matrix.Entries(x) {
			if e.Value = f(e.Row, e.Col, e.Value); !yield(e) {
				return
			}
		}
	}
	if _, masked := x.(*matrix.Masked); masked {
		return matrix.NewMasked(m, n, slices.Collect(entries))
	}
	return matrix.CSRFrom(m, n, entries)
}

// chosen returns the values at some places, nil of nil.
func chosen[T any](values []T, places []int) []T {
	if values == nil {
		return nil
	}
	return list.Map(places, func(i int) T { return values[i] })
}

// dispersed returns the features whose variance is largest beside that of others with their mean, samples scaled to the same sum,
// as cNMF chooses them (Kotliar et al., eLife 2019): by Fano factor over A²·mean + B². A is the least coefficient of variation of the
// twenty largest means; B² is the median Fano factor of the features between the 10th and 90th percentiles of mean and Fano factor.
func (t *Table) dispersed(count int) ([]int, error) {
	if err := t.wants("the choice of features"); err != nil {
		return nil, err
	}
	of := sums(t.X, itself)
	scaled, err := mapped(t.X, func(_, j int, v float64) float64 { return v * usualTotal / cmp.Or(of[j], 1) })
	if err != nil {
		return nil, err
	}
	mean := each(scaled, func(values []float64, n float64) float64 { mean, _ := matrix.Moments(values, n); return mean })
	fano := each(scaled, func(values []float64, n float64) float64 {
		mean, variance := matrix.Moments(values, n)
		return variance / mean
	})
	seen := list.Places(mean, func(v float64) bool { return v > 0 })
	if len(seen) < count {
		return nil, fmt.Errorf("features = %d, but only %d features of X are not zero everywhere; ask for fewer", count, len(seen))
	}
	slices.SortStableFunc(seen, func(i, k int) int { return cmp.Compare(mean[k], mean[i]) })
	least := math.Inf(1)
	for _, i := range seen[:min(20, len(seen))] {
		least = min(least, fano[i]/mean[i]) // the square of the coefficient of variation
	}
	fanos := chosen(fano, seen)
	lowMean, highMean, lowFano, highFano := quantile(mean, 0.1), quantile(mean, 0.9), quantile(fanos, 0.1), quantile(fanos, 0.9)
	box := chosen(fano, list.Filter(seen, func(i int) bool {
		return lowFano < fano[i] && fano[i] < highFano && lowMean < mean[i] && mean[i] < highMean
	}))
	if box == nil {
		box = fanos
	}
	median := quantile(box, 0.5)
	excess := func(i int) float64 { return fano[i] / cmp.Or(least*mean[i]+median, 1) } // no feature has a variance where the sum is 0
	slices.Sort(seen)
	slices.SortStableFunc(seen, func(i, k int) int { return cmp.Compare(excess(k), excess(i)) })
	return slices.Sorted(slices.Values(seen[:count])), nil
}

// quantile interpolates as NumPy does.
func quantile(values []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := p * float64(len(sorted)-1)
	k := int(at)
	return sorted[k] + (at-float64(k))*(sorted[min(k+1, len(sorted)-1)]-sorted[k])
}
