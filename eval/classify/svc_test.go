package classify

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestGoldenSVC(t *testing.T) {
	for folder, gamma := range map[string]Gamma{"SVM_rbf_C1000_gamma_scale": Scale, "SVM_rbf_C1000_gamma_auto": Auto} {
		w := readWine(t)
		c := NewSVC()
		c.Gamma = gamma
		m, err := c.fit(w.train, w.trainY)
		if err != nil {
			t.Fatal(err)
		}
		if want := intsOf(readTable(t, folder, "support.csv")); !slices.Equal(m.support, want) {
			t.Errorf("%s: support vectors\n%v\nwant\n%v", folder, m.support, want)
			continue
		}
		for p, want := range readTable(t, folder, "intercept.csv") {
			near(t, folder+": intercept", -m.machines[p].rho, want[0])
		}
		compareCoefficients(t, folder, m, w.trainY)
		compareDecisions(t, folder, m, w.test, readTable(t, folder, "decision_ovo.csv"))
		if got, want := m.Predict(w.test), intsOf(readTable(t, folder, "pred.csv")); !slices.Equal(got, want) {
			t.Errorf("%s: predicted\n%v\nwant\n%v", folder, got, want)
		}
	}
}

// near allows for the single precision in which both programs hold the kernel: it may differ in its last digit, and the
// solution with it by as much.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// compareCoefficients reads LIBSVM's layout: the machine of classes a < b has the coefficients of a's vectors in row b-1
// and those of b's in row a.
func compareCoefficients(t *testing.T, folder string, m *svcModel, y []int) {
	t.Helper()
	dual := readTable(t, folder, "dual_coef.csv")
	p := 0
	for a := range m.classes {
		for b := a + 1; b < len(m.classes); b++ {
			got := make([]float64, len(m.support))
			for s, v := range m.machines[p].vector {
				got[v] = m.machines[p].coef[s]
			}
			for v, i := range m.support {
				switch y[i] {
				case m.classes[a]:
					near(t, folder+": coefficient", got[v], dual[b-1][v])
				case m.classes[b]:
					near(t, folder+": coefficient", got[v], dual[a][v])
				}
			}
			p++
		}
	}
}

func compareDecisions(t *testing.T, what string, m *svcModel, x *mat.Dense, want [][]float64) {
	t.Helper()
	m.decide(x, func(i int, decisions []float64) {
		for p, v := range decisions {
			near(t, what+": decision", v, want[i][p])
		}
	})
}

// TestGoldenBinary has classes that overlap and a large C, so that the path is long and depends on every turn of shrinking
// in the 5th digit.
func TestGoldenBinary(t *testing.T) {
	x, y := readWine(t).all()
	n, _ := x.Dims()
	plane := mat.DenseCopyOf(x.Slice(0, n, 0, 2))
	train, trainY := choose(plane, y, y, func(class int) bool { return class > 0 })
	c := NewSVC()
	c.C, c.Gamma = 10000, "10"
	m, err := c.fit(train, trainY)
	if err != nil {
		t.Fatal(err)
	}
	if want := intsOf(readTable(t, "crossval", "binary_support.csv")); !slices.Equal(m.support, want) {
		t.Fatalf("support vectors\n%v\nwant\n%v", m.support, want)
	}
	compareDecisions(t, "binary", m, plane, readTable(t, "crossval", "binary.csv"))
}

// TestOptimality checks machines against the conditions that define them, on data where they are separable, overlapping and
// partly identical, with and without shrinking.
func TestOptimality(t *testing.T) {
	for _, spread := range []float64{0.01, 0.3, 2} {
		for _, c := range []float64{0.1, 1, 1000} {
			for _, shrinking := range []bool{true, false} {
				x, y := groups(150, 3, 2, spread, 3)
				for i := 100; i < 110; i++ { // the same sample in both classes
					x.SetRow(i, x.RawRowView(0))
					y[i] = i % 2
				}
				svc := SVC{C: c, Gamma: Scale, Tol: 1e-3, Shrinking: shrinking}
				m, err := svc.fit(x, y)
				if err != nil {
					t.Fatal(err)
				}
				checkOptimal(t, svc, m, x, y)
			}
		}
	}
}

