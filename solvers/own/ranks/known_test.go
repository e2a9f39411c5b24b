package ranks

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
)

var knownDraws = flag.Int("known", 0, "draws of every known answer, whose table is printed; 0 draws a few of some")

// answer is data whose number of components is known, or, at 0, real data whose is not.
type answer struct {
	name  string
	rank  int
	last  int                                                    // rank tried
	quick []Hold                                                 // drawn by every test, held out in these ways
	draw  func(*rand.Rand) (x matrix.Matrix, planted *mat.Dense) // planted is the basis that X was made of, or nil
}

const knownRows, knownCols = 60, 40

// answers are the kinds of data, with so many samples where they are made.
func answers(cols int) []answer {
	both := []Hold{Entries, Blocks}
	when := func(is bool, hold ...Hold) []Hold {
		if is {
			return hold
		}
		return nil
	}
	all := []answer{{fmt.Sprintf("40×%d, rank 3, 1 %% noise", cols*3/10), 3, 7, both, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) { return noisy(40, cols*3/10, 3, 0.01, rng) }}}
	for _, r := range []int{3, 5, 8} {
		all = append(all,
			answer{fmt.Sprintf("Gaussian, rank %d", r), r, r + 3, when(r == 5, Blocks), func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
				return noisy(knownRows, cols, r, 0.1, rng)
			}},
			answer{fmt.Sprintf("Poisson, rank %d", r), r, r + 3, when(r == 3, Blocks), func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) { return poisson(cols, r, rng) }},
			answer{fmt.Sprintf("half missing, rank %d", r), r, r + 3, when(r == 3, Entries), func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) { return halfMissing(cols, r, rng) }})
	}
	slices.SortStableFunc(all[1:], func(a, b answer) int { return cmp.Compare(a.name[:4], b.name[:4]) })
	return append(all,
		answer{"blocks, 5", 5, 8, nil, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) { return bands(cols, false, rng) }},
		answer{"overlapping, 5", 5, 8, nil, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) { return bands(cols, true, rng) }},
		answer{"noise alone", 1, 5, both, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
			x, one := mat.NewDense(knownRows, cols, nil), mat.NewDense(knownRows, 1, nil)
			x.Apply(func(int, int, float64) float64 { return math.Abs(rng.NormFloat64()) }, x)
			one.Apply(func(int, int, float64) float64 { return 1 }, one)
			return matrix.FromDense(x), one
		}},
		answer{"iris (3 classes)", 0, 4, nil, subset("iris", 100)},
		answer{"wine (3 classes)", 0, 7, nil, subset("wine", 100)},
		answer{"digits (10 classes)", 0, 12, nil, subset("digits", 100)},
	)
}

// signal is W·H with factors of which 60 % of the entries are not zero.
func signal(m, n, rank int, rng *rand.Rand) (x, w *mat.Dense) {
	factor := func(rows, cols int) *mat.Dense {
		a := mat.NewDense(rows, cols, nil)
		a.Apply(func(int, int, float64) float64 {
			if rng.Float64() < 0.4 {
				return 0
			}
			return rng.ExpFloat64()
		}, a)
		return a
	}
	w, x = factor(m, rank), new(mat.Dense)
	x.Mul(w, factor(rank, n))
	return x, w
}

// withNoise adds noise whose deviation is a share of the root mean square of x, and cuts below zero.
func withNoise(x *mat.Dense, share float64, rng *rand.Rand) *matrix.Dense {
	m, n := x.Dims()
	sd := share * mat.Norm(x, 2) / math.Sqrt(float64(m*n))
	x.Apply(func(_, _ int, v float64) float64 { return max(0, v+sd*rng.NormFloat64()) }, x)
	return matrix.FromDense(x)
}

func noisy(m, n, rank int, share float64, rng *rand.Rand) (*matrix.Dense, *mat.Dense) {
	x, w := signal(m, n, rank, rng)
	return withNoise(x, share, rng), w
}

