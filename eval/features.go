package eval

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/classify"
	"nmfrepro/eval/kmeans"
	"nmfrepro/eval/stat"
)

// representation returns the row that stands for each sample: its embedding, its coefficients, or, for the outcome of no
// method at all, the sample as it is.
func representation(o Outcome) (*mat.Dense, error) {
	rows, name := o.Embedding, "the embedding"
	if rows == nil {
		rows, name = o.Ht, "H"
	}
	if rows == nil {
		if o.W != nil || o.Basis != nil || o.Iterations > 0 {
			return nil, unavailable("the method leaves neither coefficients nor an embedding of the samples")
		}
		return sampleRows(o.X)
	}
	if o.X != nil {
		_, n := o.X.Dims()
		if p, _ := rows.Dims(); p != n {
			return nil, unavailable("%s has %d rows and the data %d samples: its rows do not stand for samples", name, p, n)
		}
	}
	return rows, checkFinite(name, rows)
}

// folds is the number of parts in a cross validation [DSP-NMF, section 4].
const folds = 5

// dealer deals samples to folds.
type dealer func(y []int, rng *rand.Rand) ([]int, error)

// inOrder does what scikit-learn's cross_val_score does, and what the published figures of unreduced data point to.
func inOrder(y []int, _ *rand.Rand) ([]int, error) { return classify.StratifiedFolds(y, folds) }

func shuffled(y []int, rng *rand.Rand) ([]int, error) { return classify.ShuffledFolds(y, folds, rng) }

// crossValidated makes a score of a classifier: its mean accuracy on the part left out, over the parts.
func crossValidated(c classify.Classifier, deal dealer) func(Outcome, *rand.Rand) (float64, error) {
	return inFolds(func(*rand.Rand) classify.Classifier { return c }, deal, classify.Accuracy)
}

// inFolds makes a score of what is learned from all parts but one and judged on that one: the mean over the parts.
func inFolds(learner func(*rand.Rand) classify.Classifier, deal dealer, score func(predicted, truth []int) float64) func(Outcome,
	*rand.Rand) (float64, error) {
	return func(o Outcome, rng *rand.Rand) (float64, error) {
		if o.Labels == nil {
			return 0, unavailable("the data has no classes")
		}
		rows, err := representation(o)
		if err != nil {
			return 0, err
		}
		if n, _ := rows.Dims(); n != len(o.Labels) {
			return 0, unavailable("%d samples and %d classes", n, len(o.Labels))
		}
		fold, err := deal(o.Labels, rng)
		if err != nil {
			return 0, unavailable("%v", err)
		}
		// What is wrong now is wrong with the data: a single class, or classes that a machine cannot part in time.
		scores, err := classify.CrossValidateOn(learner(rng), rows, o.Labels, fold, score)
		if err != nil {
			return 0, unavailable("%v", err)
		}
		return stat.Mean(scores), nil
	}
}

// nearestMeans clusters by k-means, as many clusters as classes, and puts new samples to the nearest mean.
type nearestMeans struct{ rng *rand.Rand }

func newNearestMeans(rng *rand.Rand) classify.Classifier { return nearestMeans{rng} }

// Fit implements [classify.Classifier]. The classes count only.
func (c nearestMeans) Fit(x *mat.Dense, y []int) (classify.Model, error) {
	o := kmeans.Defaults()
	_, classes := compact(y)
	o.Start, o.K = kmeans.Greedy, len(classes)
	res, err := kmeans.Run(x, o, nil, c.rng)
	return means{res.Centres}, err
}

type means struct{ *mat.Dense }

// Predict implements [classify.Model].
func (m means) Predict(x *mat.Dense) []int {
	n, _ := x.Dims()
	k, _ := m.Dims()
	nearest := make([]int, n)
	for i := range nearest {
		distances := make([]float64, k)
		for c := range distances {
			distances[c] = floats.Distance(x.RawRowView(i), m.RawRowView(c), 2)
		}
		nearest[i] = floats.MinIdx(distances)
	}
	return nearest
}
