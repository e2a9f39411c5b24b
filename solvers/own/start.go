package own

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval"
	"nmfrepro/eval/kmeans"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// initKMeans starts from a clustering of the samples, which package solvers does not know.
const initKMeans = "k-means"

const InitDocs = "scaled, U(0,1] times what gives W·H the mean of X; random, U(0,1] times the root of the mean of X; nndsvd, " +
	"non-negative parts of singular vectors, whose zeros multiplicative updates keep; nndsvda, with the mean of the component in their " +
	"place; random-vcol, means of random samples and of random features; k-means, centres and, plus 0.2, indicators of clusters"

// Inits returns the values of --init.
func Inits() []string { return append(solvers.InitScaled.Choices(), initKMeans) }

// The streams of the seed that are the program's own.
const (
	clusterStream = solvers.FirstFree
	initStream    = solvers.FirstFree + 1
)

// plan returns what the flags say about the run.
func (f *Fit) plan(s solvers.Solver, p solvers.Problem, given solvers.Factors) solvers.Plan {
	plan := solvers.Plan{
		Init: solvers.Init(f.Init), Given: given, Seed: f.Seed, Starts: f.Starts,
		Settings: solvers.Settings{Iterations: f.MaxIterations, TolObjective: f.Tol, TolFactor: f.TolFactor, Every: f.Every, MaxTime: f.MaxTime},
	}
	if f.MaxIterations == 0 {
		plan.Iterations = -1
	}
	if f.Init == initKMeans {
		plan.Draw = func(stream func(uint64) *rand.Rand) (solvers.Factors, error) {
			start, err := f.clustered(s, p, given, stream(initStream))
			if err != nil {
				err = fmt.Errorf("init = %q: %w", f.Init, err)
			}
			return start, err
		}
	}
	return plan
}

// MaxDense bounds a sparse matrix that is made dense: 16 GiB.
const MaxDense = 1 << 31

// clustered returns the start from a k-means clustering of the samples (Ding, Li, Peng and Park 2006).
func (f *Fit) clustered(s solvers.Solver, p solvers.Problem, given solvers.Factors, rng *rand.Rand) (start solvers.Factors, err error) {
	m, n := p.X.Dims()
	if given.W != nil {
		start.W = mat.DenseCopyOf(given.W)
	}
	if given.Ht != nil {
		start.Ht = mat.DenseCopyOf(given.Ht)
	}
	if _, masked := p.X.(*matrix.Masked); masked {
		return start, errors.New("the clustering needs every entry of X, and some are unknown")
	}
	if m > MaxDense/n {
		return start, fmt.Errorf("X is %d×%d, want at most %d entries, which the clustering holds one and all", m, n, MaxDense)
	}
	samples := mat.DenseCopyOf(p.X.Trans())
	options := kmeans.Defaults()
	options.K, options.Restarts = f.Rank, 1
	res, err := kmeans.Run(samples, options, nil, rng)
	if err != nil {
		return start, err
	}
	w, ht := s.Rows(m, n)
	weighs, _ := s.Rows(2, 3) // 3 where W has a row per sample
	switch {
	case start.W != nil || w == 0:
	case weighs == 3:
		start.W = solvers.WeightedIndicators(res.Labels, f.Rank, 0.2)
	default:
		start.W = mat.DenseCopyOf(res.Centres.T())
	}
	if start.Ht == nil && ht > 0 {
		start.Ht = solvers.Indicators(res.Labels, f.Rank, 0.2)
	}
	if given == (solvers.Factors{}) && weighs != 3 {
		solvers.MoveScale(s, p.X, start)
	}
	return start, nil
}

const NoClusters = "none"

// Clusterings are the values of --clusters.
var Clusterings = []string{NoClusters, eval.ByArgmax, eval.ByKMeans}

// Cluster reads the cluster of each sample from the output of a method: its coefficients, its embedding, or its first factor where this
// factor has a row for every sample.
func (f *Fit) Cluster(to Console, x matrix.Matrix, result *solvers.Result) error {
	if f.Clusters == NoClusters {
		return nil
	}
	if result.Labels != nil {
		return errors.New("the solver returns clusters itself, which labels.csv holds; drop the flag")
	}
	assign := eval.NewAssign()
	assign.Method, assign.KMeans.K = f.Clusters, f.Rank
	switch {
	case result.Ht != nil:
	case result.Embedding != nil:
		assign.From = eval.FromEmbedding
	default:
		assign.From = eval.FromW
	}
	if assign.From == eval.FromEmbedding && assign.Method == eval.ByArgmax {
		return errors.New("argmax needs coefficients, and the solver gives an embedding: use kmeans")
	}
	o := eval.Outcome{Given: eval.Given{X: x},
		Found: eval.Found{W: result.W, Ht: result.Ht, Embedding: result.Embedding, Basis: result.Basis, Rank: f.Rank}}
	labels, warnings, err := assign.Clusters(o, rand.New(rand.NewPCG(f.Seed, clusterStream)))
	for _, w := range warnings {
		fmt.Fprintln(to.Messages, "warning: "+w)
	}
	result.Labels = labels
	return err
}