// poisson draws counts, of five on average.
func poisson(cols, rank int, rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
	x, w := signal(knownRows, cols, rank, rng)
	scale := 5 * float64(knownRows*cols) / mat.Sum(x)
	x.Apply(func(_, _ int, v float64) float64 {
		count := -1. // Knuth: multiply uniform numbers until they are below e^-λ
		for left := scale * v; left >= 0; count++ {
			left -= rng.ExpFloat64()
		}
		return count
	}, x)
	return matrix.FromDense(x), w
}

func halfMissing(cols, rank int, rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
	x, w := noisy(knownRows, cols, rank, 0.1, rng)
	var known []matrix.Triplet
	for i := range knownRows {
		for j := range cols {
			if rng.Float64() < 0.5 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
			}
		}
	}
	masked, err := matrix.NewMasked(knownRows, cols, known)
	if err != nil {
		panic(err)
	}
	return masked, w
}

// bands has five components of 12 features and a fifth of the samples each, alone or each on half of what the next has too.
func bands(cols int, overlap bool, rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
	w, h := mat.NewDense(knownRows, 5, nil), mat.NewDense(5, cols, nil)
	wide := 1
	if overlap {
		wide = 2
	}
	for k := range 5 {
		for i := range 12 * wide {
			w.Set((12*k+i)%knownRows, k, 1+rng.ExpFloat64())
		}
		for j := range cols / 5 * wide {
			h.Set(k, (cols/5*k+j)%cols, 1+rng.ExpFloat64())
		}
	}
	var x mat.Dense
	x.Mul(w, h)
	return withNoise(&x, 0.1, rng), w
}

// subset draws samples of a data set, each feature as a share of its largest value.
func subset(name string, samples int) func(*rand.Rand) (matrix.Matrix, *mat.Dense) {
	return func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
		e, _ := datasets.Find(name)
		d, err := datasets.Load("", e, e.New(), nil)
		if err != nil {
			panic(err)
		}
		m, n := d.X.Dims()
		x := mat.NewDense(m, samples, nil)
		columns := rng.Perm(n)[:samples]
		for i := range m {
			top := 0.
			for j := range n {
				top = max(top, d.X.At(i, j))
			}
			for l, j := range columns {
				if top > 0 {
					x.Set(i, l, d.X.At(i, j)/top)
				}
			}
		}
		return matrix.FromDense(x), nil
	}
}

// rules are the columns of the table: ours by both ways of holding out, what pairing would make of it, and what people do with
// starts of the whole matrix.
var rules = []string{"entries", "entries, paired", "blocks", "blocks, paired", "stable", "elbow", "cophenetic", "cNMF"}

// chosen are the ranks that the rules choose, 0 where one has no answer.
func chosen(t *testing.T, a answer, draw int) []int {
	x, _ := a.draw(rand.New(rand.NewPCG(uint64(draw), 77)))
	if *knownDraws == 0 {
		a.last = a.rank + 2 // two that are too many tell a rule that takes noise for components
	}
	_, masked := x.(*matrix.Masked)
	out := make([]int, len(rules))
	var whole MethodRanks
	if *knownDraws > 0 || slices.Contains(a.quick, Entries) {
		whole = inMemory(t, x, options(t, Entries, a.last, "nmf"))
		out[0], out[1] = whole.Choice.Rank, paired(whole.Ranks)
	}
	if !masked {
		whole = inMemory(t, x, options(t, Blocks, a.last, "hals"))
		out[2], out[3] = whole.Choice.Rank, paired(whole.Ranks)
	}
	out[4] = whole.Stable
	best, first := 0., 0
	for k, r := range whole.Ranks {
		if k > 0 && k < len(whole.Ranks)-1 { // the sharpest bend
			before, after := whole.Ranks[k-1].Reconstruction.Mean, whole.Ranks[k+1].Reconstruction.Mean
			if bend := *before - 2**r.Reconstruction.Mean + *after; bend > best {
				best, out[5] = bend, r.Rank
			}
		}
		if k > 0 && r.Cophenetic != nil && first == 0 { // where it begins to fall (Brunet et al. 2004)
			if k == len(whole.Ranks)-1 || whole.Ranks[k+1].Cophenetic != nil && *whole.Ranks[k+1].Cophenetic < *r.Cophenetic {
				first, out[6] = 1, r.Rank
			}
		}
	}
	stable := slices.MaxFunc(whole.Ranks[1:], func(a, b RankResult) int { // of equally stable ones the largest
		return cmp.Or(cmp.Compare(math.Round(100**a.Silhouette), math.Round(100**b.Silhouette)), cmp.Compare(a.Rank, b.Rank))
	})
	out[7] = stable.Rank
	return out
}

