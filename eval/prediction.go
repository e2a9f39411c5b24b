package eval

import (
	"cmp"
	"math"
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

// onHeld makes a score of f, which sees every held-out rating with its prediction, in order, and the threshold of its row:
// the mean of all that is known of the row.
func onHeld(f overHeld) func(Outcome, *rand.Rand) (float64, error) {
	return onHeldAbove(f, func(o Outcome) matrix.Matrix { return o.Data })
}

// overHeld is a score over visits of the held-out ratings.
type overHeld = func(each func(func(row int, rating, predicted, threshold float64))) (float64, error)

// onHeldAbove takes the mean of the row in another matrix as its threshold.
func onHeldAbove(f overHeld, rated func(Outcome) matrix.Matrix) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		switch {
		case o.Held == nil:
			return 0, unavailable("no entries were held out")
		case rated(o) == nil:
			return 0, unavailable("the ratings beside those held out are not known")
		case o.Basis == nil || o.Ht == nil:
			return 0, unavailable("the method leaves no model Basis·H of X")
		}
		if err := cmp.Or(checkFinite("Basis", o.Basis), checkFinite("H", o.Ht)); err != nil {
			return 0, err
		}
		return f(func(visit func(row int, rating, predicted, threshold float64)) {
			m, _ := o.Held.Dims()
			for i := range m {
				cols, ratings := o.Held.Row(i, nil)
				if len(cols) == 0 {
					continue
				}
				threshold := rowMean(rated(o), i)
				w := o.Basis.RawRowView(i)
				for k, j := range cols {
					var predicted float64
					for c, h := range o.Ht.RawRowView(int(j)) {
						predicted += w[c] * h
					}
					visit(i, ratings[k], predicted, threshold)
				}
			}
		})
	}
}

func rowMean(x matrix.Matrix, i int) float64 {
	_, vals := x.Row(i, nil)
	var sum float64
	for _, v := range vals {
		sum += v
	}
	return sum / float64(len(vals))
}

// rmse returns the root of the mean squared error over the held-out entries; with clip, predictions are first brought into the
// range of ratings, 1 to 5.
func rmse(clip bool) func(func(func(int, float64, float64, float64))) (float64, error) {
	return func(each func(func(int, float64, float64, float64))) (float64, error) {
		var sum float64
		n := 0
		each(func(_ int, rating, predicted, _ float64) {
			if clip {
				predicted = min(max(predicted, 1), 5)
			}
			d := rating - predicted
			sum += d * d
			n++
		})
		return math.Sqrt(sum / float64(n)), nil
	}
}

// confusion counts recommendations: what is above the threshold of its row is relevant, what is predicted to be is
// recommended.
type confusion struct{ hits, recommended, relevant int }

func (c *confusion) add(rating, predicted, threshold float64) {
	if predicted > threshold {
		c.recommended++
	}
	if rating > threshold {
		c.relevant++
		if predicted > threshold {
			c.hits++
		}
	}
}

// scores returns precision, recall and their harmonic mean; 0 where there is nothing to divide by.
func (c confusion) scores() (precision, recall, f1 float64) {
	if c.recommended > 0 {
		precision = float64(c.hits) / float64(c.recommended)
	}
	if c.relevant > 0 {
		recall = float64(c.hits) / float64(c.relevant)
	}
	return precision, recall, harmonic(precision, recall)
}

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// f1Micro counts all held-out ratings together.
func f1Micro(each func(func(int, float64, float64, float64))) (float64, error) {
	var all confusion
	each(func(_ int, rating, predicted, threshold float64) { all.add(rating, predicted, threshold) })
	_, _, f1 := all.scores()
	return f1, nil
}

// f1Macro returns the mean of the F1 of each row; with ofMeans, the F1 of the mean precision and the mean recall.
func f1Macro(ofMeans bool) func(func(func(int, float64, float64, float64))) (float64, error) {
	return func(each func(func(int, float64, float64, float64))) (float64, error) {
		rows := map[int]*confusion{}
		var order []int
		each(func(row int, rating, predicted, threshold float64) {
			if rows[row] == nil {
				rows[row] = &confusion{}
				order = append(order, row)
			}
			rows[row].add(rating, predicted, threshold)
		})
		var precision, recall, f1 float64
		for _, row := range order {
			p, r, f := rows[row].scores()
			precision, recall, f1 = precision+p, recall+r, f1+f
		}
		n := float64(len(order))
		if ofMeans {
			return harmonic(precision/n, recall/n), nil
		}
		return f1 / n, nil
	}
}
