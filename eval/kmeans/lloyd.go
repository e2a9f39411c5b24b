package kmeans

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tie is the relative difference up to which two squared distances count as equal, besides what the rounding of the
// centres explains. A sample then stays where it is, or takes the lower cluster if it has none yet: every move lowers the
// inertia by more than rounding can raise it, and coinciding centres cannot pass samples to and fro for ever.
const tie = 1e-12

// run owns the state of one clustering; restarts use it one after another.
type run struct {
	x      *mat.Dense
	n, d   int
	o      Options
	space  space
	labels []int // -1 before the first pass
	next   []int
	sizes  []int
	weight []float64
	res    Result // counters of the clustering under way
}

func newRun(x *mat.Dense, o Options, space space) *run {
	n, d := x.Dims()
	return &run{
		x: x, n: n, d: d, o: o, space: space,
		labels: make([]int, n), next: make([]int, n), sizes: make([]int, o.K), weight: make([]float64, o.K),
	}
}

// best clusters from every start and returns the result that has least of what the options say.
func (r *run) best(centres *mat.Dense, rng source) (Result, error) {
	var best Result
	choose := func() []int { return distinct(r.n, r.o.K, rng) }
	if r.o.Random.Given() {
		stream := r.o.Random.New()
		choose = func() []int { return stream.Sample(r.n, r.o.K) }
	}
	for i := range r.o.restarts() {
		switch r.o.Start {
		case Given:
			r.space.startAt(centres)
		case Random:
			r.space.start(choose())
		case PlusPlus, Greedy:
			r.space.start(plusPlus(r.space, r.n, r.o.K, r.o.candidates(), rng))
		}
		res, err := r.cluster()
		if err != nil {
			return Result{}, err
		}
		if i == 0 || r.o.Least != LeastDistance && res.Inertia < best.Inertia || r.o.Least == LeastDistance && res.Away < best.Away {
			best = res
		}
	}
	return best, nil
}

// cluster runs both phases from the centres that the space was started with.
func (r *run) cluster() (Result, error) {
	r.res = Result{}
	for i := range r.labels {
		r.labels[i] = -1
	}
	if err := r.batch(); err != nil {
		return Result{}, err
	}
	if r.o.Online && r.res.Converged {
		r.online()
	}
	return r.finish(), nil
}

// batch runs Lloyd's phase: every sample goes to its nearest centre, then every centre to the mean of its samples, until no
// sample moves.
func (r *run) batch() error {
	for c := range r.weight {
		r.weight[c] = 1
	}
	for range r.o.MaxIterations {
		r.res.Iterations++
		changed := false
		for i, own := range r.labels {
			r.next[i] = r.nearest(i, own)
			changed = changed || r.next[i] != own
		}
		if !changed {
			r.res.Converged = true
			return nil
		}
		if err := r.refill(); err != nil {
			return err
		}
		copy(r.labels, r.next)
		r.space.refresh(r.labels, r.sizes)
	}
	return nil
}

// nearest returns the cluster of least weight·distance² for sample i, own if that is as good.
func (r *run) nearest(i, own int) int {
	value := r.space.distances(i)
	best := 0
	for c := range value {
		value[c] *= r.weight[c]
		if value[c] < value[best] {
			best = c
		}
	}
	// Weights are at most 2: two values may be off by 4 slacks together, and the blur of limit is below another 2.
	reach := value[best] + 6*r.space.slack(i) + 2*tie*max(0, value[best])
	rivals := 0
	for _, v := range value {
		if v <= reach {
			rivals++
		}
	}
	if rivals == 1 {
		return best
	}
	least := infinity
	for c, v := range value {
		if v <= reach {
			value[c] = r.weight[c] * r.space.exact(i, c)
			least = min(least, value[c])
		} else {
			value[c] = infinity
		}
	}
	blurred := math.Sqrt(least) + r.space.blur()
	limit := blurred * blurred * (1 + tie)
	if own >= 0 && value[own] <= limit {
		return own
	}
	return slices.IndexFunc(value, func(v float64) bool { return v <= limit })
}