// paired is the rule of one standard error of the differences to the best rank.
func paired(list []RankResult) int {
	best := slices.MinFunc(list, func(a, b RankResult) int { return cmp.Compare(*a.HeldOut.Mean, *b.HeldOut.Mean) })
	i := slices.IndexFunc(list, func(r RankResult) bool {
		ratios := slices.Clone(r.Errors)
		for k := range ratios {
			ratios[k] /= best.Errors[k]
		}
		g := geometric(ratios)
		mean, se := math.Log(*g.Mean), 0.
		for k := range ratios {
			se += math.Pow(math.Log(ratios[k])-mean, 2)
		}
		n := float64(len(ratios))
		return mean <= math.Sqrt(se/(n-1)/n)
	})
	return list[i].Rank
}

// inMemory runs a study without a folder.
func inMemory(t *testing.T, x matrix.Matrix, o Options) MethodRanks {
	if o.Starts = 10; *knownDraws == 0 {
		o.Starts = 2 // what is asserted rests on the folds
	}
	o.Thorough = true
	found, _ := computed(t, x, o, kept{})
	return found.Solvers[0]
}

// kept is what fits left, by what tells them apart in studies of the same matrix.
type kept map[string]*Left

func keyOf(f *Fit) string { return fmt.Sprint(f.method, f.rank, f.Subset, f.Replicate) }

func (k kept) left(f *Fit) (*Left, bool) {
	left, ok := k[keyOf(f)]
	return left, ok
}

// make computes a fit.
func (k kept) make(f *Fit) {
	left, err := f.Compute(context.Background())
	if err != nil {
		left.Failed = err.Error()
	}
	k[keyOf(f)] = left
}

// computed runs a study in memory, level by level, with the fits that there are, and counts those that it makes.
func computed(t *testing.T, x matrix.Matrix, o Options, have kept) (found *Result, made int) {
	t.Helper()
	s, err := New(x, o)
	if err != nil {
		t.Fatal(err)
	}
	for k := range s.Levels() {
		for _, f := range s.Plan(k, have.left) {
			if _, there := have.left(f); !there {
				have.make(f)
				made++
			}
		}
	}
	return s.Result(have.left), made
}

