// Package constraint holds relational side information about the points of a factor: triplets "q is nearer to r than to
// s", where they come from, and what other methods make of them.
package constraint

import (
	"errors"
	"fmt"
)

// Triplet says that point Q is nearer to R than to S. Indices are 0-based, into the columns of H or the rows of W; files
// are 1-based.
type Triplet struct{ Q, R, S int }

// Set holds the triplets of both sides of a factorisation; either may be empty.
type Set struct {
	W []Triplet // on the rows of W, the features
	H []Triplet // on the columns of H, the samples
}

// Check reports every triplet whose points lie outside 0 to points-1 or are not three different ones. Numbers in messages
// are 1-based, as in files.
func Check(triplets []Triplet, points int) error {
	var errs []error
	for k, t := range triplets {
		if err := t.check(points); err != nil {
			errs = append(errs, fmt.Errorf("constraint: triplet %d: %w", k+1, err))
		}
	}
	return errors.Join(errs...)
}

func (t Triplet) check(points int) error {
	for _, i := range [...]int{t.Q, t.R, t.S} {
		if i < 0 || i >= points {
			return fmt.Errorf("found %d in %v, want 1 to %d", i+1, t, points)
		}
	}
	if t.Q == t.R || t.Q == t.S || t.R == t.S {
		return fmt.Errorf("found %v, want three different points", t)
	}
	return nil
}

// String returns the triplet as files spell it, 1-based.
func (t Triplet) String() string { return fmt.Sprintf("%d,%d,%d", t.Q+1, t.R+1, t.S+1) }

// SquaredDistance returns ‖x - y‖², which orders pairs as the Euclidean distance does.
func SquaredDistance(x, y []float64) float64 {
	var sum float64
	for k, v := range x {
		sum += (v - y[k]) * (v - y[k])
	}
	return sum
}
