package constraint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Edge joins two different points, I < J.
type Edge struct {
	I, J   int
	Weight float64
}

// DepthWeights turns triplets into weights of pairs for a method that takes a graph (Jiang, Li and Xu, IEEE TKDE 31(8),
// 2019, Algorithm 3). A triplet says that the pair {q,r} is nearer than the pair {q,s}; a pair that is nearer than none has
// depth 1, any other one more than the deepest of those that it is nearer than. Weights grow evenly with depth from low,
// for depth 1, to high for the greatest depth; the paper does not give these, the authors' smx.m has 0.1 and 0.9. Edges are
// in the order of their points. Triplets that contradict each other are a *CycleError.
func DepthWeights(triplets []Triplet, low, high float64) ([]Edge, error) {
	depth, err := depths(triplets)
	if err != nil {
		return nil, err
	}
	deepest := slices.Max(append(slices.Collect(maps.Values(depth)), 1))
	edges := make([]Edge, 0, len(depth))
	for p, d := range depth {
		share := float64(d-1) / float64(max(deepest-1, 1))
		edges = append(edges, Edge{p.i, p.j, low + (high-low)*share})
	}
	slices.SortFunc(edges, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) })
	return edges, nil
}

// CycleError tells of triplets that contradict each other: each pair of points is to be nearer than the next.
type CycleError struct {
	At       []int // indices into the triplets
	Triplets []Triplet
}

func (e *CycleError) Error() string {
	at := list.Join(e.At, ", ", func(k int) string { return strconv.Itoa(k + 1) })
	return fmt.Sprintf("constraint: triplets %s contradict each other: %s", at, e.relations())
}

// relations returns d(1,2) < d(2,3) < ... < d(1,2), for a long cycle with its middle left out.
func (e *CycleError) relations() string {
	const most = 6
	var b strings.Builder
	for i, t := range e.Triplets {
		if len(e.Triplets) > most && i == most-1 {
			b.WriteString("... < ")
		}
		if len(e.Triplets) > most && i >= most-1 && i < len(e.Triplets)-1 {
			continue
		}
		fmt.Fprintf(&b, "%v < ", nearPair(t))
	}
	fmt.Fprint(&b, nearPair(e.Triplets[0]))
	return b.String()
}

// pair is an unordered pair of points, i < j.
type pair struct{ i, j int }

func newPair(a, b int) pair { return pair{min(a, b), max(a, b)} }

func (p pair) String() string { return fmt.Sprintf("d(%d,%d)", p.i+1, p.j+1) }

func nearPair(t Triplet) pair { return newPair(t.Q, t.R) }
func farPair(t Triplet) pair  { return newPair(t.Q, t.S) }

// visit is a pair on the path of the search, with the triplets of which it is the nearer pair.
type visit struct {
	at   pair
	out  []int // those still to follow
	from int   // the triplet that led here
}

// depths returns the depth of every pair that the triplets name. The search keeps its own stack: a chain may be long.
func depths(triplets []Triplet) (map[pair]int, error) {
	nearer := map[pair][]int{}
	for k, t := range triplets {
		nearer[nearPair(t)] = append(nearer[nearPair(t)], k)
	}
	depth := make(map[pair]int, 2*len(triplets)) // 0 while a pair is on the path
	for _, t := range triplets {
		if _, seen := depth[nearPair(t)]; seen {
			continue
		}
		path := []visit{{nearPair(t), nearer[nearPair(t)], -1}}
		depth[nearPair(t)] = 0
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.out) == 0 {
				depth[top.at] = deepest(triplets, depth, nearer[top.at]) + 1
				path = path[:len(path)-1]
				continue
			}
			k := top.out[0]
			top.out = top.out[1:]
			next := farPair(triplets[k])
			d, seen := depth[next]
			switch {
			case !seen:
				depth[next] = 0
				path = append(path, visit{next, nearer[next], k})
			case d == 0:
				return nil, cycle(triplets, path, next, k)
			}
		}
	}
	return depth, nil
}

// deepest returns the greatest depth of the farther pairs of some triplets, 0 for none.
func deepest(triplets []Triplet, depth map[pair]int, places []int) int {
	d := 0
	for _, k := range places {
		d = max(d, depth[farPair(triplets[k])])
	}
	return d
}

// cycle returns the part of the path from the pair that triplet k leads back to, from its first triplet on.
func cycle(triplets []Triplet, path []visit, back pair, k int) error {
	first := slices.IndexFunc(path, func(v visit) bool { return v.at == back })
	e := &CycleError{}
	e.At = append(list.Map(path[first+1:], func(v visit) int { return v.from }), k)
	start := slices.Index(e.At, slices.Min(e.At))
	e.At = slices.Concat(e.At[start:], e.At[:start])
	e.Triplets = list.Map(e.At, func(at int) Triplet { return triplets[at] })
	return e
}
