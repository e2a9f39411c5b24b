package classify

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func TestGoldenFolds(t *testing.T) {
	lines := readTable(t, "crossval", "folds.csv")
	for i := 0; i < len(lines); i += 2 {
		var y, want []int
		for j := 1; j < len(lines[i]); j++ {
			y, want = append(y, int(lines[i][j])), append(want, int(lines[i+1][j]))
		}
		got, err := StratifiedFolds(y, int(lines[i][0]))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("classes %v, %g folds:\n%v, %v\nwant\n%v", y, lines[i][0], got, err, want)
		}
	}
}

func TestGoldenCrossValidation(t *testing.T) {
	x, y := readWine(t).all()
	classifiers := []Classifier{
		NewSVC(),
		SVC{C: 1000, Gamma: Auto, Tol: 1e-3, Shrinking: true},
		SVC{C: 1, Gamma: "3", Tol: 1e-3, Shrinking: true},
		NewKNN(),
	}
	for i, want := range readTable(t, "crossval", "scores.csv") {
		got, err := crossValidate(classifiers[i], x, y, 5)
		if err != nil {
			t.Fatal(err)
		}
		for f, v := range got {
			if math.Abs(v-want[f]) > 1e-15 {
				t.Errorf("%+v: accuracies %v, want %v", classifiers[i], got, want)
				break
			}
		}
	}
}

func TestFoldsByProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		folds := rapid.IntRange(2, 6).Draw(t, "folds")
		y := slices.Concat(rapid.SliceOf(rapid.IntRange(-1, 4)).Draw(t, "classes"), slices.Repeat([]int{3}, folds))
		fold, err := StratifiedFolds(y, folds)
		if err != nil {
			t.Fatal(err)
		}
		size := make([]int, folds)
		byClass := map[int][]int{}
		for i, f := range fold {
			size[f]++
			if byClass[y[i]] == nil {
				byClass[y[i]] = make([]int, folds)
			}
			byClass[y[i]][f]++
		}
		for _, counts := range append([][]int{size}, slices.Collect(maps.Values(byClass))...) {
			if slices.Max(counts)-slices.Min(counts) > 1 {
				t.Fatalf("classes %v in folds %v: %v", y, fold, counts)
			}
		}
	})
}

func TestCrossValidationRefuses(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	tests := []struct {
		y     []int
		folds int
		want  string
	}{
		{[]int{0, 0, 0, 1, 1, 1}, 1, "folds = 1, want at least 2"},
		{[]int{0, 0, 0, 1, 1, 1}, 4, "folds = 4, more than any class has samples"},
		{[]int{0, 0, 0, 1, 1}, 2, "6 samples and 5 classes"},
		{[]int{0, 0, 0, 0, 0, 1}, 5, "fold 1 of 5: classify: svc: every sample is of class 0"},
	}
	for _, tt := range tests {
		if _, err := crossValidate(NewSVC(), x, tt.y, tt.folds); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, %d folds: error %v, want %q", tt.y, tt.folds, err, tt.want)
		}
	}
}

// Shuffling keeps the share of every class in every fold, and moves samples.
func TestShuffledFolds(t *testing.T) {
	_, y := groups(203, 2, 4, 1, 5)
	plain, err := StratifiedFolds(y, 5)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, err := ShuffledFolds(y, 5, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := ShuffledFolds(y, 5, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(plain, shuffled) || !slices.Equal(shuffled, again) {
		t.Error("want other folds than without shuffling, and the same for the same seed")
	}
	count := map[[2]int]int{}
	for i, c := range y {
		count[[2]int{c, plain[i]}]++
		count[[2]int{c, shuffled[i]}]--
	}
	for key, n := range count {
		if n != 0 {
			t.Errorf("class %d, fold %d: %d samples fewer than without shuffling", key[0], key[1], n)
		}
	}
}

func TestCrossValidateOnRefusesBadFolds(t *testing.T) {
	x, y := groups(12, 2, 2, 1, 6)
	for name, fold := range map[string][]int{
		"too few": make([]int, 11), "one fold": make([]int, 12), "a gap": {0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2},
	} {
		if _, err := CrossValidateOn(NewKNN(), x, y, fold, Accuracy); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// crossValidate is CrossValidateOn stratified folds.
func crossValidate(c Classifier, x *mat.Dense, y []int, folds int) ([]float64, error) {
	if err := checkData("cross validation", x, y); err != nil {
		return nil, err
	}
	fold, err := StratifiedFolds(y, folds)
	if err != nil {
		return nil, err
	}
	return CrossValidateOn(c, x, y, fold, Accuracy)
}