// checkOptimal: with f the decision and s = ±1, α = 0 wants s·f ≥ 1, α = C wants s·f ≤ 1, and in between s·f = 1, all to
// within tol; coefficients sum to 0. The single precision of the kernel adds its part.
func checkOptimal(t *testing.T, c SVC, m *svcModel, x *mat.Dense, y []int) {
	t.Helper()
	alpha := make([]float64, len(y))
	var sum, total float64
	for s, v := range m.machines[0].vector {
		coef := m.machines[0].coef[s]
		alpha[m.support[v]] = math.Abs(coef)
		sum += coef
		total += math.Abs(coef)
		if math.Abs(coef) > c.C || (coef > 0) != (y[m.support[v]] == m.classes[0]) {
			t.Fatalf("%+v: coefficient %g of class %d", c, coef, y[m.support[v]])
		}
	}
	if math.Abs(sum) > 1e-10*(1+total) {
		t.Errorf("%+v: coefficients sum to %g", c, sum)
	}
	tol := c.Tol + 1e-7*total
	m.decide(x, func(i int, decisions []float64) {
		margin := decisions[0] - 1
		if y[i] != m.classes[0] {
			margin = -decisions[0] - 1
		}
		if alpha[i] < c.C && margin < -tol || alpha[i] > 0 && margin > tol {
			t.Errorf("%+v: sample %d has α = %g and a margin of 1%+g", c, i, alpha[i], margin)
		}
	})
}

// TestShrinkingLeavesTheSolution: both ways end within tol of the same decisions.
func TestShrinkingLeavesTheSolution(t *testing.T) {
	x, y := groups(400, 4, 3, 0.4, 5)
	var values [2][][]float64
	for i, shrinking := range []bool{true, false} {
		m, err := SVC{C: 10, Gamma: Scale, Tol: 1e-5, Shrinking: shrinking}.fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		m.decide(x, func(_ int, decisions []float64) { values[i] = append(values[i], slices.Clone(decisions)) })
	}
	for i, row := range values[0] {
		for p, v := range row {
			if math.Abs(v-values[1][i][p]) > 1e-3 {
				t.Fatalf("sample %d, machine %d: %g with shrinking, %g without", i, p, v, values[1][i][p])
			}
		}
	}
}

func TestGamma(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 2, 3, 6}) // mean 3, variance (4 + 1 + 0 + 9)/4
	constant := mat.NewDense(2, 2, []float64{5, 5, 5, 5})
	tests := []struct {
		g    Gamma
		x    *mat.Dense
		want float64
	}{{Scale, x, 1 / (2 * 3.5)}, {Auto, x, 0.5}, {"0.25", x, 0.25}, {Scale, constant, 1}}
	for _, tt := range tests {
		if got := tt.g.value(tt.x); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("gamma %q is %g, want %g", string(tt.g), got, tt.want)
		}
	}
}

// TestClassNamesDoNotMatter: any integers are classes.
func TestClassNamesDoNotMatter(t *testing.T) {
	w := readWine(t)
	names := []int{-7, 0, 1000}
	renamed := make([]int, len(w.trainY))
	for i, c := range w.trainY {
		renamed[i] = names[c]
	}
	for _, c := range []Classifier{NewSVC(), NewKNN()} {
		plain, err := c.Fit(w.train, w.trainY)
		if err != nil {
			t.Fatal(err)
		}
		other, err := c.Fit(w.train, renamed)
		if err != nil {
			t.Fatal(err)
		}
		got := other.Predict(w.test)
		for i, class := range plain.Predict(w.test) {
			if got[i] != names[class] {
				t.Fatalf("%T: sample %d is of class %d, want %d", c, i, got[i], names[class])
			}
		}
	}
}

// BenchmarkSVC is five-fold cross validation of 1797 samples in 20 features and 10 classes.
func BenchmarkSVC(b *testing.B) {
	x, y := groups(1797, 20, 10, 0.25, 9)
	for b.Loop() {
		if _, err := crossValidate(NewSVC(), x, y, 5); err != nil {
			b.Fatal(err)
		}
	}
}
