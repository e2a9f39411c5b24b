package main

// work is one thing to time: a product or an iteration of a factorisation. It is sent to the peers as it stands.
type work struct {
	Name           string
	Kind           string // gemm, mu, kl or cd
	M, N, K        int    // C is M×N from K terms; X is M×N at rank K
	TransA, TransB bool
}

// flop counts a multiplication and an addition as two. An iteration counts its products with X and the model alone.
func (w work) flop() float64 {
	size := float64(w.M) * float64(w.N) * float64(w.K)
	switch w.Kind {
	case "mu", "cd":
		return 4 * size
	case "kl":
		return 8 * size
	}
	return 2 * size
}

// groups are the tables. The products are those of a 1024×2856 matrix at rank 68 (faces), of 10304×400 at rank 40 (ORL),
// of a small matrix, and a square one; op(A) is m×k and op(B) k×n.
var groups = []struct {
	title string
	fewer int // this many times fewer rounds
	work  []work
}{
	{"Products C = op(A)·op(B), m×n×k", 1, []work{
		{"WH 1024x2856x68", "gemm", 1024, 2856, 68, false, false},
		{"WtX 68x2856x1024", "gemm", 68, 2856, 1024, true, false},
		{"XHt 1024x68x2856", "gemm", 1024, 68, 2856, false, false},
		{"XtW 2856x68x1024", "gemm", 2856, 68, 1024, true, false},
		{"HHt 68x68x2856", "gemm", 68, 68, 2856, false, true},
		{"WtW 68x68x2856", "gemm", 68, 68, 2856, true, false},
		{"XHt 10304x40x400", "gemm", 10304, 40, 400, false, false},
		{"WH 10304x400x40", "gemm", 10304, 400, 40, false, false},
		{"small 100x20x100", "gemm", 100, 20, 100, false, false},
		{"small 100x100x20", "gemm", 100, 100, 20, false, false},
		{"iris 150x3x4", "gemm", 150, 3, 4, false, false},
		{"square 512x512x512", "gemm", 512, 512, 512, false, false},
	}},
	{"One iteration on X 1024x2856, rank 68", 3, []work{
		{"MU Frobenius", "mu", 1024, 2856, 68, false, false},
		{"MU KL", "kl", 1024, 2856, 68, false, false},
		{"HALS (their coordinate descent)", "cd", 1024, 2856, 68, false, false},
	}},
}
