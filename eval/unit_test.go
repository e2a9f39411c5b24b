package eval

import (
	"errors"
	"testing"
)

func TestRises(t *testing.T) {
	for _, tt := range []struct {
		objectives []float64
		want       float64
	}{
		{[]float64{4, 2, 3, 1}, 1.0 / 3},
		{[]float64{3, 2, 2, 1}, 0},
		{[]float64{1, 1 + 1e-12}, 0}, // rounding
		{[]float64{-2, -1}, 1},
		{[]float64{1, 2, 1, 2}, 2.0 / 3},
	} {
		got, err := rises(Outcome{Effort: Effort{Objectives: tt.objectives}}, nil)
		if err != nil || got != tt.want {
			t.Errorf("%v: %g, %v, want %g", tt.objectives, got, err, tt.want)
		}
	}
	if _, err := rises(Outcome{Effort: Effort{Objectives: []float64{1}}}, nil); !errors.Is(err, ErrUnavailable) {
		t.Errorf("one observation: %v, want ErrUnavailable", err)
	}
}