// refill counts the clusters of next and deals with those that became empty.
func (r *run) refill() error {
	old := slices.Clone(r.sizes)
	clear(r.sizes)
	for _, c := range r.next {
		r.sizes[c]++
	}
	first := r.labels[0] < 0
	var away []float64 // squared distance of each sample to the centre that it has chosen
	for c, size := range r.sizes {
		if size > 0 || !first && old[c] == 0 {
			continue
		}
		r.res.Emptied++
		switch r.o.Empty {
		case Fail:
			return fmt.Errorf("kmeans: cluster %d of %d in iteration %d: %w", c+1, r.o.K, r.res.Iterations, ErrEmpty)
		case Farthest:
			if away == nil {
				away = make([]float64, r.n)
				for i, own := range r.next {
					away[i] = r.space.exact(i, own)
				}
			}
			r.takeFarthest(c, away)
		}
	}
	return nil
}

// takeFarthest gives cluster c the sample farthest from its centre among clusters of several; the first of equals.
func (r *run) takeFarthest(c int, away []float64) {
	far := -1
	for i, own := range r.next {
		if r.sizes[own] > 1 && (far < 0 || away[i] > away[far]) {
			far = i
		}
	}
	r.sizes[r.next[far]]--
	r.next[far], r.sizes[c], away[far] = c, 1, 0
}

// finish measures the clusters and numbers them without gaps.
func (r *run) finish() Result {
	number := make([]int, r.o.K)
	k := 0
	for c, size := range r.sizes {
		if number[c] = k; size > 0 {
			r.res.Sizes = append(r.res.Sizes, size)
			k++
		}
	}
	r.res.Labels = make([]int, r.n)
	r.res.Centres = mat.NewDense(k, r.d, nil)
	for i, c := range r.labels {
		r.res.Labels[i] = number[c]
		floats.Add(r.res.Centres.RawRowView(number[c]), r.x.RawRowView(i))
	}
	for c, size := range r.res.Sizes {
		row := r.res.Centres.RawRowView(c)
		for j := range row {
			row[j] /= float64(size)
		}
	}
	for i, c := range r.res.Labels {
		square := squaredDistance(r.x.RawRowView(i), r.res.Centres.RawRowView(c))
		r.res.Inertia += square
		r.res.Away += math.Sqrt(square)
	}
	return r.res
}

// online runs the single-move phase: sample after sample, in their order, goes to the cluster where the inertia falls most,
//
//	n_c/(n_c + 1) ‖x - c‖² < n_o/(n_o - 1) ‖x - o‖²
//
// for its own cluster o and another one c (Späth 1980; Hartigan and Wong 1979), the two centres follow at once, and the
// phase ends when a whole round moves nothing. MATLAB's kmeans did this after the batch phase by default until R2014a. Every
// result of this phase is a fixed point of Lloyd's too. The last sample of a cluster stays.
func (r *run) online() {
	still := 0 // samples since the last move
	for range r.o.MaxIterations {
		r.res.Iterations++
		for i := range r.n {
			if r.improve(i) {
				still = 0
			} else if still++; still == r.n {
				return
			}
		}
		r.space.refresh(r.labels, r.sizes) // so that rounding does not add up over rounds
	}
	r.res.Converged = false
}

// improve moves sample i if that lowers the inertia.
func (r *run) improve(i int) bool {
	own := r.labels[i]
	if r.sizes[own] == 1 {
		return false
	}
	for c, size := range r.sizes {
		r.weight[c] = float64(max(1, size)) / float64(size+1) // of a dropped cluster any: its distance is infinite
	}
	r.weight[own] = float64(r.sizes[own]) / float64(r.sizes[own]-1)
	to := r.nearest(i, own)
	if to == own {
		return false
	}
	r.labels[i] = to
	r.sizes[own]--
	r.sizes[to]++
	r.space.move(i, own, to)
	return true
}
