package factorize

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"nmfrepro/eval"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

const noClusters = "none"

// clusterings are the values of --clusters.
var clusterings = []string{noClusters, eval.ByArgmax, eval.ByKMeans}

// cluster reads the cluster of each sample from what a method leaves: its coefficients, its embedding, or its first factor
// where that has a row for every sample.
func (f *factorization) cluster(env *console.Env, x matrix.Matrix, result *solvers.Result) error {
	if f.clusters == noClusters {
		return nil
	}
	if result.Labels != nil {
		return errors.New("the solver returns clusters itself, which labels.csv holds; drop the flag")
	}
	assign := eval.NewAssign()
	assign.Method, assign.KMeans.K = f.clusters, f.rank
	switch {
	case result.Ht != nil:
	case result.Embedding != nil:
		assign.From = eval.FromEmbedding
	default:
		assign.From = eval.FromW
	}
	if assign.From == eval.FromEmbedding && assign.Method == eval.ByArgmax {
		return errors.New("an embedding has no largest coefficient, want kmeans")
	}
	o := eval.Outcome{X: x, W: result.W, Ht: result.Ht, Embedding: result.Embedding, Basis: result.Basis, Rank: f.rank}
	labels, warnings, err := assign.Clusters(o, rand.New(rand.NewPCG(f.seed, clusterStream)))
	for _, w := range warnings {
		fmt.Fprintln(env.Stderr, "warning: "+w)
	}
	result.Labels = labels
	return err
}
