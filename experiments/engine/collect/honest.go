package collect

import (
	"math/rand/v2"
	"slices"
	"sync"

	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// shares say of each point how many of the halves without a replicate chose it.
type shares []float64

// redrawn is a choice on replicates of which each may occur several times.
type redrawn struct {
	places, picked []int
	honest         []shares // of each place
}

// gather takes the replicates that every row has at every point.
func (c *choice) gather(of func(rowAt, spec.Variant) []*store.Record) {
	counts, cells := map[int]int{}, len(c.rows)*len(c.points)
	for _, r := range c.rows {
		for _, p := range c.points {
			for _, rec := range of(r, p) {
				counts[rec.Run.Replicate]++
			}
		}
	}
	for rep, n := range counts {
		if n == cells {
			c.reps = append(c.reps, rep)
		}
	}
	slices.Sort(c.reps)
	metric, _ := eval.Find(spec.BaseOf(c.tune.By))
	sign := 1 / float64(len(c.rows))
	if metric.Better == eval.Lower {
		sign = -sign
	}
	c.score = make([][]float64, len(c.points))
	for k := range c.points {
		c.score[k] = make([]float64, len(c.reps))
	}
	for _, r := range c.rows {
		byPoint := make([][]*store.Record, len(c.points))
		for k, p := range c.points {
			byPoint[k] = make([]*store.Record, len(c.reps))
			for _, rec := range of(r, p) {
				if i, ok := slices.BinarySearch(c.reps, rec.Run.Replicate); ok {
					byPoint[k][i] = rec
					c.score[k][i] += sign * rec.Metrics[c.tune.By]
				}
			}
		}
		c.records = append(c.records, byPoint)
	}
}

// best returns the point with the best sum of scores, the first of equals.
func best(sums []float64) int {
	k := 0
	for i, v := range sums {
		if v > sums[k] {
			k = i
		}
	}
	return k
}

// sums returns the scores of each point over some replicates.
func (c *choice) sums(places []int) []float64 {
	return c.sumsTo(make([]float64, len(c.points)), places)
}

// sumsTo sums into a slice of its length.
func (c *choice) sumsTo(all []float64, places []int) []float64 {
	for k, scores := range c.score {
		var sum float64
		for _, i := range places {
			sum += scores[i]
		}
		all[k] = sum
	}
	return all
}

// pick chooses, and chooses again on halves for the other halves.
func (c *choice) pick() {
	c.picked, c.honest = c.on(c.places(), halvings)
	c.again = sync.OnceValue(c.redraw)
}

// places returns those of all replicates.
func (c *choice) places() (all []int) {
	for i := range c.reps {
		all = append(all, i)
	}
	return all
}

// halvings is over how many random halves an honest score is averaged, and halvingsAgain over how many those on replicates that are drawn
// again.
const (
	halvings      = 200
	halvingsAgain = 20
)

// halves returns random halves of n replicates: for each of them, whether it is in the first half. They are the same for all choices among
// as many replicates.
func halves(n, times int) [][]bool {
	known, _ := drawnHalves.LoadOrStore([2]int{n, times}, sync.OnceValue(func() [][]bool { return drawHalves(n, times) }))
	return known.(func() [][]bool)()
}

// drawnHalves are those that were asked for before, by n and times: many choices are made among as many replicates.
var drawnHalves sync.Map

func drawHalves(n, times int) [][]bool {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	all := make([][]bool, times)
	for b := range all {
		all[b] = make([]bool, n)
		for _, i := range rng.Perm(n)[:n/2] {
			all[b][i] = true
		}
	}
	return all
}

// on chooses on some replicates, given by their places, of which one may occur several times: the point of each, and the points
// that halves without it chose. Where all places are in one half, that chooses for itself.
func (c *choice) on(places []int, times int) (picked []int, honest []shares) {
	total := c.sums(places)
	whole := best(total)
	honest = make([]shares, len(places))
	for k, i := range places {
		own := whole
		if c.tune.Scope() == spec.PerDraw {
			own = best(c.sums([]int{i}))
		}
		picked, honest[k] = append(picked, own), make(shares, len(c.points))
	}
	sums, other, half := make([]float64, len(total)), make([]float64, len(total)), make([]int, 0, len(places))
	for _, first := range halves(len(c.reps), times) {
		half = half[:0]
		for _, i := range places {
			if first[i] {
				half = append(half, i)
			}
		}
		byFirst, bySecond := whole, whole
		if len(half) > 0 && len(half) < len(places) {
			c.sumsTo(sums, half)
			for k := range sums {
				other[k] = total[k] - sums[k]
			}
			byFirst, bySecond = best(sums), best(other)
		}
		for k, i := range places {
			chose := byFirst
			if first[i] {
				chose = bySecond
			}
			honest[k][chose]++
		}
	}
	return picked, honest
}

// resamples is how often the replicates are drawn again to tell how sure the worth of a choice is.
const resamples = 200

// mean returns the mean value of a replicate at the points that others chose; false where one is missing.
func (s shares) mean(i int, value func(point, i int) (float64, bool)) (mean float64, ok bool) {
	count := 0.0
	for point, times := range s {
		if times == 0 {
			continue
		}
		v, ok := value(point, i)
		if !ok {
			return 0, false
		}
		count += times
		mean += times / count * (v - mean) // of one point alone its very bits
	}
	return mean, true
}

// redraw draws replicates again, and chooses on them. The draws are the same for all choices among as many replicates, so that the worth of
// several choices can be averaged.
func (c *choice) redraw() []redrawn {
	n := len(c.reps)
	rng := rand.New(rand.NewPCG(uint64(n), 2))
	all := make([]redrawn, resamples)
	for b := range all {
		for range n {
			all[b].places = append(all[b].places, rng.IntN(n))
		}
		all[b].picked, all[b].honest = c.on(all[b].places, halvingsAgain)
	}
	return all
}

// worth returns what choosing gains by a metric on each of the replicates that are drawn again.
func (c *choice) worth(value func(point, i int) (float64, bool)) []float64 {
	worth, known := make([]float64, 0, resamples), c.valued(value)
	value = func(point, i int) (float64, bool) { v := known[point][i]; return v.of, v.ok }
	for _, draw := range c.again() {
		var sum float64
		for k, i := range draw.places {
			reported, _ := value(draw.picked[k], i)
			honest, _ := draw.honest[k].mean(i, value)
			sum += reported - honest
		}
		worth = append(worth, sum/float64(len(draw.places)))
	}
	return worth
}

// valued returns the values of all points on all replicates, which those that are drawn again ask for many times.
func (c *choice) valued(value func(point, i int) (float64, bool)) [][]known {
	all := make([][]known, len(c.points))
	for point := range all {
		all[point] = make([]known, len(c.reps))
		for i := range c.reps {
			all[point][i].of, all[point][i].ok = value(point, i)
		}
	}
	return all
}

// known is a value, if there is one.
type known struct {
	of float64
	ok bool
}
