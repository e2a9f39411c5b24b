package solvers

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// decomposable is the matrix of the oracle, (3i² + 5j + 7ij) mod 11 with a row of zeros, times scale.
func decomposable(scale float64) *mat.Dense {
	x := mat.NewDense(6, 5, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		if i == 1 {
			return 0
		}
		return scale * float64((3*i*i+5*j+7*i*j)%11)
	}, x)
	return x
}

// The start of scikit-learn 1.2.1, sklearn.decomposition._nmf._initialize_nmf(X, 3, init="nndsvd"), in which a zero stays 0.
func TestNNDSVD(t *testing.T) {
	w := mat.NewDense(6, 3, []float64{
		2.517704601, 2.0805735143, 0,
		0, 0, 0,
		1.7282521187, 0.9423971391, 1.917056989,
		2.9426499305, 0, 0,
		1.7222331531, 0, 0.0369892172,
		2.2679255073, 0, 0.2309505183,
	})
	ht := mat.NewDense(5, 3, []float64{
		1.6762858738, 0, 0.2183428114,
		2.7919803465, 0.2094555475, 1.8468561098,
		1.938676988, 2.2491691177, 0.4981387523,
		2.2205412655, 0, 0.1520544404,
		2.6076988009, 0.338031315, 0,
	})
	for _, scale := range []float64{1, 1e-70, 1e149} {
		x := decomposable(scale)
		for _, way := range []Init{InitNNDSVD, InitNNDSVDA} {
			fill := 0.0
			if way == InitNNDSVDA {
				fill = mat.Sum(x) / 30
			}
			for form, x := range map[string]matrix.Matrix{"wide": matrix.FromDense(x), "tall": matrix.FromDense(mat.DenseCopyOf(x.T()))} {
				want := Factors{W: w, Ht: ht}
				if form == "tall" {
					want = Factors{W: ht, Ht: w}
				}
				got, err := way.Factors(&NMF{}, Problem{X: x, Rank: 3}, Factors{}, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, pair := range [][2]*mat.Dense{{got.W, want.W}, {got.Ht, want.Ht}} {
					p, _ := pair[1].Dims()
					for i := range p {
						for k, v := range pair[1].RawRowView(i) {
							v *= math.Sqrt(scale)
							if v == 0 {
								v = fill
							}
							if g := pair[0].At(i, k); math.Abs(g-v) > 1e-9*math.Sqrt(scale)+1e-9*fill || (v == 0) != (g == 0) {
								t.Errorf("%s of %s X at %v: entry %d, %d is %v, want %v", way, form, scale, i, k, g, v)
							}
						}
					}
				}
			}
		}
	}
}

func TestNNDSVDRefusals(t *testing.T) {
	x := matrix.FromDense(decomposable(1))
	masked, err := matrix.NewMasked(2, 2, []matrix.Triplet{{Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		s    Solver
		x    matrix.Matrix
		rank int
		want string
	}{
		{newNMF(), x, 6, "want at most 5"},
		{newNMF(), masked, 1, "some are unknown"},
		{newConvexNMF(), x, 2, "for methods with"},
		{newPOD(), x, 2, "for methods with"},
		{newNMF(), matrix.NewDense(2, 2, []float64{1, 2, 2, 4}), 2, "X has rank 1"},
	} {
		if _, err := InitNNDSVD.Factors(tt.s, Problem{X: tt.x, Rank: tt.rank}, Factors{}, nil, nil); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%T at rank %d: %v, want %q", tt.s, tt.rank, err, tt.want)
		}
	}
}

// A scaled start gives the model the mean of X, whatever of it is given, at any scale.
func TestScaledStart(t *testing.T) {
	streams := func() (w, h *rand.Rand) { return rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)) }
	for _, scale := range []float64{1, 1e-70, 1e148} {
		x := matrix.FromDense(decomposable(scale))
		p := Problem{X: x, Rank: 3}
		mine := RandomFactor(6, 3, rand.New(rand.NewPCG(2, 2)))
		for _, given := range []Factors{{}, {W: mine}, {Ht: RandomFactor(5, 3, rand.New(rand.NewPCG(3, 3)))}} {
			w, h := streams()
			f, err := InitScaled.Factors(newNMF(), p, given, w, h)
			if err != nil {
				t.Fatal(err)
			}
			var model mat.Dense
			model.Mul(f.W, f.Ht.T())
			if got, want := mat.Sum(&model), mat.Sum(decomposable(scale)); math.Abs(got-want) > 1e-12*want {
				t.Errorf("scale %v, given W %v, H %v: the model sums to %v, X to %v", scale, given.W != nil, given.Ht != nil, got, want)
			}
			if given.W != nil && f.W != mine {
				t.Error("the factor that was given is another")
			}
		}
		// Factors that do not form X have no such scale.
		for _, s := range []Solver{newPNMF(), newConvexNMF(), newSymNMF()} {
			w, h := streams()
			scaled, err := InitScaled.Factors(s, p, Factors{}, w, h)
			if err != nil {
				t.Fatal(err)
			}
			w, h = streams()
			plain, err := InitRandom.Factors(s, p, Factors{}, w, h)
			if err != nil || scaled.W != nil && !mat.Equal(scaled.W, plain.W) || scaled.Ht != nil && !mat.Equal(scaled.Ht, plain.Ht) {
				t.Errorf("%T: scaled and random starts differ, %v", s, err)
			}
		}
	}
	// A method that divides X by its range starts from the mean of what it factorises.
	ratings := matrix.NewDense(2, 3, []float64{1, 2, 5, 3, 3, 4})
	w, h := streams()
	f, err := InitScaled.Factors(newRPRNMF(), Problem{X: ratings, Rank: 3}, Factors{}, w, h)
	if err != nil {
		t.Fatal(err)
	}
	var model mat.Dense
	model.Mul(f.W, f.Ht.T())
	if got, want := mat.Sum(&model), 18./4; math.Abs(got-want) > 1e-12 {
		t.Errorf("rpr-nmf: the model sums to %v, want %v, the sum of X over its range", got, want)
	}
	zeros, err := InitScaled.Factors(newNMF(), Problem{X: matrix.NewDense(2, 2, make([]float64, 4)), Rank: 1}, Factors{},
		rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
	if err != nil || !(mat.Min(zeros.W) > 0) {
		t.Errorf("an X of zeros: %v, %v", zeros.W, err)
	}
}
