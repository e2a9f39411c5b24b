package twister_test

import (
	"slices"
	"testing"

	"nmfrepro/solvers/twister"
)

// The numbers are those of R 4.2.2 (runif, sample), NumPy 1.24.2 (RandomState: random_sample, choice) and, for 5489, those with which
// every session of MATLAB begins.
func TestFractions(t *testing.T) {
	for _, tt := range []struct {
		draw twister.Draw
		seed uint64
		skip int
		want []float64
	}{
		{twister.R, 123456, 0, []float64{0.79778432077728212, 0.75356509489938617, 0.39125568419694901, 0.34155669831670821,
			0.36129411263391376}},
		{twister.R, 123456, 700, []float64{0.61081435531377792, 0.41114969947375357}},
		{twister.R, 0, 0, []float64{0.8966972001362592, 0.26550866314209998, 0.37212389963679016}},
		{twister.R, 4294967, 700, []float64{0.23924665944650769, 0.71244964236393571}},
		{twister.MATLAB, 5489, 0, []float64{0.8147236863931789, 0.9057919370756192, 0.12698681629350606, 0.9133758561390194}},
		{twister.MATLAB, 0, 0, []float64{0.8147236863931789}},
		{twister.NumPy, 0, 0, []float64{0.5488135039273248, 0.7151893663724195, 0.6027633760716439, 0.54488318299689686}},
		{twister.NumPy, 123456, 0, []float64{0.12696983303810094, 0.966717838482003, 0.26047600586578334, 0.8972365243645735}},
	} {
		s := of(tt.draw, tt.seed)
		for range tt.skip {
			s.Float64()
		}
		for i, want := range tt.want {
			if got := s.Float64(); got != want {
				t.Errorf("%s, seed %d, fraction %d = %.17g, want %.17g", tt.draw, tt.seed, tt.skip+i, got, want)
			}
		}
	}
}

func TestSample(t *testing.T) {
	for _, tt := range []struct {
		draw twister.Draw
		seed uint64
		n, k []int
		want []int
	}{
		{twister.R, 123456, []int{10, 100000, 70000}, []int{4, 3, 3}, []int{9, 0, 5, 6, 6325, 76517, 57727, 58717, 12950, 50934}},
		{twister.R, 4294967, []int{10, 100000, 70000}, []int{4, 3, 3}, []int{7, 0, 9, 6, 13582, 2925, 55859, 52229, 25679, 17276}},
		{twister.NumPy, 5489, []int{10, 1000}, []int{4, 3}, []int{4, 9, 0, 7, 689, 432, 272}},
		{twister.NumPy, 123456, []int{10, 1000}, []int{4, 3}, []int{8, 7, 6, 4, 673, 358, 956}},
		// By hand, from rand of 5489: 0.8147 0.9058 0.1270 0.9134 0.6324 0.0975 0.2785: ⌈20u⌉ is 17, 19, 3, 19, of which the fourth is known,
		// then 13; marked are 3, 13, 17, 19, in the order of 0.0975 0.2785 0.5469 0.9575.
		{twister.MATLAB, 5489, []int{20}, []int{4}, []int{2, 12, 16, 18}},
		{twister.MATLAB, 5489, []int{5}, []int{3}, []int{2, 4, 0}}, // the order of 0.8147 0.9058 0.1270 0.9134 0.6324
	} {
		s, got := of(tt.draw, tt.seed), []int(nil)
		for i, n := range tt.n {
			got = append(got, s.Sample(n, tt.k[i])...)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s, seed %d: %v, want %v", tt.draw, tt.seed, got, tt.want)
		}
	}
}

func TestValidate(t *testing.T) {
	good := twister.Seeded{Generator: twister.MT19937, Seed: 1, Draw: twister.R}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for _, bad := range []twister.Seeded{
		{Generator: "pcg64", Seed: 1, Draw: twister.R}, {Generator: twister.MT19937, Seed: 1 << 32, Draw: twister.R},
		{Generator: twister.MT19937, Draw: "julia"},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func of(draw twister.Draw, seed uint64) *twister.Stream {
	return twister.Seeded{Generator: twister.MT19937, Seed: seed, Draw: draw}.New()
}