// TestLevels holds the answer that comes of more folds and starts for those that can still win against the one that comes of all for all. With
// -known N it draws every kind N times, and tells how often both are the same:
//
//	go test ./solvers/own/ranks -run Levels -known 4 -v -timeout 0
func TestLevels(t *testing.T) {
	all := answers(knownCols)
	draws := *knownDraws
	if draws == 0 {
		draws, all = 1, slices.DeleteFunc(all, func(a answer) bool { return a.rank != 3 && a.rank != 1 })
	}
	for _, c := range choices() {
		if c.purpose == "sparse" && (*knownDraws > 0 || c.rank == 3) {
			all = append(all, answer{name: c.kind, rank: c.rank, last: c.rank + 3, draw: c.draw})
		}
	}
	same, rankSame, count, made, of := 0, 0, 0, 0, 0
	for _, a := range all {
		for draw := range draws {
			x, _ := a.draw(rand.New(rand.NewPCG(uint64(draw), 78)))
			o := options(t, Entries, a.last, "nmf", "nmf-kl")
			o.Starts, o.Thorough = 5, false
			set := kept{}
			quick, records := computed(t, x, o, set)
			o.Thorough = true
			thorough, more := computed(t, x, o, set)
			count, made, of = count+1, made+records, of+records+more
			if quick.Recommend.Rank == thorough.Recommend.Rank {
				rankSame++
				if quick.Recommend.Solver == thorough.Recommend.Solver {
					same++
				}
			}
			t.Logf("%s, draw %d: %s at rank %d of %d runs, %s at rank %d of %d (true %d)", a.name, draw, quick.Recommend.Solver, quick.Recommend.Rank, records,
				thorough.Recommend.Solver, thorough.Recommend.Rank, records+more, a.rank)
		}
	}
	t.Logf("of %d recommendations %d have the rank of the thorough ones, %d the solver too; %d of %d runs", count, rankSame, same, made, of)
	if rankSame < count-count/20-1 || *knownDraws > 0 && 20*rankSame < 19*count {
		t.Errorf("of %d recommendations only %d are those of all folds and starts", count, rankSame)
	}
}

// TestKnownAnswers holds the rank that is recommended against the one that data was made of, beside what others do. With -known
// N it prints the table of N draws that the documentation shows:
//
//	go test ./solvers/own/ranks -run KnownAnswers -known 50 -v -timeout 0
func TestKnownAnswers(t *testing.T) {
	draws := 3
	if *knownDraws > 0 {
		draws = *knownDraws
	}
	list := answers(knownCols)
	counts := make([][]map[int]int, len(list)) // of each rank, by answer and rule
	for i := range counts {
		counts[i] = make([]map[int]int, len(rules))
		for k := range rules {
			counts[i][k] = map[int]int{}
		}
	}
	var mu sync.Mutex
	for draw := range draws {
		var wait sync.WaitGroup
		slots := make(chan bool, 2)
		for i, a := range list {
			if *knownDraws == 0 && len(a.quick) == 0 {
				continue
			}
			wait.Add(1)
			go func() {
				defer wait.Done()
				slots <- true
				defer func() { <-slots }()
				ranks := chosen(t, a, draw)
				mu.Lock()
				defer mu.Unlock()
				for k, r := range ranks {
					counts[i][k][r]++
				}
			}()
		}
		wait.Wait()
		if *knownDraws > 0 && (draw+1)%5 == 0 {
			t.Logf("%d draws\n%s", draw+1, knownTable(list, counts))
		}
	}
	misses := 0
	for i, a := range list {
		for _, hold := range a.quick {
			found := counts[i][slices.Index(rules, string(hold))]
			misses += draws - found[a.rank]
			if *knownDraws == 0 && found[a.rank] < draws-1 {
				t.Errorf("%s: %s give %v", a.name, hold, found)
			}
		}
	}
	if *knownDraws == 0 && misses > 2 {
		t.Errorf("%d ranks are not found", misses)
	}
}

// knownTable is the share of right answers in percent, and for real data the rank that is found most often with its share.
func knownTable(list []answer, counts [][]map[int]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| | %s |\n|---%s|\n", strings.Join(rules, " | "), strings.Repeat("|--:", len(rules)))
	for i, a := range list {
		cells := []string{a.name}
		for k := range rules {
			found, all, most := counts[i][k], 0, 0
			for r, n := range found {
				if all += n; n > found[most] || n == found[most] && r < most {
					most = r
				}
			}
			switch {
			case all == 0 || found[0] == all || a.rank == 1 && k >= 5: // those begin at rank 2
				cells = append(cells, "–")
			case a.rank == 0:
				cells = append(cells, fmt.Sprintf("%d (%d)", most, 100*found[most]/all))
			default:
				cells = append(cells, fmt.Sprint(100*found[a.rank]/all))
			}
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}
