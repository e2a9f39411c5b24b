package kmeans

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Of runs that end in different clusters the one wins that has least of what the options say.
func TestLeast(t *testing.T) {
	x := mat.NewDense(40, 2, nil)
	for i := range 40 {
		x.SetRow(i, []float64{math.Sin(float64(i * i)), math.Cos(float64(3*i+1)) * float64(1+i%4)})
	}
	o := Options{K: 6, Start: Random, Restarts: 1, MaxIterations: 50, Empty: Farthest}
	away, inertia := math.Inf(1), math.Inf(1)
	stream := rand.New(rand.NewPCG(4, 1))
	for range 30 { // one after another, from the same stream as thirty restarts
		res, err := Run(x, o, nil, stream)
		if err != nil {
			t.Fatal(err)
		}
		away, inertia = min(away, res.Away), min(inertia, res.Inertia)
	}
	o.Restarts = 30
	for _, least := range []Least{"", LeastInertia, LeastDistance} {
		o.Least = least
		res, err := Run(x, o, nil, rand.New(rand.NewPCG(4, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if least == LeastDistance && res.Away != away || least != LeastDistance && res.Inertia != inertia {
			t.Errorf("least = %q: inertia %v and distance %v, the least of thirty are %v and %v", least, res.Inertia, res.Away, inertia, away)
		}
		var sum float64
		for i, c := range res.Labels {
			sum += math.Hypot(x.At(i, 0)-res.Centres.At(c, 0), x.At(i, 1)-res.Centres.At(c, 1))
		}
		if math.Abs(sum-res.Away) > 1e-9 {
			t.Errorf("least = %q: Σ ‖x - centre‖ is %v, got %v", least, sum, res.Away)
		}
	}
	o.Least = "variance"
	if _, err := Run(x, o, nil, rand.New(rand.NewPCG(4, 1))); err == nil {
		t.Error("least = variance is accepted")
	}
}
